"""Private hands: by DM, kept up to date; where that fails, the ephemeral one behind "My hand"."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

from bot.discord_api.dm_channels import DirectChannels
from bot.discord_api.errors import FAILURES, Trouble
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.table_view import Seen, TableView
from bot.tables import commands
from bot.tables.model import Table

log = logging.getLogger(__name__)


def draw_hand(
    kit: Dependencies, board: TableView, seat: int, person: int, *, replaced: bool = False
) -> Drawn | None:
    """Return a seat's hand as it is now; None before the deal.

    For whoever owns the seat no more, and on a message another one has taken the place of, only
    why; its mark is None.
    """
    if not board.ready or board.table.state is None:
        return None
    if replaced or board.table.seats[seat].owner != person:
        return Drawn(drawing.hand_over(kit.looks, board, seat, person))
    screen = drawing.hand(kit.looks, board, seat, person)
    return Drawn(screen, (screen.reactions, board.seen()))


class HandMessage:
    """Owns one message that shows one seat's hand.

    Attributes:
        seen: what its last confirmed edit showed.
        replaced: whether its person has gone away since, also if he is back by now.
    """

    def __init__(
        self,
        kit: Dependencies,
        board: TableView,
        seat: int,
        person: int,
        channel: int | None,
        message: int,
        gone: Callable[["HandMessage", Trouble | None], None],
    ) -> None:
        self._kit = kit
        self.board = board
        self.seat = seat
        self.person = person
        self._gone = gone
        self.seen: Seen | None = None
        self.replaced = False
        self.writer: Writer = kit.writer(self, channel, message, Priority.HAND)

    def draw(self) -> Drawn | None:
        """Return the hand as it is now."""
        return draw_hand(self._kit, self.board, self.seat, self.person, replaced=self.replaced)

    def confirmed(self, mark: Any) -> None:
        """Remember what the person sees, and set the reactions of a DM."""
        if mark is None:
            self._gone(self, None)
            return
        reactions, self.seen = mark
        if self.writer.channel is not None and self.board.playing:
            self._kit.armory.arm(self.writer.channel, self.writer.message, reactions)

    def lost(self, trouble: Trouble) -> None:
        """Learn that it is gone."""
        self._gone(self, trouble)


class Hands:
    """All hands of all tables.

    Args:
        announce: tells a person in the channel, once, that "My hand" shows the hand.
    """

    def __init__(
        self, kit: Dependencies, direct: DirectChannels, announce: Callable[[TableView, int], None]
    ) -> None:
        self._kit = kit
        self._direct = direct
        self._announce = announce
        self._sent: dict[tuple[int, int], HandMessage] = {}
        self._private: dict[tuple[int, int], HandMessage] = {}
        self._by_message: dict[int, HandMessage] = {}
        self._sending: dict[tuple[int, int, int], asyncio.Future[None]] = {}
        self._announced: dict[tuple[int, int, int], float] = {}
        self._times: Counter[tuple[int, int, int]] = Counter()

    def deliver(self, board: TableView, *, quietly: bool = False) -> None:
        """Send every person's hand by DM, where the game has hands.

        Args:
            quietly: do not announce a failure (it was announced before a restart).
        """
        if not board.renderer.hands:
            return
        for seat in board.table.seats:
            if seat.owner is not None:
                self._send(board, seat.index, seat.owner, quietly=quietly)

    def follow(self, board: TableView, before: Table) -> None:
        """Take the hands of seats from who has gone away, and send them to who has come."""
        for old, new in zip(before.seats, board.table.seats, strict=True):
            if old.owner == new.owner:
                continue
            key = (board.table.id, new.index)
            board.halves.pop(new.index, None)
            board.lasts.pop(new.index, None)
            for hands in (self._sent, self._private):
                hand = hands.pop(key, None)
                if hand is not None:
                    hand.replaced = True
                    hand.writer.touch(0.0, Priority.MOVE)
            if new.owner is not None and board.playing and board.renderer.hands:
                self._announced.pop((*key, new.owner), None)
                self._send(board, new.index, new.owner, quietly=False)

    def adopt(self, board: TableView) -> None:
        """Take over the hands sent before a restart; send those that never arrived."""
        if not board.renderer.hands:
            return
        for seat in board.table.seats:
            if seat.owner is None:
                continue
            if seat.hand_message is None or seat.hand_channel is None:
                if board.playing:
                    self._send(board, seat.index, seat.owner, quietly=True)
                continue
            hand = self._own(board, seat.index, seat.owner, seat.hand_channel, seat.hand_message)
            hand.writer.touch()

    def touch(self, board: TableView, urgent: set[int], *, all_now: bool) -> None:
        """Have hands edited: those of `urgent` seats at once, others soon."""
        for seat in range(len(board.table.seats)):
            at_once = all_now or seat in urgent
            self.touch_seat(board, seat, 0.0 if at_once else self._kit.times.hands_every)

    def touch_seat(self, board: TableView, seat: int, delay: float = 0.0) -> None:
        """Have one seat's hand edited, at the latest in `delay` seconds."""
        key = (board.table.id, seat)
        for hand in (self._sent.get(key), self._private.get(key)):
            if hand is not None:
                hand.writer.touch(delay, None if delay else Priority.MOVE)

    def at_seat(self, table: int, seat: int) -> HandMessage | None:
        """Return the DM hand of a seat."""
        return self._sent.get((table, seat))

    async def settled(self, table: int, seat: int, person: int) -> None:
        """Wait until a hand is delivered, or not: it failed, or nobody waits for it any more."""
        sending = self._sending.get((table, seat, person))
        if sending is not None:
            await asyncio.shield(sending)

    def just_announced(self, table: int, seat: int, person: int) -> bool:
        """Say whether a person was mentioned a moment ago: no DM brings the hand."""
        at = self._announced.get((table, seat, person))
        return at is not None and self._kit.clock.monotonic() - at < self._kit.times.dm_patience

    async def direct(self, person: int) -> int | None:
        """Return the direct channel of a person; None where it cannot be opened."""
        return await self._direct.channel(person)

    def sent_as(self, message: int) -> HandMessage | None:
        """Return the hand a message shows, by DM or ephemeral."""
        return self._by_message.get(message)

    def private(self, board: TableView, seat: int, person: int, message: int) -> HandMessage:
        """Own the ephemeral hand this message is; the one before is left as it stands."""
        key = (board.table.id, seat)
        hand = self._private.get(key)
        if hand is None or hand.writer.message != message:
            if hand is not None:
                self._drop(hand)
            hand = HandMessage(self._kit, board, seat, person, None, message, self._lost)
            self._private[key] = self._by_message[message] = hand
        return hand

    def forget(self, table: int) -> None:
        """Let go of the hands of a table that is over; what is in flight lands."""
        for hands in (self._sent, self._private):
            for key in [key for key in hands if key[0] == table]:
                self._drop(hands.pop(key))
        for told in [key for key in self._announced if key[0] == table]:
            del self._announced[told]

    def release(self, table: int, seat: int) -> HandMessage | None:
        """Let go of the hands of a seat that nobody holds any more; return the one by DM."""
        key = (table, seat)
        own = self._sent.pop(key, None)
        for hand in (own, self._private.pop(key, None)):
            if hand is not None:
                self._drop(hand)
        return own

    def _own(
        self, board: TableView, seat: int, person: int, channel: int, message: int
    ) -> HandMessage:
        hand = HandMessage(self._kit, board, seat, person, channel, message, self._lost)
        self._sent[board.table.id, seat] = self._by_message[message] = hand
        return hand

    def _drop(self, hand: HandMessage) -> None:
        self._by_message.pop(hand.writer.message, None)
        self._kit.armory.forget(hand.writer.message)
        hand.writer.close()

    def _send(self, board: TableView, seat: int, person: int, *, quietly: bool) -> None:
        key = (board.table.id, seat, person)
        if key in self._sending:
            return
        if self._kit.looks.preferences(person).hands == "button":
            placed = commands.HandPlaced(seat=seat, channel=None, message=None)
            self._kit.tables.submit(board.table.id, placed)
            return
        self._sending[key] = asyncio.get_running_loop().create_future()
        self._kit.tasks.start(
            self._delivery(board, seat, person, quietly=quietly), f"hand {key[0]}/{seat}"
        )
        self._kit.clock.call_later(
            self._kit.times.dm_patience,
            lambda: self._impatient(board, seat, person, quietly=quietly),
        )

    def _impatient(self, board: TableView, seat: int, person: int, *, quietly: bool) -> None:
        """Announce a hand that is still on its way, and let nobody wait for it any longer."""
        sending = self._sending.get((board.table.id, seat, person))
        if sending is None:
            return
        if not quietly:
            self._tell(board, seat, person)
        if not sending.done():
            sending.set_result(None)

    def _decided(self, key: tuple[int, int, int]) -> None:
        """Note that a hand is delivered, or that it failed."""
        sending = self._sending.pop(key)
        if not sending.done():
            sending.set_result(None)

    async def _delivery(self, board: TableView, seat: int, person: int, *, quietly: bool) -> None:
        """Send one hand; whatever fails, the person is told where it is instead."""
        table = board.table.id
        try:
            channel = await self._direct.channel(person)
            if channel is None:
                raise ConnectionError("the direct channel could not be opened")
            drawn = draw_hand(self._kit, board, seat, person)
            assert drawn is not None, "hands are sent after the deal"
            self._times[table, seat, person] += 1
            nonce = f"{table}/{seat}/{self._times[table, seat, person]}"
            message = await self._kit.wire.send(channel, drawn.screen, Priority.HAND, nonce)
        except FAILURES as error:
            log.info("hand of table %s seat %s: %s", table, seat, describe(error))
            self._decided((table, seat, person))
            if not quietly:
                self._tell(board, seat, person)
            return
        self._decided((table, seat, person))
        if board.table.seats[seat].owner != person:
            late = HandMessage(self._kit, board, seat, person, channel, message, self._lost)
            self._by_message[message] = late
            late.writer.touch()
            return
        hand = self._own(board, seat, person, channel, message)
        hand.writer.posted(drawn)
        placed = commands.HandPlaced(seat=seat, channel=channel, message=message)
        self._kit.tables.submit(table, placed)
        hand.writer.touch()

    def _tell(self, board: TableView, seat: int, person: int) -> None:
        key = (board.table.id, seat, person)
        if key in self._announced or not board.playing:
            return
        if board.table.seats[seat].owner != person:
            return
        self._announced[key] = self._kit.clock.monotonic()
        self._announce(board, person)
        placed = commands.HandPlaced(seat=seat, channel=None, message=None)
        self._kit.tables.submit(board.table.id, placed)

    def _lost(self, hand: HandMessage, trouble: Trouble | None) -> None:
        """A deleted hand is sent again; one that cannot be sent is announced.

        None: it says by now that its person owns the seat no more.
        """
        key = (hand.board.table.id, hand.seat)
        self._drop(hand)
        if self._private.get(key) is hand:
            del self._private[key]
        if self._sent.get(key) is not hand:
            return
        del self._sent[key]
        if not hand.board.playing:
            return
        if trouble is Trouble.MESSAGE:
            self._send(hand.board, hand.seat, hand.person, quietly=False)
        else:
            self._tell(hand.board, hand.seat, hand.person)
