"""The sandbox's own time, so that three seconds, fifteen minutes or an hour need no waiting."""

import asyncio
import time
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class _Sleeper:
    due: float
    future: asyncio.Future[None]


class Clock:
    """Unix time in seconds that runs by itself and can be moved forward.

    Args:
        start: Where it begins; the machine's time if not given.
        offset: Seconds added to the machine's time, to set Discord's clock apart from the bot's.
        running: False stops it: time then passes by :meth:`advance` alone.
    """

    def __init__(
        self, *, start: float | None = None, offset: float = 0.0, running: bool = True
    ) -> None:
        self._base = (time.time() if start is None else start) + offset
        self._since = time.monotonic()
        self._running = running
        self._sleepers: list[_Sleeper] = []

    def now(self) -> float:
        """Return the time in seconds since 1970; it never goes back."""
        if not self._running:
            return self._base
        return self._base + time.monotonic() - self._since

    def advance(self, seconds: float) -> None:
        """Move the time forward by ``seconds`` and wake whoever has slept long enough."""
        if seconds < 0:
            raise ValueError("Discord's clock does not go back.")
        self._base += seconds
        now = self.now()
        for sleeper in sorted(self._sleepers, key=lambda each: each.due):
            if sleeper.due <= now and not sleeper.future.done():
                sleeper.future.set_result(None)

    async def sleep(self, seconds: float) -> None:
        """Wait until ``seconds`` have passed on this clock."""
        await self.sleep_until(self.now() + seconds)

    async def sleep_until(self, due: float) -> None:
        """Wait until this clock shows ``due``."""
        if due <= self.now():
            return
        loop = asyncio.get_running_loop()
        sleeper = _Sleeper(due, loop.create_future())
        self._sleepers.append(sleeper)
        handle = loop.call_later(due - self.now(), self._ring, sleeper) if self._running else None
        try:
            await sleeper.future
        finally:
            if handle is not None:
                handle.cancel()
            self._sleepers.remove(sleeper)

    @staticmethod
    def _ring(sleeper: _Sleeper) -> None:
        if not sleeper.future.done():
            sleeper.future.set_result(None)
