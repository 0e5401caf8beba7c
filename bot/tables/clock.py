"""The times one table waits for: all waiting of the domain goes through here.

`Times` puts `Due` entries into an inbox; no other module of the domain waits. Delays run on the
monotonic clock; deadlines that are shown and stored are times of `Clock.now`.
"""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from bot.clock import Clock, Timer
from bot.tables.entries import Due


class _Plan(Struct):
    """A time that is waited for.

    Attributes:
        when: monotonic seconds.
        come: whether it is in the inbox already.
    """

    serial: int
    when: float
    come: bool = False


class Times:
    """The times one table waits for, by name; planning a name again replaces it.

    There is one timer, for the first of them; it is left alone while it rings early enough.
    """

    __slots__ = ("_clock", "_due", "_planned", "_rings", "_serial", "_timer")

    def __init__(self, clock: Clock, due: Callable[[Due], None]) -> None:
        self._clock = clock
        self._due = due
        self._serial = 0
        self._planned: dict[str, _Plan] = {}
        self._timer: Timer | None = None
        self._rings = 0.0

    def plan(self, what: str, delay: float) -> None:
        """Put `Due(what, …)` into the inbox after `delay` seconds, forgetting an earlier plan."""
        self._planned.pop(what, None)
        self._serial += 1
        self._planned[what] = _Plan(self._serial, self._clock.monotonic() + max(delay, 0.0))
        self._wind()

    def plan_at(self, what: str, when: datetime) -> None:
        """Plan for a time of `Clock.now`."""
        self.plan(what, (when - self._clock.now()).total_seconds())

    def forget(self, what: str) -> None:
        """Drop a plan, if there is one."""
        self._planned.pop(what, None)
        if not self._planned:
            self._stop()

    def forget_all(self) -> None:
        """Drop every plan."""
        self._planned.clear()
        self._stop()

    def planned(self, what: str) -> bool:
        """Say whether that is waited for."""
        return what in self._planned

    def left(self, what: str) -> float | None:
        """Return in how many seconds that comes; None if it is not waited for."""
        plan = self._planned.get(what)
        return plan.when - self._clock.monotonic() if plan is not None else None

    def take(self, due: Due) -> bool:
        """Say whether this time still counts, and count it as come.

        False where it was dropped or planned anew while it lay in the inbox.
        """
        plan = self._planned.get(due.what)
        if plan is None or plan.serial != due.serial:
            return False
        del self._planned[due.what]
        return True

    def _wind(self) -> None:
        """Have the timer ring for the first time that is to come."""
        first = min((plan.when for plan in self._planned.values() if not plan.come), default=None)
        if first is None or (self._timer is not None and self._rings <= first):
            return
        self._stop()
        self._rings = first
        self._timer = self._clock.call_later(first - self._clock.monotonic(), self._ring)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        """Put what has come into the inbox, the earliest first."""
        self._timer, until = None, max(self._rings, self._clock.monotonic())
        coming = sorted(self._planned.items(), key=lambda named: named[1].when)
        for what, plan in coming:
            if plan.when <= until and not plan.come:
                plan.come = True
                self._due(Due(what, plan.serial))
        self._wind()
