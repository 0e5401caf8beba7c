"""Flinch, as its laws know it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.games.flinch.events import (
    CardLaid,
    CardMisfitted,
    CardPlayed,
    Dealt,
    HandDrawn,
    HandsLaidDown,
    NothingLaid,
    StockCardGiven,
    StockShuffled,
)
from engine.games.flinch.state import Fault

MIDDLE = {"centre": (4, 9)}
"""Fields of a view that say what lies in the middle, with other values."""


def space(state: Any) -> Iterator[str]:
    """Yield F, PF, N, C, and all of H, R, PR, L, L@, D and J."""
    yield from ("F", "PF", "N", "C")
    places = [str(place) for place in range(1, 6)]
    cards = [str(card) for card in range(1, 16)]
    for place in places:
        yield "R" + place
        yield "PR" + place
    for card in cards:
        yield "H" + card
        yield "L" + card
        yield from (f"L{card}@{place}" for place in places)
        yield from (f"D{seat}*{card}" for seat in range(8))
    yield from (f"J{seat}" for seat in range(8))


def cards(position: Mapping[str, Any]) -> Counter[int]:
    """Count piles, hands, reserves, stock, and what centre and finished piles are made of."""
    count = Counter(position["stock"])
    for seat in position["seats"]:
        count.update(seat["flinch"] + seat["hand"])
        count.update(card for place in seat["reserve"] for card in place)
    for top in [*position["centre"], *[15] * position["finished"]]:
        count.update(range(1, top + 1))
    return count


def pack(options: Mapping[str, Any], seats: int) -> Counter[int]:
    """Ten of each from 1 to 15 per pack."""
    return Counter(dict.fromkeys(range(1, 16), 10 * options["packs"]))


def swap(state: Any, seat: int | None, chance: Random) -> Any:
    """Exchange the stock, others' hands and everything beneath a top; also faults and seed."""
    pool = list(state.stock)
    for owner, one in enumerate(state.seats):
        pool += one.flinch[:-1]
        pool += [card for place in one.reserve for card in place[:-1]]
        pool += () if owner == seat else one.hand
    chance.shuffle(pool)
    seats = []
    for owner, one in enumerate(state.seats):
        flinch = _beneath(pool, one.flinch)
        reserve = tuple(_beneath(pool, place) for place in one.reserve)
        hand = one.hand if owner == seat else tuple(pool.pop() for _ in one.hand)
        seats.append(replace(one, flinch=flinch, reserve=reserve, hand=hand))
    fault = Fault(seat=chance.randrange(len(seats)), owed="H1", turn=state.number, mark=0, card=1)
    return replace(
        state,
        seed="0" * 64,
        seats=tuple(seats),
        stock=tuple(pool),
        faults=() if state.faults else (fault,),
        undo=None,
    )


def _beneath(pool: list[int], pile: tuple[int, ...]) -> tuple[int, ...]:
    """Return a pile with the same top and other cards beneath."""
    return (*(pool.pop() for _ in pile[:-1]), *pile[-1:])


def veil(event: Any, seat: int | None, chance: Random) -> Any:
    """Change faults, the stock, others' hands and what lies beneath Flinch tops."""
    match event:
        case Dealt():
            return replace(
                event,
                seed="0" * 64,
                stock=_others(event.stock, chance),
                hands=_other_hands(event.hands, seat, chance),
                flinch=tuple((*_others(pile[:-1], chance), *pile[-1:]) for pile in event.flinch),
            )
        case HandsLaidDown():
            return replace(event, hands=_other_hands(event.hands, seat, chance))
        case StockShuffled():
            return replace(event, cards=_others(event.cards, chance))
        case HandDrawn() if event.seat != seat:
            return replace(event, cards=_others(event.cards, chance))
        case StockCardGiven():
            return replace(event, card=chance.randint(1, 15))
        case CardPlayed() | CardLaid() | CardMisfitted() | NothingLaid():
            return replace(event, fault=None if event.fault else "H1")
        case _:
            return event


def _others(cards: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Return as many cards at random."""
    return tuple(chance.randint(1, 15) for _ in cards)


def _other_hands(
    hands: tuple[tuple[int, ...], ...], seat: int | None, chance: Random
) -> tuple[tuple[int, ...], ...]:
    """Return other hands for all but this seat."""
    return tuple(
        hand if owner == seat else _others(hand, chance) for owner, hand in enumerate(hands)
    )
