"""What writes to a database, of each kind: whole transactions."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Dialect, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from bot.db.engines import (
    BUSY_TIMEOUT,
    PATIENT,
    PRAGMAS,
    Server,
    own_file,
    own_transactions,
    server_engine,
)
from bot.db.errors import refused
from bot.db.file import database_file
from bot.db.presence import Presence
from bot.db.worker import Worker

T = TypeVar("T")

BEGIN = "BEGIN IMMEDIATE"
"""How a transaction that writes begins on SQLite."""

SCRUBBING = 100
"""Milliseconds cutting off the log waits for readers; it is tried again with the next batch."""

WRITES = (*PRAGMAS, "cache_size = -512")
"""Half a MiB of pages: the system has them all, and a move reads few (what is asked of readers, in
whose caches no page outlives a write, may read many)."""


class Writer(Protocol):
    """What writes: whole transactions, each done in one go.

    Attributes:
        sql: how the database is spoken to.
    """

    sql: Dialect

    @property
    def gone(self) -> bool:
        """Whether what it writes to is no longer there, for good."""
        ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do that in one transaction, committed when it returns and rolled back when it raises."""
        ...

    async def scrub(self) -> bool:
        """Leave nothing of what was overwritten beside the database; False: readers hold it."""
        ...

    async def dispose(self) -> None:
        """Let go of the database."""
        ...


def writing_engine(
    url: str, busy_timeout: float = BUSY_TIMEOUT, server: Server = PATIENT
) -> Writer:
    """Return the writer of a database; on SQLite its transactions are BEGIN IMMEDIATE."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return FileWriter(parsed, busy_timeout)
    return ServerWriter(server_engine(parsed, server, pool_size=server.writers), server)


class FileWriter:
    """Writes SQLite in a thread of its own: one hop there and back a transaction.

    The asynchronous driver takes a hop for each statement, which is most of what a move costs.

    Attributes:
        sql: how SQLite is spoken to.
    """

    def __init__(self, url: URL, busy_timeout: float) -> None:
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            connect_args={"timeout": busy_timeout},
            hide_parameters=True,
        )
        own_file(self._engine, url)
        own_transactions(self._engine, BEGIN, WRITES)
        self.sql = self._engine.dialect
        file = database_file(url)
        self._presence = Presence(file) if file is not None else None
        self._thread = Worker()
        self._held: tuple[Connection, sqlite3.Connection] | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do that in one transaction, in the thread."""
        return await self._thread.do(lambda: self._run(work))

    async def batch(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the same by the driver itself: the library would cost a move as much again.

        Raises:
            sqlite3.Error, OSError: nothing of it is stored.
        """
        return await self._thread.do(lambda: self._batch(work))

    async def scrub(self) -> bool:
        """Put the write-ahead log into the database and cut it off.

        Pages that become free are overwritten already (`secure_delete`).
        """
        return await self._thread.do(self._scrub)

    async def dispose(self) -> None:
        """Close the file, and end the thread."""
        ended, self._thread = self._thread, Worker()
        await ended.do(self._close)
        ended.end()

    @property
    def gone(self) -> bool:
        """Whether its files were removed or replaced: nothing is stored any more."""
        return self._presence is not None and self._presence.gone

    def _run(self, work: Callable[[Connection], T]) -> T:
        """Commit it; what went into files that nobody will read again has failed."""
        self._look()
        connection, _ = self._open()
        with connection.begin():
            done = work(connection)
        self._look()
        return done

    def _batch(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Commit it, as `_run` does."""
        self._look()
        _, driver = self._open()
        driver.execute(BEGIN)
        try:
            done = work(driver)
            driver.execute("COMMIT")
        except BaseException:
            if driver.in_transaction:  # some errors have ended it already
                driver.execute("ROLLBACK")
            raise
        self._look()
        return done

    def _open(self) -> tuple[Connection, sqlite3.Connection]:
        """Return the one connection, open from the first transaction to the end, and the driver's.

        It is the same one for both.
        """
        if self._held is None:
            connection = self._engine.connect()
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection), "just connected"
            self._held = connection, driver
        return self._held

    def _close(self) -> None:
        if self._held is not None:
            connection, _ = self._held
            connection.close()
            self._held = None
        self._engine.dispose()

    def _look(self) -> None:
        if self._presence is not None:
            self._presence.check()

    def _scrub(self) -> bool:
        """Do it with a patience of moments: a reader that stays must not hold up the moves."""
        _, driver = self._open()
        before = driver.execute("PRAGMA busy_timeout").fetchone()[0]
        driver.execute(f"PRAGMA busy_timeout = {SCRUBBING}")
        try:
            (busy, *_rest) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            driver.execute(f"PRAGMA busy_timeout = {before}")
        return not busy


