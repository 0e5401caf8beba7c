"""Time: the one clock that is injected wherever somebody waits.

Waits run on the monotonic clock, so a machine whose clock is set changes no delay.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Timer(Protocol):
    """A call to come."""

    def cancel(self) -> None:
        """Forget the call."""
        ...


class Clock(Protocol):
    """Time and waiting."""

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        ...

    def now(self) -> datetime:
        """Return the time people see, UTC."""
        ...

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call that after `delay` seconds, on the event loop."""
        ...


class RealClock:
    """The machine's clock and the running event loop.

    The machine is asked for the time once; from then on it goes as the monotonic clock does, so a
    clock that is set while the bot runs moves no deadline.
    """

    def __init__(self) -> None:
        self._began = datetime.now(UTC) - timedelta(seconds=time.monotonic())

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    def now(self) -> datetime:
        """Return the time, UTC."""
        return self._began + timedelta(seconds=time.monotonic())

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call that after `delay` seconds, on the running event loop."""
        return asyncio.get_running_loop().call_later(max(delay, 0.0), callback)
