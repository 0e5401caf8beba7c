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


class FlushedOptions(Struct, frozen=True, gc=False):
    """The house rules of a table of Flushed."""

    doubles: bool
    flush: bool
    lead_doubles: bool
    void_ace: Literal["choice", "must"]


class FlushedState(Struct, frozen=True, gc=False):
    """A game of Flushed.

    Attributes:
        stacks: per seat, top first.
        hands: per seat, in the order drawn.
        pile: bottom first.
        suit: the suit to follow, None when open.
        turns: turns over so far; a king's victim's skipped turn counts as one.
        known: per seat the cards of its hand that it once took from the pile, in the order taken:
            what everybody who watched knows of it.
        bottom: per seat the cards taken that still lie at the bottom of its stack, the first to
            come first.
    """

    options: FlushedOptions
    dealer: Seat
    stacks: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    turn: Seat
    suit: str | None
    direction: Direction
    turns: int
    known: tuple[tuple[Card, ...], ...]
    bottom: tuple[tuple[Card, ...], ...]
    outcome: Outcome | None = None


def cards_left(state: FlushedState) -> tuple[int, ...]:
    """Return per seat how many cards it has still to get rid of."""
    pairs = zip(state.stacks, state.hands, strict=True)
    return tuple(len(stack) + len(hand) for stack, hand in pairs)


def is_special(card: Card) -> bool:
    """Say whether a card does something: ace, king, queen or jack."""
    return rank_of(card) in SPECIALS
