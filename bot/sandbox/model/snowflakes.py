"""Snowflakes: unique, increasing, carrying the time in milliseconds."""

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import DISCORD_EPOCH_MS

_THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000


class Snowflakes:
    """The source of all ids of a world."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._past_ms = int(clock.now() * 1000) - DISCORD_EPOCH_MS - _THIRTY_DAYS_MS

    def next(self) -> int:
        """Return a new id of this moment."""
        now = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self._last = max(now << 22, self._last + 1)
        return self._last

    def past(self) -> int:
        """Return a new id of a month ago, for what existed before the story begins.

        Each has a millisecond of its own, so that guilds spread over the shards.
        """
        self._past_ms += 1
        return self._past_ms << 22
