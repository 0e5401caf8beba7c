"""The state after an event: total, pure, no checks."""

from typing import TypeAlias, assert_never

from msgspec.structs import replace

from engine.api import Seat
from engine.games.flinch import evolving_acts as acts
from engine.games.flinch.events import (
    ActUndone,
    CardDemanded,
    CardLaid,
    CardMisfitted,
    CardPlayed,
    CardShown,
    Dealt,
    Favoured,
    FlinchCalled,
    FlinchCardGiven,
    FlinchEvent,
    GameEnded,
    HandDrawn,
    HandsLaidDown,
    IrregularityJudged,
    NothingLaid,
    StockCardGiven,
    StockShuffled,
    TurnBegan,
    TurnPassed,
    TurnStopped,
)
from engine.games.flinch.state import Bar, FlinchState, SeatState

RarerEvent: TypeAlias = (
    FlinchCalled
    | FlinchCardGiven
    | StockCardGiven
    | CardDemanded
    | IrregularityJudged
    | Favoured
    | HandsLaidDown
    | GameEnded
)


def evolve(state: FlinchState | None, event: FlinchEvent) -> FlinchState:
    """Return the state after an event; None is before the deal."""
    if state is None or isinstance(event, Dealt):
        assert isinstance(event, Dealt), "a game begins with the deal"
        return _dealt(event)
    match event:
        case CardPlayed():
            return acts.played(state, event)
        case CardLaid():
            return acts.laid(state, event)
        case NothingLaid() | CardMisfitted():
            return acts.ended(state, event)
        case CardShown():
            return acts.shown(state, event)
        case ActUndone():
            return acts.undone(state)
        case TurnBegan():
            return _turn_began(state, event)
        case HandDrawn():
            return _hand_drawn(state, event)
        case StockShuffled():
            return _shuffled(state, event)
        case TurnPassed() | TurnStopped():
            return state
        case _:
            return _evolve_rarer(state, event)


def _evolve_rarer(state: FlinchState, event: RarerEvent) -> FlinchState:
    """Return the state after calls and what they cost, strict's acts, favours, the end."""
    match event:
        case FlinchCalled():
            return _called(state, event)
        case FlinchCardGiven():
            return _flinch_card_given(state, event)
        case StockCardGiven():
            return _stock_card_given(state, event)
        case CardDemanded():
            return replace(state, demanded=event.card) if event.fits else state
        case IrregularityJudged():
            return replace(state, judged=(*state.judged, event.seat), undo=None)
        case Favoured():
            return _favoured(state, event)
        case HandsLaidDown():
            return _hands_laid_down(state, event)
        case GameEnded():
            return replace(state, outcome=event.outcome, faults=(), undo=None)
        case _:
            assert_never(event)


def with_seat(state: FlinchState, seat: Seat, new: SeatState) -> tuple[SeatState, ...]:
    """Return the seats with one exchanged."""
    seats = state.seats
    return (*seats[:seat], new, *seats[seat + 1 :])


def _dealt(event: Dealt) -> FlinchState:
    """Return the state after the deal, the first or a repeated one."""
    return FlinchState(
        seed=event.seed,
        options=event.options,
        dealer=event.dealer,
        seats=tuple(
            SeatState(flinch=flinch, hand=hand)
            for flinch, hand in zip(event.flinch, event.hands, strict=True)
        ),
        stock=event.stock,
    )


def _hands_laid_down(state: FlinchState, event: HandsLaidDown) -> FlinchState:
    """Card k of each hand goes to place k; new hands come from the stock (F-17)."""
    seats = tuple(
        replace(
            seat,
            hand=hand,
            reserve=tuple(
                (*place, card) for place, card in zip(seat.reserve, seat.hand, strict=True)
            ),
        )
        for seat, hand in zip(state.seats, event.hands, strict=True)
    )
    return replace(state, seats=seats, stock=state.stock[sum(map(len, event.hands)) :])


