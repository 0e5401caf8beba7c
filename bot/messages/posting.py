"""How a game comes into its channel: what tells of its beginning, and its thread."""

import logging
from typing import TYPE_CHECKING

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
