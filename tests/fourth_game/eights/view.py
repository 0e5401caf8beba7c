"""Eights: what may be known: everybody's number of cards, one's own hand, the top of the pile."""

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Outcome, Seat
from engine.cards import Card, backs
from tests.fourth_game.eights.events import (
    CardDrawn,
    Dealt,
    EightsEvent,
    LastCalled,
    StockShuffled,
)
from tests.fourth_game.eights.state import EightsOptions, EightsState


class EightsView(Struct, frozen=True):
    """The table as a seat (None: a spectator, without a hand) sees it."""

    seat: Seat | None
    options: EightsOptions
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    stock: int
    height: int
    top: Card
    suit: str
    turn: Seat
    drawn: int
    exposed: Seat | None
    outcome: Outcome | None


def view(state: EightsState, seat: Seat | None) -> EightsView:
    """Return what this seat may know."""
    return EightsView(
        seat=seat,
        options=state.options,
        hand=() if seat is None else state.hands[seat],
        sizes=tuple(len(hand) for hand in state.hands),
        stock=len(state.stock),
        height=len(state.pile),
        top=state.pile[-1],
        suit=state.suit,
        turn=state.turn,
        drawn=state.drawn,
        exposed=state.exposed,
        outcome=state.outcome,
    )


def redact(event: EightsEvent, seat: Seat | None) -> EightsEvent:
    """Return the event without the stock, the seed and what others hold or draw."""
    match event:
        case Dealt():
            hands = tuple(
                hand if owner == seat else backs(hand) for owner, hand in enumerate(event.hands)
            )
            return replace(event, seed="", hands=hands, stock=backs(event.stock))
        case StockShuffled():
            return replace(event, cards=backs(event.cards))
        case CardDrawn() if event.seat != seat:
            return replace(event, card=backs((event.card,))[0])
        case LastCalled() if event.of != seat:
            return replace(event, drawn=backs(event.drawn))
        case _:
            return event
