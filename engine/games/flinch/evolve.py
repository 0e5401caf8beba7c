"""The state after an event: total, pure, no checks."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from engine.api import Seat
from engine.games.flinch import events
from engine.games.flinch.fits import free_top, partner_of
from engine.games.flinch.state import (
    RECENT,
    TOP,
    Act,
    ActKind,
    Bar,
    Card,
    Fault,
    FlinchState,
    Owed,
    SeatState,
    Source,
    Undo,
)

Seats: TypeAlias = tuple[SeatState, ...]
ActEvent: TypeAlias = (
    events.CardPlayed | events.CardLaid | events.NothingLaid | events.CardMisfitted
)


def evolve(state: FlinchState | None, event: events.FlinchEvent) -> FlinchState:
    """Return the state after an event; None is before the deal."""
    if state is None:
        assert isinstance(event, events.Dealt), "a game begins with the deal"
        return _dealt(None, event)
    return AFTER[type(event)](state, event)


def _dealt(_: FlinchState | None, event: events.Dealt) -> FlinchState:
    """Return the state after the deal, the first or a repeated one."""
    return FlinchState(
        seed=event.seed,
        options=event.options,
        dealer=event.dealer,
        seats=tuple(map(SeatState, event.flinch, event.hands)),
        stock=event.stock,
    )


def _hands_laid_down(state: FlinchState, event: events.HandsLaidDown) -> FlinchState:
    """Card k of each hand goes to place k; new hands come from the stock (F-17)."""
    seats = []
    for seat, hand in zip(state.seats, event.hands, strict=True):
        places = zip(seat.reserve, seat.hand, strict=True)
        reserve = tuple((*place, card) for place, card in places)
        seats.append(replace(seat, hand=hand, reserve=reserve))
    stock = state.stock[sum(map(len, event.hands)) :]
    return replace(state, seats=tuple(seats), stock=stock)


def _turn_began(state: FlinchState, event: events.TurnBegan) -> FlinchState:
    """The seat before forgets what it had shown; the new one may call again."""
    seat, seats, undo = event.seat, state.seats, state.undo
    before = seats[state.turn]
    if before.shown:
        seats = _with(seats, state.turn, replace(before, shown=()))
    if seats[seat].locked:
        seats = _with(seats, seat, replace(seats[seat], locked=False))
    return replace(
        state,
        turn=seat,
        number=event.number,
        seats=seats,
        idle=0 if state.moved or not state.number else state.idle + 1,
        moved=0,
        acted=False,
        demanded=None,
        judged=(),
        undo=None if undo is None or undo.act.seat == seat else undo,
    )


def _hand_drawn(state: FlinchState, event: events.HandDrawn) -> FlinchState:
    """The cards leave the stock; drawn because of a faulty act, they can be sent back."""
    seat, cards, undo = event.seat, event.cards, state.undo
    if undo is not None and undo.act.seat == seat:
        undo = replace(undo, drawn=cards)
    seats = _with(state.seats, seat, replace(state.seats[seat], hand=cards))
    return replace(state, seats=seats, stock=state.stock[len(cards) :], undo=undo)


def _stock_shuffled(state: FlinchState, event: events.StockShuffled) -> FlinchState:
    """A new stock; the piles or reserves it was made of are gone."""
    state = replace(state, stock=event.cards, reshuffles=event.number)
    if event.why == "finished":
        undo = state.undo
        if undo is not None and undo.act.seat == state.turn:
            undo = replace(undo, refinished=state.finished)
        return replace(state, finished=0, undo=undo)
    if event.why == "gathered":
        seats = tuple(replace(seat, reserve=((), (), (), (), ())) for seat in state.seats)
        return replace(state, seats=seats, idle=0, moved=0, lock_plays=state.plays)
    return state


def _card_played(state: FlinchState, event: events.CardPlayed) -> FlinchState:
    """A card leaves its source for a centre pile; a pile that reaches 15 is finished (F-28)."""
    seat, card, source, pile = event.seat, event.card, event.source, event.pile
    seats = [*state.seats]
    owner = seat
    if source in ("PF", "PR"):
        owner = (seat + len(seats) // 2) % len(seats)
    seats[owner] = _played(seats[owner], event)
    if seats[seat].shown:
        seats[seat] = replace(seats[seat], shown=())
    centre = [*state.centre]
    if card == TOP:
        del centre[pile]
    else:
        centre[pile : pile + 1] = (card,)
    return _acted(state, event, "play", source, event.place, card, seats, tuple(centre))


def _card_laid(state: FlinchState, event: events.CardLaid) -> FlinchState:
    """A card goes from the hand to a reserve place."""
    seat, card, place = event.seat, event.card, event.place
    seats = [*state.seats]
    own = seats[seat]
    hand, reserve = [*own.hand], [*own.reserve]
    hand.remove(card)
    reserve[place - 1] += (card,)
    seats[seat] = replace(own, hand=tuple(hand), reserve=tuple(reserve), shown=())
    return _acted(state, event, "lay", "H", place, card, seats, state.centre)


def _nothing_laid(state: FlinchState, event: events.NothingLaid) -> FlinchState:
    """A turn ended without a card."""
    seats = [*state.seats]
    seats[event.seat] = replace(seats[event.seat], shown=())
    return _acted(state, event, "nothing", "H", 0, 0, seats, state.centre)


def _card_misfitted(state: FlinchState, event: events.CardMisfitted) -> FlinchState:
    """A turn ended by a card that went back."""
    seats = [*state.seats]
    seats[event.seat] = replace(seats[event.seat], shown=())
    source, place, card = event.source, event.place, event.card
    return _acted(state, event, "misfit", source, place, card, seats, state.centre)


def _acted(
    state: FlinchState,
    event: ActEvent,
    kind: ActKind,
    source: Source,
    place: int,
    card: Card,
    seats: list[SeatState],
    centre: tuple[Card, ...],
) -> FlinchState:
    """Return the state after an act of the turn's seat: cards, faults, accused, memory.

    One function, since a move costs little else.
    """
    seat, fault, recent = event.seat, event.fault, state.recent
    act = _act(state, seat, kind, source, place, card)
    moves = kind in ("play", "lay")
    a_play = kind == "play"
    return replace(
        state,
        seats=tuple(seats),
        centre=centre,
        finished=state.finished + 1 if a_play and card == TOP else state.finished,
        moved=state.moved + 1 if moves else state.moved,
        plays=state.plays + 1 if a_play else state.plays,
        acted=True,
        demanded=None,
        accused=seat,
        called=(),
        silent=(),
        faults=_faults(state, event) if fault is not None or state.faults else (),
        undo=_undo(state, act) if fault is not None and moves else None,
        recent=(*recent[1 - RECENT :], act) if recent and recent[-1].turn == act.turn else (act,),
    )


def _card_shown(state: FlinchState, event: events.CardShown) -> FlinchState:
    """A card tried out of turn is shown to all: a fault, unless one is open (F-58, F-82)."""
    seat = event.seat
    own = state.seats[seat]
    act = _act(state, seat, "out-of-turn", "H", 0, event.card)
    recent = state.recent if state.recent and state.recent[-1].turn == act.turn else ()
    state = replace(
        state,
        seats=_with(state.seats, seat, replace(own, shown=(*own.shown, event.card))),
        silent=_silent(state, seat),
        recent=(*recent[1 - RECENT :], act),
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


def _act_undone(state: FlinchState, _: events.ActUndone) -> FlinchState:
    """The latest faulty act is taken back, with the hand and the favour it brought (F-50)."""
    undo = state.undo
    assert undo is not None, "nothing is undone but what can be"
    act = undo.act
    a_play = act.kind == "play"
    stock, finished = undo.drawn + state.stock, state.finished
    if undo.refinished is not None:
        stock, finished = (), undo.refinished
    idle, moved = state.idle, undo.moved
    if act.turn < state.number:
        idle = state.number - act.turn + (-1 if undo.moved else undo.idle)
        moved = state.moved
    return replace(
        state,
        seats=_taken_back(state, undo),
        stock=stock,
        centre=act.centre,
        finished=finished - (a_play and act.card == TOP),
        idle=idle,
        moved=moved,
        plays=state.plays - a_play,
        undo=None,
        recent=tuple(one for one in state.recent if one != act),
    )


def _taken_back(state: FlinchState, undo: Undo) -> Seats:
    """Return the seats with the cards of a faulty act and of its favour back in place."""
    act = undo.act
    own = replace(state.seats[act.seat], hand=undo.hand, reserve=undo.reserve)
    seats = _with(state.seats, act.seat, own)
    partner = partner_of(state, act.seat)
    if partner is not None and undo.flinch is not None and undo.partner_reserve is not None:
        other = replace(
            seats[partner], flinch=undo.flinch, taken=undo.taken, reserve=undo.partner_reserve
        )
        seats = _with(seats, partner, other)
    if undo.favoured is not None:
        pile = seats[undo.favoured]
        if undo.rotated:
            flinch = (*pile.flinch[1:], pile.flinch[0])
            pile = replace(pile, flinch=flinch, taken=pile.taken - 1)
        else:
            pile = replace(pile, bar=undo.bar)
        seats = _with(seats, undo.favoured, pile)
    return seats


def _flinch_called(state: FlinchState, event: events.FlinchCalled) -> FlinchState:
    """A good call closes the accused's faults; a false one locks the callers (or not)."""
    if event.good:
        faults = tuple(fault for fault in state.faults if fault.seat != event.accused)
        return replace(state, accused=None, called=(), faults=faults)
    seats = state.seats
    if state.options.false_call != "none":
        for seat in event.callers:
            seats = _with(seats, seat, replace(seats[seat], locked=True))
    return replace(state, seats=seats, called=(*state.called, *event.callers))


