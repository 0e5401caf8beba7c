"""Everything of one table that is shown anywhere: it lives and goes as one thing."""

import logging
from collections.abc import MutableMapping
from typing import TypeAlias

from bot.db.records import MessageRecord
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Writer
from bot.messages import drawing
from bot.messages.channel_line import HandsLine, Invitations
from bot.messages.dependencies import Dependencies
from bot.messages.hand_message import HandMessage, Hands
from bot.messages.members import Members
from bot.messages.notifications import Notices, Outage, gave_way
from bot.messages.old_message import LeftMessage, OldMessage
from bot.messages.private_lines import PrivateLines
from bot.messages.public_message import PublicMessage, PublicMessages
from bot.messages.scene import Confirmed, Last, Scene, Sentence, groups
from bot.messages.spectators import Spectators
from bot.messages.toggles import Toggles
from bot.tables.model import Changed, Table
from bot.ui import notifications

log = logging.getLogger(__name__)

OwnMessage: TypeAlias = PublicMessage | OldMessage | LeftMessage | HandMessage


SHOWN = 1.0
"""Seconds between two looks whether what is to be taken back has been shown."""


class TableView(Scene):
    """A table with all its messages.

    Attributes:
        messages: who writes each of them, by its id.
        recorded: what was stored of them when the table was recalled, and nobody writes.
        inherited: whether another process has shown the table before: what is posted may be there
            already though nobody wrote it down, and shows what was so when it was posted.
        public, hands: what shows the table and the hands.
        notices, invitations, hands_line, outage: lines that reach people.
        private_lines: what people are told alone of their presses on the table.
        spectators, members: who watches, and who has left the server.
        toggles: how reactions stand below its messages.

    Args:
        deps: the parts it is built upon.
        table: its newest moment.
        index: of the messages of all tables, which this one keeps up to date.
    """

    __slots__ = (
        "_index",
        "deps",
        "hands",
        "hands_line",
        "inherited",
        "invitations",
        "members",
        "messages",
        "notices",
        "outage",
        "private_lines",
        "public",
        "recorded",
        "spectators",
        "toggles",
    )

    def __init__(
        self, deps: Dependencies, table: Table, index: "MutableMapping[int, TableView]"
    ) -> None:
        super().__init__(table, deps.tables.game(table), deps.renderers[table.game])
        self.deps = deps
        self.messages: dict[int, OwnMessage] = {}
        self.recorded: tuple[int, ...] = ()
        self.inherited = False
        self._index = index
        self.public = PublicMessages(self)
        self.hands = Hands(self)
        self.notices = Notices(self)
        self.invitations = Invitations(self)
        self.hands_line = HandsLine(self)
        self.outage = Outage(self)
        self.private_lines = PrivateLines(self)
        self.spectators = Spectators(self)
        self.members = Members(self)
        self.toggles = Toggles(self)

    def claim(self, message: int, shown: OwnMessage) -> None:
        """Take a message for this table's."""
        self.messages[message] = shown
        self._index[message] = self

    def release(self, message: int) -> None:
        """Take a message for this table's no more."""
        self.messages.pop(message, None)
        self._index.pop(message, None)

    def close(self) -> None:
        """Let go of all messages; what is in flight lands."""
        for message in tuple(self.messages):
            self._index.pop(message, None)
        for part in (self.public, self.hands, self.notices, self.spectators):
            part.close()

    def follow(self, changed: Changed) -> None:
        """Take in a change; what has to be sent is sent in the background."""
        before, table = changed.before, changed.after
        self.advance(changed)
        self.hands_line.follow(changed)
        if not self.ready:
            return
        self._seated(before)
        self.public.follow(changed)
        self.invitations.follow(changed)
        if before is None:
            return
        if table.state is not None:
            if before.status == "lobby":
                self.hands.deliver()
            else:
                self.hands.follow(before)
            self.private_lines.follow(changed)
            self.spectators.touch()
            self.members.follow(changed)
            self._touch_hands(changed, before)
            acted = {seat for event in changed.events if not event.auto for seat in event.by}
            self.notices.follow(acted)
        if not table.active and before.active:
            self._over()

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over what was shown before a restart, and have it drawn anew."""
        self.inherited = True
        self.public.adopt(records)
        self.outage.adopt(records)
        line = self.invitations if self.table.status == "lobby" else self.hands_line
        line.adopt(records)
        self.hands.adopt(records)
        self.notices.adopt(records)
        if not self.table.active:
            self.outage.over()
            if self.table.state is not None:
                self.deps.tasks.start(self.illustrate(), f"picture of {self.table.id}")

    def remember(self, records: tuple[MessageRecord, ...]) -> None:
        """Learn where a table is shown that is over for long: nobody writes there any more."""
        self.recorded = tuple(record.message for record in records)
        self.public.remember(records)

    def writer(self, message: int) -> Writer | None:
        """Return who writes a message."""
        shown = self.messages.get(message)
        return shown.writer if shown is not None else None

    def seen_on(self, message: int) -> Confirmed | None:
        """Return what a message showed by its last confirmed edit."""
        shown = self.messages.get(message)
        return shown.seen if shown is not None else None

    def hand_on(self, message: int) -> HandMessage | None:
        """Return the hand a message shows, by DM or ephemeral."""
        shown = self.messages.get(message)
        return shown if isinstance(shown, HandMessage) else None

    def knows(self, message: int) -> bool:
        """Say whether a message is recorded as one of this table's."""
        return message in self.messages or message in self.recorded

    def is_public(self, message: int) -> bool:
        """Say whether a message shows the table to everybody."""
        return isinstance(self.messages.get(message), PublicMessage)

    def has_left(self, message: int) -> bool:
        """Say whether a message tells people that the table is elsewhere."""
        shown = self.messages.get(message)
        return isinstance(shown, OldMessage | LeftMessage) and shown.told

    def is_leaving(self, message: int) -> bool:
        """Say whether a table is elsewhere already though this message still shows it."""
        shown = self.messages.get(message)
        return isinstance(shown, OldMessage) and not shown.told

    def may_unreact(self, channel: int) -> bool:
        """Say whether people's reactions may be taken away in a channel."""
        guild = self.table.guild
        return guild is not None and self.deps.permissions(guild, channel).manage_messages

    def remark(self, seat: int, sentence: Sentence | None, *, call: bool = False) -> None:
        """Put the answer to a press by reaction, of a `call` perhaps, into the hand's last line."""
        before = self.lasts.pop(seat, None)
        if sentence is not None:
            self.lasts[seat] = Last(sentence, call)
        if sentence is not None or before is not None:
            self.hands.touch_seat(seat)

    def remark_below(self, seat: int | None, sentence: Sentence, lasts: float = 0.0) -> None:
        """Say something short below the table, with its next edit.

        Args:
            seat: whom it is about.
            sentence: what is said.
            lasts: seconds after which it is no longer so; 0 where only a change ends it.
        """
        self.say_aside(seat, sentence)
        self._touch_table()
        if lasts:
            self.deps.clock.call_later(lasts, lambda: self._no_longer(seat, sentence))

    def _no_longer(self, seat: int | None, sentence: Sentence) -> None:
        """Take back what was said below the table, as soon as it has been shown."""
        if self.asides.get(seat) is not sentence or not self.playing:
            return
        if not self.has_read(sentence):
            self.deps.clock.call_later(SHOWN, lambda: self._no_longer(seat, sentence))
            return
        del self.asides[seat]
        self._touch_table()

    def _touch_table(self) -> None:
        if self.public.present is not None:
            self.public.present.writer.touch()

    def forget(self, person: int) -> None:
        """Say no more that somebody has declined an invitation; all other news are seats'."""
        if self.forget_declined(person):
            self._touch_table()

    def redraw(self) -> None:
        """Have everything drawn anew; what looks as before is not sent."""
        self.hands.redraw()
        self.hands_line.redraw()
        self.invitations.redraw()
        if self.public.present is not None:
            self.public.present.writer.touch(priority=Priority.UPKEEP)

    def unshown(self) -> None:
        """Learn that the channel does not take the table."""
        self.outage.begin()

    def table_is_there(self) -> None:
        """Learn that the channel has taken the table: hands link to it."""
        self.outage.over()
        self.hands.touch(set(), all_now=False)

    async def illustrate(self) -> None:
        """Tell the one fact worth telling, and show the final layout as a picture.

        Both need more than what is remembered of a game that runs.
        """
        if self.fact is None:
            self.conclude(groups(await self.deps.tables.events(self.table.id)))
        t = self.deps.looks.guild(self.table.guild)
        self.picture = await drawing.drawn(self, t, headed=False)
        if self.public.present is not None:
            self.public.present.writer.touch()

    def _seated(self, before: Table | None) -> None:
        """Open the direct channel of whoever has just sat down."""
        known = set(before.people) if before is not None else set()
        if self.table.status == "lobby" and self.renderer.hands:
            for person in self.table.people:
                if person not in known:
                    self.deps.direct.prepare(person)

    def _touch_hands(self, changed: Changed, before: Table) -> None:
        turn = self.turn
        ended = before.turn_number != self.table.turn_number or not self.playing
        urgent = {seat for event in changed.events for seat in event.by}
        if turn is not None:
            urgent.add(turn.seat)
        if changed.events or changed.notes:
            self.hands.touch(urgent, all_now=ended)

    def _over(self) -> None:
        """Delete what is no longer so, show the last layout, tell who cannot know of the end."""
        self.hands_line.over()
        self.outage.over()
        if self.table.end_reason == "abandoned":
            for person in self.table.people:
                self.deps.tasks.start(gave_way(self, person), f"end of {self.table.id}")
        if self.table.state is not None:
            self.deps.tasks.start(self.illustrate(), f"picture of {self.table.id}")
            if self.table.thread is not None:
                self.deps.tasks.start(self._result(), f"result of {self.table.id}")

    async def _result(self) -> None:
        t = self.deps.looks.guild(self.table.guild)
        address = drawing.table_address(self)
        screen = notifications.result(self.table, self.renderer, t, address)
        try:
            await self.deps.wire.send(self.table.channel, screen, Priority.TABLE)
        except FAILURES as error:
            log.info("result of table %s: %s", self.table.id, describe(error))
