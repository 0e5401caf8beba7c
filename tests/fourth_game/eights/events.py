"""Eights: what happened."""

from typing import TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import Card
from tests.fourth_game.eights.state import EightsOptions


class Dealt(Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The cards were dealt; `top` lies face up, `turn` begins."""

    options: EightsOptions
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    top: Card
    turn: Seat


class CardPlayed(Struct, frozen=True, tag_field="kind", tag="card-played"):
    """A seat played a card; `suit` is to be followed, and the next seat has the turn."""

    seat: Seat
    card: Card
    suit: str


class StockShuffled(Struct, frozen=True, tag_field="kind", tag="stock-shuffled"):
    """The pile but its top was shuffled and put under the stock."""

    cards: tuple[Card, ...]


class CardDrawn(Struct, frozen=True, tag_field="kind", tag="card-drawn"):
    """The seat in turn drew a card."""

    seat: Seat
    card: Card


class Passed(Struct, frozen=True, tag_field="kind", tag="passed"):
    """A seat ended its turn without a play."""

    seat: Seat


class LastCalled(Struct, frozen=True, tag_field="kind", tag="last-called"):
    """A seat said "Last!" of the exposed one, which drew `drawn` if it was another."""

    seat: Seat
    of: Seat
    drawn: tuple[Card, ...] = ()


class GameEnded(Struct, frozen=True, tag_field="kind", tag="game-ended"):
    """The game is over."""

    outcome: Outcome


EightsEvent: TypeAlias = (
    Dealt | CardPlayed | StockShuffled | CardDrawn | Passed | LastCalled | GameEnded
)
