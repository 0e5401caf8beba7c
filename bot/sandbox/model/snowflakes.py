"""Snowflakes: unique, increasing, carrying the time in milliseconds."""

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import DISCORD_EPOCH_MS

_SERIAL_BITS = 12
_THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000


class Snowflakes:
    """The source of all ids of a world."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._shift_ms = 0
        self._shifts = 0
        self._past_ms = int(clock.now() * 1000) - DISCORD_EPOCH_MS - _THIRTY_DAYS_MS
        self._founded_ms = self._past_ms - _THIRTY_DAYS_MS

    @property
    def now(self) -> float:
        """The time that ids carry, in seconds since 1970."""
        return self._clock.now() + self._shift_ms / 1000

    def next(self) -> int:
        """Return a new id of this moment."""
        now = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS + self._shift_ms
        self._last = max(now << 22 | self._shifts << _SERIAL_BITS, self._last + 1)
        return self._last

    def shift(self, seconds: float) -> None:
        """Let the times that ids carry jump by ``seconds``, back if negative.

        A number of the jump in every id keeps them unique where the same time comes twice.
        """
        self._shift_ms += round(seconds * 1000)
        self._shifts += 1
        self._last = 0

    def past(self) -> int:
        """Return a new id of a month ago, for what existed before the story begins."""
        self._past_ms += 1
        return self._past_ms << 22

    def founded(self) -> int:
        """Return a new id of two months ago, for a guild: each is on the next shard."""
        self._founded_ms += 1
        return self._founded_ms << 22
