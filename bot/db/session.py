"""Two engines on one database, one for the writer, one for readers; and how storage says no."""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool


class StorageError(Exception):
    """The database could not store a change now; nothing of it is stored."""


class Conflict(StorageError):  # noqa: N818 - named for what is wrong, read at the edge
    """A key of the change is stored already: another writer, or the same press twice."""


BUSY_TIMEOUT = 8.0
"""Seconds a transaction waits for another process' lock before the move is refused: longer than
the five seconds a backup or a curious `sqlite3` may hold it."""


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for other databases."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def private_file(path: Path) -> None:
    """Make sure the database file exists and only its owner can read it.

    SQLite gives its log and shared-memory files the mode of the database file.

    Raises:
        OSError: the folder or file cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)


def writing_engine(url: str, busy_timeout: float = BUSY_TIMEOUT) -> AsyncEngine:
    """Return the engine of the one writer: a single connection, BEGIN IMMEDIATE on SQLite."""
    return _engine(url, begin="BEGIN IMMEDIATE", busy_timeout=busy_timeout, pool_size=1)


def reading_engine(url: str, busy_timeout: float = BUSY_TIMEOUT) -> AsyncEngine:
    """Return the engine of readers, with plain BEGIN."""
    return _engine(url, begin="BEGIN", busy_timeout=busy_timeout, pool_size=4)


def _engine(url: str, *, begin: str, busy_timeout: float, pool_size: int) -> AsyncEngine:
    parsed = make_url(url)
    file = database_file(parsed)
    arguments: dict[str, Any] = {}
    if file is not None:
        private_file(file)
        arguments = {"timeout": busy_timeout}
    engine = create_async_engine(
        parsed,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=pool_size,
        max_overflow=0,
        connect_args=arguments,
        hide_parameters=True,  # stored values hold seeds and cards; they never reach a log
    )
    if parsed.get_backend_name() == "sqlite":
        _own_transactions(engine, begin)
    return engine


def _own_transactions(engine: AsyncEngine, begin: str) -> None:
    """Take transactions away from the driver, whose own handling makes savepoints not atomic."""

    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Any) -> None:
        connection.exec_driver_sql(begin)
