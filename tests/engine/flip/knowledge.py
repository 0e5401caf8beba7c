"""FLIP, as its laws know it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.games.flip.events import Dealt, MiddleTaken

RANKS = "A23456789TJQK"

MIDDLE = {"middle": ("5C", "XR")}
"""Fields of a view that say what lies in the middle, with other values."""


def space(state: Any) -> Iterator[str]:
    """Yield every slot on either pile, FLIP, and the table's G and S."""
    yield from (f"{slot}{pile}" for slot in range(1, 5) for pile in "LR")
    yield from ("FLIP", "G", "S")


def cards(position: Mapping[str, Any]) -> Counter[str]:
    """Count both middle piles, stocks and slots."""
    count = Counter(position["left"] + position["right"])
    for seat in position["seats"]:
        count.update(seat["stock"])
        count.update(card for card in seat["slots"] if card is not None)
    return count


def pack(options: Mapping[str, Any], seats: int) -> Counter[str]:
    """Two decks, with two jokers each where they are wild."""
    one = [rank + suit for rank in RANKS for suit in "CDHS"]
    return Counter((one + (["XR", "XB"] if options["jokers"] == "wild" else [])) * 2)


def swap(state: Any, seat: int | None, chance: Random) -> Any:
    """Exchange the cards of the stocks; before the reveal all cards."""
    first, second = state.seats
    pool = [*first.stock, *second.stock]
    if not state.revealed:
        pool += [*first.slots, *second.slots, *state.middle[0], *state.middle[1]]
    chance.shuffle(pool)
    seats = []
    for one in state.seats:
        slots = one.slots if state.revealed else tuple(pool.pop() for _ in one.slots)
        seats.append(replace(one, stock=tuple(pool.pop() for _ in one.stock), slots=slots))
    middle = state.middle if state.revealed else ((pool.pop(),), (pool.pop(),))
    return replace(state, seats=tuple(seats), middle=middle, seed="0" * 64)


def out_of_sight(state: Any, reader: int | None, chance: Random) -> Any:
    """Return the state with other cards in the stocks and under the middle tops."""
    piles = [*(seat.stock for seat in state.seats), *(pile[:-1] for pile in state.middle)]
    hidden = [card for pile in piles for card in pile]
    chance.shuffle(hidden)
    stocks = [tuple(hidden.pop() for _ in seat.stock) for seat in state.seats]
    first, second = (
        replace(seat, stock=stock) for seat, stock in zip(state.seats, stocks, strict=True)
    )
    left, right = (tuple(hidden.pop() for _ in pile[:-1]) + pile[-1:] for pile in state.middle)
    return replace(state, seats=(first, second), middle=(left, right))


def veil(event: Any, seat: int | None, chance: Random) -> Any:
    """Change the deal, which is face down, and the order of shuffled stocks."""
    match event:
        case Dealt():
            pool = [card for one in event.seats for card in (*one.stock, *one.slots)]
            pool += event.middle
            chance.shuffle(pool)
            seats = tuple(
                replace(
                    one,
                    stock=tuple(pool.pop() for _ in one.stock),
                    slots=tuple(pool.pop() for _ in one.slots),
                )
                for one in event.seats
            )
            return replace(event, seed="0" * 64, seats=seats, middle=(pool.pop(), pool.pop()))
        case MiddleTaken():
            stocks = tuple(tuple(chance.sample(one, len(one))) for one in event.stocks)
            return replace(event, stocks=stocks)
        case _:
            return event
