"""The state after an act, and after it was taken back."""

from typing import assert_never

from msgspec.structs import replace

from engine.api import Seat
from engine.games.flinch.events import (
    CardLaid,
    CardMisfitted,
    CardPlayed,
    CardShown,
    NothingLaid,
)
from engine.games.flinch.facts import free_top, partner_of
from engine.games.flinch.state import (
    RECENT,
    TOP,
    Act,
    ActKind,
    Card,
    Fault,
    FlinchState,
    Owed,
    SeatState,
    Source,
    Undo,
)


def moved(moves: tuple[int, ...], cards: int, turns_ago: int = 0) -> tuple[int, ...]:
    """Return the counts of moved cards with that turn's raised."""
    if not turns_ago:
        return (*moves[:-1], moves[-1] + cards)
    at = len(moves) - 1 - turns_ago
    return (*moves[:at], moves[at] + cards, *moves[at + 1 :]) if at >= 0 else moves


def played(state: FlinchState, event: CardPlayed) -> FlinchState:
    """A card leaves its source for a centre pile; a pile that reaches 15 is finished (F-28)."""
    seat, card = event.seat, event.card
    partner = partner_of(state, seat)
    kept = _kept_after_play(state, event, partner)
    undo = None
    if event.fault is not None:
        undo = _undo(state, seat, partner, played=True, completed=card == TOP)
    seats = list(state.seats)
    owner = partner if partner is not None and event.source in ("PF", "PR") else seat
    seats[owner] = _without(seats[owner], event)
    if seats[seat].shown:
        seats[seat] = replace(seats[seat], shown=())
    centre, finished = state.centre, state.finished
    if card == TOP:
        finished += 1
        centre = (*centre[: event.pile], *centre[event.pile + 1 :])
    else:
        centre = (*centre[: event.pile], card, *centre[event.pile + 1 :])
    return replace(
        state,
        seats=tuple(seats),
        centre=centre,
        finished=finished,
        moves=moved(state.moves, 1),
        plays=state.plays + 1,
        acted=True,
        demanded=None,
        accused=seat,
        called=(),
        faults=_with_fault(state, kept, seat, event.fault),
        undo=undo,
        recent=_remembered(state, event, "play"),
    )


def laid(state: FlinchState, event: CardLaid) -> FlinchState:
    """A card goes from the hand to a reserve place."""
    seat = event.seat
    own = state.seats[seat]
    at = event.place - 1
    reserve = (*own.reserve[:at], (*own.reserve[at], event.card), *own.reserve[at + 1 :])
    new = replace(own, hand=without(own.hand, event.card), reserve=reserve, shown=())
    undo = None
    if event.fault is not None:
        undo = _undo(state, seat, partner_of(state, seat), played=False, completed=False)
    return _after_last_act(state, event, "lay", new, undo=undo, moves=moved(state.moves, 1))


def ended(state: FlinchState, event: NothingLaid | CardMisfitted) -> FlinchState:
    """A turn ended by an act that moves no card: nothing to undo."""
    own = state.seats[event.seat]
    kind: ActKind = "nothing" if isinstance(event, NothingLaid) else "misfit"
    new = replace(own, shown=()) if own.shown else own
    return _after_last_act(state, event, kind, new, undo=None, moves=state.moves)


def shown(state: FlinchState, event: CardShown) -> FlinchState:
    """A card tried out of turn: a fault, and shown to all (F-58, F-82)."""
    seat = event.seat
    own = state.seats[seat]
    new = replace(own, shown=(*own.shown, event.card))
    fault = Fault(seat=seat, owed="out-of-turn", turn=state.number, mark=0)
    return replace(
        state,
        seats=(*state.seats[:seat], new, *state.seats[seat + 1 :]),
        accused=seat,
        called=(),
        faults=(*state.faults, fault),
        undo=None,
        recent=_remembered(state, event, "out-of-turn"),
    )


def undone(state: FlinchState) -> FlinchState:
    """The latest faulty act is taken back, with the hand and the favour it brought (F-50)."""
    undo = state.undo
    assert undo is not None, "nothing is undone but what can be"
    seats = list(state.seats)
    stock, finished = undo.drawn + state.stock, state.finished
    if undo.refinished is not None:
        stock, finished = (), undo.refinished
    seats[undo.seat] = replace(seats[undo.seat], hand=undo.hand, reserve=undo.reserve)
    partner = partner_of(state, undo.seat)
    if partner is not None and undo.flinch is not None and undo.partner_reserve is not None:
        seats[partner] = replace(
            seats[partner],
            flinch=undo.flinch,
            taken=undo.taken,
            reserve=undo.partner_reserve,
        )
    if undo.favoured is not None:
        seats[undo.favoured] = _unfavoured(seats[undo.favoured], undo)
    return replace(
        state,
        seats=tuple(seats),
        stock=stock,
        centre=undo.centre,
        finished=finished - undo.completed,
        moves=moved(state.moves, -1, state.number - undo.turn),
        plays=state.plays - undo.played,
        undo=None,
        recent=state.recent[:-1],
    )


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without the first equal one."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _unfavoured(pile: SeatState, undo: Undo) -> SeatState:
    """Return a favoured seat's pile as it was before."""
    if not undo.rotated:
        return replace(pile, bar=undo.bar)
    return replace(pile, flinch=(*pile.flinch[1:], pile.flinch[0]), taken=pile.taken - 1)


