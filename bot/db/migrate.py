"""Bringing a database to the version of this program (Alembic, loaded where there is need)."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile
from typing import TypeAlias

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.db.file import database_file, discard, occupied, private_file
from bot.db.integrity import DamageError, check_files, reading_uri
from bot.db.leases import lives
from bot.db.models import ProcessRow
from bot.db.writers import writing_engine

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"

RETIRED, INCOMING = "retired", "incoming"
STATES = {
    RETIRED: "The database is retired: copy-database has moved its tables to another one.",
    INCOMING: "The database is half copied; run copy-database again.",
}
"""What may stand in place of a revision, and what it means (`bot.db.moving`)."""

Revisions: TypeAlias = tuple[str | None, str | None]
"""Before and after."""


MIGRATING = 0x6B616C616D617A6F
"""The advisory lock of a database server that whoever migrates holds."""

NOT_YET = ("57P03", "53300")
"""A server's codes for: it is starting up; it has no connection left."""


class MigrationError(Exception):
    """A database that cannot be used; the text is one sentence."""


class UnreachableError(MigrationError):
    """A database server that cannot be reached now; it may come up by itself."""


def upgrade(url: str) -> str:
    """Bring the database to the newest version; creates it where there is none.

    An SQLite database of an older version is copied beside it first (`….before-0009`). To go back
    to that version, stop the bot and put the copy in the database's place (`kalamazoo restore`):
    what was played since is then gone; no migration is undone in place.

    Runs its own event loop: call it before the bot's.

    Returns:
        What was done, in a sentence or two; empty if nothing had to be.

    Raises:
        MigrationError: it was made by a newer version, or cannot be opened or copied.
    """
    return asyncio.run(upgraded(url))


async def upgraded(url: str) -> str:
    """Do what `upgrade` does, on the running event loop."""
    copies: list[Path] = []

    def work(connection: Connection) -> None:
        file, older = database_file(make_url(url)), revision(connection)
        if older == newest():
            return
        if older is not None:
            check_unused(connection, url)
        if file is not None and older is not None:
            copies.append(_copied(file))
        _migrate(connection)

    before, after = await _connected(url, work, writes=True)
    if before is None:
        return f"A new database is made: {where(url)}."
    if before != after:
        kept = "".join(f" As it was, it is kept as {copy.absolute()}." for copy in copies)
        return f"The database is upgraded from revision {before} to {after}: {where(url)}.{kept}"
    return ""


def check_unused(connection: Connection, url: str) -> None:
    """Refuse a database server's where a bot lives, by its heartbeat; a file has a lock.

    Raises:
        UnreachableError: it does; once it has ended the database may be used.
    """
    if connection.dialect.name != "postgresql":
        return
    if not inspect(connection).has_table(ProcessRow.__tablename__):
        return
    if connection.execute(select(ProcessRow.id).where(lives())).first() is not None:
        raise UnreachableError(
            f"The database {where(url)} is in use by another kalamazoo; stop that first."
        )


