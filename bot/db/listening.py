"""The connections to a database server that stay open: one hears announcements, one holds locks.

Both are made anew when they are lost; a lock of a connection that is lost is free.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.db.inbox import CHANNEL, FAILURES
from bot.db.session import driver_errors

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds after which a lost connection is looked for again."""
TRY = 0.2
"""Seconds between two tries to have a lock that somebody else has."""
IDENTIFYING = 0x6B616C61
"""The first half of the advisory locks of those who identify; the second is the bucket's."""
OVERDUE = 2.0
"""After how many pauses a turn that nobody has ended is over: its process stands still."""

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
        """Return when it is this process' turn; the next one comes a pause later."""
        await self._own[bucket].acquire()
        connection: AsyncConnection | None = None
        try:
            connection = await self._locked(bucket)
        except BaseException:
            self._own[bucket].release()
            raise
        keeping = asyncio.ensure_future(self._keep(bucket, connection))
        self._kept.add(keeping)
        keeping.add_done_callback(self._kept.discard)

    async def _locked(self, bucket: int) -> AsyncConnection:
        """Return a connection that has the lock; while the server is away nobody identifies."""
        lock = text("SELECT pg_try_advisory_lock(:key, :bucket)")
        values: dict[str, Any] = {"key": IDENTIFYING, "bucket": bucket}
        while True:
            with contextlib.suppress(*FAILURES):
                async with contextlib.AsyncExitStack() as unless_locked:
                    connection = await unless_locked.enter_async_context(self._engine.connect())
                    if (await connection.execute(lock, values)).scalar_one():
                        await connection.commit()
                        unless_locked.pop_all()
                        return connection
                    overdue = {"overdue": OVERDUE * self._pause}
                    await connection.execute(FROZEN, values | overdue)
            await asyncio.sleep(TRY)

    async def _keep(self, bucket: int, connection: AsyncConnection) -> None:
        """Let nobody else identify for a while; closing the connection gives the lock back."""
        try:
            await asyncio.sleep(self._pause)
        finally:
            try:
                with contextlib.suppress(*FAILURES, *driver_errors()):
                    await connection.invalidate()
                    await connection.close()
            finally:
                self._own[bucket].release()
