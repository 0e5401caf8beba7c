"""Discord's clock, for what carries no time of its own (`architecture.md`, Races).

Interactions carry theirs in their snowflake. A reaction carries none: its arrival, by the machine's
monotonic clock, is put on Discord's clock by the running median of (arrival - snowflake) over the
shard's last interactions. The machine's own idea of the time plays no part once there is a sample.
"""

import time
from collections import defaultdict, deque
from statistics import median

SAMPLES = 200


class Stamps:
    """Puts arrivals on Discord's clock, per shard.

    Args:
        few: a stamp made with fewer samples is not sure, and the judge allows for it.
    """

    def __init__(self, few: int = 20) -> None:
        self._few = few
        self._offsets: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=SAMPLES))

    def note(self, shard: int, made: float, arrived: float) -> None:
        """Learn from an interaction: made on Discord's clock, arrived by the monotonic one."""
        self._offsets[shard].append(arrived - made)

    def sure(self, shard: int) -> bool:
        """Say whether the shard's median rests on enough interactions."""
        return len(self._offsets[shard]) >= self._few

    def delay(self, shard: int, made: float, arrived: float) -> float:
        """Return by how many seconds an interaction came later than is usual."""
        offsets = self._offsets[shard]
        return arrived - made - median(offsets) if offsets else 0.0

    def stamp(self, shard: int, arrived: float) -> float:
        """Return when something that arrived then was made, in seconds on Discord's clock.

        Without any sample the machine's clock has to do.
        """
        offsets = self._offsets[shard]
        if not offsets:
            return time.time() - (time.monotonic() - arrived)
        return arrived - median(offsets)
