"""Flushed: the state after an event."""

from typing import assert_never

from msgspec.structs import replace

from engine.api import Seat
from engine.cards import Card, suit_of
from engine.games.flushed.events import (
    CardsPlayed,
    Dealt,
    DirectionTurned,
    FlushedEvent,
    GameEnded,
    PileNeutral,
    PileTaken,
    SuitSet,
    TurnBegan,
)
from engine.games.flushed.state import HAND, FlushedState, SeatCards


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards without those gone, the first equal one each."""
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def draw_up(cards: SeatCards) -> tuple[SeatCards, tuple[Card, ...]]:
    """Draw up to five from the top of the stack; return the cards drawn too (U-6 to U-9)."""
    missing = max(0, HAND - len(cards.hand))
    drawn = cards.stack[:missing]
    after = SeatCards(stack=cards.stack[missing:], hand=cards.hand + drawn, seen=cards.seen)
    return after, drawn


def after_play(cards: SeatCards, played: tuple[Card, ...]) -> tuple[SeatCards, tuple[Card, ...]]:
    """Return a seat's cards after it played these and drew, and what it drew."""
    rest = replace(cards, hand=without(cards.hand, played), seen=without(cards.seen, played))
    return draw_up(rest)


def after_taking(cards: SeatCards, pile: tuple[Card, ...]) -> tuple[SeatCards, tuple[Card, ...]]:
    """Return a seat's cards with the pile under its stack and the hand drawn up (U-17, U-18).

    The earliest played card lies nearest the top.
    """
    return draw_up(replace(cards, stack=cards.stack + pile, seen=cards.seen + pile))


def _with_seat(state: FlushedState, seat: Seat, cards: SeatCards) -> FlushedState:
    seats = (*state.seats[:seat], cards, *state.seats[seat + 1 :])
    return replace(state, seats=seats, turns=state.turns + 1)


def begin(event: Dealt) -> FlushedState:
    """Return the state the deal makes; a card in the middle only gives its suit (U-33)."""
    return FlushedState(
        options=event.options,
        dealer=event.dealer,
        seats=event.seats,
        pile=() if event.middle is None else (event.middle,),
        turn=event.turn,
        suit=None if event.middle is None else suit_of(event.middle),
    )


def evolve(state: FlushedState | None, event: FlushedEvent) -> FlushedState:
    """Return the state after an event; only a `Dealt` begins from nothing."""
    if isinstance(event, Dealt):
        return begin(event)
    assert state is not None, "a game begins with its deal"
    match event:
        case CardsPlayed():
            cards, _ = after_play(state.seats[event.seat], event.cards)
            after = _with_seat(state, event.seat, cards)
            return replace(after, pile=state.pile + event.cards)
        case SuitSet():
            return replace(state, suit=event.suit)
        case DirectionTurned():
            return replace(state, direction=event.direction)
        case PileNeutral():
            return replace(state, suit=None)
        case PileTaken():
            cards, _ = after_taking(state.seats[event.seat], state.pile)
            return replace(_with_seat(state, event.seat, cards), pile=(), suit=None)
        case TurnBegan():
            return replace(state, turn=event.seat)
        case GameEnded():
            return replace(state, outcome=event.outcome)
        case _:
            assert_never(event)
