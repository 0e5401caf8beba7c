"""What the laws have to know of each game, written down independently of its code.

It stands in the tests of the game itself; a registered game without it fails the laws.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct

from engine.api import AnyGame, OptionValue, Seat
from tests.games import package_of, parent_of


class Knowledge(Struct, frozen=True):
    """What a game's laws are tested against.

    Attributes:
        space: every notation worth asking for in a state: the game's whole finite space.
        cards: all cards of a position.
        pack: all cards of a game with these options and seats.
        swap: another state that this seat cannot tell from the given one.
        veil: an event changed in what this seat (None: a spectator) may not know of it.
        out_of_sight: another state of which this seat's screens are the same: as `swap`, and where
            a view remembers more than screens show (its own `out_of_sight`), that too.
        middle: fields of a view that say what lies in the middle, with other values.
    """

    space: Callable[[Any], Iterable[str]]
    cards: Callable[[Mapping[str, Any]], Counter[Any]]
    pack: Callable[[Mapping[str, OptionValue], int], Counter[Any]]
    swap: Callable[[Any, Seat | None, Random], Any]
    veil: Callable[[Any, Seat | None, Random], Any]
    out_of_sight: Callable[[Any, Seat | None, Random], Any]
    middle: Mapping[str, Any]


def knowledge_of(game: AnyGame) -> Knowledge:
    """Return what the laws know of a game: the module `knowledge` of its tests."""
    package = package_of(game)
    home = f"tests.engine.{game.key}" if package.startswith("engine.") else parent_of(package)
    module = import_module(f"{home}.knowledge")
    return Knowledge(
        module.space,
        module.cards,
        module.pack,
        module.swap,
        module.veil,
        getattr(module, "out_of_sight", module.swap),
        module.MIDDLE,
    )
