"""Tries again to show what could not be shown: ever more rarely, or once something changes."""

from collections.abc import Callable

from bot.clock import Clock, Timer

WAITS = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before each next try; the last one from then on."""
FEW = 4
"""Tries after which nobody waits any more for the end of a game to be shown."""


class Retry:
    """Plans the next try, by one timer.

    Args:
        time: the waiting.
        again: tries once more.
    """

    __slots__ = ("_again", "_time", "_timer", "_tries")

    def __init__(self, time: Clock, again: Callable[[], None]) -> None:
        self._time = time
        self._again = again
        self._tries = 0
        self._timer: Timer | None = None

    @property
    def waiting(self) -> bool:
        """Whether a try is planned."""
        return self._timer is not None

    @property
    def failing(self) -> bool:
        """Whether the last try has failed."""
        return self._tries > 0

    @property
    def patient(self) -> bool:
        """Whether a table that is over is still worth a try."""
        return self._tries < FEW

    def later(self) -> bool:
        """Try again after a while; say whether this is the first failure in a row."""
        wait = WAITS[min(self._tries, len(WAITS) - 1)]
        self._tries += 1
        self._stop()
        self._timer = self._time.call_later(wait, self._try)
        return self._tries == 1

    def at_once(self) -> None:
        """Try now if a try is planned: something has changed."""
        if self._timer is not None:
            self._try()

    def done(self) -> None:
        """Forget the failures: the table is shown, or nobody needs it any more."""
        self._stop()
        self._tries = 0

    def _try(self) -> None:
        self._stop()
        self._again()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
