"""The network between a bot and this Discord: seeded delays, the order of a connection kept."""

import random

from bot.sandbox.model.clock import Clock


class Delays:
    """Draws how long things are under way, in seconds.

    Args:
        clock: The world's, on which the time passes.
        low: The least.
        high: The most; 0 delivers at once.
        seed: The same seed draws the same delays in the same order.
    """

    def __init__(self, clock: Clock, low: float, high: float, seed: int) -> None:
        self._clock = clock
        self._low, self._high = low, high
        self._random = random.Random(seed)

    def draw(self) -> float:
        """Return the delay of one event."""
        if self._high <= 0:
            return 0.0
        return self._random.uniform(self._low, self._high)

    def draw_round_trip(self) -> tuple[float, float]:
        """Return the delays of a request and of its answer, which together are one delay."""
        total = self.draw()
        there = total * self._random.random() if total else 0.0
        return there, total - there

    async def pass_by(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            await self._clock.sleep(seconds)
