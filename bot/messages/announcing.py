"""Lines in a channel that tell people where their hand is; they go when the table is over."""

import logging

from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages.kit import Kit
from bot.messages.table_view import Board
from bot.ui import notifications

log = logging.getLogger(__name__)


class Announcements:
    """The lines of all tables. Those from before a restart are not known any more, and stay."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._sent: dict[int, list[tuple[int, int]]] = {}

    def say(self, board: Board, person: int) -> None:
        """Mention a person in the channel: the hand is behind "My hand"."""
        self._kit.tasks.start(self._say(board, person), f"announcing at {board.table.id}")

    def over(self, table: int) -> None:
        """Delete the lines of a table that is over."""
        lines = self._sent.pop(table, [])
        if lines:
            self._kit.tasks.start(self._delete(lines), f"old announcements {table}")

    async def _say(self, board: Board, person: int) -> None:
        table = board.table
        t = self._kit.looks.guild(table.guild)
        screen = notifications.hand_undelivered(table, t, (person,))
        try:
            message = await self._kit.wire.send(table.where, screen, Priority.HAND)
        except FAILURES as error:
            log.info("announcement at table %s: %s", table.id, describe(error))
            return
        self._sent.setdefault(table.id, []).append((table.where, message))
        if not board.playing:
            self.over(table.id)

    async def _delete(self, lines: list[tuple[int, int]]) -> None:
        for channel, message in lines:
            try:
                await self._kit.wire.delete(channel, message)
            except FAILURES as error:
                log.info("announcement %s: %s", message, describe(error))
