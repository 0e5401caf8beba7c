"""What one seat may know of a game of Flinch: the one gate of secrecy (`rules.md` section 1).

Public: tops and sizes of Flinch piles, tops and heights of reserve places, centre tops, sizes of
hands and stock, the number of finished piles, shown cards, and what everybody saw happen. Private:
one's own hand. Nobody's: what lies beneath a top or in the stock. What is owed, which faults are
open and what could be played is in no view (F-64).
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Outcome, Seat
from engine.games.flinch import events
from engine.games.flinch.allowed import call_refusal, demands
from engine.games.flinch.fits import is_barred, partner_of
from engine.games.flinch.state import Act, Bar, Card, FlinchOptions, FlinchState, SeatState


class PlaceView(Struct, frozen=True, gc=False):
    """A reserve place: its top (None: empty) and its height."""

    top: Card | None
    height: int


SEEN = "seen"
"""Where a `SeatState` keeps what everybody sees of it."""


class SeatView(Struct, frozen=True, array_like=True, gc=False):
    """What everybody sees of a seat.

    Attributes:
        flinch_top: None when the pile is gone.
        tops: of the reserve places; None: empty.
        heights: of the reserve places.
        shown: cards shown out of turn that may still be demanded.
        locked: may not call before its next turn, after a false call.
        bar_turns: turns of this seat that have to begin before its Flinch top may be played, after
            a favour (F-62), else 0.
    """

    flinch_top: Card | None
    flinch_size: int
    tops: tuple[Card | None, ...]
    heights: tuple[int, ...]
    hand_size: int
    shown: tuple[Card, ...]
    locked: bool
    bar_turns: int

    @property
    def reserve(self) -> tuple[PlaceView, ...]:
        """The reserve places."""
        return tuple(map(PlaceView, self.tops, self.heights))

    @property
    def barred(self) -> bool:
        """Say whether its Flinch top may not be played, after a favour (F-62)."""
        return self.bar_turns > 0


class FlinchView(Struct, frozen=True, array_like=True, gc=False):
    """What one seat (None: a spectator) may know.

    Attributes:
        number: number of the turn, from 1.
        turn: whose turn it is; keeps its value when the game is over.
        acted: whether the turn's seat has acted in this turn.
        idle_turns: turns without a moved card up to now (see Blocked), the running one not counted.
        recent: the acts of the latest turn that has any, oldest first, as everybody saw them.
        accused: who acted last, whom a call would be about; None: nobody. After a card tried out
            of turn it may be about the seat before: which of them is told to nobody (F-64).
        called: who has called since that seat's act.
        may_call: whether this seat may call at all as everybody can tell: rightly or not.
        demanded: the card the turn's seat must begin with.
        demands: seat and card of what this seat may demand now.
        hand: this seat's own, in the order drawn; empty for a spectator.
    """

    options: FlinchOptions
    seat: Seat | None
    partner: Seat | None
    dealer: Seat
    turn: Seat
    number: int
    acted: bool
    stock: int
    finished: int
    centre: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    idle_turns: int
    recent: tuple[Act, ...]
    accused: Seat | None
    called: tuple[Seat, ...]
    may_call: bool
    demanded: Card | None
    demands: tuple[tuple[Seat, Card], ...]
    outcome: Outcome | None


def view(state: FlinchState, seat: Seat | None) -> FlinchView:
    """Return what this seat may know."""
    seats, number, count = state.seats, state.number, len(state.seats)
    partner: Seat | None = None
    hand: tuple[Card, ...] = ()
    may_call = False
    may_demand: tuple[tuple[Seat, Card], ...] = ()
    if seat is not None:
        partner, hand = partner_of(state, seat), seats[seat].hand
        if state.outcome is None:
            may_call = seat != state.accused and call_refusal(state, (seat,)) is None
            if state.options.conduct == "strict":
                may_demand = demands(state, seat)
    # In the order of the fields: so many by name are first gathered in a dictionary.
    return FlinchView(
        state.options,
        seat,
        partner,
        state.dealer,
        state.turn,
        number,
        state.acted,
        len(state.stock),
        state.finished,
        state.centre,
        tuple([one.__dict__.get(SEEN) or _seen(one, number, count) for one in seats]),
        hand,
        state.idle if state.idle < count else count,
        state.recent,
        None if state.accused is None else state.recent[-1].seat,
        state.called,
        may_call,
        state.demanded,
        may_demand,
        state.outcome,
    )


def _seen(seat: SeatState, number: int, count: int) -> SeatView:
    """Return what everybody sees of a seat; kept with it unless it may change with the turns."""
    flinch, reserve = seat.flinch, seat.reserve
    seen = SeatView(
        flinch[-1] if flinch else None,
        len(flinch),
        tuple([place[-1] if place else None for place in reserve]),
        tuple(map(len, reserve)),
        len(seat.hand),
        seat.shown,
        seat.locked,
        0 if seat.bar is None else _bar_turns(seat, seat.bar, number, count),
    )
    if seat.bar is None:
        seat.__dict__[SEEN] = seen
    return seen


def _bar_turns(seat: SeatState, bar: Bar, number: int, count: int) -> int:
    """Return how many turns of a seat have to begin before its bar is gone."""
    return -(-(bar.until - number) // count) if is_barred(seat, number) else 0


def redact(event: events.FlinchEvent, seat: Seat | None) -> events.FlinchEvent:
    """Return the event without what this seat (None: a spectator) may not know.

    Faults are shown to nobody (F-64); the seed and the stock neither; a hand to its seat alone.
    """
    match event:
        case events.Dealt():
            return replace(
                event,
                seed="",
                stock=(),
                flinch=tuple(pile[-1:] for pile in event.flinch),
                hands=_own(event.hands, seat),
            )
        case events.HandsLaidDown():
            return replace(event, hands=_own(event.hands, seat))
        case events.StockShuffled():
            return replace(event, cards=())
        case events.HandDrawn():
            return event if event.seat == seat else replace(event, cards=())
        case events.StockCardGiven():
            return replace(event, card=0)
        case (
            events.CardPlayed() | events.CardLaid() | events.NothingLaid() | events.CardMisfitted()
        ):
            return replace(event, fault=None) if event.fault is not None else event
        case events.FlinchCalled():
            secret = event.kept and event.accused != seat
            return replace(event, kept=False) if secret else event
        case (
            events.TurnBegan()
            | events.TurnPassed()
            | events.TurnStopped()
            | events.CardShown()
            | events.CardDemanded()
            | events.ActUndone()
            | events.FlinchCardGiven()
            | events.IrregularityJudged()
            | events.Favoured()
            | events.GameEnded()
        ):
            return event
        case _:
            assert_never(event)


def _own(hands: tuple[tuple[Card, ...], ...], seat: Seat | None) -> tuple[tuple[Card, ...], ...]:
    """Return the hands with all but this seat's seen from behind."""
    return tuple(hand if owner == seat else (0,) * len(hand) for owner, hand in enumerate(hands))
