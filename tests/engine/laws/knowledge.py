"""What the laws have to know of each game, written down independently of its code.

A registered game without an entry in `KNOWLEDGE` fails the tests.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from engine.api import OptionValue, Seat
from tests.engine.laws import flinch_knowledge, flip_knowledge, flushed_knowledge


class Knowledge(Struct, frozen=True):
    """What a game's laws are tested against.

    Attributes:
        space: every notation worth asking for in a state: the game's whole finite space.
        cards: all cards of a position.
        pack: all cards of a game with these options and seats.
        swap: another state that this seat cannot tell from the given one.
        veil: an event changed in what this seat (None: a spectator) may not know of it.
    """

    space: Callable[[Any], Iterable[str]]
    cards: Callable[[Mapping[str, Any]], Counter[Any]]
    pack: Callable[[Mapping[str, OptionValue], int], Counter[Any]]
    swap: Callable[[Any, Seat | None, Random], Any]
    veil: Callable[[Any, Seat | None, Random], Any]


KNOWLEDGE: dict[str, Knowledge] = {
    key: Knowledge(module.space, module.cards, module.pack, module.swap, module.veil)
    for key, module in (
        ("flinch", flinch_knowledge),
        ("flip", flip_knowledge),
        ("flushed", flushed_knowledge),
    )
}