class ServerWriter:
    """Writes to a database server by its asynchronous driver, on the event loop.

    Attributes:
        patience: seconds a change of a locked table waits.
        connections: how many transactions run beside each other at most.
        sql: how the server is spoken to.
    """

    gone = False

    def __init__(self, engine: AsyncEngine, server: Server) -> None:
        self._engine = engine
        self._timeout = server.timeout
        self.patience = server.lock_timeout if server.lock_timeout is not None else PATIENCE
        self.connections = server.writers
        self._errors = driver_errors()
        self.sql = engine.dialect

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do that in one transaction, again where the server had closed the connection.

        If that came in the middle of a COMMIT the second try meets keys that are stored already.
        """

        async def whole(connection: AsyncConnection) -> T:
            await connection.begin()
            done = await connection.run_sync(work)
            await connection.commit()
            return done

        return await self._with_connection(whole)

    async def fetch(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Return the rows of one statement that is a transaction of its own: one round trip.

        Raises:
            StorageError, OSError, SQLAlchemyError: the server does not do it.
        """

        async def rows(connection: AsyncConnection) -> list[Any]:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None, "just connected"
            found: list[Any] = await raw.driver_connection.fetch(statement, *values)
            return found

        try:
            return await self._with_connection(rows)
        except self._errors as error:
            raise refused(error) from error

    async def _with_connection(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do it; once more on each connection that turns out to be closed."""
        for _ in range(self.connections):
            try:
                return await self._within_time(work)
            except Exception as error:
                if not self._closed(error):
                    raise
        return await self._within_time(work)

    async def _within_time(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do it within the time given; a connection that hangs is let go of, not waited for."""
        connection = await self._engine.connect()
        try:
            async with asyncio.timeout(self._timeout):
                return await work(connection)
        except Exception as error:
            if isinstance(error, TimeoutError) or self._closed(error):
                await connection.invalidate()
            raise
        finally:
            await connection.close()

    def _closed(self, error: Exception) -> bool:
        """Say whether the server has closed the connection, or is about to."""
        if isinstance(error, DBAPIError):
            return error.connection_invalidated
        if isinstance(error, self._errors):
            code: str | None = getattr(error, "sqlstate", None)
            unfit = isinstance(error, ValueError)  # what was to be stored
            return not unfit and (code is None or code[:2] == "08" or code in SHUT)
        return isinstance(error, OSError) and not isinstance(error, TimeoutError)

    async def scrub(self) -> bool:
        """Leave it to the server."""
        return True

    async def dispose(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


PATIENCE = 1.0
"""Seconds a change of a locked table waits where no time is set."""


@cache
def driver_errors() -> tuple[type[Exception], ...]:
    """Return what the driver of PostgreSQL raises, loaded where there is one.

    The last of a connection that closes at the very moment at which it is to be used.
    """
    import asyncpg  # type: ignore[import-untyped]  # it has no stubs

    return asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError


SHUT = ("57P01", "57P02", "57P03")
"""A server's codes for: an operator ends the connection; it has crashed; it cannot connect now."""
