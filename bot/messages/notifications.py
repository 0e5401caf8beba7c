"""Fresh lines that reach people, since edits notify nobody (`experience.md` section 4).

Of one's turn: one line per turn, ten seconds into it (live) or at once (relaxed, daily), and one
reminder at half the time that is left then. Of why a table is not shown. Each is deleted once it is
no longer so. Lines in the channel that name several people are `bot.messages.channel_line`'s.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.clock import Timer
from bot.db.records import MessageRecord
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages.channel_line import delete
from bot.tables.model import Seat
from bot.ui import notifications
from bot.ui.elements.screen import Screen

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Turn:
    """What was said and is planned about one turn."""

    number: int
    seat: int
    timer: Timer | None = None
    half_of: datetime | None = None
    """The deadline the reminder is planned by, while it is."""
    line: MessageRecord | None = None
    reminded: bool = False
    """Whether the reminder is said, or about to be, or a line of before a restart that may be it:
    it names the time that was left then.
    """
    over: bool = False

    def moot(self, *, first: bool) -> bool:
        """Say whether its first line, or its reminder, is no longer to be said."""
        return self.over or self.reminded == first


class Notices:
    """The lines that tell of the turns of one table."""

    __slots__ = ("_turn", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._turn: _Turn | None = None

    def follow(self, acted: set[int], *, again: bool = False) -> None:
        """Take in a change: a new turn, or an act of the turn's seat, which needs no telling.

        Args:
            acted: the seats that acted.
            again: after a restart, when this turn may have been told already: it is only reminded
                of, once.
        """
        view, known = self._view, self._turn
        turn = view.turn if view.playing else None
        if known is not None and (turn is None or turn.number != known.number):
            self._end(known)
            known = None
        if turn is None:
            return
        if known is not None and view.table.seats[turn.seat].played_by is not None:
            self._end(known)
            return
        if known is not None:
            if known.seat in acted:
                self._heard(known)
            if known.half_of is not None and known.half_of != view.table.deadline:
                self._plan_reminder(known)
            return
        seat = view.table.seats[turn.seat]
        if seat.owner is None or seat.standin is not None:
            return
        if view.deps.looks.preferences(seat.owner).notice == "none":
            return
        new = self._turn = _Turn(turn.number, turn.seat)
        if again:
            self._plan_reminder(new)
            return
        delay = view.deps.times.turn_notice if view.table.pace == "live" else 0.0
        new.timer = view.deps.clock.call_later(delay, lambda: self._due(new, first=True))

    def _heard(self, turn: _Turn) -> None:
        """Tell no more of a turn whose person is there; the reminder's time is no longer so."""
        if turn.timer is not None:
            turn.timer.cancel()
        turn.timer = turn.half_of = None
        if turn.reminded:
            turn.reminded = False
            self._replace(turn, None)

    def _replace(self, turn: _Turn, line: MessageRecord | None) -> None:
        """Have this line, or none, stand for the turn; the one before it goes."""
        gone, turn.line = turn.line, line
        if gone is not None:
            delete(self._view, [gone])

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """After a restart: keep the newest line of the turn that still is, delete any other."""
        self.follow(set(), again=True)
        for line in sorted(records, key=lambda each: each.message):
            if line.kind != "notice":
                continue
            if self._turn is not None and self._turn.number == line.turn:
                self._replace(self._turn, line)
                self._turn.reminded = True
            else:
                delete(self._view, [line])

    def close(self) -> None:
        """Let go of the turn."""
        if self._turn is not None:
            self._end(self._turn)

    def _due(self, turn: _Turn, *, first: bool) -> None:
        turn.timer = turn.half_of = None
        if turn.over:
            return
        turn.reminded = not first
        work = self._say(turn, first=first)
        self._view.deps.tasks.start(work, f"notice {self._view.table.id}")
        if first:
            self._plan_reminder(turn)

    def _plan_reminder(self, turn: _Turn) -> None:
        """Plan the one reminder at half the time that is left; anew if that has changed."""
        if turn.timer is not None:
            turn.timer.cancel()
            turn.timer = None
        clock = self._view.deps.clock
        deadline = turn.half_of = self._view.table.deadline
        if deadline is None:
            return
        left = (deadline - clock.now()).total_seconds()
        if left > 2:
            turn.timer = clock.call_later(left / 2, lambda: self._due(turn, first=False))

    async def _say(self, turn: _Turn, *, first: bool) -> None:
        """Send the line by DM; where no hand could be sent, as a mention under the table.

        At the start it waits for both the hand and the table. One mention at a time is enough.
        """
        view = self._view
        seat: Seat = view.table.seats[turn.seat]
        if seat.owner is None:
            return
        await view.hands.settled(turn.seat, seat.owner)
        url = await view.public.address()
        if turn.moot(first=first) or view.table.seats[turn.seat].owner != seat.owner:
            return
        draw = notifications.your_turn if first else notifications.reminder
        direct = await self._direct(turn.seat, seat.owner)
        if direct is not None:
            t = view.deps.looks.person(seat.owner, view.table)
            screen = draw(view.table, t, url, None)
            if await self._sent(turn, direct, screen, seat.owner, first=first):
                return
        if first and view.hands_line.just_told(seat.owner):
            return
        t = view.deps.looks.guild(view.table.guild)
        screen = draw(view.table, t, url, seat.owner)
        await self._sent(turn, view.table.where, screen, seat.owner, first=first)

    async def _sent(
        self, turn: _Turn, channel: int, screen: Screen, person: int, *, first: bool
    ) -> bool:
        """Send a line in the former one's stead; False: its person takes no direct message."""
        view = self._view
        if turn.moot(first=first):
            return True
        try:
            message = await view.deps.wire.send(channel, screen, Priority.HAND)
        except FAILURES as error:
            log.info("notice of table %s: %s", view.table.id, describe(error))
            return kind(error) is not Trouble.DM
        new = MessageRecord(
            table=view.table.id,
            message=message,
            channel=channel,
            kind="notice",
            turn=turn.number,
            person=person,
        )
        view.deps.ledger.keep(new)
        if turn.moot(first=first):
            delete(view, [new])
        else:
            self._replace(turn, new)
        return True

    async def _direct(self, seat: int, person: int) -> int | None:
        """Return the direct channel the line goes to; None: it goes below the table."""
        chosen = self._view.deps.looks.preferences(person)
        if chosen.notice == "channel":
            return None
        if chosen.hands == "button":
            return await self._view.deps.direct.channel(person)
        hand = self._view.hands.at_seat(seat)
        return hand.writer.channel if hand is not None else None

    def _end(self, turn: _Turn) -> None:
        self._turn = None
        turn.over = True
        if turn.timer is not None:
            turn.timer.cancel()
        self._replace(turn, None)


