"""Private hands: by DM, kept up to date; where that fails, the ephemeral one behind "My hand"."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from msgspec import structs

from bot.db.records import MessageRecord
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import Incoming, describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn
from bot.messages import drawing, posting
from bot.messages.retry import Retry
from bot.messages.scene import Confirmed, moved
from bot.messages.standing import Standing, print_of
from bot.tables import entries
from bot.tables.model import Table
from bot.ui.elements import replies
from bot.ui.elements.links import message_url

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)


class HandMessage:
    """Owns one message that shows one seat's hand.

    Attributes:
        record: where it is by DM; None for an ephemeral one.
        seen: what its last confirmed edit showed.
        replaced: whether its person has gone away since, even if they are back by now.
        anew: whether it was sent because Discord refused the edits of the one before.
    """

    __slots__ = (
        "_standing",
        "_view",
        "anew",
        "arming",
        "person",
        "record",
        "replaced",
        "seat",
        "seen",
        "writer",
    )

    def __init__(
        self,
        view: "TableView",
        seat: int,
        person: int,
        message: int,
        record: MessageRecord | None = None,
    ) -> None:
        self._view = view
        self.seat = seat
        self.person = person
        self.record = record
        self.seen: Confirmed | None = None
        self.replaced = False
        self.anew = False
        self._standing = Standing(view, record.shown if record is not None else None)
        channel = record.channel if record is not None else None
        self.arming = view.deps.arming(record.channel, message) if record is not None else None
        self.writer = view.deps.writer(self, channel, message, Priority.HAND)

    @property
    def address(self) -> str | None:
        """Where it is by DM."""
        record = self.record
        return None if record is None else message_url(None, record.channel, record.message)

    def draw(self) -> Drawn | None:
        """Return the hand as it is now."""
        return self._standing.drawn(
            lambda: self._view.hands.drawn(
                self.seat, self.person, replaced=self.replaced, private=self.record is None
            )
        )

    def confirmed(self, mark: Any) -> None:
        """Remember what the person sees, and set the reactions of a DM."""
        view = self._view
        if mark is None:
            self._unpressed()
            view.hands.lost(self, None)
            return
        before = self.seen
        screen, self.seen, over = mark
        if self.record is None:
            return
        if self.arming is not None and view.playing:
            self.arming.arm(screen.reactions)
        if over and not self.record.final:
            self.record = structs.replace(self.record, final=True)
            view.deps.ledger.keep(self.record)
            self._unpressed()
        shown = print_of(screen, view.deps.wire.tag)
        self._standing.confirmed(shown)
        if shown != self.record.shown:
            self.record = structs.replace(self.record, shown=shown)
            view.deps.ledger.note(self.record, moved=moved(before, self.seen))

    def _unpressed(self) -> None:
        """Take away the reactions set beforehand: nothing is played here any more."""
        if self.arming is not None:
            self.arming.clear()

    def lost(self, trouble: Trouble) -> None:
        """Learn that it is gone."""
        self._view.hands.lost(self, trouble)

    def close(self) -> None:
        """Write no more, and set no more reactions."""
        self.writer.close()
        if self.arming is not None:
            self.arming.stop()


class Hands:
    """The hands of one table."""

    __slots__ = ("_last", "_private", "_retries", "_sending", "_sent", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._sent: dict[int, HandMessage] = {}
        self._private: dict[int, HandMessage] = {}
        self._sending: dict[tuple[int, int], asyncio.Future[None]] = {}
        self._last: dict[tuple[int, int], int] = {}
        self._retries: dict[tuple[int, int], Retry] = {}

    def drawn(
        self, seat: int, person: int, *, replaced: bool = False, private: bool = False
    ) -> Drawn | None:
        """Return a seat's hand as it is now; None before the deal.

        For whoever owns the seat no more, and on a message another one has taken the place of, only
        why; its mark is None. On a `private` one there is, until it has played, the way to the DM.
        """
        view = self._view
        if not view.ready or view.table.state is None:
            return None
        if replaced or view.table.seats[seat].owner != person:
            return Drawn(drawing.hand_over(view.deps.looks, view, seat, person))
        screen = drawing.hand(view.deps.looks, view, seat, person)
        if private and view.hands_line.new(seat):
            screen = drawing.with_text(self._by_dm(seat, person), screen)
        over = not view.table.active
        return Drawn(screen, (screen, view.seen(), over))

    def _by_dm(self, seat: int, person: int) -> str:
        """Return where a seat's hand came by DM; "" where it did not."""
        sent = self._sent.get(seat)
        if sent is None or sent.address is None:
            return ""
        t = self._view.deps.looks.person(person, self._view.table)
        return "-# " + replies.hand_is_there(sent.address, t)

    def deliver(self) -> None:
        """Send every person's hand by DM, where the game has hands."""
        if not self._view.renderer.hands:
            return
        for seat in self._view.table.seats:
            if seat.owner is not None:
                self._send(seat.index, seat.owner)

    def follow(self, before: Table) -> None:
        """Take the hands of seats from who has gone away, and send them to who has come."""
        view = self._view
        for old, new in zip(before.seats, view.table.seats, strict=True):
            if old.owner == new.owner:
                continue
            view.halves.pop(new.index, None)
            view.lasts.pop(new.index, None)
            for hands in (self._sent, self._private):
                hand = hands.pop(new.index, None)
                if hand is not None:
                    hand.replaced = True
                    hand.writer.touch(0.0, Priority.MOVE)
            if old.owner is not None:
                view.hands_line.drop(old.owner)
            if new.owner is not None and view.playing and view.renderer.hands:
                self._send(new.index, new.owner)

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over the hands sent before a restart; send those that never arrived."""
        view = self._view
        if not view.renderer.hands:
            return
        for record in sorted(records, key=lambda each: each.message):
            if record.kind == "hand" and record.seat is not None and record.person is not None:
                self._take(record, record.seat, record.person)
        for seat in view.table.seats:
            if seat.owner is None or not view.playing:
                continue
            if seat.index not in self._sent:
                self._send(seat.index, seat.owner, quietly=view.hands_line.known(seat.owner))
            elif view.table.ply == 0:
                view.deps.tables.submit(view.table.id, entries.HandDelivered(seat.index))

    def touch(self, urgent: set[int], *, all_now: bool) -> None:
        """Have hands edited: those of `urgent` seats at once, others soon."""
        for seat in range(len(self._view.table.seats)):
            at_once = all_now or seat in urgent
            self.touch_seat(seat, 0.0 if at_once else self._view.deps.times.hands_every)

    def touch_seat(self, seat: int, delay: float = 0.0) -> None:
        """Have one seat's hand edited, at the latest in `delay` seconds."""
        for hand in (self._sent.get(seat), self._private.get(seat)):
            if hand is not None:
                hand.writer.touch(delay, None if delay else Priority.MOVE)

    def preferred(self, seat: int, person: int) -> None:
        """Show a seat's hand as its person wishes by now: by DM, too, where there is none."""
        self.touch_seat(seat)
        view = self._view
        if seat not in self._sent and view.playing and view.renderer.hands:
            self._send(seat, person)

    def at_seat(self, seat: int) -> HandMessage | None:
        """Return the DM hand of a seat."""
        return self._sent.get(seat)

    def redraw(self) -> None:
        """Have all hands drawn anew as the bot gets round to it, that of the turn's seat first."""
        for hand in (*self._sent.values(), *self._private.values()):
            hand.writer.touch(priority=self._upkeep(hand.seat))

    def _upkeep(self, seat: int) -> Priority:
        turn = self._view.turn
        return Priority.HAND if turn is not None and turn.seat == seat else Priority.UPKEEP

    async def settled(self, seat: int, person: int) -> None:
        """Wait until a hand is delivered, or not: it failed, or nobody waits for it any more."""
        sending = self._sending.get((seat, person))
        if sending is not None:
            await asyncio.shield(sending)

    async def all_settled(self) -> None:
        """Wait until this holds for every hand on its way."""
        for sending in tuple(self._sending.values()):
            await asyncio.shield(sending)

    def private(self, seat: int, person: int, message: int) -> HandMessage:
        """Own the ephemeral hand this message is; the one before is left as it stands."""
        hand = self._private.get(seat)
        if hand is None or hand.writer.message != message:
            if hand is not None:
                self._drop(hand)
            hand = HandMessage(self._view, seat, person, message)
            self._private[seat] = hand
            self._view.claim(message, hand)
        return hand

    def keep_private(self, seat: int, press: Incoming, drawn: Drawn) -> None:
        """Keep an ephemeral hand up to date, which a press has just brought."""
        if press.said is not None:
            hand = self.private(seat, press.interaction.user.id, press.said.message)
            hand.writer.posted(drawn)
            hand.writer.keep(press.said.token)

    def release(self, seat: int) -> HandMessage | None:
        """Let go of the hands of a seat that nobody holds any more; return the one by DM."""
        own = self._sent.pop(seat, None)
        for hand in (own, self._private.pop(seat, None)):
            if hand is not None:
                self._drop(hand)
        return own

    def close(self) -> None:
        """Let go of everything; what is in flight lands."""
        for hand in (*self._sent.values(), *self._private.values()):
            hand.close()
        for retry in self._retries.values():
            retry.done()

    def lost(self, hand: HandMessage, trouble: Trouble | None) -> None:
        """A deleted hand is sent again; one that cannot be sent is announced.

        None: it says by now that its person owns the seat no more.
        """
        self._drop(hand)
        if hand.record is not None:
            self._view.deps.ledger.strike(hand.record)
        if self._private.get(hand.seat) is hand:
            del self._private[hand.seat]
        if self._sent.get(hand.seat) is not hand:
            return
        del self._sent[hand.seat]
        refused = trouble is Trouble.OURS and not hand.anew
        if refused or (trouble is Trouble.MESSAGE and self._view.playing):
            self._send(hand.seat, hand.person, anew=refused)
        elif self._view.playing:
            self._tell(hand.seat, hand.person)

    def _take(self, record: MessageRecord, seat: int, person: int) -> None:
        """Own a message sent before a restart; an older one of the same seat is replaced."""
        self._last[seat, person] = record.message
        before = self._sent.get(seat)
        if before is not None:
            before.replaced = True
        hand = HandMessage(self._view, seat, person, record.message, record)
        if hand.arming is not None:
            hand.arming.wait()
        self._view.claim(record.message, hand)
        if self._view.table.seats[seat].owner == person:
            self._sent[seat] = hand
        if not record.final or self._view.table.active:
            hand.writer.touch(priority=self._upkeep(seat))

    def _drop(self, hand: HandMessage) -> None:
        self._view.release(hand.writer.message)
        hand.close()

    def _send(self, seat: int, person: int, *, quietly: bool = False, anew: bool = False) -> None:
        """Send a hand in the background.

        Args:
            seat: whose.
            person: to whom.
            quietly: do not announce a failure: it was announced before a restart.
            anew: Discord has refused to edit the one before.
        """
        view, deps = self._view, self._view.deps
        if (seat, person) in self._sending:
            return
        if deps.looks.preferences(person).hands == "button":
            deps.tables.submit(view.table.id, entries.HandDelivered(seat))
            return
        self._sending[seat, person] = asyncio.get_running_loop().create_future()
        work = self._delivery(seat, person, quietly=quietly, anew=anew)
        deps.tasks.start(work, f"hand {view.table.id}/{seat}")
        deps.clock.call_later(
            deps.times.dm_patience, lambda: self._impatient(seat, person, quietly=quietly)
        )

    def _impatient(self, seat: int, person: int, *, quietly: bool) -> None:
        """Announce a hand that is still on its way, and let nobody wait for it any longer."""
        sending = self._sending.get((seat, person))
        if sending is None:
            return
        if not sending.done():
            sending.set_result(None)
        if not quietly:
            self._tell(seat, person)

    def _decided(self, seat: int, person: int) -> None:
        """Note that a hand is delivered, or that it failed."""
        sending = self._sending.pop((seat, person))
        if not sending.done():
            sending.set_result(None)

    async def _delivery(self, seat: int, person: int, *, quietly: bool, anew: bool) -> None:
        """Send one hand; whatever fails, the person is told where it is instead.

        Where Discord failed, and not the person's settings, it is tried again. A message whose
        answer was lost is there as it was first sent: what it should show by now is edited into it.
        """
        view, deps, table = self._view, self._view.deps, self._view.table.id
        channel = await deps.direct.channel(person)
        try:
            if channel is None:
                raise ConnectionError("the direct channel could not be opened")
            drawn = self.drawn(seat, person)
            assert drawn is not None, "hands are sent after the deal"
            nonce = posting.nonce(table, seat, person, self._last.get((seat, person), 0))
            message = await deps.wire.send(channel, drawn.screen, Priority.HAND, nonce)
        except FAILURES as error:
            log.info("hand of table %s seat %s: %s", table, seat, describe(error))
            self._decided(seat, person)
            if not quietly:
                self._tell(seat, person)
            if channel is not None and kind(error) is Trouble.BUSY:
                self._later(seat, person)
            return
        self._decided(seat, person)
        again = self._retries.pop((seat, person), None) is not None
        self._last[seat, person] = message
        record = MessageRecord(
            table=table, message=message, channel=channel, kind="hand", seat=seat, person=person
        )
        deps.ledger.keep(record)
        hand = HandMessage(view, seat, person, message, record)
        hand.anew = anew
        view.claim(message, hand)
        if view.table.seats[seat].owner == person:
            self._sent[seat] = hand
            view.hands_line.drop(person)
            deps.tables.submit(table, entries.HandDelivered(seat))
            if not (again or view.inherited):
                hand.writer.posted(drawn)
        hand.writer.touch()

    def _later(self, seat: int, person: int) -> None:
        """Try again later, as long as it is this person's hand and there is none."""

        def again() -> None:
            view = self._view
            mine = view.playing and view.table.seats[seat].owner == person
            if mine and seat not in self._sent:
                self._send(seat, person, quietly=True)

        key = (seat, person)
        self._retries.setdefault(key, Retry(self._view.deps.clock, again)).later()

    def _tell(self, seat: int, person: int) -> None:
        """Say in the channel that "My hand" shows this person's hand."""
        view = self._view
        if not view.playing or view.table.seats[seat].owner != person:
            return
        view.members.look(person)
        view.hands_line.say(person)
        view.deps.tables.submit(view.table.id, entries.HandDelivered(seat))
