"""Turns to begin a session, among all processes of one bot."""

import asyncio
import contextlib
from collections import defaultdict

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.advisory import TRY, Advisory, AdvisoryLock
from bot.db.errors import StorageError

OVERDUE = 2.0
"""After how many pauses a turn that nobody has ended is over: its process stands still."""


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
        lock = AdvisoryLock(self._engine, Advisory.IDENTIFYING, bucket)
        try:
            await self._have(lock)
        except BaseException:
            self._own[bucket].release()
            raise
        keeping = asyncio.ensure_future(self._keep(bucket, lock))
        self._kept.add(keeping)
        keeping.add_done_callback(self._kept.discard)

    async def _have(self, lock: AdvisoryLock) -> None:
        while True:
            with contextlib.suppress(StorageError):
                if await lock.take():
                    return
                await lock.free_of_frozen(OVERDUE * self._pause)
            await asyncio.sleep(TRY)

    async def _keep(self, bucket: int, lock: AdvisoryLock) -> None:
        """Let nobody else identify for a while."""
        try:
            await asyncio.sleep(self._pause)
        finally:
            try:
                await lock.give()
            finally:
                self._own[bucket].release()
