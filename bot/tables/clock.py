"""All waiting of the bot: a clock that is injected, and the times one table asked for.

`Times` puts `Due` entries into an inbox; no other module waits. Delays run on the monotonic clock,
so a machine whose clock jumps changes no delay; deadlines that are shown and stored are times of
`Clock.now`.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Protocol

from bot.tables.commands import Due


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


class Times:
    """The times one table waits for, by name; planning a name again replaces it."""

    def __init__(self, clock: Clock, due: Callable[[Due], None]) -> None:
        self._clock = clock
        self._due = due
        self._serial = 0
        self._planned: dict[str, tuple[int, Timer, float]] = {}

    def plan(self, what: str, delay: float) -> None:
        """Put `Due(what, …)` into the inbox after `delay` seconds, forgetting an earlier plan."""
        self.forget(what)
        self._serial += 1
        due = Due(what, self._serial)
        delay = max(delay, 0.0)
        timer = self._clock.call_later(delay, lambda: self._due(due))
        self._planned[what] = (self._serial, timer, self._clock.monotonic() + delay)

    def plan_at(self, what: str, when: datetime) -> None:
        """Plan for a time of `Clock.now`."""
        self.plan(what, (when - self._clock.now()).total_seconds())

    def forget(self, what: str) -> None:
        """Drop a plan, if there is one."""
        planned = self._planned.pop(what, None)
        if planned is not None:
            planned[1].cancel()

    def forget_all(self) -> None:
        """Drop every plan."""
        for what in tuple(self._planned):
            self.forget(what)

    def planned(self, what: str) -> bool:
        """Say whether that is waited for."""
        return what in self._planned

    def left(self, what: str) -> float | None:
        """Return in how many seconds that comes; None if it is not waited for."""
        planned = self._planned.get(what)
        return planned[2] - self._clock.monotonic() if planned is not None else None

    def take(self, due: Due) -> bool:
        """Say whether this time still counts, and count it as come.

        False where it was dropped or planned anew while it lay in the inbox.
        """
        planned = self._planned.get(due.what)
        if planned is None or planned[0] != due.serial:
            return False
        del self._planned[due.what]
        return True


SAMPLES = 200


class DiscordTime:
    """The running median of (arrival - stamp) over the last presses with a time of their own."""

    def __init__(self) -> None:
        self._offsets: deque[float] = deque(maxlen=SAMPLES)

    def note(self, stamp: float, arrived: float) -> None:
        """Learn from a press: made on Discord's clock, arrived by the monotonic one."""
        self._offsets.append(arrived - stamp)

    def stamp(self, monotonic: float, machine: float) -> float:
        """Return Discord's time at a moment of the monotonic clock.

        Args:
            machine: the machine's time at that moment, for as long as there is nothing better.
        """
        return monotonic - median(self._offsets) if self._offsets else machine