def _without(owner: SeatState, event: CardPlayed) -> SeatState:
    """Return the owner of the source without the played card."""
    match event.source:
        case "H":
            return replace(owner, hand=without(owner.hand, event.card))
        case "F" | "PF":
            return replace(owner, flinch=owner.flinch[:-1], taken=owner.taken + 1)
        case _:
            at = event.place - 1
            place = owner.reserve[at][:-1]
            return replace(owner, reserve=(*owner.reserve[:at], place, *owner.reserve[at + 1 :]))


def _undo(
    state: FlinchState, seat: Seat, partner: Seat | None, *, played: bool, completed: bool
) -> Undo:
    """Return what is needed to take back the act about to happen."""
    own = state.seats[seat]
    other = None if partner is None else state.seats[partner]
    return Undo(
        seat=seat,
        turn=state.number,
        played=played,
        completed=completed,
        centre=state.centre,
        hand=own.hand,
        reserve=own.reserve,
        flinch=None if other is None else other.flinch,
        taken=0 if other is None else other.taken,
        partner_reserve=None if other is None else other.reserve,
    )


def _after_last_act(
    state: FlinchState,
    event: CardLaid | NothingLaid | CardMisfitted,
    kind: ActKind,
    new: SeatState,
    *,
    undo: Undo | None,
    moves: tuple[int, ...],
) -> FlinchState:
    """Return the state after an act that ends the turn: faults, accused, memory."""
    seat = event.seat
    kept = _kept(state) if state.faults else ()
    return replace(
        state,
        seats=(*state.seats[:seat], new, *state.seats[seat + 1 :]),
        moves=moves,
        acted=True,
        demanded=None,
        accused=seat,
        called=(),
        faults=_with_fault(state, kept, seat, event.fault),
        undo=undo,
        recent=_remembered(state, event, kind),
    )


def _kept(state: FlinchState) -> tuple[Fault, ...]:
    """Return the faults that an act of the turn's seat leaves open: those of this very turn."""
    number = state.number
    return tuple(
        fault for fault in state.faults if fault.turn == number and fault.owed != "out-of-turn"
    )


def _kept_after_play(
    state: FlinchState, event: CardPlayed, partner: Seat | None
) -> tuple[Fault, ...]:
    """Return the faults a play leaves open: it mends those about the card it plays."""
    if not state.faults:
        return ()
    match event.source:
        case "F":
            mended, mark = "F", state.seats[event.seat].taken
        case "PF" if partner is not None:
            mended, mark = "PF", state.seats[partner].taken
        case "H" if event.card == 1:
            mended, mark = "H1", 0
        case _:
            return _kept(state)
    return tuple(fault for fault in _kept(state) if fault.owed != mended or fault.mark != mark)


def _with_fault(
    state: FlinchState, kept: tuple[Fault, ...], seat: Seat, owed: Owed | None
) -> tuple[Fault, ...]:
    """Return the open faults with a new one, if there is one."""
    if owed is None:
        return kept
    mark = 0
    if owed == "F":
        mark = state.seats[seat].taken
    elif owed == "PF":
        partner = partner_of(state, seat)
        mark = 0 if partner is None else state.seats[partner].taken
    return (*kept, Fault(seat=seat, owed=owed, turn=state.number, mark=mark))


def _remembered(
    state: FlinchState,
    event: CardPlayed | CardLaid | NothingLaid | CardMisfitted | CardShown,
    kind: ActKind,
) -> tuple[Act, ...]:
    """Return the latest acts with a new one, as everybody saw it."""
    source: Source = "H"
    place, card = 0, 0
    match event:
        case CardPlayed() | CardMisfitted():
            source, place, card = event.source, event.place, event.card
        case CardLaid():
            place, card = event.place, event.card
        case CardShown():
            card = event.card
        case NothingLaid():
            pass
        case _:
            assert_never(event)
    partner = partner_of(state, event.seat)
    act = Act(
        turn=state.number,
        seat=event.seat,
        kind=kind,
        source=source,
        place=place,
        card=card,
        centre=state.centre,
        flinch_top=free_top(state.seats[event.seat]),
        partner_top=None if partner is None else free_top(state.seats[partner]),
    )
    return (*state.recent[1 - RECENT :], act)