def _flinch_card_given(state: FlinchState, event: events.FlinchCardGiven) -> FlinchState:
    """The top of one pile goes under another: a card has moved."""
    pile = state.seats[event.seat]
    giver = replace(pile, flinch=pile.flinch[:-1], taken=pile.taken + 1)
    return _put_under(_with(state.seats, event.seat, giver), state, event)


def _stock_card_given(state: FlinchState, event: events.StockCardGiven) -> FlinchState:
    """The top of the stock goes under a Flinch pile: a card has moved."""
    return _put_under(state.seats, replace(state, stock=state.stock[1:]), event)


def _put_under(
    seats: Seats, state: FlinchState, event: events.FlinchCardGiven | events.StockCardGiven
) -> FlinchState:
    """Return the state with a given card under its new pile."""
    to = seats[event.to]
    new = replace(to, flinch=(event.card, *to.flinch))
    return replace(state, seats=_with(seats, event.to, new), moved=state.moved + 1)


def _card_demanded(state: FlinchState, event: events.CardDemanded) -> FlinchState:
    """A shown card that fits has to be played."""
    return replace(state, demanded=event.card) if event.fits else state


def _irregularity_judged(state: FlinchState, event: events.IrregularityJudged) -> FlinchState:
    """What lies before a judgment is undone by no later call (F-80)."""
    return replace(state, judged=(*state.judged, event.seat), undo=None)


