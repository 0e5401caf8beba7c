"""The connections to a database server that stay open: one hears announcements, one holds locks.

Both are made anew when they are lost; a lock of a connection that is lost is free.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.db.advisory import Advisory
from bot.db.errors import FAILURES, StorageError, refused, refusing
from bot.db.inbox import CHANNEL
from bot.db.writers import driver_errors

AGAIN = 1.0
"""Seconds after which a lost connection is looked for again."""
TRY = 0.2
"""Seconds between two tries to have a lock that somebody else has."""
OVERDUE = 2.0
"""After how many pauses a turn that nobody has ended is over: its process stands still."""

LOCK = text("SELECT pg_try_advisory_lock(:key, :bucket)")
FROZEN = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid = :key AND objid = :bucket AND granted"
    " AND datname = current_database()"
    " AND state_change < clock_timestamp() - make_interval(secs => :overdue)"
)


async def listen(engine: AsyncEngine, heard: Callable[[], None]) -> None:
    """Call `heard` at every announcement, and whenever some may have been missed; never returns."""
    while True:
        with contextlib.suppress(*FAILURES, *driver_errors()):
            async with engine.connect() as connection:
                raw: Any = (await connection.get_raw_connection()).driver_connection
                await raw.add_listener(CHANNEL, lambda *_: heard())
                heard()
                while not raw.is_closed():  # noqa: ASYNC110 - the driver tells nobody
                    await asyncio.sleep(AGAIN)
                await connection.invalidate()
        await asyncio.sleep(AGAIN)


class Lock:
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


class Turns:
    """Turns to identify, one at a time in each bucket, among all processes (`discord.md` 5).

    Args:
        engine: on the server.
        pause: seconds between two of one bucket.
    """

    def __init__(self, engine: AsyncEngine, pause: float) -> None:
        self._engine = engine
        self._pause = pause
        self._own: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._kept = set[asyncio.Task[None]]()

    async def wait(self, bucket: int) -> None:
        """Return when it is this process' turn; the next one comes a pause later.

        While the server is away nobody identifies.
        """
        await self._own[bucket].acquire()
        lock = Lock(self._engine, Advisory.IDENTIFYING, bucket)
        try:
            await self._have(lock)
        except BaseException:
            self._own[bucket].release()
            raise
        keeping = asyncio.ensure_future(self._keep(bucket, lock))
        self._kept.add(keeping)
        keeping.add_done_callback(self._kept.discard)

    async def _have(self, lock: Lock) -> None:
        while True:
            with contextlib.suppress(StorageError):
                if await lock.take():
                    return
                await lock.free_of_frozen(OVERDUE * self._pause)
            await asyncio.sleep(TRY)

    async def _keep(self, bucket: int, lock: Lock) -> None:
        """Let nobody else identify for a while."""
        try:
            await asyncio.sleep(self._pause)
        finally:
            try:
                await lock.give()
            finally:
                self._own[bucket].release()
