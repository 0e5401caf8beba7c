"""Time that a test moves by hand."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class HandTimer:
    """A call to come."""

    def __init__(self, due: float, callback: Callable[[], None]) -> None:
        self.due = due
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        """Forget the call."""
        self.cancelled = True


class HandTime:
    """Stands still until it is advanced."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self._timers: list[HandTimer] = []

    def monotonic(self) -> float:
        """Return the time."""
        return self.seconds

    def now(self) -> datetime:
        """Return the time people see."""
        return BEGAN + timedelta(seconds=self.seconds)

    def call_later(self, delay: float, callback: Callable[[], None]) -> HandTimer:
        """Call that when the time has been advanced so far."""
        timer = HandTimer(self.seconds + delay, callback)
        self._timers.append(timer)
        return timer

    async def advance(self, seconds: float) -> None:
        """Let the time pass, timer by timer, and let what they started run."""
        end = self.seconds + seconds
        await settle()
        while True:
            self._timers = [timer for timer in self._timers if not timer.cancelled]
            due = [timer for timer in self._timers if timer.due <= end]
            if not due:
                break
            timer = min(due, key=lambda each: each.due)
            self._timers.remove(timer)
            self.seconds = max(self.seconds, timer.due)
            timer.callback()
            await settle()
        self.seconds = end
        await settle()


async def settle() -> None:
    """Let everything that can run, run."""
    for _ in range(20):
        await asyncio.sleep(0)
