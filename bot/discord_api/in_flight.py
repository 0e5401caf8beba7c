"""The last gate of a request: Discord never counts more in one of its seconds than it allows.

When a request counts is not known, only that it is between its leaving and its answer. So those
that are under way and those answered within the last second are at most as many as may be counted:
whatever the way to Discord holds up and then lets through in a heap is never too much. On a way
that is as quick as usual nobody waits here, since requests are admitted evenly and fewer
(`bot.discord_api.rate_limit`).
"""

import asyncio
from collections import deque
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

from bot.clock import Clock, Timer

MOST = 50
"""Requests a second (`discord.md` section 1)."""
SECOND = 1.1
"""Seconds, taken a little longer than one is, for clocks that differ."""
FREE = ("/interactions/", "/webhooks/")
"""Parts of addresses of requests that do not count: answers to people."""


class InFlight:
    """Lets requests leave, in their order.

    Args:
        time: the injected clock.
        most: so many count at once at most.
    """

    def __init__(self, time: Clock, most: int = MOST) -> None:
        self._time = time
        self._whole = self._most = most
        self._under_way = 0
        self._answered: deque[float] = deque()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: Timer | None = None

    def share(self, among: int) -> None:
        """Take one's part where several processes send requests."""
        self._most = max(1, self._whole // max(among, 1))
        self._pump()

    async def leave(self) -> None:
        """Return when a request may leave; `answer` has to follow."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._pump()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.answer()
            raise

    def answer(self) -> None:
        """Learn that a request was answered, or is lost."""
        self._under_way -= 1
        self._answered.append(self._time.monotonic())
        self._pump()

    def listen(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have every request of a connection pass; return it."""
        config.on_request_start.append(self._leaves)
        config.on_request_end.append(self._ends)
        config.on_request_exception.append(self._ends)
        return config

    def _pump(self) -> None:
        """Let those leave that may, and come back when the next may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._time.monotonic()
        while self._answered and self._answered[0] <= now - SECOND:
            self._answered.popleft()
        while self._waiting and self._under_way + len(self._answered) < self._most:
            turn = self._waiting.popleft()
            if not turn.done():
                self._under_way += 1
                turn.set_result(None)
        if self._waiting and self._answered:
            self._timer = self._time.call_later(self._answered[0] + SECOND - now, self._pump)

    async def _leaves(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        if counts(params.url):
            await self.leave()
            context.counted = True

    async def _ends(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if getattr(context, "counted", False):
            context.counted = False
            self.answer()


def counts(address: URL) -> bool:
    """Say whether a request to that address is one of those of a second."""
    text = str(address)
    return text.startswith(Route.BASE) and not any(each in text for each in FREE)
