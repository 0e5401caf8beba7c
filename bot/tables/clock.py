"""The times one table waits for: all waiting of the domain goes through here.

`Times` puts `Due` entries into an inbox; no other module of the domain waits. Delays run on the
monotonic clock; deadlines that are shown and stored are times of `Clock.now`.
"""

from collections.abc import Callable
from datetime import datetime

from bot.clock import Clock, Timer
from bot.tables.commands import Due


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