def _favoured(state: FlinchState, event: events.Favoured) -> FlinchState:
    """The top goes under its pile; an only card is barred for a round (F-61, F-62)."""
    pile = state.seats[event.seat]
    if event.barred:
        count = len(state.seats)
        following = state.number + (event.seat - state.turn) % count
        new = replace(pile, bar=Bar(mark=pile.taken, until=following + count))
    else:
        flinch = (pile.flinch[-1], *pile.flinch[:-1])
        new = replace(pile, flinch=flinch, taken=pile.taken + 1)
    undo = state.undo
    if undo is not None:
        undo = replace(undo, favoured=event.seat, rotated=not event.barred, bar=pile.bar)
    return replace(state, seats=_with(state.seats, event.seat, new), undo=undo)


def _game_ended(state: FlinchState, event: events.GameEnded) -> FlinchState:
    """Nothing is open any more."""
    return replace(state, outcome=event.outcome, faults=(), undo=None)


def _unchanged(state: FlinchState, _: events.TurnPassed | events.TurnStopped) -> FlinchState:
    """It only says why the next turn begins."""
    return state


AFTER: Mapping[type, Callable[[FlinchState, Any], FlinchState]] = {
    events.Dealt: _dealt,
    events.HandsLaidDown: _hands_laid_down,
    events.TurnBegan: _turn_began,
    events.TurnPassed: _unchanged,
    events.TurnStopped: _unchanged,
    events.StockShuffled: _stock_shuffled,
    events.HandDrawn: _hand_drawn,
    events.CardPlayed: _card_played,
    events.CardLaid: _card_laid,
    events.NothingLaid: _nothing_laid,
    events.CardMisfitted: _card_misfitted,
    events.CardShown: _card_shown,
    events.CardDemanded: _card_demanded,
    events.FlinchCalled: _flinch_called,
    events.ActUndone: _act_undone,
    events.FlinchCardGiven: _flinch_card_given,
    events.StockCardGiven: _stock_card_given,
    events.IrregularityJudged: _irregularity_judged,
    events.Favoured: _favoured,
    events.GameEnded: _game_ended,
}


