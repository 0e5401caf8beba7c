"""When a table that could not be shown is tried again: ever more rarely, each by one timer."""

from collections import Counter
from collections.abc import Callable

from bot.discord_api.rate_limit import Time, Timer
from bot.messages.table_view import Board

WAITS = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before each next try; the last one from then on."""
FEW = 4
"""Tries after which nobody waits any more for a game that is over to be shown."""


class Retrying:
    """The tables that wait for the next try.

    Args:
        time: the waiting.
        again: tries once more.
    """

    def __init__(self, time: Time, again: Callable[[Board], None]) -> None:
        self._time = time
        self._again = again
        self._tries: Counter[int] = Counter()
        self._waiting: dict[int, tuple[Board, Timer]] = {}

    def later(self, board: Board) -> bool:
        """Try again after a while; say whether this is the table's first failure in a row."""
        table = board.table.id
        wait = WAITS[min(self._tries[table], len(WAITS) - 1)]
        self._tries[table] += 1
        self._drop(table)
        timer = self._time.call_later(wait, lambda: self._try(board))
        self._waiting[table] = (board, timer)
        return self._tries[table] == 1

    def at_once(self, *, guild: int) -> None:
        """Try what waits in a server now: something has changed there."""
        for board, _ in tuple(self._waiting.values()):
            if board.table.guild == guild:
                self._try(board)

    def patient(self, table: int) -> bool:
        """Say whether a table that is over is still worth a try."""
        return self._tries[table] < FEW

    def done(self, table: int) -> None:
        """Forget the failures of a table: it is shown, or nobody needs it any more."""
        self._drop(table)
        del self._tries[table]

    def _try(self, board: Board) -> None:
        self._drop(board.table.id)
        self._again(board)

    def _drop(self, table: int) -> None:
        waiting = self._waiting.pop(table, None)
        if waiting is not None:
            waiting[1].cancel()
