"""`kalamazoo check`: what would stop `run`, before it does."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from bot.operations.terminal import Config, chosen, fail, wrong_with

if TYPE_CHECKING:
    from bot.config import Settings


def check(config: Config = None) -> None:
    """Say what is wrong with settings, database and token.

    One line each; nothing is changed. Exit status 1 if something would stop `run`, or if
    Discord cannot be asked about the token. It may run beside the bot.
    """
    from bot.config import ConfigError, load

    try:
        settings = load(chosen(config))
    except ConfigError as error:
        problems = str(error).split("\n")
    else:
        problems = [*problems_of(settings)]
        problems += [*problems_of_token(settings, ask=not problems)]
    if problems:
        fail("\n".join(problems), status=1)
    typer.echo("Settings, database and token are in order.")


def problems_of(settings: "Settings") -> Iterator[str]:
    """Yield what is wrong with addresses and database, one sentence each; warn of the rest."""
    from bot.config import ConfigError, check_sandbox, check_shards
    from bot.db.file import file_of
    from bot.db.integrity import DamageError, check_files, check_pages, exposed
    from bot.db.lock import LockError, held
    from bot.db.migrate import MigrationError, current, where

    try:
        check_sandbox(settings, sandbox=settings.api_base is not None)
        check_shards(settings)
    except ConfigError as error:
        yield str(error)
    file = file_of(settings.database_url)
    try:
        if file is not None:
            check_files(file)
            check_pages(file, bound=None)
        revision = current(settings.database_url)
    except (MigrationError, DamageError) as error:
        yield str(error)
        return
    if file is None or revision is None:
        if file is not None:
            typer.echo(f"There is no database yet: run makes {where(settings.database_url)}.")
        alone = True
    else:
        if exposed(file):
            typer.echo(exposed(file))
        try:
            with held(settings.database_url):
                alone = True
        except LockError:
            typer.echo("A bot runs on the database now; a second one would be refused.")
            alone = False
    if alone and settings.monitoring is not None:
        yield from problems_of_address(settings.monitoring)


def problems_of_address(monitoring: str) -> Iterator[str]:
    """Yield the sentence that says that nobody could listen there."""
    import socket
    from urllib.parse import urlsplit

    parts = urlsplit(f"//{monitoring}")
    family = socket.AF_INET6 if ":" in (parts.hostname or "") else socket.AF_INET
    with socket.socket(family) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((parts.hostname, parts.port))
        except OSError as error:
            yield f"Setting 'monitoring' is wrong: {monitoring} cannot be used ({error.strerror})."


def problems_of_token(settings: "Settings", *, ask: bool) -> Iterator[str]:
    """Yield what is wrong with the token; Discord is asked only where all else is in order."""
    import asyncio

    from bot.gateway.login import OfflineError, StartError, check_token

    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        yield "There is no Discord token in the environment variable DISCORD_TOKEN."
    elif wrong_with(token):
        yield wrong_with(token)
    elif ask:
        try:
            asyncio.run(check_token(settings.api_base, token, settings.proxy))
        except OfflineError as error:
            yield f"{error} The token is not tested; settings and database are in order."
        except StartError as error:
            yield str(error)
