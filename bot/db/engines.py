"""How a database is reached: for reading, and for what processes share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from bot.db.file import database_file, private_file

BUSY_TIMEOUT = 8.0
"""Seconds a transaction waits for another process' lock before the move is refused: longer than
the five seconds a backup or a curious `sqlite3` may hold it."""

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # who was forgotten stands in no free page
)

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


PATIENT = Server()
"""Waits for as long as it takes."""


def reading_engine(
    url: str, busy_timeout: float = BUSY_TIMEOUT, server: Server = PATIENT
) -> AsyncEngine:
    """Return the engine of readers; what one of their transactions reads is one snapshot."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return server_engine(
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
    own_file(engine.sync_engine, parsed)
    own_transactions(engine.sync_engine, "BEGIN")
    return engine


def sharing_engine(url: str, server: Server = PATIENT) -> AsyncEngine:
    """Return the engine for what several processes share of a database server."""
    return server_engine(make_url(url), server, pool_size=SHARING, pool_pre_ping=True)


def lasting_engine(url: str, server: Server = PATIENT) -> AsyncEngine:
    """Return the engine of connections that stay open: each is made anew, and never shared."""
    parsed = make_url(url)
    return create_async_engine(
        parsed, poolclass=NullPool, connect_args=_server_arguments(server), hide_parameters=True
    )


def server_engine(
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


def own_file(engine: Engine, url: URL) -> None:
    """Make sure, before each connection, that a file is its owner's alone."""
    file = database_file(url)
    if file is not None:
        event.listen(engine, "do_connect", lambda *_: private_file(file))


def own_transactions(engine: Engine, begin: str, pragmas: Sequence[str] = PRAGMAS) -> None:
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
