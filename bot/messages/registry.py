"""The door to everything shown: told of every change, asked what a message shows."""

import logging
from collections.abc import Callable

from bot.discord_api.dm_channels import DirectChannels
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import Incoming, describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.drawing import drawn
from bot.messages.hand_message import HandMessage, Hands, draw_hand
from bot.messages.members import Membership
from bot.messages.notifications import Announcements, Notices
from bot.messages.public_message import Placing
from bot.messages.spectators import Watching
from bot.messages.table_view import Seen, Sentence, TableView, Toggles
from bot.tables import facts
from bot.tables.model import Changed, Table
from bot.ui import notifications

log = logging.getLogger(__name__)


class Registry:
    """The boards of all tables.

    Args:
        kit: the parts.
        direct: direct channels.
        may_thread: whether the bot may open threads in a channel of a server.
        may_unreact: whether it may take away people's reactions there.
    """

    def __init__(
        self,
        kit: Dependencies,
        direct: DirectChannels,
        may_thread: Callable[[int, int], bool],
        may_unreact: Callable[[int, int], bool],
    ) -> None:
        self._kit = kit
        self._direct = direct
        self.may_unreact = may_unreact
        self._boards: dict[int, TableView] = {}
        self.placing = Placing(kit, may_thread, self._unshown)
        self.hands = Hands(kit, direct, self._announce)
        self.toggles = Toggles()
        self.watching = Watching(kit)
        self._membership = Membership(kit)
        self._announcements = Announcements(kit)
        self._notices = Notices(kit, self.hands, self.placing.address)

    def changed(self, changed: Changed) -> None:
        """Take in a change, synchronously; what has to be sent is sent in the background."""
        table, before = changed.after, changed.before
        board = self._boards.get(table.id)
        if board is None and not table.active:
            self._set_aside(changed)
            return
        if board is None:
            board = self._boards[table.id] = self._new(table)
            board.ready = before is not None or table.state is None
        board.advance(changed)
        if not board.ready:
            return
        self._seat(before, table)
        self.placing.follow(board, changed)
        if before is None:
            return
        if table.state is not None:
            if before.status == "lobby":
                self.hands.deliver(board)
            else:
                self.hands.follow(board, before)
            self.watching.touch(board)
            self._membership.follow(board, changed)
            self._touch_hands(board, changed, before)
            acted = {seat for event in changed.events if not event.auto for seat in event.by}
            self._notices.follow(board, acted)
        if not table.active and before.active:
            self._over(board)

    async def restored(self) -> None:
        """Take over, after a start, what was shown before it, and have it drawn anew."""
        for table in self._kit.tables.active():
            board = self._boards.get(table.id)
            if board is None:
                board = self._boards[table.id] = self._new(table)
            if table.state is not None:
                board.rebuild(await self._kit.tables.events(table.id))
            self.placing.adopt(board)
            if board.playing:
                self.hands.adopt(board)
                self._notices.adopt(board)
        for number in self._kit.tables.just_over:
            await self._show_end(number)
        for over in await self._kit.tables.noticed():
            self._notices.sweep(over)

    async def _show_end(self, table: int) -> None:
        """Have a table drawn once more that was over just before a restart."""
        board = await self.recall(table)
        if board is None or not board.ready:
            return
        self._boards[table] = board
        self.placing.adopt(board)
        self.hands.adopt(board)
        if board.table.state is not None:
            self._kit.tasks.start(self._draw(board), f"picture of {table}")
        self._kit.clock.call_later(self._kit.times.rematch + 10, lambda: self._forget(board))

    def board(self, table: int) -> TableView | None:
        """Return the memory of a table that is shown."""
        return self._boards.get(table)

    def last_over(self, channel: int) -> Table | None:
        """Return the game that ended last in a channel, as long as it is remembered."""
        over = [
            board.table
            for board in self._boards.values()
            if board.table.status == "ended"
            and channel in (board.table.channel, board.table.thread)
        ]
        return max(over, key=lambda table: table.id, default=None)

    async def recall(self, table: int) -> TableView | None:
        """Return the memory of any table, also one that is over for long; None: no such table."""
        if table in self._boards:
            return self._boards[table]
        found = await self._kit.tables.load(table)
        if found is None:
            return None
        board = self._new(found)
        if found.state is not None:
            board.rebuild(await self._kit.tables.events(table))
        return board

    def place(self, message: int) -> tuple[int, int | None] | None:
        """Return the table a message of ours belongs to, and the seat whose hand it shows."""
        hand = self.hands.sent_as(message)
        if hand is not None:
            return hand.board.table.id, hand.seat
        table = self.placing.table_at(message)
        if table is not None:
            return table, None
        place = self._kit.tables.at_message(message)
        return (place.table, place.seat) if place is not None else None

    def writer(self, message: int) -> Writer | None:
        """Return who writes a message."""
        hand = self.hands.sent_as(message)
        return hand.writer if hand is not None else self.placing.writer(message)

    def seen(self, board: TableView, message: int) -> Seen | None:
        """Return what a message showed by its last confirmed edit."""
        hand = self.hands.sent_as(message)
        if hand is not None:
            return hand.seen
        public = self.placing.of(board.table.id)
        return public.seen if public is not None and public.writer.message == message else None

    def round(self, board: TableView) -> int:
        """Return the round of a table's present message, which may not be stored yet."""
        public = self.placing.of(board.table.id)
        return max(board.table.round, public.round if public is not None else 0)

    def remark(self, board: TableView, seat: int, sentence: Sentence | None) -> None:
        """Put the answer to a press by reaction into the hand's last line."""
        before = board.lasts.get(seat)
        if sentence is not None:
            board.lasts[seat] = sentence
        elif before is not None:
            del board.lasts[seat]
        if sentence is not None or before is not None:
            self.redraw_hand(board, seat)

    def aside(self, board: TableView, sentence: Sentence) -> None:
        """Say something short below the table, with its next edit."""
        board.say_aside(sentence)
        public = self.placing.of(board.table.id)
        if public is not None:
            public.writer.touch()

    def redraw_hand(self, board: TableView, seat: int) -> None:
        """Have a hand edited at once."""
        self.hands.touch_seat(board, seat)

    def redraw(self, person: int) -> None:
        """Have all hands of a person edited: they are to look otherwise."""
        for table in self._kit.tables.of_person(person):
            board, seat = self._boards.get(table.id), table.seat_of(person)
            if board is not None and seat is not None:
                self.hands.touch_seat(board, seat.index)

    def private_hand(self, board: TableView, seat: int, person: int) -> Drawn | None:
        """Draw a hand for its person alone."""
        return draw_hand(self._kit, board, seat, person)

    def keep_private(self, board: TableView, seat: int, press: Incoming, drawn: Drawn) -> None:
        """Keep an ephemeral hand up to date, which a press has just brought."""
        message = press.brought
        if message is None:
            return
        hand: HandMessage = self.hands.private(board, seat, press.interaction.user.id, message)
        hand.writer.posted(drawn)
        hand.writer.keep(press)

    def pressed_private(self, board: TableView, seat: int, press: Incoming) -> Writer:
        """Return the writer of the ephemeral hand a press was on."""
        message = press.interaction.message
        assert message is not None, "a component is on a message"
        return self.hands.private(board, seat, press.interaction.user.id, message.id).writer

    def _new(self, table: Table) -> TableView:
        return TableView(table, self._kit.tables.game(table), self._kit.renderers[table.game])

    def _seat(self, before: Table | None, after: Table) -> None:
        """Open the direct channel of whoever has just sat down."""
        known = set(before.people) if before is not None else set()
        if after.status == "lobby" and self._kit.renderers[after.game].hands:
            for person in after.people:
                if person not in known:
                    self._direct.prepare(person)

    def _touch_hands(self, board: TableView, changed: Changed, before: Table) -> None:
        table = board.table
        turn = board.turn
        ended = before.turn_number != table.turn_number or not board.playing
        urgent = {seat for event in changed.events for seat in event.by}
        if turn is not None:
            urgent.add(turn.seat)
        if changed.events or changed.notes or before.message != table.message:
            self.hands.touch(board, urgent, all_now=ended)

    async def reset_call(self, board: TableView, channel: int, message: int, person: int) -> None:
        """Take away a caller's reaction once the call is decided, where the bot may."""
        table, emoji = board.table, board.renderer.call_emoji
        if table.guild is None or not self.may_unreact(table.guild, channel):
            return
        try:
            await self._kit.wire.unreact(channel, message, emoji, person)
        except FAILURES as error:
            log.info("reaction of %s below %s: %s", person, message, describe(error))

    def _set_aside(self, changed: Changed) -> None:
        """Tell the channel, once, of a stored game that could not be read."""
        for note in changed.notes:
            if isinstance(note, facts.SetAside):
                work = self._say_unreadable(changed.after, note.error)
                self._kit.tasks.start(work, f"unreadable table {changed.after.id}")

    async def _say_unreadable(self, table: Table, error: str) -> None:
        screen = notifications.unreadable(table, self._kit.looks.guild(table.guild), error)
        try:
            await self._kit.wire.send(table.where, screen, Priority.TABLE)
        except FAILURES as failure:
            log.info("announcement at table %s: %s", table.id, describe(failure))

    def _unshown(self, board: TableView) -> None:
        """Say on every hand, once, that the game goes on there without its table for now."""
        if not board.playing:
            return
        for seat in board.table.seats:
            if seat.owner is not None and board.renderer.hands:
                self.remark(board, seat.index, notifications.unshown)

    def _announce(self, board: TableView, person: int) -> None:
        self._membership.look(board, person)
        self._announcements.say(board, person)

    def _over(self, board: TableView) -> None:
        """Show the result in the channel of a thread, and let go of the table after a while."""
        table = board.table
        self._announcements.over(table.id)
        if table.state is not None:
            self._kit.tasks.start(self._draw(board), f"picture of {table.id}")
        if table.thread is not None and table.state is not None:
            self._kit.tasks.start(self._result(board), f"result of {table.id}")
        wait = self._kit.times.rematch + 10
        self._kit.clock.call_later(wait, lambda: self._forget(board))

    async def _draw(self, board: TableView) -> None:
        """Add a picture of the final layout to the table's message."""
        board.picture = await drawn(board, self._kit.looks.guild(board.table.guild))
        public = self.placing.of(board.table.id)
        if public is not None:
            public.writer.touch()

    async def _result(self, board: TableView) -> None:
        table = board.table
        t = self._kit.looks.guild(table.guild)
        screen = notifications.result(table, board.renderer, t, drawing.table_address(table))
        try:
            await self._kit.wire.send(table.channel, screen, Priority.TABLE)
        except FAILURES as error:
            log.info("result of table %s: %s", table.id, describe(error))

    def _forget(self, board: TableView) -> None:
        table = board.table
        if table.message is not None:
            self.toggles.forget(table.message)
        self.placing.forget(table.id)
        self.hands.forget(table.id)
        self.watching.forget(table.id)
        self._boards.pop(table.id, None)
        if table.thread is not None:
            self._kit.tasks.start(self._archive(table.thread), f"archiving {table.thread}")

    async def _archive(self, thread: int) -> None:
        try:
            await self._kit.wire.archive(thread)
        except FAILURES as error:
            log.info("thread %s: %s", thread, describe(error))