def _with(seats: Seats, seat: Seat, new: SeatState) -> Seats:
    """Return the seats with one exchanged."""
    changed = [*seats]
    changed[seat] = new
    return tuple(changed)


def _played(owner: SeatState, event: events.CardPlayed) -> SeatState:
    """Return the owner of the source without the played card."""
    if event.source == "H":
        hand = [*owner.hand]
        hand.remove(event.card)
        return replace(owner, hand=tuple(hand))
    if event.source in ("F", "PF"):
        return replace(owner, flinch=owner.flinch[:-1], taken=owner.taken + 1)
    reserve = [*owner.reserve]
    reserve[event.place - 1] = reserve[event.place - 1][:-1]
    return replace(owner, reserve=tuple(reserve))


def _act(
    state: FlinchState, seat: Seat, kind: ActKind, source: Source, place: int, card: Card
) -> Act:
    """Return an act about to happen, as everybody saw it."""
    number = state.number
    top = free_top(state.seats[seat], number)
    partner = partner_of(state, seat) if state.options.partners else None
    partner_top = None if partner is None else free_top(state.seats[partner], number)
    return Act(number, seat, kind, source, place, card, state.centre, top, partner_top)


def _undo(state: FlinchState, act: Act) -> Undo:
    """Return what is needed to take back an act about to happen."""
    own = state.seats[act.seat]
    partner = partner_of(state, act.seat)
    other = None if partner is None else state.seats[partner]
    return Undo(
        act=act,
        idle=state.idle,
        moved=state.moved,
        hand=own.hand,
        reserve=own.reserve,
        flinch=None if other is None else other.flinch,
        taken=0 if other is None else other.taken,
        partner_reserve=None if other is None else other.reserve,
    )


def _faults(state: FlinchState, event: ActEvent) -> tuple[Fault, ...]:
    """Return the faults that are open after an act of the turn's seat.

    Those of this very turn, unless the act is a play that mends them, and a new one, if it is one.
    """
    seat, number = event.seat, state.number
    faults = [one for one in state.faults if one.turn == number and one.owed != "out-of-turn"]
    if faults and isinstance(event, events.CardPlayed):
        owed: Source | Owed = "H1" if event.source == "H" and event.card == 1 else event.source
        mark = _mark(state, seat, owed)
        faults = [one for one in faults if one.owed != owed or one.mark != mark]
    if event.fault is not None:
        mark = _mark(state, seat, event.fault)
        faults.append(Fault(seat, event.fault, number, mark))
    return tuple(faults)


def _mark(state: FlinchState, seat: Seat, owed: Source | Owed) -> int:
    """Return the name of an owed Flinch card, as the `taken` of its pile; 0 for other cards."""
    owner = partner_of(state, seat) if owed == "PF" else seat
    return state.seats[owner].taken if owed in ("F", "PF") and owner is not None else 0
