"""What every command on the terminal has: settings, token, one sentence when it cannot be done."""

import contextlib
import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from bot.telemetry.log import logs_objects, written

if TYPE_CHECKING:
    from bot.config import Settings

log = logging.getLogger(__name__)

CONFIG_FILE = Path("config.toml")
QUOTES = "\"'`“”‘’"

NO_TOKEN = """\
There is no Discord token in the environment variable DISCORD_TOKEN.
To get one: discord.com/developers/applications, New Application, Bot, Reset Token; then
DISCORD_TOKEN=... make run. To play without a token: make demo."""

Config = Annotated[Path | None, typer.Option(help="Settings file; config.toml if it is there.")]


def fail(sentence: str, status: int = 2) -> NoReturn:
    """Say what is wrong in one sentence and leave, with status 2 if no other is given."""
    say(sentence)
    raise typer.Exit(status)


def say(sentence: str) -> None:
    """Write a sentence to standard error, as the log is written if there is one of objects."""
    if logs_objects():
        log.critical(sentence)
    else:
        written()
        with contextlib.suppress(OSError):  # nobody hears it
            typer.echo(sentence, err=True)


def settings_of(config: Path | None, **given: Any) -> "Settings":
    """Return the settings or leave with the sentence that names the wrong key.

    `given` on the command line wins over file and environment.
    """
    from bot.config import ConfigError, load

    try:
        return load(chosen(config), **given)
    except ConfigError as error:
        fail(str(error).partition("\n")[0])


def chosen(config: Path | None) -> Path | None:
    """Return the settings file: the one that is named, or `config.toml` where that is."""
    return CONFIG_FILE if config is None and os.path.lexists(CONFIG_FILE) else config


def token_of_environment() -> str:
    """Return the Discord token or leave with how to get one."""
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        fail(NO_TOKEN)
    problem = wrong_with(token)
    if problem:
        fail(problem)
    return token


def wrong_with(token: str) -> str:
    """Say what makes it impossible that this is a token; nothing where it may be one."""
    if token[0] in QUOTES or token[-1] in QUOTES:
        return "The token in DISCORD_TOKEN stands in quotation marks; leave them out."
    if token.casefold().startswith("bot "):
        return "The token in DISCORD_TOKEN begins with 'Bot'; leave that word out."
    if not re.fullmatch(r"[\w.-]{1,200}", token, re.ASCII):
        return "What stands in DISCORD_TOKEN is no token of Discord."
    return ""
