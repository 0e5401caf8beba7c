"""FLIP: the deal (P-5 to P-9)."""

from msgspec import convert

from engine.api import Setup
from engine.cards import Card
from engine.games.flip.events import Dealt
from engine.games.flip.state import FlipOptions, SeatCards


def deal(setup: Setup, deck: tuple[Card, ...]) -> Dealt:
    """Deal alternately, seat 0 first: four slots, a card in the middle, the rest as stock."""
    first, second = deck[0::2], deck[1::2]
    return Dealt(
        options=convert(dict(setup.options), FlipOptions),
        seed=setup.seed,
        seats=(_seat(first), _seat(second)),
        middle=(first[4], second[4]),
    )


def _seat(half: tuple[Card, ...]) -> SeatCards:
    a, b, c, d, _, *stock = half
    return SeatCards(stock=tuple(stock), slots=(a, b, c, d))
