"""FLIP: what happened. Each accepted action gives one of these, then `GameEnded` if it ends."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card
from engine.games.flip.state import FlipOptions, Pile, SeatCards, Slots

BothSlots: TypeAlias = tuple[Slots, Slots]


class Dealt(Struct, frozen=True, gc=False, tag_field="kind", tag="dealt"):
    """The cards were dealt, all face down (P-5 to P-9); `middle` is left and right."""

    options: FlipOptions
    seed: str
    seats: tuple[SeatCards, SeatCards]
    middle: tuple[Card, Card]


class Revealed(Struct, frozen=True, gc=False, tag_field="kind", tag="revealed"):
    """Everything was turned up, the middle last (P-10, P-11)."""

    slots: BothSlots
    middle: tuple[Card, Card]


class SlotPlayed(Struct, frozen=True, gc=False, tag_field="kind", tag="slot-played"):
    """A seat covered a pile with the card of a slot, refilled at once (P-12, P-16)."""

    seat: Seat
    slot: int
    pile: Pile
    card: Card
    refill: Card | None


class FlipCalled(Struct, frozen=True, gc=False, tag_field="kind", tag="flip-called"):
    """A seat won a pair (P-20 to P-22).

    Attributes:
        seat: the caller; the other seat took both piles.
        taken: how many cards that were.
        slots: both rows afterwards.
        middle: the new middle cards.
    """

    seat: Seat
    taken: int
    slots: BothSlots
    middle: tuple[Card, Card]


class FalseFlip(Struct, frozen=True, gc=False, tag_field="kind", tag="false-flip"):
    """A seat called without a pair.

    `pile` took the pile named under its stock: `taken` cards, `card` the new one there.
    """

    seat: Seat
    penalty: Literal["lock", "pile", "none"]
    pile: Pile | None = None
    taken: int = 0
    slots: Slots | None = None
    card: Card | None = None


class Swapped(Struct, frozen=True, gc=False, tag_field="kind", tag="swapped"):
    """Stuck: both seats put their open cards under their stocks and laid new ones (P-24, P-25)."""

    slots: BothSlots


class MiddleLaid(Struct, frozen=True, gc=False, tag_field="kind", tag="middle-laid"):
    """Stuck: each seat with a stock put a new card on its own side's pile (None: it has none)."""

    cards: tuple[Card | None, Card | None]


class MiddleTaken(Struct, frozen=True, gc=False, tag_field="kind", tag="middle-taken"):
    """Stuck without stocks: each seat took its own side's pile, shuffled, and began anew.

    `stocks` are the shuffled piles, the new tops first, before any slot was refilled.
    """

    stocks: tuple[tuple[Card, ...], tuple[Card, ...]]
    slots: BothSlots
    middle: tuple[Card, Card]


class GameEnded(Struct, frozen=True, gc=False, tag_field="kind", tag="game-ended"):
    """The game is over."""

    outcome: Outcome


FlipEvent: TypeAlias = (
    Dealt
    | Revealed
    | SlotPlayed
    | FlipCalled
    | FalseFlip
    | Swapped
    | MiddleLaid
    | MiddleTaken
    | GameEnded
)
