"""Two engines on one database, one for the writer, one for readers; and how storage says no."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool, QueuePool

from bot.db.integrity import broken
from bot.db.presence import Presence
from bot.db.worker import Worker

T = TypeVar("T")


class StorageError(Exception):
    """The database could not store a change now; nothing of it is stored."""


class Conflict(StorageError):  # noqa: N818 - named for what is wrong, read at the edge
    """A key of the change is stored already: another writer, or the same press twice."""


class Replaced(StorageError):  # noqa: N818 - as `Conflict`
    """Another process has what the change is about: this one may store nothing of it any more."""


class Locked(StorageError):  # noqa: N818 - as `Conflict`
    """Somebody else holds the row of the table."""


class Damaged(StorageError):  # noqa: N818 - as `Conflict`
    """A page of the database is broken: trying again is no use."""


def refused(error: BaseException) -> StorageError:
    """Return how storage says no, in the driver's words alone: a statement's values are secret."""
    if isinstance(error, StorageError):
        return error
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlstate", None)
    own = cause is not error or code or isinstance(error, sqlite3.Error)
    words = str(cause) if own else type(error).__name__
    if isinstance(error, IntegrityError | sqlite3.IntegrityError) or (code or "")[:2] == "23":
        return Conflict(words)
    return (Damaged if broken(cause) else StorageError)(words)


FAILURES = (SQLAlchemyError, OSError, TimeoutError)
"""How a statement can fail."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Raise `StorageError` where a database does not do what is asked of it now."""
    try:
        yield
    except FAILURES as error:
        raise refused(error) from error


BEGIN = "BEGIN IMMEDIATE"
"""How a transaction that writes begins on SQLite."""

BUSY_TIMEOUT = 8.0
"""Seconds a transaction waits for another process' lock before the move is refused: longer than
the five seconds a backup or a curious `sqlite3` may hold it."""


SCRUBBING = 100
"""Milliseconds cutting off the log waits for readers; it is tried again with the next batch."""

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # who was forgotten stands in no free page
)

WRITES = (*PRAGMAS, "cache_size = -512")
"""Half a MiB of pages: the system has them all, and a move reads few (what is asked of readers, in
whose caches no page outlives a write, may read many)."""


BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite puts beside a database."""


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for other databases."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def file_of(url: str) -> Path | None:
    """Return the same of a database's address."""
    return database_file(make_url(url))


def private_file(path: Path) -> None:
    """Make sure the database file exists and only its owner can read it.

    SQLite gives its log and shared-memory files the mode of the database file. One that exists is
    not opened: closing it again would take away every lock that this process has on it.

    Raises:
        OSError: the folder or file cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    give_to_folder_owner(path)
    with contextlib.suppress(PermissionError):  # somebody else's, who lets us use it
        path.chmod(0o600)


def occupied(file: Path) -> Path | None:
    """Return what is in the way of a new database: a file, or what was once beside one.

    A log that is left would be taken for that of the new one.
    """
    names = (Path(f"{file}{suffix}") for suffix in ("", *BESIDE))
    return next((name for name in names if os.path.lexists(name)), None)


def discard(file: Path) -> None:
    """Take away a database that nobody uses, also one in half that a killed process has left."""
    for suffix in ("", *BESIDE):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def give_to_folder_owner(path: Path) -> None:
    """Let root make no file in somebody's folder that the bot, who runs as that, cannot open."""
    if os.geteuid() == 0:
        owner = path.absolute().parent.stat()
        if path.stat().st_uid == 0 and owner.st_uid != 0:
            os.chown(path, owner.st_uid, owner.st_gid)


SHARING = 4
"""Connections for what is shared: leases, and presses for others."""

POOL_PATIENCE = 30.0
"""Seconds whoever has no time limit waits for a connection that others use."""


@dataclass(frozen=True, slots=True)
class Server:
    """How patient the bot is with a database server, and how many connections it takes.

    Attributes:
        timeout: seconds a transaction or a reading may take; None: as long as it takes.
        lock_timeout: seconds a statement waits for a row that somebody else has locked.
        readers: connections for reading.
        writers: connections for writing: while one waits or hangs, the others go on.
    """

    timeout: float | None = None
    lock_timeout: float | None = None
    readers: int = 4
    writers: int = 4


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
    url: str, busy_timeout: float = BUSY_TIMEOUT, server: Server = Server()
) -> Writer:
    """Return the writer of a database; on SQLite its transactions are BEGIN IMMEDIATE."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return FileWriter(parsed, busy_timeout)
    return ServerWriter(_server_engine(parsed, server, pool_size=server.writers), server)


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
        _own_file(self._engine, url)
        _own_transactions(self._engine, BEGIN, WRITES)
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


def reading_engine(
    url: str, busy_timeout: float = BUSY_TIMEOUT, server: Server = Server()
) -> AsyncEngine:
    """Return the engine of readers; what one of their transactions reads is one snapshot."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return _server_engine(
            parsed,
            server,
            pool_size=server.readers,
            locks=False,
            isolation_level="REPEATABLE READ",
            pool_pre_ping=True,
        )
    engine = create_async_engine(
        parsed,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=4,
        max_overflow=0,
        connect_args={"timeout": busy_timeout},
        hide_parameters=True,  # stored values hold seeds and cards; they never reach a log
    )
    _own_file(engine.sync_engine, parsed)
    _own_transactions(engine.sync_engine, "BEGIN")
    return engine


def sharing_engine(url: str, server: Server = Server()) -> AsyncEngine:
    """Return the engine for what several processes share of a database server."""
    return _server_engine(make_url(url), server, pool_size=SHARING, pool_pre_ping=True)


def lasting_engine(url: str, server: Server = Server()) -> AsyncEngine:
    """Return the engine of connections that stay open: each is made anew, and never shared."""
    parsed = make_url(url)
    return create_async_engine(
        parsed, poolclass=NullPool, connect_args=_server_arguments(server), hide_parameters=True
    )


def _server_engine(
    url: URL, server: Server, *, pool_size: int, locks: bool = True, **more: Any
) -> AsyncEngine:
    """Return an engine on a database server; how it is reached, SSL too, stands in the URL."""
    return create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=server.timeout or POOL_PATIENCE,
        connect_args=_server_arguments(server, locks=locks),
        hide_parameters=True,
        **more,
    )


def _server_arguments(server: Server, *, locks: bool = True) -> dict[str, Any]:
    """Return what the driver of a database server is given; `locks`: whether rows are locked."""
    settings = {"application_name": "kalamazoo"}
    if server.lock_timeout is not None:
        settings["lock_timeout"] = f"{round(server.lock_timeout * 1000)}ms"
    if server.timeout is not None and locks:
        # A process that stands still in the middle of a transaction keeps no row from the others.
        settings["idle_in_transaction_session_timeout"] = f"{round(server.timeout * 1000)}ms"
    arguments: dict[str, Any] = {"server_settings": settings}
    if server.timeout is not None:
        arguments |= {"timeout": server.timeout, "command_timeout": server.timeout}
    return arguments


def _own_file(engine: Engine, url: URL) -> None:
    """Make sure, before each connection, that a file is its owner's alone."""
    file = database_file(url)
    if file is not None:
        event.listen(engine, "do_connect", lambda *_: private_file(file))


def _own_transactions(engine: Engine, begin: str, pragmas: Sequence[str] = PRAGMAS) -> None:
    """Take transactions away from the driver, whose own handling makes savepoints not atomic."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Any) -> None:
        connection.exec_driver_sql(begin)