def _turn_began(state: FlinchState, event: TurnBegan) -> FlinchState:
    """The seat before forgets what it had shown; the new one may call again."""
    seats = state.seats
    before = seats[state.turn]
    if before.shown:
        seats = with_seat(state, state.turn, replace(before, shown=()))
    seat = event.seat
    new = replace(seats[seat], begun=seats[seat].begun + 1, locked=False)
    undo = state.undo
    return replace(
        state,
        turn=seat,
        number=event.number,
        seats=(*seats[:seat], new, *seats[seat + 1 :]),
        moves=(*state.moves, 0)[-len(seats) - 1 :],
        acted=False,
        demanded=None,
        judged=(),
        undo=None if undo is None or undo.act.seat == seat else undo,
    )


def _hand_drawn(state: FlinchState, event: HandDrawn) -> FlinchState:
    """The cards leave the stock; drawn because of a faulty act, they can be sent back."""
    seat = event.seat
    undo = state.undo
    if undo is not None and undo.act.seat == seat:
        undo = replace(undo, drawn=event.cards)
    new = replace(state.seats[seat], hand=event.cards)
    return replace(
        state,
        seats=with_seat(state, seat, new),
        stock=state.stock[len(event.cards) :],
        undo=undo,
    )


def _shuffled(state: FlinchState, event: StockShuffled) -> FlinchState:
    """A new stock; the piles or reserves it was made of are gone."""
    state = replace(state, stock=event.cards, reshuffles=event.number)
    match event.why:
        case "returned":
            return state
        case "finished":
            undo = state.undo
            if undo is not None and undo.act.seat == state.turn:
                undo = replace(undo, refinished=state.finished)
            return replace(state, finished=0, undo=undo)
        case "gathered":
            seats = tuple(replace(seat, reserve=((), (), (), (), ())) for seat in state.seats)
            return replace(state, seats=seats, moves=(0,), lock_plays=state.plays)
        case _:
            assert_never(event.why)


def _called(state: FlinchState, event: FlinchCalled) -> FlinchState:
    """A good call closes the accused's faults; a false one locks the callers (or not)."""
    if event.good:
        faults = tuple(fault for fault in state.faults if fault.seat != event.accused)
        return replace(state, accused=None, called=(), faults=faults)
    seats = state.seats
    if state.options.false_call != "none":
        seats = tuple(
            replace(one, locked=True) if seat in event.callers else one
            for seat, one in enumerate(seats)
        )
    return replace(state, seats=seats, called=(*state.called, *event.callers))


def _flinch_card_given(state: FlinchState, event: FlinchCardGiven) -> FlinchState:
    """The top of one pile goes under another: a card has moved."""
    pile = state.seats[event.seat]
    seats = list(state.seats)
    seats[event.seat] = replace(pile, flinch=pile.flinch[:-1], taken=pile.taken + 1)
    to = seats[event.to]
    seats[event.to] = replace(to, flinch=(event.card, *to.flinch))
    return replace(state, seats=tuple(seats), moves=acts.moved(state.moves, 1))


def _stock_card_given(state: FlinchState, event: StockCardGiven) -> FlinchState:
    """The top of the stock goes under a Flinch pile: a card has moved."""
    to = state.seats[event.to]
    new = replace(to, flinch=(event.card, *to.flinch))
    return replace(
        state,
        seats=with_seat(state, event.to, new),
        stock=state.stock[1:],
        moves=acts.moved(state.moves, 1),
    )


def _favoured(state: FlinchState, event: Favoured) -> FlinchState:
    """The top goes under its pile; an only card is barred for a round (F-61, F-62)."""
    pile = state.seats[event.seat]
    if event.barred:
        new = replace(pile, bar=Bar(mark=pile.taken, until=pile.begun + 2))
    else:
        flinch = (pile.flinch[-1], *pile.flinch[:-1])
        new = replace(pile, flinch=flinch, taken=pile.taken + 1)
    undo = state.undo
    if undo is not None:
        undo = replace(undo, favoured=event.seat, rotated=not event.barred, bar=pile.bar)
    return replace(state, seats=with_seat(state, event.seat, new), undo=undo)
