"""Discord's clock, for what carries no time of its own (`architecture.md`, Races).

Interactions carry theirs in their snowflake. A reaction carries none: its arrival, by the machine's
monotonic clock, is put on Discord's clock by what the shard's interactions tell.
"""

import math
import time
from collections import defaultdict
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

from bot.discord_clock import Hint, Offset


class Stamps:
    """Puts arrivals on Discord's clock, per shard.

    A stamp that is not sure rests on few samples, or on some that the last ones contradict; the
    judge allows for it. Before the first press there is what Discord's answers to requests tell:
    there is one in every start, that of the login.

    Args:
        few: how many samples are too few.
    """

    def __init__(self, few: int = 20) -> None:
        self.hint = Hint()
        self._offsets: defaultdict[int, Offset] = defaultdict(lambda: Offset(few, self.hint))

    def listen(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have a connection tell of every answer; return it."""
        config.on_request_end.append(self._answered)
        return config

    async def _answered(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        made = made_at(params.response.headers)
        if made is not None:
            self.hint.note(made, time.monotonic())

    def note(self, shard: int, made: float, arrived: float) -> None:
        """Learn from an interaction: made on Discord's clock, arrived by the monotonic one."""
        self._offsets[shard].note(made, arrived)

    def sure(self, shard: int) -> bool:
        """Say whether the shard's stamps can be relied on."""
        return self._offsets[shard].sure

    def delay(self, shard: int, made: float, arrived: float) -> float:
        """Return by how many seconds an interaction came later than is usual."""
        return self._known(shard).delay(made, arrived)

    def stamp(self, shard: int, arrived: float) -> float:
        """Return when something that arrived then was made, in seconds on Discord's clock.

        Without any sample or hint the machine's clock has to do.
        """
        offset = self._known(shard)
        if not offset.guessed:
            return time.time() - (time.monotonic() - arrived)
        return offset.stamp(arrived)

    def _known(self, shard: int) -> Offset:
        """Return what is known of the shard's way, or of another's while it has brought nothing."""
        own = self._offsets[shard]
        others = (each for each in self._offsets.values() if each.known)
        return own if own.known else next(others, own)


def made_at(headers: Mapping[str, str]) -> float | None:
    """Return when Discord made an answer, in seconds on its clock; None where it does not say.

    The end of a rate limit and the time until then give it to the millisecond (`discord.md` section
    13); the date is cut off to the second, so half of one is added.
    """
    try:
        made = float(headers["X-RateLimit-Reset"]) - float(headers["X-RateLimit-Reset-After"])
    except (KeyError, ValueError):
        made = math.nan
    if math.isfinite(made):
        return made
    try:
        return parsedate_to_datetime(headers["Date"]).timestamp() + 0.5
    except (KeyError, ValueError):
        return None
