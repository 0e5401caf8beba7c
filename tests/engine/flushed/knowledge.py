"""Flushed, as its laws know it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.games.flushed.events import CardsPlayed, Dealt, PileTaken

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

MIDDLE = {"suit": "H", "top": "KH"}
"""Fields of a view that say what lies in the middle, with other values."""


def space(state: Any) -> Iterator[str]:
    """Yield T, every card, two to four of a rank in any order, and five cards of any hand.

    Five cards that no seat holds together are `no-such-card` for all.
    """
    yield "T"
    yield from DECK
    for rank in "A23456789TJQK":
        for count in (2, 3, 4):
            for cards in permutations([rank + suit for suit in "CDHS"], count):
                yield "+".join(cards)
    for seat in state.seats:
        for count in (2, 5):
            yield from ("+".join(some) for some in permutations(seat.hand, count))


def cards(position: Mapping[str, Any]) -> Counter[str]:
    """Count the pile, stacks and hands."""
    count = Counter(position["pile"])
    for seat in position["seats"]:
        count.update(seat["stack"] + seat["hand"])
    return count


def pack(options: Mapping[str, Any], seats: int) -> Counter[str]:
    """One deck of 52."""
    return Counter(DECK)


def swap(state: Any, seat: int | None, chance: Random) -> Any:
    """Exchange all cards of stacks and others' hands that never lay open."""
    pool = []
    for owner, one in enumerate(state.seats):
        hidden = one.stack if owner == seat else one.stack + one.hand
        pool += [card for card in hidden if card not in one.seen]
    chance.shuffle(pool)
    seats = []
    for owner, one in enumerate(state.seats):
        stack = tuple(card if card in one.seen else pool.pop() for card in one.stack)
        hand = one.hand
        if owner != seat:
            hand = tuple(card if card in one.seen else pool.pop() for card in one.hand)
        seats.append(replace(one, stack=stack, hand=hand))
    return replace(state, seats=tuple(seats))


def out_of_sight(state: Any, reader: int | None, chance: Random) -> Any:
    """Return the state with other cards in stacks, in others' hands and under the top."""
    hidden: list[str] = [*state.pile[:-1]]
    for at, seat in enumerate(state.seats):
        hidden += [*seat.stack, *(() if at == reader else seat.hand)]
    chance.shuffle(hidden)
    seats = tuple(
        replace(
            seat,
            stack=tuple(hidden.pop() for _ in seat.stack),
            hand=seat.hand if at == reader else tuple(hidden.pop() for _ in seat.hand),
            seen=(),
        )
        for at, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, pile=(*hidden, *state.pile[-1:]))


def veil(event: Any, seat: int | None, chance: Random) -> Any:
    """Change stacks and what others hold and draw."""
    match event:
        case Dealt():
            seats = tuple(
                replace(
                    one,
                    stack=_others(one.stack, chance),
                    hand=one.hand if owner == seat else _others(one.hand, chance),
                )
                for owner, one in enumerate(event.seats)
            )
            return replace(event, seats=seats)
        case CardsPlayed() | PileTaken() if event.seat != seat:
            return replace(event, drawn=_others(event.drawn, chance))
        case _:
            return event


def _others(cards: tuple[str, ...], chance: Random) -> tuple[str, ...]:
    """Return as many cards at random."""
    return tuple(chance.choice(DECK) for _ in cards)
