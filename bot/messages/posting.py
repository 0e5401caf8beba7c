"""How a table comes into its channel: what tells of its beginning, its thread, and tries again."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.clock import Clock, Timer
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages import drawing
from bot.tables import entries
from bot.ui import notifications

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)

OF_LOBBY = 1
"""The round of a lobby that was posted once; the start of the game is the next round."""
WAITS = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before each next try; the last one from then on."""
FEW = 4
"""Tries after which nobody waits any more for a game that is over to be shown."""


class Retry:
    """When a table that could not be shown is tried again: ever more rarely, by one timer.

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


async def told(view: "TableView") -> int:
    """Post what a lobby would say that never came; return the message: it has the commitment.

    The nonce is the lobby's: one that is there though its answer was lost is not posted twice.
    """
    deps, table = view.deps, view.table
    screen = drawing.moved(view, deps.looks.public(table), begun=True)
    name = nonce(table.id, OF_LOBBY)
    return await deps.wire.send(table.where, screen, Priority.TABLE, name)


async def thread_of_its_own(view: "TableView", lobby: int | None) -> None:
    """Make the table's thread from its lobby in the channel, if it is to have one.

    The start waits for no message: a lobby may be there already, come later, or never come.
    """
    deps, table = view.deps, view.table
    if lobby is None or not _wants_thread(view):
        return
    screen = notifications.gathered(table, deps.looks.guild(table.guild), table.people)
    try:
        thread = await _opened(view, lobby)
        await deps.wire.send(thread, screen, Priority.TABLE, nonce(table.id, "thread"))
    except FAILURES as error:
        log.info("thread of table %s: %s", table.id, describe(error))
        return
    await deps.tables.submit(table.id, entries.ThreadOpened(thread))


async def _opened(view: "TableView", lobby: int) -> int:
    """Open the thread; one whose answer was lost is there when it is asked for again."""
    deps, table = view.deps, view.table
    name = drawing.thread_name(view, deps.looks.guild(table.guild))
    try:
        return await deps.wire.open_thread(table.channel, lobby, name)
    except FAILURES as error:
        if kind(error) is not Trouble.BUSY:
            raise
        return await deps.wire.open_thread(table.channel, lobby, name)


def nonce(table: int, *what: object) -> str:
    """Return what keeps one message of a table from being posted twice, also over a restart.

    It says which message it is by what outlives the process: the round, or which one it succeeds.
    """
    return "/".join(map(str, (table, *what)))


def _wants_thread(view: "TableView") -> bool:
    """Say whether the table gets its own thread, where the bot may open one.

    Every one does where the server wants it, else the second live game of a channel.
    """
    deps, table = view.deps, view.table
    if table.status != "playing" or table.guild is None or table.thread is not None:
        return False
    may = deps.permissions(table.guild, table.channel)
    if not (may.create_public_threads and may.send_messages_in_threads):
        return False
    if deps.servers.of(table.guild).own_threads:
        return True
    others = (
        each
        for each in deps.tables.in_channel(table.channel)
        if each.id != table.id and each.status == "playing" and each.thread is None
    )
    return table.pace == "live" and any(each.pace == "live" for each in others)
