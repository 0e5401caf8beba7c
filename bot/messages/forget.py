"""Forgetting a person: off every table, out of the database, out of what the bot has shown."""

import logging

from bot.db.people import PersonalReader
from bot.db.unit_of_work import Store
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.users import People
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.drawing import drawn
from bot.messages.registry import Registry
from bot.messages.table_view import TableView
from bot.tables.commands import Erase
from bot.tables.model import Table
from bot.ui import privacy
from bot.ui.elements.screen import Screen

log = logging.getLogger(__name__)


class Erasure:
    """Forgets people.

    Args:
        kit: the parts.
        boards: what is shown.
        people: what is remembered of people.
        reader: finds what is stored.
        store: the writer.
    """

    def __init__(
        self,
        kit: Dependencies,
        boards: Registry,
        people: People,
        reader: PersonalReader,
        store: Store,
    ) -> None:
        self._kit = kit
        self._boards = boards
        self._people = people
        self._reader = reader
        self._store = store

    async def forget(self, person: int) -> None:
        """Forget a person; other people's games, results and replays stay whole.

        What is stored is gone when this returns; messages of games that are over are drawn anew in
        the background.

        Raises:
            StorageError: not everything could be forgotten; asking again does the rest.
        """
        numbers = await self._reader.tables(person)
        shown = [table for table in self._kit.tables.remembered() if _names(table, person)]
        hands = [
            self._boards.hands.release(table.id, seat.index)
            for table in self._kit.tables.remembered()
            for seat in table.seats
            if seat.person == person
        ]
        for table in shown:
            if table.active or self._boards.board(table.id) is not None:
                await self._kit.tables.submit(table.id, Erase(person))
        self._people.forget(person)
        await self._store.commit(await self._reader.forgetting(person, numbers))
        for table in shown:
            if self._boards.board(table.id) is None:
                self._kit.tables.evict(table.id)
        t = self._kit.looks.person(person)
        gone = privacy.hand_gone(t)
        for hand in hands:
            if hand is not None and hand.writer.channel is not None:
                channel, message = hand.writer.channel, hand.writer.message
                self._kit.tasks.start(self._edit(channel, message, gone), "a hand that is over")
        self._kit.tasks.start(self._redraw(numbers), f"{len(numbers)} tables drawn anew")

    async def _redraw(self, numbers: tuple[int, ...]) -> None:
        """Draw the messages of games that are over anew, oldest first, when there is time."""
        for number in numbers:
            board = await self._boards.recall(number)
            if board is None or board.table.active or board.table.message is None:
                continue
            table = board.table
            if table.state is not None:
                board.picture = await drawn(board, self._kit.looks.guild(table.guild))
            writer = self._boards.writer(board.table.message)
            if writer is not None:
                writer.touch()
                continue
            screen = drawing.public(board, table, self._kit.looks.public(table))
            await self._edit(table.where, board.table.message, screen)
            if table.state is not None:
                await self._redraw_hands(board)

    async def _redraw_hands(self, board: TableView) -> None:
        """Draw the hands of a game that is over anew: they name everybody who played."""
        for seat in board.table.seats:
            if seat.person is None or seat.hand_channel is None or seat.hand_message is None:
                continue
            screen = drawing.hand(self._kit.looks, board, seat.index, seat.person)
            await self._edit(seat.hand_channel, seat.hand_message, screen)

    async def _edit(self, channel: int, message: int, screen: Screen) -> None:
        try:
            await self._kit.limiter.admit(Priority.COSMETIC, channel)
            await self._kit.wire.edit(channel, message, screen, anew=True)
        except FAILURES as error:
            log.info("message %s: %s", message, describe(error))


def _names(table: Table, person: int) -> bool:
    seated = any(person in (seat.person, seat.invited, seat.opposite) for seat in table.seats)
    return seated or table.host == person
