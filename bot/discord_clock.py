"""Discord's time, as presses tell it: an interaction carries the moment it was made.

See `architecture.md`, Races.
"""

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.clock import Clock, Timer

SAMPLES = 200
"""How many presses the way from Discord to us is learned from."""

ELSEWHERE = 5
"""How many samples in a row, all far from those before on one side, are the new truth: a machine
slept, or its clock stepped."""

SLOWNESS = 10.0
"""Seconds for which later ones must go on coming: a bot that stood still finds a heap of them, and
only a clock explains what comes earlier than the way takes."""

MARGIN = 0.15
"""Seconds beyond which a sample is far from the others: the margin between two reactions."""

WRONG = 2.0
"""Seconds by which the machine's clock or a hint may be off: less is no more than slow presses."""


class Hint:
    """About what an offset will be, before there is a sample: by Discord's answers to requests.

    Good enough to know a press that comes too late, too coarse to judge a race by.

    Attributes:
        nearest: seconds between an arrival and the moment the answer says it was made, of the
            answer that came the quickest; None as long as there is none.
    """

    def __init__(self) -> None:
        self.nearest: float | None = None

    def note(self, made: float, arrived: float) -> None:
        """Learn from an answer: made on Discord's clock, arrived by the monotonic one."""
        sample = arrived - made
        self.nearest = sample if self.nearest is None else min(self.nearest, sample)


class Offset:
    """What lies between an arrival, by the monotonic clock, and its moment on Discord's.

    The running median of (arrival - moment) over the last presses that carry their moment. It
    contains the usual way from Discord to us. The machine's own idea of the time plays no part.

    Args:
        few: with fewer samples a stamp is not sure.
        hint: what is known before the first sample.
    """

    def __init__(self, few: int = 20, hint: Hint | None = None) -> None:
        self._few = few
        self._hint = hint or Hint()
        self._samples: deque[float] = deque()
        self._sorted: list[float] = []
        self._elsewhere: deque[float] = deque(maxlen=ELSEWHERE)
        self._later: float | None = None

    @property
    def known(self) -> bool:
        """Whether there is a sample at all."""
        return bool(self._samples)

    @property
    def guessed(self) -> bool:
        """Whether there is a sample, or a hint at least."""
        return self.known or self._hint.nearest is not None

    @property
    def sure(self) -> bool:
        """Whether it rests on enough samples, and the last one lies where they do."""
        return len(self._samples) >= self._few and not self._elsewhere

    def note(self, made: float, arrived: float) -> None:
        """Learn from a press: made on Discord's clock, arrived by the monotonic one."""
        sample = arrived - made
        near = MARGIN if self._samples else WRONG
        if self.guessed and abs(sample - self._middle()) > near:
            if not self._believed(sample, arrived):
                return
            self._samples = deque(self._elsewhere)
            self._sorted = sorted(self._elsewhere)
        else:
            self._take(sample)
        self._elsewhere.clear()
        self._later = None

    def _take(self, sample: float) -> None:
        """Keep a sample, and their order, for that of the oldest."""
        self._samples.append(sample)
        insort(self._sorted, sample)
        if len(self._samples) > SAMPLES:
            del self._sorted[bisect_left(self._sorted, self._samples.popleft())]

    def _believed(self, sample: float, arrived: float) -> bool:
        """Keep a sample that lies elsewhere; say whether those kept are the new truth."""
        later = sample > self._middle()
        if self._elsewhere and later != (self._later is not None):
            self._elsewhere.clear()
        if not self._elsewhere:
            self._later = arrived if later else None
        self._elsewhere.append(sample)
        lasting = self._later is None or arrived - self._later >= SLOWNESS
        return lasting and len(self._elsewhere) == ELSEWHERE

    def stamp(self, arrived: float) -> float:
        """Return Discord's time at an arrival; only if it is known, or guessed."""
        return arrived - self._middle()

    def delay(self, made: float, arrived: float) -> float:
        """Return by how many seconds a press came later than is usual."""
        return arrived - made - self._middle() if self.guessed else 0.0

    def _middle(self) -> float:
        """Return the median; without a sample the hint, which has to be there then."""
        if not self._sorted:
            assert self._hint.nearest is not None, "guessed at least"
            return self._hint.nearest
        half, rest = divmod(len(self._sorted), 2)
        return sum(self._sorted[half - 1 + rest : half + 1]) / (2 - rest)


class DiscordClock:
    """A machine's clock, set by Discord's where the two differ by more than slow presses can.

    So a machine whose clock is wrong decides no race and shows nobody a wrong deadline.

    Args:
        machine: measures and waits; it is asked for the time once.
    """

    def __init__(self, machine: Clock) -> None:
        self._machine = machine
        self._offset = Offset()
        self._began = machine.now() - timedelta(seconds=machine.monotonic())

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return self._machine.monotonic()

    def now(self) -> datetime:
        """Return the time people see, UTC."""
        return self._began + timedelta(seconds=self.monotonic())

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call that after `delay` seconds, on the event loop."""
        return self._machine.call_later(delay, callback)

    def note(self, made: float, arrived: float) -> float:
        """Learn from a press; return by how many seconds that has set the time, 0 as a rule."""
        self._offset.note(made, arrived)
        return self._set(self._offset.stamp(self.monotonic()))

    def told(self, hint: Hint) -> float:
        """Learn from answers to requests, as long as there was no press; return as `note`."""
        if self._offset.known or hint.nearest is None:
            return 0.0
        return self._set(self.monotonic() - hint.nearest)

    def _set(self, right: float) -> float:
        wrong = right - self.now().timestamp()
        if abs(wrong) <= WRONG:
            return 0.0
        self._began += timedelta(seconds=wrong)
        return wrong

    def stamp(self) -> float:
        """Return Discord's time now, for those who press nothing: bots and the table itself.

        Like the stamp of a reaction it contains the usual way of a press to us.
        """
        if self._offset.known:
            return self._offset.stamp(self.monotonic())
        return self.now().timestamp()
