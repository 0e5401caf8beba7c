"""FLIP: everything on the table, secrets included (`rules.md` section 2)."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card

Slots: TypeAlias = tuple[Card | None, Card | None, Card | None, Card | None]

Pile: TypeAlias = Literal[0, 1]
"""A middle pile: 0 the left one, seat 0's own side; 1 the right one, seat 1's."""

PILES: tuple[Pile, Pile] = (0, 1)
SLOTS = (1, 2, 3, 4)


class FlipOptions(Struct, frozen=True, gc=False):
    """The house rules of a table of FLIP."""

    jokers: Literal["wild", "none"]
    identical: Literal["rank", "exact"]
    pair_play: Literal["open", "frozen"]
    false_flip: Literal["lock", "pile", "none"]
    stuck: Literal["swap", "middle"]


class SeatCards(Struct, frozen=True, gc=False):
    """A seat's cards: `stock` top first, `slots` 1 to 4 (None: empty)."""

    stock: tuple[Card, ...]
    slots: Slots


class FlipState(Struct, frozen=True, gc=False):
    """A game of FLIP.

    Attributes:
        middle: the left and the right pile, bottom first.
        swaps: swaps of stuck cards since a slot was last played.
        reshuffles: labels `reshuffle-…` used so far.
        counted: accepted actions that count towards the cap (all but false FLIPs).
    """

    options: FlipOptions
    seed: str
    seats: tuple[SeatCards, SeatCards]
    middle: tuple[tuple[Card, ...], tuple[Card, ...]]
    revealed: bool = False
    swaps: int = 0
    reshuffles: int = 0
    counted: int = 0
    outcome: Outcome | None = None


def other(seat: Seat) -> Seat:
    """Return the opponent of a seat."""
    return 1 - seat


def _opened(seat: SeatCards) -> tuple[Card, ...]:
    """Return the cards lying in a seat's slots, slot 1 first."""
    return tuple(card for card in seat.slots if card is not None)


def cards_left(seat: SeatCards) -> int:
    """Return how many cards a seat has still to get rid of."""
    return len(seat.stock) + len(_opened(seat))
