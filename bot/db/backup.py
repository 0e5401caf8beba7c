"""Copies of the database: taken while the bot runs, put back while it does not, and JSON lines."""

import json
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.db.migrate import MigrationError, current
from bot.db.models import Base, EventRow, GuildRow, IdentityRow, LifeRow, TableRow
from bot.db.session import StorageError, database_file, private_file
from bot.db.tables import Reader

PAGES = 256
"""Pages copied at a time; a writer waits no longer than that."""


class CopyError(Exception):
    """A copy that cannot be made; the text is one sentence."""


def backup(url: str, target: Path) -> int:
    """Copy the database to a new file, consistent also while the bot writes.

    Args:
        url: the database.
        target: where the copy goes; readable by its owner alone.

    Returns:
        The size of the copy in bytes.

    Raises:
        CopyError: it is no SQLite file, there is none, or the target exists or cannot be written.
    """
    source = _file(url)
    if not source.exists():
        raise CopyError(f"There is no database {source}.")
    if target.exists():
        raise CopyError(f"The file {target} exists already; choose another.")
    try:
        private_file(target)
        _copied(source, target)
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise CopyError(f"The backup cannot be written ({error}).") from None
    return target.stat().st_size


def restore(url: str, source: Path) -> Path | None:
    """Put a copy in the database's place; the one before is kept beside it.

    It is another database from then on: what was posted after the copy was made can do nothing.

    Args:
        url: the database; the bot must not run on it.
        source: a copy made by `backup`.

    Returns:
        Where the database before was put; None if there was none.

    Raises:
        CopyError: the copy is no database of this program, or the database is in use.
    """
    target = _file(url)
    if not source.is_file():
        raise CopyError(f"There is no file {source}.")
    _check(source)
    kept: Path | None = None
    if target.exists():
        _check_unused(target)
        kept = _free_name(target)
        try:
            private_file(kept)
            _copied(target, kept)
        except (sqlite3.Error, OSError) as error:
            kept.unlink(missing_ok=True)
            raise CopyError(f"The database before cannot be kept ({error}).") from None
    try:
        private_file(target)
        _copied(source, target)
        _made_anew(target, kept)
    except (sqlite3.Error, OSError) as error:
        raise CopyError(f"The copy cannot be put back ({error}).") from None
    return kept


def _file(url: str) -> Path:
    file = database_file(make_url(url))
    if file is None:
        raise CopyError("Only SQLite databases are copied here; for PostgreSQL use pg_dump.")
    return file


def _copied(source: Path, target: Path) -> None:
    """Copy all pages in one transaction of the target."""
    with (
        closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new, pages=PAGES)
        if new.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("the copy is damaged")


def _made_anew(target: Path, kept: Path | None) -> None:
    """Give a copy put back a tag of its own, and go on numbering where the one before stood."""
    with closing(sqlite3.connect(target)) as copy, copy:
        if _has_identity(copy):  # else the migration gives it one
            copy.execute(
                "UPDATE identity SET tag = ?, last_table = max(last_table, ?)",
                (secrets.token_hex(4), _numbered(kept) if kept is not None else 0),
            )


def _numbered(kept: Path) -> int:
    """Return the greatest number a table was given in a database; 0 where it does not say."""
    try:
        with closing(sqlite3.connect(kept)) as before:
            number: int = before.execute("SELECT last_table FROM identity").fetchone()[0]
            return number
    except sqlite3.Error:
        return 0


def _has_identity(database: sqlite3.Connection) -> bool:
    named = "SELECT 1 FROM sqlite_master WHERE name = 'identity'"
    return database.execute(named).fetchone() is not None


def _check(source: Path) -> None:
    """Refuse what is no database of this program or of a newer version."""
    try:
        with closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as old:
            old.execute("SELECT version_num FROM alembic_version").fetchone()
            old.execute("SELECT id FROM tables LIMIT 1").fetchone()
    except sqlite3.Error:
        raise CopyError(f"The file {source} is no backup of Kalamazoo.") from None
    try:
        current(f"sqlite+aiosqlite:///{source}")
    except MigrationError as error:
        raise CopyError(str(error)) from None


def _check_unused(target: Path) -> None:
    """Refuse a database that a process has open: it would go on with what it remembers."""
    try:
        with closing(sqlite3.connect(target, timeout=0.1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    except sqlite3.OperationalError:
        raise CopyError("The database is in use; stop the bot first.") from None
    except sqlite3.DatabaseError:
        return


def _free_name(target: Path) -> Path:
    number = 1
    while (found := Path(f"{target}.before-restore-{number}")).exists():
        number += 1
    return found


RUNNING = ("lobby", "playing", "set-aside")
BATCH = 1_000
LEFT_OUT = (IdentityRow.__tablename__, LifeRow.__tablename__, GuildRow.__tablename__)
"""What is of use to the bot alone."""


async def lines(reader: Reader) -> AsyncIterator[str]:
    """Yield one JSON object a row, `row` naming its table, oldest tables first.

    Seeds of games that are not over are left out, and so are their events, which hold the cards.

    Raises:
        StorageError: the database cannot be read.
    """
    try:
        async with reader.sessions() as session:
            for name, table in Base.metadata.tables.items():
                if name in LEFT_OUT:
                    continue
                found = await session.stream(_rows(name, table).execution_options(yield_per=BATCH))
                async for row in found.mappings():
                    yield json.dumps({"row": name, **_open(name, dict(row))}, default=str)
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(type(error).__name__) from error


def _rows(name: str, table: Any) -> Select[Any]:
    query: Select[Any] = select(table).order_by(*table.primary_key)
    if name == EventRow.__tablename__:
        over = select(TableRow.id).where(TableRow.status.not_in(RUNNING))
        query = query.where(table.c.table.in_(over))
    return query


def _open(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without what is secret while a game runs."""
    if name == TableRow.__tablename__ and row["status"] in RUNNING:
        del row["seed"]
    return row
