"""When a request may leave: the global budget and each channel's own (`discord.md` section 1).

The library waits *after* a request that used up a bucket, which would freeze a board for seconds.
So nothing is ever sent that could be the last one of a bucket: 40 requests a second in all, in the
order of their importance, and per channel at most four messages or edits in five seconds, one in
1.25 s with a burst of two. Answers to interactions are outside both.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count

from bot.clock import Clock, Timer

CHANNEL_WINDOW = 5.0
CHANNEL_LIMIT = 4
CHANNEL_SPACING = 1.25
STARVED = 5.0
"""Seconds after which a request that still waits comes before all that wait for less."""
SLACK = 0.1
"""Seconds by which a window is taken longer than it is, for requests that overtake each other."""


class Priority(IntEnum):
    """Importance of a request, the smallest number first."""

    MOVE = 0
    HAND = 1
    TABLE = 2
    LOBBY = 3
    COSMETIC = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits in force; tests without Discord's limits loosen them."""

    per_second: int = 40
    channel_limit: int = CHANNEL_LIMIT
    channel_window: float = CHANNEL_WINDOW
    channel_spacing: float = CHANNEL_SPACING


class ChannelPace:
    """The messages and edits of one channel: when the next may leave."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._sent: deque[float] = deque(maxlen=max(budget.channel_limit, 2))

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
        self._sent.append(now)

    def idle(self, now: float) -> bool:
        """Say whether this channel no longer holds anything back."""
        return not self._sent or self._sent[-1] < now - self._budget.channel_window - SLACK


@dataclass(order=True, slots=True)
class _Waiting:
    priority: int
    number: int
    channel: int | None = field(compare=False)
    since: float = field(compare=False)
    future: asyncio.Future[None] = field(compare=False)


class Limiter:
    """Admits requests one by one, the most important that may leave first.

    Args:
        time: the injected clock.
        budget: the limits.
    """

    def __init__(self, time: Clock, budget: Budget | None = None) -> None:
        self._time = time
        self._budget = budget or Budget()
        self._channels: dict[int, ChannelPace] = {}
        self._sent: deque[float] = deque(maxlen=self._budget.per_second)
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._timer: Timer | None = None

    async def admit(self, priority: Priority, channel: int | None = None) -> None:
        """Return when the request may leave; it then counts as sent.

        Args:
            priority: its importance among those that wait.
            channel: the channel whose messages and edits are counted together; None for requests
                that only the global budget counts.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(
            _Waiting(priority, next(self._numbers), channel, self._time.monotonic(), future)
        )
        self._pump()
        await future

    @property
    def age(self) -> float:
        """For how many seconds the oldest request has waited; 0 where none waits."""
        since = min((each.since for each in self._waiting), default=None)
        return self._time.monotonic() - since if since is not None else 0.0

    def _next_time(self, channel: int | None, now: float) -> float:
        earliest = now
        if len(self._sent) == self._budget.per_second:
            earliest = max(earliest, self._sent[0] + 1.0)
        if channel is not None and channel in self._channels:
            earliest = max(earliest, self._channels[channel].next_time(now))
        return earliest

    def _pace(self, channel: int) -> ChannelPace:
        if len(self._channels) > 1_000:
            now = self._time.monotonic()
            busy = {key: pace for key, pace in self._channels.items() if not pace.idle(now)}
            self._channels = busy
        return self._channels.setdefault(channel, ChannelPace(self._budget))

    def _pump(self) -> None:
        """Admit all that may leave now and come back when the next may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._time.monotonic()
        soonest: float | None = None
        for waiting in sorted(self._waiting, key=lambda each: (each.since > now - STARVED, each)):
            due = self._next_time(waiting.channel, now)
            if waiting.future.done():
                self._waiting.remove(waiting)
            elif due <= now:
                self._waiting.remove(waiting)
                self._sent.append(now)
                if waiting.channel is not None:
                    self._pace(waiting.channel).note(now)
                waiting.future.set_result(None)
            else:
                soonest = due if soonest is None else min(soonest, due)
        if soonest is not None:
            self._timer = self._time.call_later(soonest - now, self._pump)
