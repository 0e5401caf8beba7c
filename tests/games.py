"""The games that tests run over, a fourth among them, and what tests ask of any game.

What they ask is found beside the game and listed nowhere.
"""

from importlib import import_module

from engine.api import AnyGame
from engine.errors import Refusal
from tests.fourth_game.registries import GAMES, RENDERERS

__all__ = ["GAMES", "RENDERERS", "package_of", "parent_of", "refusals_of"]


def package_of(game: AnyGame) -> str:
    """Return the name of a game's package in the engine."""
    return parent_of(type(game).__module__)


def parent_of(name: str) -> str:
    """Return the name of the package that a module or package lies in."""
    return name.rpartition(".")[0]


def refusals_of(game: AnyGame) -> list[Refusal]:
    """Return the refusals that a game declares, none if it has none of its own."""
    try:
        module = import_module(package_of(game) + ".refusals")
    except ModuleNotFoundError:
        return []
    return [value for value in vars(module).values() if isinstance(value, Refusal)]
