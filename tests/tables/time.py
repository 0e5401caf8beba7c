"""A clock that goes only when a test says so."""

import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Call:
    """A call to come."""

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when, self.callback, self.cancelled = when, callback, False

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """Time and waiting under the test's hand; `wrong` seconds off what people see."""

    def __init__(self, start: datetime = START, monotonic: float = 1_000.0) -> None:
        self._start = start
        self._begun = monotonic
        self._monotonic = monotonic
        self.wrong = 0.0
        self._calls: list[tuple[float, int, Call]] = []
        self._count = 0

    def monotonic(self) -> float:
        return self._monotonic

    def now(self) -> datetime:
        return self.true_now() + timedelta(seconds=self.wrong)

    def true_now(self) -> datetime:
        """Return Discord's time."""
        return self._start + timedelta(seconds=self._monotonic - self._begun)

    def waiting(self) -> int:
        """Return how many calls are to come."""
        return sum(not call.cancelled for _, _, call in self._calls)

    def sleep(self, seconds: float) -> None:
        """Stand still, as a machine that sleeps, while time goes on for everybody else."""
        self._start += timedelta(seconds=seconds)

    def stamp(self) -> float:
        """Return Discord's time as a stamp."""
        return self.true_now().timestamp()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Call:
        self._count += 1
        call = Call(self._monotonic + delay, callback)
        heapq.heappush(self._calls, (call.when, self._count, call))
        return call

    def step(self, until: float) -> bool:
        """Go to the next call not after `until` and do it; False if there is none."""
        while self._calls and self._calls[0][0] <= until:
            when, _, call = heapq.heappop(self._calls)
            if call.cancelled:
                continue
            self._monotonic = max(self._monotonic, when)
            call.callback()
            return True
        self._monotonic = max(self._monotonic, until)
        return False
