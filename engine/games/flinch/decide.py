"""What happens when seats do something: acts, calls, demands, and what then comes by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from engine.api import Outcome, Seat, ranked
from engine.games.flinch import events
from engine.games.flinch.actions import (
    CallFlinch,
    DemandCard,
    FlinchAction,
    JudgeSeat,
    Lay,
    LayNothing,
    Play,
)
from engine.games.flinch.allowed import FACE_UP, passed_over
from engine.games.flinch.draft import Draft, Table
from engine.games.flinch.evolve import CHANGES
from engine.games.flinch.fits import (
    card_at,
    fits,
    has_pile_play,
    is_blocked,
    is_idle,
    is_locked,
    open_faults,
    partner_of,
    pile_for,
)
from engine.games.flinch.state import HAND, TOP, TURNS, Card, FlinchState, Owed
from engine.shuffle import shuffle

Termination: TypeAlias = Literal["won", "cap", "locked"]

PILE = tuple(range(1, TOP + 1))
"""A finished pile."""


def course(state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> "Course":
    """Return what a possible action brings."""
    taken = Course(state)
    _COURSES[type(action)](taken, by, action)
    taken.settle()
    return taken


def outcome_now(state: Table, termination: Termination = "cap") -> Outcome:
    """Return the outcome if the game ended now: the fewest Flinch cards, of a pair together.

    Equal is shared. The winner of a game that was won has none left, so this ranks all.
    """
    left = [len(seat.flinch) for seat in state.seats]
    if state.options.partners:
        half = len(left) // 2
        left = [one + other for one, other in zip(left, left[half:] + left[:half], strict=True)]
    places = ranked(left)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(termination, winners, places)


class Course(Draft):
    """What happens in one action: the game after it, and the events so far."""

    __slots__ = ()

    def happen(self, event: events.FlinchEvent) -> None:
        """Let an event happen."""
        CHANGES[type(event)](self, event)
        self.events.append(event)

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.outcome is not None

    def play(self, by: tuple[Seat, ...], play: Play) -> None:
        """Play a card; one that does not fit makes the seat discontinue (strict).

        Out of turn it is only shown.
        """
        (seat,), source = by, play.source
        if seat != self.turn:
            self.happen(events.CardShown(seat, play.number))
            return
        fault = passed_over(self, play)
        card = card_at(self, seat, source, play.number)
        assert card is not None
        place = play.number if source in ("R", "PR") else 0
        if not fits(self.centre, card):
            self.happen(events.CardMisfitted(seat, source, place, card, fault))
            self._end_turn()
            return
        released = is_blocked(self)
        pile = pile_for(self.centre, card)
        self.happen(events.CardPlayed(seat, source, place, card, pile, fault))
        if source in FACE_UP:
            self._end_if_won(seat)
        if released and not self.over:
            self._favour(seat, card)

    def _favour(self, releaser: Seat, card: Card) -> None:
        """Favour the first opponent to the left whose Flinch top is one more (F-61, F-62)."""
        seats = self.seats
        partner = partner_of(self, releaser)
        for i in range(1, len(seats)):
            seat = (releaser + i) % len(seats)
            flinch = seats[seat].flinch
            if seat != partner and flinch and flinch[-1] == card + 1:
                self.happen(events.Favoured(seat, card + 1, barred=len(flinch) == 1))
                return

    def lay(self, by: tuple[Seat, ...], lay: Lay) -> None:
        """Lay a card, on the first empty place or the one named; that ends the turn (F-32)."""
        (seat,) = by
        place = lay.place or self.seats[seat].reserve.index(()) + 1
        self.happen(events.CardLaid(seat, lay.card, place, passed_over(self, lay)))
        self._end_turn()

    def lay_nothing(self, by: tuple[Seat, ...], act: LayNothing) -> None:
        """End the turn without laying."""
        self.happen(events.NothingLaid(by[0], passed_over(self, act)))
        self._end_turn()

    def call(self, callers: tuple[Seat, ...], _: CallFlinch) -> None:
        """Judge a call: a good one undoes and costs the accused, a false one the callers."""
        accused = self.accused
        assert accused is not None
        good, turn_lasts = open_faults(self, accused), _turn_lasts(self)
        owed, card, kept = self._missed(accused) if good else (None, 0, False)
        self.happen(events.FlinchCalled(callers, accused, good, owed, card, kept))
        if good:
            self._undo()
            if len(callers) == 1 or not self._give_from_stock(accused):
                self._give(callers[0], accused)
            if turn_lasts and not self.over:
                self._stop_turn("called")
        elif self.options.false_call == "mirror":
            for caller in callers:
                if not self.over:
                    self._give(accused, caller)

    def _missed(self, accused: Seat) -> tuple[Owed | None, Card, bool]:
        """Return what explains a good call to all, its card, and whether a 1 was kept besides."""
        faults = [fault for fault in self.faults if fault.seat == accused]
        seen = [fault for fault in faults if fault.owed != "H1"]
        missed = (seen or faults)[-1]
        return missed.owed, missed.card, 0 < len(seen) < len(faults)

    def _undo(self) -> None:
        """Take back the latest faulty act if it is still the last (F-50)."""
        undo = self.undo
        if undo is None:
            return
        act = undo.act
        kind: Literal["play", "lay"] = "play" if act.kind == "play" else "lay"
        returned = len(undo.drawn)
        self.happen(events.ActUndone(act.seat, kind, act.source, act.place, act.card, returned))
        if undo.drawn and undo.refinished is None:
            self._reshuffle("returned", self.stock)

    def demand(self, by: tuple[Seat, ...], demand: DemandCard) -> None:
        """Demand a shown card: it must come first, or the seat discontinues (F-58)."""
        seat, card = demand.seat, demand.card
        fitting = fits(self.centre, card)
        self.happen(events.CardDemanded(by[0], seat, card, fitting))
        if not fitting:
            self._stop_turn("demand")

    def judge(self, by: tuple[Seat, ...], judged: JudgeSeat) -> None:
        """Punish an irregularity as by a single call, and end the seat's turn (F-80, F-83)."""
        seat = judged.seat
        self.happen(events.IrregularityJudged(by[0], seat))
        self._give(by[0], seat)
        if self.turn == seat and not self.over:
            self._stop_turn("judged")

    def _give(self, giver: Seat, to: Seat) -> None:
        """Put the giver's top Flinch card under a pile; who has none is helped (F-48).

        Without cards of its own its partner's pile gives one, without either the stock. With
        `last_card = stock` the stock gives instead of the last card of the pile that would give,
        and if there is none no card moves.
        """
        seats = self.seats
        partner = partner_of(self, giver)
        owner = giver if seats[giver].flinch or partner is None else partner
        flinch = seats[owner].flinch
        if not flinch or (len(flinch) == 1 and self.options.last_card == "stock"):
            self._give_from_stock(to)
            return
        self.happen(events.FlinchCardGiven(owner, giver, to, flinch[-1]))
        self._end_if_won(owner)

    def _give_from_stock(self, to: Seat) -> bool:
        """Put the top card of the stock under a pile; say whether there was one (F-49)."""
        if not self._find_stock():
            return False
        self.happen(events.StockCardGiven(to, self.stock[0]))
        return True

    def _find_stock(self) -> bool:
        """Make a stock of the finished piles if there is none; say whether there is one (F-29)."""
        if not self.stock and self.finished:
            self._reshuffle("finished", PILE * self.finished)
        return bool(self.stock)

    def _reshuffle(self, why: events.ShuffleCause, cards: tuple[Card, ...]) -> None:
        """Shuffle cards into a new stock by the next `reshuffle-…`."""
        number = self.reshuffles + 1
        shuffled = shuffle(self.seed, f"reshuffle-{number}", cards)
        self.happen(events.StockShuffled(number, why, len(shuffled), shuffled))

    def _end_turn(self) -> None:
        """Pass the turn to the left, or end the game with the last turn (cap)."""
        if self.number >= TURNS:
            self._end("cap")
        else:
            self.happen(events.TurnBegan((self.turn + 1) % len(self.seats), self.number + 1))

    def _stop_turn(self, why: events.StopCause) -> None:
        """Make the turn's seat discontinue."""
        self.happen(events.TurnStopped(self.turn, why))
        self._end_turn()

    def _end(self, termination: Termination) -> None:
        """End the game; the fewest Flinch cards win."""
        self.happen(events.GameEnded(outcome_now(self, termination)))

    def _end_if_won(self, seat: Seat) -> None:
        """End the game if this seat, with its partner, has no Flinch card left (F-44, F-72)."""
        seats = self.seats
        if not seats[seat].flinch:
            partner = partner_of(self, seat)
            if partner is None or not seats[partner].flinch:
                self._end("won")

    def settle(self) -> None:
        """Let come what comes by itself: a lock, a hand owed, turns that pass (F-73, F-75)."""
        while not self.seats[self.turn].hand and not self.over:
            if is_idle(self) and is_locked(self):
                if self.lock_plays == self.plays:
                    self._end("locked")
                    return
                self._reshuffle("gathered", _reserves(self))
            if self._find_stock():
                cards = self.stock[:HAND]
                self.happen(events.HandDrawn(self.turn, len(cards), cards))
            elif has_pile_play(self, self.turn):
                return
            else:
                self.happen(events.TurnPassed(self.turn))
                self._end_turn()


_COURSES: Mapping[type, Callable[[Course, tuple[Seat, ...], Any], None]] = {
    Play: Course.play,
    Lay: Course.lay,
    LayNothing: Course.lay_nothing,
    CallFlinch: Course.call,
    DemandCard: Course.demand,
    JudgeSeat: Course.judge,
}
"""What each action brings."""


def _turn_lasts(state: Table) -> bool:
    """Say whether the turn that an open fault of the accused happened in goes on.

    A fault out of turn happened in no turn of its seat's.
    """
    return any(
        fault.seat == state.accused and fault.turn == state.number and fault.owed != "out-of-turn"
        for fault in state.faults
    )


def _reserves(state: Table) -> tuple[Card, ...]:
    """Return all reserves: seat by seat from 0, place by place, bottom to top."""
    return tuple(card for seat in state.seats for place in seat.reserve for card in place)
