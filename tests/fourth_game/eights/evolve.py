"""Eights: the state after an event."""

from typing import assert_never

from msgspec.structs import replace

from engine.api import Seat
from engine.cards import Card, suit_of
from tests.fourth_game.eights.events import (
    CardDrawn,
    CardPlayed,
    Dealt,
    EightsEvent,
    GameEnded,
    LastCalled,
    Passed,
    StockShuffled,
)
from tests.fourth_game.eights.state import EightsState


def evolve(state: EightsState | None, event: EightsEvent) -> EightsState:
    """Return the state after an event; only a `Dealt` begins from nothing."""
    if isinstance(event, Dealt):
        return EightsState(
            options=event.options,
            seed=event.seed,
            hands=event.hands,
            stock=event.stock,
            pile=(event.top,),
            suit=suit_of(event.top),
            turn=event.turn,
        )
    assert state is not None, "a game begins with its deal"
    match event:
        case CardPlayed(seat=seat, card=card, suit=suit):
            rest = tuple(one for one in state.hands[seat] if one != card)
            state = _with_hand(state, seat, rest)
            exposed = seat if len(rest) == 1 else None
            return _next_turn(replace(state, pile=(*state.pile, card), suit=suit, exposed=exposed))
        case Passed():
            return _next_turn(replace(state, exposed=None))
        case StockShuffled(cards=cards):
            return replace(
                state,
                stock=state.stock + cards,
                pile=state.pile[-1:],
                shuffles=state.shuffles + 1,
            )
        case CardDrawn(seat=seat, card=card):
            state = replace(state, drawn=state.drawn + 1, exposed=None)
            return _drawn(state, seat, (card,))
        case LastCalled(of=seat, drawn=cards):
            return _drawn(replace(state, exposed=None), seat, cards)
        case GameEnded(outcome=outcome):
            return replace(state, outcome=outcome, exposed=None)
        case _:
            assert_never(event)


def _with_hand(state: EightsState, seat: Seat, hand: tuple[Card, ...]) -> EightsState:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _drawn(state: EightsState, seat: Seat, cards: tuple[Card, ...]) -> EightsState:
    state = replace(state, stock=state.stock[len(cards) :])
    return _with_hand(state, seat, state.hands[seat] + cards)


def _next_turn(state: EightsState) -> EightsState:
    following = (state.turn + 1) % len(state.hands)
    return replace(state, turn=following, drawn=0, turns=state.turns + 1)
