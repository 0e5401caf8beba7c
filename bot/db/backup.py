"""Copies of the database: taken while the bot runs, and put back while it does not (SQLite)."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.db.migrate import MigrationError, current
from bot.db.session import database_file, private_file

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
