"""Forgetting a person: off every table, out of the database, out of what the bot has shown."""

import logging
from collections.abc import Callable, Iterable

from bot.db.errors import StorageError
from bot.db.people import PersonalReader
from bot.db.records import FORGOTTEN, MessageRecord
from bot.db.unit_of_work import Store
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.users import People
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.registry import Registry
from bot.messages.retry import WAITS
from bot.messages.shares import Shares
from bot.messages.table_view import TableView
from bot.tables.entries import Erase
from bot.tables.model import Table
from bot.tables.replies import Refusal
from bot.ui import privacy
from bot.ui.elements.screen import Screen, in_words

log = logging.getLogger(__name__)

TRIES = 100
"""Tries of a message that names somebody forgotten: for about a day."""


class Erasure:
    """Forgets people.

    Args:
        deps: the parts.
        registry: what is shown.
        people: what is remembered of people.
        reader: finds what is stored.
        store: the writer.
        shares: what was shared.

    Attributes:
        erased: is told who was forgotten here: every other process forgets, too.
    """

    def __init__(
        self,
        deps: Dependencies,
        registry: Registry,
        people: People,
        reader: PersonalReader,
        store: Store,
        shares: Shares,
    ) -> None:
        self._deps = deps
        self._registry = registry
        self._people = people
        self._reader = reader
        self._store = store
        self._shares = shares
        self.erased: Callable[[int], None] = lambda person: None
        self._owed: dict[int, Screen] = {}

    async def forget(self, person: int) -> None:
        """Forget a person; other people's games, results and replays stay whole.

        So does every other process, whose tables may still have something to store of this person.

        What is stored is gone when this returns; messages of games that are over are drawn anew in
        the background.

        Raises:
            StorageError: not everything could be forgotten; asking again does the rest.
        """
        own = await self._deps.stored.of_person(person)
        closed = await self._forget(person)
        self.erased(person)
        self._deps.tasks.start(self.make_good(), "posts drawn anew")
        elsewhere = (each for each in own if each.kind == "hand" and each.message not in closed)
        self._close(person, elsewhere)

    async def make_good(self) -> None:
        """Draw anew what was shared and may still name somebody who is forgotten."""
        try:
            owed = await self._reader.shares(FORGOTTEN)
        except StorageError as error:
            log.warning("posts are drawn anew at the next start: %s", error)
            return
        await self._shares.redraw(owed)

    async def forget_here(self, person: int) -> None:
        """Take a person off the tables of this process, and out of the database.

        Raises:
            StorageError: not everything could be forgotten; asking again does the rest.
        """
        await self._forget(person)

    async def _forget(self, person: int) -> frozenset[int]:
        """Do so; return the hands that are closed by it, whether they were written down or not.

        After a start, once all tables are back: one that was read before would store it anew.
        """
        await self._registry.returning.all_back()
        numbers = await self._reader.tables(person)
        known = self._deps.tables.remembered()
        shown = [table for table in known if _names(table, person)]
        hands: list[MessageRecord] = []
        for table in known:
            view = self._registry.view(table.id)
            if view is None:
                continue
            view.forget(person)
            for seat in table.seats:
                hand = view.hands.release(seat.index) if seat.person == person else None
                if hand is not None and hand.record is not None:
                    hands.append(hand.record)
                    self._deps.ledger.strike(hand.record)
        for table in shown:
            if table.active or self._registry.view(table.id) is not None:
                answer = await self._deps.tables.submit(table.id, Erase(person))
                if isinstance(answer, Refusal):
                    raise StorageError(f"table {table.id} still names somebody: {answer.reason}")
        self._people.forget(person)
        await self._store.commit(await self._reader.forgetting(person, numbers))
        for table in shown:
            if self._registry.view(table.id) is None:
                self._deps.tables.evict(table.id)
        self._deps.tasks.start(self._redraw(numbers), f"{len(numbers)} tables drawn anew")
        self._close(person, hands)
        return frozenset(each.message for each in hands)

    def _close(self, person: int, hands: Iterable[MessageRecord]) -> None:
        """Leave nothing of a game on what was somebody's hand."""
        gone = privacy.hand_gone(self._deps.looks.person(person))
        for each in hands:
            work = self._edit(each.channel, each.message, gone)
            self._deps.tasks.start(work, "a hand that is over")

    async def _redraw(self, numbers: tuple[int, ...]) -> None:
        """Draw the messages that named this person anew, oldest first, when there is time."""
        for number in numbers:
            view = await self._registry.recall(number)
            if view is None:
                continue
            if view.table.state is not None and not view.table.active:
                await view.illustrate()
            if self._registry.view(number) is view:
                view.redraw()
            else:
                await self._redraw_past(view)

    async def _redraw_past(self, view: TableView) -> None:
        """Draw the messages of a game that is over anew: table and hands name who played."""
        for record in await self._deps.stored.of(view.table.id):
            if record.round and record.round == view.public.round:
                look, picture = self._deps.looks.public(view.table), view.public.picture
                screen = drawing.in_round(drawing.public(view, look, picture), record.round)
            elif record.kind == "hand" and view.table.state is not None:
                assert record.seat is not None, "a hand is a seat's"
                assert record.person is not None, "a hand is a person's"
                screen = drawing.hand(self._deps.looks, view, record.seat, record.person)
            else:
                continue
            await self._edit(record.channel, record.message, screen)

    async def _edit(self, channel: int, message: int, screen: Screen) -> None:
        """Edit what no writer owns any more, as often as it takes: it names somebody forgotten."""
        self._owed[message] = screen
        await self._try(channel, message, 0)

    async def _try(self, channel: int, message: int, tried: int) -> None:
        screen = self._owed[message]
        try:
            await self._deps.limiter.admit(Priority.COSMETIC, channel)
            await self._deps.wire.edit(channel, message, screen, anew=True)
        except FAILURES as error:
            log.info("message %s: %s", message, describe(error))
            trouble = kind(error)
            if trouble is Trouble.OURS and screen.attachments:
                await self._edit(channel, message, in_words(screen))
                return
            if trouble in (Trouble.BUSY, Trouble.CHANNEL) and tried < TRIES:
                self._later(channel, message, screen, tried)
                return
        if self._owed.get(message) is screen:
            del self._owed[message]

    def _later(self, channel: int, message: int, screen: Screen, tried: int) -> None:
        def again() -> None:
            if self._owed.get(message) is screen:  # somebody else may have been forgotten since
                work = self._try(channel, message, tried + 1)
                self._deps.tasks.start(work, "a message that names somebody forgotten")

        self._deps.clock.call_later(WAITS[min(tried, len(WAITS) - 1)], again)


def _names(table: Table, person: int) -> bool:
    seated = any(person in (seat.person, seat.invited, seat.opposite) for seat in table.seats)
    return seated or table.host == person or any(each.person == person for each in table.leavers)
