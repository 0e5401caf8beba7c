"""How a game begins in its channel: its lobby's message says the commitment; some get a thread.

The start waits for no message: a lobby may be there already, come later, or have failed to come.
"""

import logging
from collections import Counter
from collections.abc import Callable

from bot.clock import Clock, Timer
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.table_view import TableView
from bot.tables import commands
from bot.tables.model import Table
from bot.ui import notifications

log = logging.getLogger(__name__)

OF_LOBBY = 1
"""The round of a lobby that was posted once; the start of the game is the next round."""


def closes_lobby(table: Table) -> bool:
    """Say whether a table's old message is its lobby's, and the game has begun since.

    At the start the table has no message any more, and its first one is of the next round; a table
    posted anew keeps its message until the new one is there, which is of a later round.
    """
    if table.state is None:
        return False
    return table.message is None or table.round == OF_LOBBY + 1


def untold(table: Table) -> bool:
    """Say whether a game has begun that neither a lobby nor a table in its channel tells of."""
    shown = table.message is not None or table.old_message is not None
    return table.state is not None and not shown and table.round == OF_LOBBY + 1


class Beginning:
    """What is posted at the beginning of games besides the tables.

    Args:
        may_thread: whether the bot may open threads in a channel of a server.
    """

    def __init__(self, kit: Dependencies, may_thread: Callable[[int, int], bool]) -> None:
        self._kit = kit
        self._may_thread = may_thread

    async def tell(self, board: TableView) -> None:
        """Post what its lobby would say by now, in its place: the commitment comes with it.

        The nonce is the lobby's: one that is there though its answer was lost is not posted twice.
        """
        table = board.table
        screen = drawing.moved(board, self._kit.looks.public(table), begun=True)
        nonce = f"{table.id}/{OF_LOBBY}"
        message = await self._kit.wire.send(table.where, screen, Priority.TABLE, nonce)
        placed = commands.Placed(round=OF_LOBBY, message=message, at=self._kit.clock.now())
        await self._kit.tables.submit(table.id, placed)

    async def thread(self, board: TableView) -> int | None:
        """Make the table's thread from its lobby in the channel, if it is to have one.

        None where it is not, or where that fails.
        """
        table = board.table
        start = table.old_message
        if start is None or not self._wants_thread(table):
            return None
        t = self._kit.looks.guild(table.guild)
        name = drawing.thread_name(board, t)
        try:
            thread = await self._kit.wire.open_thread(table.channel, start, name)
            await self._kit.wire.send(
                thread, notifications.gathered(table, t, table.people), Priority.TABLE
            )
        except FAILURES as error:
            log.info("thread of table %s: %s", table.id, describe(error))
            return None
        return thread

    def _wants_thread(self, table: Table) -> bool:
        """Say whether the table gets its own thread, where the bot may open one.

        Every one does where the server wants it, else the second live game of a channel.
        """
        if table.status != "playing" or table.message is not None:
            return False
        if table.guild is None or table.thread is not None:
            return False
        if self._kit.servers.of(table.guild).own_threads:
            return self._may_thread(table.guild, table.channel)
        if table.pace != "live":
            return False
        others = (
            each
            for each in self._kit.tables.in_channel(table.channel)
            if each.id != table.id and each.status == "playing" and each.thread is None
        )
        live = any(each.pace == "live" for each in others)
        return live and self._may_thread(table.guild, table.channel)


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

    def __init__(self, time: Clock, again: Callable[[TableView], None]) -> None:
        self._time = time
        self._again = again
        self._tries: Counter[int] = Counter()
        self._waiting: dict[int, tuple[TableView, Timer]] = {}

    def later(self, board: TableView) -> bool:
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

    def _try(self, board: TableView) -> None:
        self._drop(board.table.id)
        self._again(board)

    def _drop(self, table: int) -> None:
        waiting = self._waiting.pop(table, None)
        if waiting is not None:
            waiting[1].cancel()
