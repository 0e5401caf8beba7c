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
    for hand in state.hands:
        for count in (2, 5):
            yield from ("+".join(some) for some in permutations(hand, count))


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
    hidden = [card for stack in state.stacks for card in stack]
    hidden += [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    shown = {card for taken in state.known + state.bottom for card in taken}
    pool = [card for card in hidden if card not in shown]
    chance.shuffle(pool)

    def exchanged(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card if card in shown else pool.pop() for card in cards)

    stacks = tuple(exchanged(stack) for stack in state.stacks)
    hands = tuple(
        hand if owner == seat else exchanged(hand) for owner, hand in enumerate(state.hands)
    )
    return replace(state, stacks=stacks, hands=hands)


def out_of_sight(state: Any, reader: int | None, chance: Random) -> Any:
    """Return the state with other cards in stacks, in others' hands and under the top."""
    hidden: list[str] = [*state.pile[:-1], *(card for stack in state.stacks for card in stack)]
    hidden += [card for at, hand in enumerate(state.hands) if at != reader for card in hand]
    chance.shuffle(hidden)

    def exchanged(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(hidden.pop() for _ in cards)

    return replace(
        state,
        stacks=tuple(exchanged(stack) for stack in state.stacks),
        hands=tuple(
            hand if at == reader else exchanged(hand) for at, hand in enumerate(state.hands)
        ),
        known=((),) * len(state.hands),
        bottom=((),) * len(state.hands),
        pile=(*hidden, *state.pile[-1:]),
    )


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
