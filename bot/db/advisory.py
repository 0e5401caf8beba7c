"""Advisory locks of a database server: the first half of each number says what it is for.

One is held by a connection that stays open; if that is lost, the lock is free.
"""

import contextlib
from enum import IntEnum, unique
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.db.errors import FAILURES, refused, refusing
from bot.db.writers import driver_errors

TRY = 0.2
"""Seconds between two tries to have a lock that somebody else has."""

LOCK = text("SELECT pg_try_advisory_lock(:key, :bucket)")
FROZEN = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid = :key AND objid = :bucket AND granted"
    " AND datname = current_database()"
    " AND state_change < clock_timestamp() - make_interval(secs => :overdue)"
)


@unique
class Advisory(IntEnum):
    """What processes wait for each other about."""

    IDENTIFYING = 0x6B616C61
    """Beginning a session; the second half is the bucket."""
    CLAIMING = 0x6B616C62
    """Counting what somebody does; the second half is of whom."""
    EVERYTHING = 0x6B616C63
    """Having every server of a bot."""


class AdvisoryLock:
    """One lock among all processes, held for as long as its connection lasts.

    Args:
        engine: on the server (`lasting_engine`).
        key: what it is for.
        bucket: the second half of its number.
    """

    def __init__(self, engine: AsyncEngine, key: Advisory, bucket: int = 0) -> None:
        self._engine = engine
        self._values: dict[str, Any] = {"key": key, "bucket": bucket}
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        """Have it, again if its connection was lost; False: somebody else has it.

        Raises:
            StorageError: the server cannot be asked now.
        """
        errors: tuple[type[Exception], ...] = (*FAILURES, *driver_errors())
        try:
            if self._connection is not None:
                raw = (await self._connection.get_raw_connection()).driver_connection
                if raw is not None and not raw.is_closed():
                    return True
                await self.give()
            async with contextlib.AsyncExitStack() as unless_had:
                connection = await unless_had.enter_async_context(self._engine.connect())
                if (await connection.execute(LOCK, self._values)).scalar_one():
                    await connection.commit()
                    unless_had.pop_all()
                    self._connection = connection
        except errors as error:
            raise refused(error) from error
        return self._connection is not None

    async def free_of_frozen(self, overdue: float) -> None:
        """Take it from a process that has stood still for so many seconds.

        Raises:
            StorageError: the server cannot be asked now.
        """
        with refusing():
            async with self._engine.connect() as connection:
                await connection.execute(FROZEN, self._values | {"overdue": overdue})

    async def give(self) -> None:
        """Let somebody else have it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*FAILURES, *driver_errors()):
                await connection.invalidate()
                await connection.close()
