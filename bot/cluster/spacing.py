"""What one person may do once in a while, wherever that is."""

from typing import Protocol

from bot.clock import Clock


class Spacing(Protocol):
    """Counts: for this process alone, or in the database for all."""

    async def claim(self, what: str, person: int, seconds: float) -> float:
        """Count it and return 0, or return how many seconds are left until it may be done again.

        Args:
            what: is done, in a word.
            person: who does it.
            seconds: between two times, a minute at most.

        Raises:
            StorageError: nobody can say now.
        """
        ...

    async def give_back(self, what: str, person: int) -> None:
        """Take back what was counted last: it was not done.

        Raises:
            StorageError: that cannot be done now.
        """
        ...


class LocalSpacing:
    """Counts what is done in this process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free: dict[tuple[str, int], float] = {}

    async def claim(self, what: str, person: int, seconds: float) -> float:
        """See `Spacing`."""
        now = self._clock.monotonic()
        self._free = {key: at for key, at in self._free.items() if at > now}
        left = self._free.get((what, person), now) - now
        if left <= 0:
            self._free[what, person] = now + seconds
        return left

    async def give_back(self, what: str, person: int) -> None:
        """See `Spacing`."""
        self._free.pop((what, person), None)
