"""Discord's clock, for what carries no time of its own (`architecture.md`, Races).

Interactions carry theirs in their snowflake. A reaction carries none: its arrival, by the machine's
monotonic clock, is put on Discord's clock by what the shard's interactions tell.
"""

import time
from collections import defaultdict

from bot.clock import Offset


class Stamps:
    """Puts arrivals on Discord's clock, per shard.

    A stamp that is not sure rests on few samples, or on some that the last ones contradict; the
    judge allows for it.

    Args:
        few: how many samples are too few.
    """

    def __init__(self, few: int = 20) -> None:
        self._offsets: defaultdict[int, Offset] = defaultdict(lambda: Offset(few))

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

        Without any sample the machine's clock has to do.
        """
        offset = self._known(shard)
        if not offset.known:
            return time.time() - (time.monotonic() - arrived)
        return offset.stamp(arrived)

    def _known(self, shard: int) -> Offset:
        """Return what is known of the shard's way, or of another's while it has brought nothing."""
        own = self._offsets[shard]
        others = (each for each in self._offsets.values() if each.known)
        return own if own.known else next(others, own)
