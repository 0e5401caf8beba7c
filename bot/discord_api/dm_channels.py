"""Direct channels: opened once per person, a few at a time, their ids kept.

Opening many quickly gets a bot quarantined (`discord.md` section 1.2), so ten may be opened at
once and then one every three seconds. Channels that are known cost nothing.
"""

import asyncio
import logging
from collections import deque

from bot.clock import Clock
from bot.discord_api.errors import FAILURES, Tasks
from bot.discord_api.interaction import describe
from bot.discord_api.rest import Wire
from bot.discord_api.users import People

log = logging.getLogger(__name__)

BURST, EVERY = 10, 3.0
"""Channels that may be opened at once after a rest, and seconds until the next one may be."""


class DirectChannels:
    """Finds or opens the direct channel of a person."""

    def __init__(
        self, wire: Wire, people: People, time: Clock, tasks: Tasks, burst: int = BURST
    ) -> None:
        self._wire = wire
        self._people = people
        self._time = time
        self._tasks = tasks
        self._opening: dict[int, asyncio.Future[int | None]] = {}
        self._queue: deque[int] = deque()
        self._most = self._burst = float(burst)
        self._every = EVERY
        self._credit = self._burst
        self._since = time.monotonic()
        self._timed = False

    def share(self, among: int) -> None:
        """Open one's part where several processes open some."""
        self._burst = max(1.0, self._most / max(among, 1))
        self._every = EVERY * max(among, 1)
        self._credit = min(self._credit, self._burst)

    def prepare(self, person: int) -> None:
        """Open it in the background: somebody has sat down."""
        if person not in self._opening:
            self._tasks.start(self._prepare(person), f"direct channel of {person}")

    async def channel(self, person: int) -> int | None:
        """Return the direct channel; None if Discord refuses to open it."""
        known = await self._people.meet(person)
        if known.dm_channel is not None:
            return known.dm_channel
        future = self._opening.get(person)
        if future is None:
            future = asyncio.get_running_loop().create_future()
            self._opening[person] = future
            self._queue.append(person)
            self._pump()
        return await asyncio.shield(future)

    async def _prepare(self, person: int) -> None:
        await self.channel(person)

    def _pump(self) -> None:
        """Start as many as may be opened now; come back for the rest."""
        now = self._time.monotonic()
        self._credit = min(self._burst, self._credit + max(now - self._since, 0.0) / self._every)
        self._since = now
        while self._queue and self._credit >= 1:
            self._credit -= 1
            person = self._queue.popleft()
            self._tasks.start(self._open(person), f"opening the direct channel of {person}")
        if self._queue and not self._timed:
            self._timed = True
            self._time.call_later((1 - self._credit) * self._every, self._again)

    def _again(self) -> None:
        self._timed = False
        self._pump()

    async def _open(self, person: int) -> None:
        channel: int | None = None
        try:
            channel = await self._wire.open_dm(person)
            self._people.opened(person, channel)
        except FAILURES as error:
            log.info("direct channel of %s: %s", person, describe(error))
        finally:
            self._opening.pop(person).set_result(channel)
