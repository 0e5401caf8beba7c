"""Eights, as its laws know it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.fourth_game.eights.events import CardDrawn, Dealt, LastCalled, StockShuffled

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

MIDDLE = {"suit": "H", "top": "KH"}
"""Fields of a view that say what lies in the middle, with other values."""


def space(state: Any) -> Iterator[str]:
    """Yield every card, an eight with every suit, D, P and LAST."""
    yield from (card for card in DECK if card[0] != "8")
    yield from (f"8{own}+{named}" for own in "CDHS" for named in "CDHS")
    yield from ("D", "P", "LAST")


def cards(position: Mapping[str, Any]) -> Counter[str]:
    """Count hands, stock and pile."""
    return Counter([*position["stock"], *position["pile"], *sum(position["hands"], ())])


def pack(options: Mapping[str, Any], seats: int) -> Counter[str]:
    """One deck of 52."""
    return Counter(DECK)


def swap(state: Any, seat: int | None, chance: Random) -> Any:
    """Exchange the stock and others' hands; also the seed."""
    hidden = [*state.stock]
    for owner, hand in enumerate(state.hands):
        hidden += () if owner == seat else hand
    chance.shuffle(hidden)
    hands = tuple(
        hand if owner == seat else tuple(hidden.pop() for _ in hand)
        for owner, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, stock=tuple(hidden), seed="0" * 64)


def veil(event: Any, seat: int | None, chance: Random) -> Any:
    """Change the stock and what others hold and draw."""
    match event:
        case Dealt():
            hands = tuple(
                hand if owner == seat else _others(hand, chance)
                for owner, hand in enumerate(event.hands)
            )
            return replace(event, seed="0" * 64, hands=hands, stock=_others(event.stock, chance))
        case StockShuffled():
            return replace(event, cards=_others(event.cards, chance))
        case CardDrawn() if event.seat != seat:
            return replace(event, card=chance.choice(DECK))
        case LastCalled() if event.of != seat:
            return replace(event, drawn=_others(event.drawn, chance))
        case _:
            return event


def _others(cards: tuple[str, ...], chance: Random) -> tuple[str, ...]:
    """Return as many cards at random."""
    return tuple(chance.choice(DECK) for _ in cards)
