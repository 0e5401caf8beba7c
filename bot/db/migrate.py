"""Bringing a database to the version of this program (Alembic)."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.db.session import database_file, writing_engine

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"


class MigrationError(Exception):
    """A database that cannot be used; the text is one sentence."""


def upgrade(url: str) -> None:
    """Bring the database to the newest version; creates it where there is none.

    Runs its own event loop: call it before the bot's.

    Raises:
        MigrationError: it was made by a newer version, or cannot be opened.
    """
    asyncio.run(upgraded(url))


async def upgraded(url: str) -> None:
    """Do what `upgrade` does, on the running event loop."""
    await _connected(url, lambda config: command.upgrade(config, "head"))


def current(url: str) -> None:
    """Check that this version could use the database, and change nothing.

    An SQLite database that does not exist yet is in order if `upgrade` can make it.

    Raises:
        MigrationError: it was made by a newer version, or cannot be opened or made.
    """
    file = database_file(make_url(url))
    if file is None or file.exists():
        asyncio.run(_connected(url, lambda config: None))
    else:
        _makeable(file)


def _makeable(file: Path) -> None:
    """Check that a database could be made, by making something beside it for a moment."""
    there = next(folder for folder in file.absolute().parents if folder.exists())
    try:
        with TemporaryDirectory(dir=there):
            pass
    except OSError as error:
        raise MigrationError(
            f"The database {file} cannot be made ({error.strerror} in {there})."
        ) from error


def existing(url: str) -> None:
    """Check that there is a database this version could use, and change nothing.

    Raises:
        MigrationError: there is none, it was made by a newer version, or cannot be opened.
    """
    file = database_file(make_url(url))
    if file is not None and not file.exists():
        raise MigrationError(f"There is no database {file}.")
    asyncio.run(_connected(url, lambda config: None))


async def _connected(url: str, work: Callable[[Config], None]) -> None:
    try:
        writer = writing_engine(url)
        try:
            await writer.run(lambda connection: _checked(connection, work))
        finally:
            await writer.dispose()
    except (SQLAlchemyError, OSError) as error:
        raise MigrationError(f"The database cannot be opened ({_cause(error)}).") from error


def _checked(connection: Connection, work: Callable[[Config], None]) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}
    if not set(MigrationContext.configure(connection).get_current_heads()) <= known:
        raise MigrationError("The database was made by a newer version of Kalamazoo.")
    work(config)


def _cause(error: Exception) -> str:
    """Return the driver's words; the URL, which may hold a password, is not among them."""
    return str(getattr(error, "orig", None) or type(error).__name__)
