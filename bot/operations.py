"""Commands about what is kept: verify a log, copy the database, put a copy back, export it."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.config import Settings

Config = Annotated[Path | None, typer.Option(help="Settings file; config.toml if it is there.")]
Fail = Callable[[str], NoReturn]


def add_to(app: typer.Typer, settings_of: Callable[[Path | None], Settings], fail: Fail) -> None:
    """Add the commands to the command line.

    Args:
        app: the command line.
        settings_of: reads the settings or leaves.
        fail: says what is wrong in one sentence and leaves with status 2.
    """

    @app.command()
    def verify(
        file: Annotated[Path, typer.Argument(help="The log of a finished game, from /replay.")],
        commitment: Annotated[
            str | None, typer.Option(help="What the table showed when the game started.")
        ] = None,
    ) -> None:
        """Check the log of a finished game: commitment, shuffle, every move, result."""
        typer.echo(verified(file, commitment, fail))

    @app.command()
    def export(config: Config = None) -> None:
        """Write everything that is kept as JSON lines; no secret of a running game."""
        from bot.db.errors import StorageError
        from bot.db.migrate import MigrationError, existing

        url = settings_of(config).database_url
        try:
            existing(url)
            asyncio.run(exported(url))
        except MigrationError as error:
            fail(str(error))
        except StorageError:
            fail("The database cannot be read.")

    _add_copying(app, settings_of, fail)


def _add_copying(
    app: typer.Typer, settings_of: Callable[[Path | None], Settings], fail: Fail
) -> None:
    @app.command()
    def backup(
        file: Annotated[Path, typer.Argument(help="The copy; must not exist yet.")],
        config: Config = None,
    ) -> None:
        """Copy the database to a file, also while the bot runs."""
        from bot.db.backup import CopyError, backup

        try:
            size = backup(settings_of(config).database_url, file)
        except CopyError as error:
            fail(str(error))
        typer.echo(f"{file} holds the whole database ({size:,} bytes).")

    @app.command()
    def restore(
        file: Annotated[Path, typer.Argument(help="A copy made by backup.")],
        config: Config = None,
    ) -> None:
        """Put a copy in the database's place; the bot must not run."""
        from bot.db.backup import CopyError, restore

        try:
            kept = restore(settings_of(config).database_url, file)
        except CopyError as error:
            fail(str(error))
        before = f" The one before is {kept}." if kept is not None else ""
        typer.echo(f"The database is as it was in {file}.{before}")


def verified(file: Path, commitment: str | None, fail: Fail) -> str:
    """Return what was found in order, or leave with the first wrong place."""
    from bot.records.proof import Wrong, verify
    from engine.games import GAMES

    try:
        found = verify(file.read_bytes(), GAMES, commitment)
    except OSError as error:
        fail(f"file: cannot be read ({error.strerror})")
    except Wrong as wrong:
        fail(" ".join(str(wrong).split()))
    return (
        f"In order: {found.game} for {found.seats}, {found.actions} actions. The seed {found.seed} "
        f"belongs to the commitment {found.commitment} and gives this shuffle; every move and the "
        "result follow from it."
    )


async def exported(url: str) -> None:
    """Write the database to standard output."""
    from bot.db.exporting import lines
    from bot.db.session import reading_engine
    from bot.db.tables import Reader

    reader = Reader(reading_engine(url))
    try:
        async for line in lines(reader):
            sys.stdout.write(line + "\n")
    finally:
        await reader.close()
