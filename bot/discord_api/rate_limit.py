"""When a request may leave: the global budget and each channel's own (`discord.md` section 1).

The library waits *after* a request that used up a bucket, which would freeze a board for seconds.
So nothing is ever sent that could be the last one of a bucket: 40 requests a second in all, in the
order of their importance, and per channel at most four messages or edits in five seconds, one in
1.25 s with a burst of two. Answers to interactions are outside both.

Those 40 leave one by one, never all at the beginning of a second: what is more important then waits
for one of the others at most, and requests that are on their way for longer than those after them
do not come to more than Discord's 50 in one second of its own.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count

from bot.clock import Clock, Timer

CHANNEL_LIMIT, CHANNEL_WINDOW, CHANNEL_SPACING = 4, 5.0, 1.25
"""Messages and edits of a channel at most in so many seconds, and seconds between two of them."""
STARVED = 5.0
"""Seconds after which a request that still waits comes before all that wait for less."""
SLACK = 0.1
"""Seconds by which a window is taken longer than it is, for requests that overtake each other."""

CHANNELS = 1_000
"""How many channels are remembered before those that hold nothing back are forgotten."""


class Priority(IntEnum):
    """Importance of a request, the smallest number first."""

    MOVE = 0
    HAND = 1
    TABLE = 2
    LOBBY = 3
    COSMETIC = 4
    UPKEEP = 5
    """What nobody waits for: it takes what the others leave, however long it has waited."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits in force; tests without Discord's limits loosen them."""

    per_second: int = 40
    channel_limit: int = CHANNEL_LIMIT
    channel_window: float = CHANNEL_WINDOW
    channel_spacing: float = CHANNEL_SPACING

    @property
    def burst(self) -> int:
        """How many requests may leave at once after a rest: a tenth of a second's."""
        return max(1, self.per_second // 10)


class ChannelPace:
    """The messages and edits of one channel: when the next may leave."""

    __slots__ = ("_budget", "_sent")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._sent: tuple[float, ...] = ()

    def next_time(self, now: float) -> float:
        """Return the earliest moment, at least `now`, at which the next one may leave.

        What a burst took is made up for evenly: a board that froze at the end of the window would
        be older than one whose next edits all come a little later.
        """
        window = self._budget.channel_window + SLACK
        recent = [sent for sent in self._sent if sent > now - window]
        spacing, limit = self._budget.channel_spacing, self._budget.channel_limit
        if len(recent) < 2 or not spacing:
            return now
        left = limit - len(recent)
        if left <= 0:
            return max(now, recent[-limit] + window, recent[-1] + spacing)
        evenly = (recent[0] + window - recent[-1]) / (left + 1)
        return max(now, recent[-1] + max(spacing, evenly))

    def note(self, now: float) -> None:
        """Count one that leaves now."""
        self._sent = (*self._sent, now)[-max(self._budget.channel_limit, 2) :]

    def forget(self) -> None:
        """Count the last one no more: it did not leave."""
        self._sent = self._sent[:-1]

    def idle(self, now: float) -> bool:
        """Say whether this channel no longer holds anything back."""
        return not self._sent or self._sent[-1] < now - self._budget.channel_window - SLACK


@dataclass(order=True, slots=True)
class Waiting:
    """A request that waits; starved ones come first, then the most important, then the oldest."""

    young: bool
    priority: int
    number: int
    line: "_Line" = field(compare=False)
    since: float = field(compare=False)
    future: asyncio.Future[bool] = field(compare=False)
    """Whether it may leave; it is done once that is known."""


class _Line:
    """The requests that wait for one channel, or for none, and its pace.

    Attributes:
        offered: which of them is considered, now or when the channel's time comes.
    """

    __slots__ = ("_heap", "offered", "pace")

    def __init__(self, pace: ChannelPace | None) -> None:
        self.pace = pace
        self.offered: Waiting | None = None
        self._heap: list[Waiting] = []

    def __bool__(self) -> bool:
        return bool(self._heap)

    def put(self, waiting: Waiting) -> None:
        """Let a request stand in its place."""
        heappush(self._heap, waiting)

    def first(self) -> Waiting | None:
        """Return the one whose turn is next."""
        while self._heap and self._heap[0].future.done():
            heappop(self._heap)
        return self._heap[0] if self._heap else None

    def next_time(self, now: float) -> float:
        """Return when it may leave as far as its channel goes."""
        return self.pace.next_time(now) if self.pace is not None else now


class Limiter:
    """Admits requests one by one, the most important that may leave first.

    However many wait, each costs a few comparisons: of a channel only the first one is looked at,
    and of the channels only those whose time has come.

    Args:
        time: the injected clock.
        budget: the limits.
    """

    def __init__(self, time: Clock, budget: Budget | None = None) -> None:
        self._time = time
        self._whole = self._budget = budget or Budget()
        self._lines: dict[int | None, _Line] = {}
        self._spent = 0.0
        """When all requests sent so far would have left, had they left evenly."""
        self._arrivals: deque[Waiting] = deque()
        self._young: deque[Waiting] = deque()
        self._ready: list[Waiting] = []
        self._paced: list[tuple[float, Waiting]] = []
        self._numbers = count()
        self._room = CHANNELS
        self._timer: Timer | None = None

    async def admit(self, priority: Priority, channel: int | None = None) -> None:
        """Return when the request may leave; it then counts as sent.

        Args:
            priority: its importance among those that wait.
            channel: the channel whose messages and edits are counted together; None for requests
                that only the global budget counts.
        """
        await self.ask(priority, channel).future

    def ask(self, priority: Priority, channel: int | None = None) -> Waiting:
        """Let a request wait; its future is done when it may leave, as with `admit`."""
        now, line = self._time.monotonic(), self._line(channel)
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        waiting = Waiting(True, priority, next(self._numbers), line, now, future)
        self._put(waiting)
        return waiting

    def hurry(self, waiting: Waiting, priority: Priority) -> None:
        """Make a request that still waits more important than it was."""
        if not waiting.future.done():
            self._put(replace(waiting, priority=priority, since=self._time.monotonic()))

    def withdraw(self, waiting: Waiting) -> None:
        """Learn that a request that still waits is not needed: it leaves no more."""
        if not waiting.future.done():
            waiting.future.set_result(False)
            self._pump()

    def share(self, among: int) -> None:
        """Take one's part of the budget where several processes send requests."""
        most = max(1, self._whole.per_second // max(among, 1))
        self._budget = replace(self._whole, per_second=most)
        self._pump()

    def give_back(self, waiting: Waiting) -> None:
        """Learn that a request that might leave was not needed: another takes its place."""
        self._spent -= 1 / self._budget.per_second
        if waiting.line.pace is not None:
            waiting.line.pace.forget()
            self._offer(waiting.line, self._time.monotonic())
        self._pump()

    @property
    def spacing(self) -> float:
        """The seconds from one to the next of a channel where none is to wait for any longer."""
        budget = self._budget
        if not budget.channel_spacing:
            return 0.0
        return max(budget.channel_spacing, (budget.channel_window + SLACK) / budget.channel_limit)

    @property
    def age(self) -> float:
        """For how many seconds the oldest request but upkeep has waited; 0 where none waits."""
        self._look_back()
        return self._time.monotonic() - self._arrivals[0].since if self._arrivals else 0.0

    def _put(self, waiting: Waiting) -> None:
        waiting.line.put(waiting)
        if waiting.priority < Priority.UPKEEP:
            self._arrivals.append(waiting)
            self._young.append(waiting)
        self._offer(waiting.line, self._time.monotonic())
        self._pump()

    def _line(self, channel: int | None) -> _Line:
        line = self._lines.get(channel)
        if line is None:
            self._make_room()
            pace = ChannelPace(self._budget) if channel is not None else None
            line = self._lines[channel] = _Line(pace)
        return line

    def _make_room(self) -> None:
        """Forget channels that hold nothing back, once there are many."""
        if len(self._lines) < self._room:
            return
        now = self._time.monotonic()
        self._lines = {
            key: line
            for key, line in self._lines.items()
            if line or line.pace is None or not line.pace.idle(now)
        }
        self._room = max(CHANNELS, 2 * len(self._lines))

    def _offer(self, line: _Line, now: float) -> None:
        """Have a channel's first request considered: now, or when the channel's time comes."""
        first = line.first()
        if first is None or first is line.offered:
            return
        line.offered = first
        due = line.next_time(now)
        if due <= now:
            heappush(self._ready, first)
        else:
            heappush(self._paced, (due, first))

    def _look_back(self) -> None:
        while self._arrivals and self._arrivals[0].future.done():
            self._arrivals.popleft()

    def _promote(self, now: float) -> None:
        """Put those that have waited for long before all others."""
        while self._young and self._young[0].since <= now - STARVED:
            waiting = self._young.popleft()
            if not waiting.future.done():
                waiting.line.put(replace(waiting, young=False))
                self._offer(waiting.line, now)

    def _pump(self) -> None:
        """Admit all that may leave now and come back when the next may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._time.monotonic()
        self._look_back()
        self._promote(now)
        while self._paced and self._paced[0][0] <= now:
            _, waiting = heappop(self._paced)
            if self._taken(waiting):
                self._offer(waiting.line, now)
        while self._ready and self._free(now) <= now:
            waiting = heappop(self._ready)
            line = waiting.line
            if not self._taken(waiting):
                continue
            if line.first() is waiting and line.next_time(now) <= now:
                self._spent = max(self._spent, now) + 1 / self._budget.per_second
                if line.pace is not None:
                    line.pace.note(now)
                waiting.future.set_result(True)
            self._offer(line, now)
        times = [self._free(now)] if self._ready else []
        times += [self._paced[0][0]] if self._paced else []
        if times:
            self._timer = self._time.call_later(min(times) - now, self._pump)

    def _taken(self, waiting: Waiting) -> bool:
        """Take back what was offered; False: another of its channel was offered since."""
        if waiting.line.offered is not waiting:
            return False
        waiting.line.offered = None
        return True

    def _free(self, now: float) -> float:
        """Return when the global budget has room."""
        return max(now, self._spent - (self._budget.burst - 1) / self._budget.per_second)