def _copied(file: Path) -> Path:
    """Copy an SQLite database beside it, as it is before its upgrade."""
    names = (f"{file}.before-{newest()}", *(f"{file}.before-{newest()}-{n}" for n in range(2, 99)))
    copy = next(path for path in map(Path, names) if not occupied(path))
    part = Path(f"{file}.upgrading")  # a copy has its name once it is whole
    try:
        discard(part)
        private_file(part)
        with (
            closing(sqlite3.connect(reading_uri(file), uri=True)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
        part.rename(copy)
    except (sqlite3.Error, OSError) as error:
        raise MigrationError(
            f"The database cannot be copied before its upgrade ({error})."
        ) from None
    finally:
        discard(part)
    return copy


def current(url: str) -> str | None:
    """Check that this version could use the database, and change nothing.

    An SQLite database that does not exist yet is in order if `upgrade` can make it.

    Returns:
        Its revision; None if there is nothing in it yet.

    Raises:
        MigrationError: it was made by a newer version, or cannot be opened or made.
    """
    file = database_file(make_url(url))
    if file is not None and not os.path.lexists(file):
        _makeable(file)
        return None
    return asyncio.run(_connected(url, _check_writable))[0]


def _check_writable(connection: Connection) -> None:
    """Refuse a database server where nothing can be stored: one that stands by for another.

    Raises:
        UnreachableError: it may be that one some day.
    """
    if connection.dialect.name != "postgresql":
        return  # the transaction has begun as one that writes
    if connection.scalar(text("SHOW transaction_read_only")) == "on":
        raise UnreachableError("The database server takes nothing in: it is for reading alone.")


SIZE = 1 << 18
"""Bytes of an empty database, more or less."""


def _makeable(file: Path) -> None:
    """Check that a database could be made, by making something beside it for a moment."""
    there = next(each for each in file.absolute().parents if os.path.exists(each))
    try:
        with TemporaryFile(dir=there) as tried:
            tried.write(bytes(SIZE))
    except OSError as error:
        raise MigrationError(
            f"The database {file} cannot be made ({error.strerror} in {there})."
        ) from error


def existing(url: str) -> None:
    """Check that there is a database of this very version, and change nothing.

    Raises:
        MigrationError: there is none, it is of another version, or cannot be opened.
    """
    file = database_file(make_url(url))
    if file is not None and not os.path.lexists(file):
        raise MigrationError(f"There is no database {file}.")
    found, _ = asyncio.run(_connected(url, lambda connection: None))
    if found is None:
        raise MigrationError(f"The database {file or where(url)} is empty.")
    if found != newest():
        raise MigrationError(
            f"The database {file or where(url)} is of an older version (revision {found}); "
            "to bring it to this one: kalamazoo migrate."
        )


def where(url: str) -> str:
    """Return where a database is, for people: the whole path, or host and name; no password."""
    parsed = make_url(url)
    file = database_file(parsed)
    if file is not None:
        return str(file.absolute())
    return f"{parsed.database} on {parsed.host or 'this machine'}"


async def _connected(
    url: str, work: Callable[[Connection], None], *, writes: bool = False
) -> Revisions:
    """Do that on a database that this version may use; return its revisions before and after.

    `writes`: whoever else migrates it waits meanwhile, and finds it done.
    """
    file = database_file(make_url(url))
    try:
        if file is not None:
            check_files(file)
            private_file(file)
            # Why it cannot be written to the system says better than SQLite.
            os.close(os.open(file, os.O_RDWR))
        writer = writing_engine(url)
        try:
            return await writer.run(lambda connection: _checked(connection, work, writes=writes))
        finally:
            await writer.dispose()
    except DamageError as error:
        raise MigrationError(str(error)) from None
    except (SQLAlchemyError, OSError, ValueError) as error:  # the last of variables as PGPORT
        code = getattr(getattr(error, "orig", None), "sqlstate", None)
        away = file is None and (isinstance(error, OSError) or code in NOT_YET)
        raise (UnreachableError if away else MigrationError)(
            f"The database {file or where(url)} cannot be opened ({_cause(error, file)})."
        ) from error


def _checked(
    connection: Connection, work: Callable[[Connection], None], *, writes: bool
) -> Revisions:
    if writes and connection.dialect.name == "postgresql":
        _check_writable(connection)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    before = revision(connection)
    if before is not None:
        usable(before)
    work(connection)
    return before, revision(connection)


def _migrate(connection: Connection, revision: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def usable(found: str) -> None:
    """Refuse a revision that this version cannot go on from.

    Raises:
        MigrationError: a newer version made it, or the database has been moved.
    """
    if found in STATES:
        raise MigrationError(STATES[found])
    if found not in _revisions():
        raise MigrationError("The database was made by a newer version of Kalamazoo.")


def revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def newest() -> str:
    """Return the revision that this version makes of a database."""
    return max(_revisions())


def _revisions() -> set[str]:
    """Return every revision, by which the modules of the migrations are named."""
    return {each.name.partition("_")[0] for each in (SCRIPTS / "versions").glob("[0-9]*.py")}


def _cause(error: Exception, file: Path | None) -> str:
    """Return the driver's words; the URL, which may hold a password, is not among them."""
    if file is not None and file.exists() and not disk_usage(file).free:
        return "the disk is full"  # SQLite calls that an I/O error where it is about its log
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, SQLAlchemyError):
        return str(getattr(error, "orig", None) or type(error).__name__)
    return str(error) or type(error).__name__
