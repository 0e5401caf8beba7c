"""The last gate of a request: Discord never counts more in one of its seconds than it allows.

When a request counts is not known, only that it is between its leaving and its answer. So those
that are under way and those answered within the last second are at most as many as may be counted:
whatever the way to Discord holds up and then lets through in a heap is never too much. On a way
that is as quick as usual nobody waits here, since requests are admitted evenly and fewer
(`bot.discord_api.rate_limit`).
"""

import asyncio
from collections import deque
from itertools import count, islice
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

from bot.clock import Clock, Timer

MOST = 50
"""Requests a second (`discord.md` section 1)."""
SECOND = 1.1
"""Seconds, taken a little longer than one is, for clocks that differ."""
LOST = 15.0
"""Seconds after which a request without an answer counts no more: it is lost with its connection,
and the others need none of it."""
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
        self._numbers = count()
        self._under_way: dict[int, float] = {}
        self._answered: deque[float] = deque()
        self._waiting: deque[asyncio.Future[int]] = deque()
        self._timer: Timer | None = None

    def share(self, among: int) -> None:
        """Take one's part where several processes send requests."""
        self._most = max(1, self._whole // max(among, 1))
        self._pump()

    async def leave(self) -> int:
        """Return when a request may leave, its number; `answer` has to follow."""
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._pump()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.answer(turn.result())
            raise

    def answer(self, request: int) -> None:
        """Learn that a request was answered, or failed."""
        if self._under_way.pop(request, None) is not None:
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
        while self._under_way and next(iter(self._under_way.values())) <= now - LOST:
            del self._under_way[next(iter(self._under_way))]
        while self._waiting and len(self._under_way) + len(self._answered) < self._most:
            turn = self._waiting.popleft()
            if not turn.done():
                number = next(self._numbers)
                self._under_way[number] = now
                turn.set_result(number)
        if self._waiting:
            times = [each + SECOND for each in islice(self._answered, 1)]
            times += [each + LOST for each in islice(self._under_way.values(), 1)]
            self._timer = self._time.call_later(min(times) - now, self._pump)

    async def _leaves(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        if counts(params.url):
            context.counted = await self.leave()

    async def _ends(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
    ) -> None:
        request = getattr(context, "counted", None)
        if request is not None:
            context.counted = None
            self.answer(request)


def counts(address: URL) -> bool:
    """Say whether a request to that address is one of those of a second."""
    text = str(address)
    return text.startswith(Route.BASE) and not any(each in text for each in FREE)
