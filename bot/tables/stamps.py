"""Discord's clock for those who press nothing: house players and the table itself.

Learned from the presses whose time Discord told, so that a machine whose clock is wrong decides no
race. Like the stamp of a reaction it contains the usual way of a press to us.
"""

from collections import deque
from statistics import median

SAMPLES = 200


class DiscordTime:
    """The running median of (arrival - stamp) over the last presses with a time of their own."""

    def __init__(self) -> None:
        self._offsets: deque[float] = deque(maxlen=SAMPLES)

    def note(self, stamp: float, arrived: float) -> None:
        """Learn from a press: made on Discord's clock, arrived by the monotonic one."""
        self._offsets.append(arrived - stamp)

    def stamp(self, monotonic: float, machine: float) -> float:
        """Return Discord's time at a moment of the monotonic clock.

        Args:
            machine: the machine's time at that moment, for as long as there is nothing better.
        """
        return monotonic - median(self._offsets) if self._offsets else machine
