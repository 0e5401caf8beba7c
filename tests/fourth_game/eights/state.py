"""Eights: everything on the table, secrets included."""

from typing import Literal

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card


class EightsOptions(Struct, frozen=True):
    """The house rules of a table of Eights."""

    hand: Literal[5, 7]
    draws: Literal[1, 3]


class EightsState(Struct, frozen=True):
    """A game of Eights.

    Attributes:
        hands: per seat, in the order drawn.
        stock: next card first.
        pile: bottom first.
        suit: the suit to follow.
        drawn: cards drawn in this turn.
        turns: turns over so far.
        shuffles: labels `reshuffle-…` used so far.
        exposed: the seat with one card of which nobody has said so.
    """

    options: EightsOptions
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    suit: str
    turn: Seat
    drawn: int = 0
    turns: int = 0
    shuffles: int = 0
    exposed: Seat | None = None
    outcome: Outcome | None = None
