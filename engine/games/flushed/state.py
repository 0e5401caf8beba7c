"""Flushed: everything on the table, secrets included (`rules.md` section 3)."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card, rank_of

Direction: TypeAlias = Literal[-1, 1]
"""Which way turns go round: -1 counterclockwise, to the right; 1 clockwise, to the left."""

HAND = 5
"""Cards a hand is drawn up to (U-6, U-7)."""

SPECIALS = "JQKA"


class FlushedOptions(Struct, frozen=True):
    """The house rules of a table of Flushed."""

    doubles: bool
    flush: bool
    lead_doubles: bool
    void_ace: Literal["choice", "must"]


class SeatCards(Struct, frozen=True):
    """A seat's cards.

    Attributes:
        stack: top first.
        hand: in the order drawn.
        seen: the cards this seat once took from the pile and still holds, in the order taken:
            what everybody who watched knows of it.
    """

    stack: tuple[Card, ...]
    hand: tuple[Card, ...]
    seen: tuple[Card, ...] = ()


class FlushedState(Struct, frozen=True):
    """A game of Flushed.

    Attributes:
        pile: bottom first.
        suit: the suit to follow, None when open.
        turns: turns over so far; a king's victim's skipped turn counts as one.
    """

    options: FlushedOptions
    dealer: Seat
    seats: tuple[SeatCards, ...]
    pile: tuple[Card, ...]
    turn: Seat
    suit: str | None = None
    direction: Direction = -1
    turns: int = 0
    outcome: Outcome | None = None


def neighbour(state: FlushedState, seat: Seat) -> Seat:
    """Return the seat after this one in the current direction."""
    return (seat + state.direction) % len(state.seats)


def cards_left(cards: SeatCards) -> int:
    """Return how many cards a seat has still to get rid of."""
    return len(cards.stack) + len(cards.hand)


def is_special(card: Card) -> bool:
    """Say whether a card does something: ace, king, queen or jack."""
    return rank_of(card) in SPECIALS
