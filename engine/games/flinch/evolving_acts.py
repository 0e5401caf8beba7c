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
from engine.games.flinch.fits import free_top, partner_of
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
    act = _act(state, event, "play")
    undo = None if event.fault is None else _undo(state, act, partner)
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
        silent=(),
        faults=_with_fault(state, kept, seat, event.fault),
        undo=undo,
        recent=_remembered(state, act),
    )


def laid(state: FlinchState, event: CardLaid) -> FlinchState:
    """A card goes from the hand to a reserve place."""
    seat = event.seat
    own = state.seats[seat]
    at = event.place - 1
    reserve = (*own.reserve[:at], (*own.reserve[at], event.card), *own.reserve[at + 1 :])
    new = replace(own, hand=without(own.hand, event.card), reserve=reserve, shown=())
    act = _act(state, event, "lay")
    undo = None if event.fault is None else _undo(state, act, partner_of(state, seat))
    return _after_last_act(state, act, event.fault, new, undo=undo, moves=moved(state.moves, 1))


def ended(state: FlinchState, event: NothingLaid | CardMisfitted) -> FlinchState:
    """A turn ended by an act that moves no card: nothing to undo."""
    own = state.seats[event.seat]
    kind: ActKind = "nothing" if isinstance(event, NothingLaid) else "misfit"
    new = replace(own, shown=()) if own.shown else own
    act = _act(state, event, kind)
    return _after_last_act(state, act, event.fault, new, undo=None, moves=state.moves)


def shown(state: FlinchState, event: CardShown) -> FlinchState:
    """A card tried out of turn is shown to all: a fault, unless one is open (F-58, F-82)."""
    seat = event.seat
    own = state.seats[seat]
    new = replace(own, shown=(*own.shown, event.card))
    state = replace(
        state,
        seats=(*state.seats[:seat], new, *state.seats[seat + 1 :]),
        silent=_silent(state, seat),
        recent=_remembered(state, _act(state, event, "out-of-turn")),
    )
    if state.faults:
        return state
    fault = Fault(seat=seat, owed="out-of-turn", turn=state.number, mark=0)
    return replace(state, accused=seat, called=(), faults=(fault,), undo=None)


def _silent(state: FlinchState, seat: Seat) -> tuple[Seat, ...]:
    """Return who may not call once this seat has tried a card out of turn.

    The accused is now this seat or still the one before, as a fault was open or not. The partners
    of both could tell which by being let call, so they may not either (F-64).
    """
    if state.silent or state.accused is None:
        return (*state.silent, seat)
    partners = {partner_of(state, seat), partner_of(state, state.accused)}
    return (seat, *sorted(one for one in partners - {seat} if one is not None))


def undone(state: FlinchState) -> FlinchState:
    """The latest faulty act is taken back, with the hand and the favour it brought (F-50)."""
    undo = state.undo
    assert undo is not None, "nothing is undone but what can be"
    act = undo.act
    a_play = act.kind == "play"
    seats = list(state.seats)
    stock, finished = undo.drawn + state.stock, state.finished
    if undo.refinished is not None:
        stock, finished = (), undo.refinished
    seats[act.seat] = replace(seats[act.seat], hand=undo.hand, reserve=undo.reserve)
    partner = partner_of(state, act.seat)
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
        centre=act.centre,
        finished=finished - (a_play and act.card == TOP),
        moves=moved(state.moves, -1, state.number - act.turn),
        plays=state.plays - a_play,
        undo=None,
        recent=tuple(one for one in state.recent if one != act),
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


def _undo(state: FlinchState, act: Act, partner: Seat | None) -> Undo:
    """Return what is needed to take back the act about to happen."""
    own = state.seats[act.seat]
    other = None if partner is None else state.seats[partner]
    return Undo(
        act=act,
        hand=own.hand,
        reserve=own.reserve,
        flinch=None if other is None else other.flinch,
        taken=0 if other is None else other.taken,
        partner_reserve=None if other is None else other.reserve,
    )


def _after_last_act(
    state: FlinchState,
    act: Act,
    fault: Owed | None,
    new: SeatState,
    *,
    undo: Undo | None,
    moves: tuple[int, ...],
) -> FlinchState:
    """Return the state after an act that ends the turn: faults, accused, memory."""
    seat = act.seat
    kept = _kept(state) if state.faults else ()
    return replace(
        state,
        seats=(*state.seats[:seat], new, *state.seats[seat + 1 :]),
        moves=moves,
        acted=True,
        demanded=None,
        accused=seat,
        called=(),
        silent=(),
        faults=_with_fault(state, kept, seat, fault),
        undo=undo,
        recent=_remembered(state, act),
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


def _remembered(state: FlinchState, act: Act) -> tuple[Act, ...]:
    """Return the latest acts with a new one."""
    return (*state.recent[1 - RECENT :], act)


def _act(
    state: FlinchState,
    event: CardPlayed | CardLaid | NothingLaid | CardMisfitted | CardShown,
    kind: ActKind,
) -> Act:
    """Return an act about to happen, as everybody saw it."""
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
    return Act(
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