class Outage:
    """What people are told by direct message while a channel does not take their table."""

    __slots__ = ("_lines", "_now", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._lines: list[MessageRecord] = []
        self._now = False

    def begin(self) -> None:
        """Tell everybody once: on the hand, or where there is none by a line."""
        view = self._view
        if not view.playing or self._now:
            return
        self._now = True
        view.fallback = notifications.unshown
        view.hands.touch(set(), all_now=True)
        for seat in view.table.seats:
            if seat.owner is not None and view.hands.at_seat(seat.index) is None:
                work = self._tell(seat.owner)
                view.deps.tasks.start(work, f"why table {view.table.id} is not shown")

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over the lines from before a restart."""
        self._lines = [each for each in records if each.kind == "line" and each.person is not None]
        self._now = bool(self._lines)

    def over(self) -> None:
        """Take everything back: the table is shown again, or over."""
        if self._now:
            self._view.fallback = None
            self._view.hands.touch(set(), all_now=True)
        self._now = False
        lines, self._lines = self._lines, []
        delete(self._view, lines)

    async def _tell(self, person: int) -> None:
        view = self._view
        t = view.deps.looks.person(person, view.table)
        try:
            channel = await view.deps.direct.channel(person)
            if channel is None:
                return
            screen = notifications.stands_still(view.table, view.renderer, t)
            message = await view.deps.wire.send(channel, screen, Priority.HAND)
        except FAILURES as error:
            log.info("why table %s is not shown: %s", view.table.id, describe(error))
            return
        line = MessageRecord(
            table=view.table.id, message=message, channel=channel, kind="line", person=person
        )
        view.deps.ledger.keep(line)
        self._lines.append(line)
        if not self._now:
            self.over()


async def gave_way(view: "TableView", person: int) -> None:
    """Tell somebody by DM that the table all had abandoned is over: no edit would say so."""
    t, address = view.deps.looks.person(person, view.table), await view.public.address()
    try:
        channel = await view.deps.direct.channel(person)
        if channel is not None:
            screen = notifications.gave_way(view.table, view.renderer, t, address)
            await view.deps.wire.send(channel, screen, Priority.HAND)
    except FAILURES as error:
        log.info("the end of table %s: %s", view.table.id, describe(error))
