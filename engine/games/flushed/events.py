"""Flushed: what happened.

A play is a `CardsPlayed`, then what its top card did, then `TurnBegan` or `GameEnded`.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card
from engine.games.flushed.state import Direction, FlushedOptions


class SeatCards(Struct, frozen=True, gc=False):
    """What a seat was dealt: its stack, top first, and its hand, in the order drawn."""

    stack: tuple[Card, ...]
    hand: tuple[Card, ...]


class Dealt(Struct, frozen=True, gc=False, tag_field="kind", tag="dealt"):
    """The cards were dealt and the hands drawn (U-4, U-5, U-32, U-33).

    `middle` is the card that starts the first flush (three players), `turn` the seat to begin.
    """

    options: FlushedOptions
    dealer: Seat
    seats: tuple[SeatCards, ...]
    middle: Card | None
    turn: Seat


class CardsPlayed(Struct, frozen=True, gc=False, tag_field="kind", tag="cards-played"):
    """A seat played one or several cards, the last on top, and drew `drawn` (U-7, U-36)."""

    seat: Seat
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]


class SuitSet(Struct, frozen=True, gc=False, tag_field="kind", tag="suit-set"):
    """The top card made another suit than before the one to follow (U-12, U-20)."""

    suit: str


class DirectionTurned(Struct, frozen=True, gc=False, tag_field="kind", tag="direction-turned"):
    """A jack turned the direction (U-28, U-29)."""

    direction: Direction


class PileNeutral(Struct, frozen=True, gc=False, tag_field="kind", tag="pile-neutral"):
    """A queen opened the suit; the pile stays (U-25, U-26)."""


class PileTaken(Struct, frozen=True, gc=False, tag_field="kind", tag="pile-taken"):
    """A seat took the whole pile under its stack and drew up to five; the suit is open (U-17).

    Attributes:
        seat: who took it.
        because: `void`, having no card to play or not playing an ace (U-14); `king`, the king
            played before (U-22).
        count: how many cards the pile had.
        drawn: the cards drawn (U-18).
    """

    seat: Seat
    because: Literal["void", "king"]
    count: int
    drawn: tuple[Card, ...]


class TurnBegan(Struct, frozen=True, gc=False, tag_field="kind", tag="turn-began"):
    """It is this seat's turn now."""

    seat: Seat


class GameEnded(Struct, frozen=True, gc=False, tag_field="kind", tag="game-ended"):
    """The game is over."""

    outcome: Outcome


FlushedEvent: TypeAlias = (
    Dealt
    | CardsPlayed
    | SuitSet
    | DirectionTurned
    | PileNeutral
    | PileTaken
    | TurnBegan
    | GameEnded
)
