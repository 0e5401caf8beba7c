"""Telling a person that it is his turn, since edits notify nobody (`experience.md` section 4).

One fresh line per turn, ten seconds into it (live) or at once (relaxed, daily), and one reminder at
half the time that is left then; both are deleted when the turn ends.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.clock import Timer
from bot.db.records import TableRecord
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages.dependencies import Dependencies
from bot.messages.hand_message import Hands
from bot.messages.table_view import TableView
from bot.tables import commands
from bot.tables.model import Seat, Table
from bot.ui import notifications
from bot.ui.elements.screen import Screen

log = logging.getLogger(__name__)


@dataclass
class _Turn:
    """What was said and is planned about one turn."""

    number: int
    seat: int
    timer: Timer | None = None
    half_of: datetime | None = None
    """The deadline the reminder is planned by, while it is."""
    messages: list[tuple[int, int]] = field(default_factory=list)
    over: bool = False


class Notices:
    """The notices of all tables.

    Args:
        address: of a table's message, once it is there.
    """

    def __init__(
        self, kit: Dependencies, hands: Hands, address: Callable[[Table], Awaitable[str]]
    ) -> None:
        self._kit = kit
        self._hands = hands
        self._address = address
        self._turns: dict[int, _Turn] = {}

    def follow(self, board: TableView, acted: set[int], *, again: bool = False) -> None:
        """Take in a change: a new turn, or an act of the turn's seat, which needs no telling.

        Args:
            board: the table.
            acted: the seats that acted.
            again: after a restart, when this turn may have been told already: it is only reminded
                of, once.
        """
        turn = board.turn if board.playing else None
        known = self._turns.get(board.table.id)
        if known is not None and (turn is None or turn.number != known.number):
            self._end(board.table.id)
            known = None
        if turn is None:
            return
        if known is not None and board.table.seats[turn.seat].played_by is not None:
            self._end(board.table.id)
            return
        if known is not None:
            if known.seat in acted and known.timer is not None:
                known.timer.cancel()
                known.timer = None
                known.half_of = None
            if known.half_of is not None and known.half_of != board.table.deadline:
                self._plan_reminder(board, known)
            return
        seat = board.table.seats[turn.seat]
        if seat.owner is None or seat.standin is not None:
            return
        if self._kit.looks.preferences(seat.owner).notice == "none":
            return
        new = self._turns[board.table.id] = _Turn(turn.number, turn.seat)
        if again:
            self._plan_reminder(board, new)
            return
        delay = self._kit.times.turn_notice if board.table.pace == "live" else 0.0
        new.timer = self._kit.clock.call_later(delay, lambda: self._due(board, new, first=True))

    def adopt(self, board: TableView) -> None:
        """After a restart: keep the line of the turn that still is, and delete any other."""
        self.follow(board, set(), again=True)
        table, turn = board.table, self._turns.get(board.table.id)
        if turn is not None and turn.number == table.notice_turn:
            turn.messages = _lines(table)
        else:
            self.sweep(table)

    def sweep(self, table: TableRecord) -> None:
        """Delete a line from before a restart whose turn is over."""
        work = self._delete(table.id, _lines(table))
        self._kit.tasks.start(work, f"old notices {table.id}")

    def _due(self, board: TableView, turn: _Turn, *, first: bool) -> None:
        turn.timer = turn.half_of = None
        if turn.over:
            return
        self._kit.tasks.start(self._say(board, turn, first=first), f"notice {board.table.id}")
        if first:
            self._plan_reminder(board, turn)

    def _plan_reminder(self, board: TableView, turn: _Turn) -> None:
        """Plan the one reminder at half the time that is left; anew if that has changed."""
        if turn.timer is not None:
            turn.timer.cancel()
            turn.timer = None
        deadline = turn.half_of = board.table.deadline
        if deadline is None:
            return
        left = (deadline - self._kit.clock.now()).total_seconds()
        if left > 2:
            turn.timer = self._kit.clock.call_later(
                left / 2, lambda: self._due(board, turn, first=False)
            )

    async def _say(self, board: TableView, turn: _Turn, *, first: bool) -> None:
        """Send the line by DM; where no hand could be sent, as a mention under the table.

        At the start it waits for both the hand and the table. One mention at a time is enough.
        """
        seat: Seat = board.table.seats[turn.seat]
        if seat.owner is None:
            return
        await self._hands.settled(board.table.id, turn.seat, seat.owner)
        url = await self._address(board.table)
        if turn.over or board.table.seats[turn.seat].owner != seat.owner:
            return
        draw = notifications.your_turn if first else notifications.reminder
        direct = await self._direct(board, turn.seat, seat.owner)
        if direct is not None:
            t = self._kit.looks.person(seat.owner, board.table)
            if await self._sent(board, turn, direct, draw(board.table, t, url, None)):
                return
        if first and self._hands.just_announced(board.table.id, turn.seat, seat.owner):
            return
        t = self._kit.looks.guild(board.table.guild)
        await self._sent(board, turn, board.table.where, draw(board.table, t, url, seat.owner))

    async def _sent(self, board: TableView, turn: _Turn, channel: int, screen: Screen) -> bool:
        """Send a line in the former one's stead; False: its person takes no direct message."""
        if turn.over:
            return True
        try:
            message = await self._kit.wire.send(channel, screen, Priority.HAND)
        except FAILURES as error:
            log.info("notice of table %s: %s", board.table.id, describe(error))
            return kind(error) is not Trouble.DM
        old, turn.messages = turn.messages, [(channel, message)]
        if turn.over:
            old, turn.messages = [*old, *turn.messages], []
        await self._delete(board.table.id, old)
        if turn.messages:
            placed = commands.NoticePlaced(turn=turn.number, channel=channel, message=message)
            self._kit.tables.submit(board.table.id, placed)
        return True

    async def _direct(self, board: TableView, seat: int, person: int) -> int | None:
        """Return the direct channel the line goes to; None: it goes below the table."""
        chosen = self._kit.looks.preferences(person)
        if chosen.notice == "channel":
            return None
        if chosen.hands == "button":
            return await self._hands.direct(person)
        hand = self._hands.at_seat(board.table.id, seat)
        return hand.writer.channel if hand is not None else None

    def _end(self, table: int) -> None:
        turn = self._turns.pop(table)
        turn.over = True
        if turn.timer is not None:
            turn.timer.cancel()
        messages, turn.messages = turn.messages, []
        if messages:
            self._kit.tasks.start(self._delete(table, messages), f"old notices {table}")

    async def _delete(self, table: int, messages: list[tuple[int, int]]) -> None:
        """Delete lines; one that cannot be deleted now is once more tried after a restart."""
        for channel, message in messages:
            try:
                await self._kit.wire.delete(channel, message)
            except FAILURES as error:
                log.info("notice %s: %s", message, describe(error))
                if kind(error) is Trouble.BUSY:
                    continue
            self._kit.tables.submit(table, commands.NoticeGone(message))


def _lines(table: TableRecord) -> list[tuple[int, int]]:
    """Return where the stored line of a table is, if it has one."""
    channel, message = table.notice_channel, table.notice_message
    return [(channel, message)] if channel is not None and message is not None else []


class Announcements:
    """The lines of all tables. Those from before a restart are not known any more, and stay."""

    def __init__(self, kit: Dependencies) -> None:
        self._kit = kit
        self._sent: dict[int, list[tuple[int, int]]] = {}

    def say(self, board: TableView, person: int) -> None:
        """Mention a person in the channel: the hand is behind "My hand"."""
        self._kit.tasks.start(self._say(board, person), f"announcing at {board.table.id}")

    def over(self, table: int) -> None:
        """Delete the lines of a table that is over."""
        lines = self._sent.pop(table, [])
        if lines:
            self._kit.tasks.start(self._delete(lines), f"old announcements {table}")

    async def _say(self, board: TableView, person: int) -> None:
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
