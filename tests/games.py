"""What tests ask of any game: found beside the game, listed nowhere."""

from importlib import import_module

from engine.api import AnyGame
from engine.errors import Refusal


def package_of(game: AnyGame) -> str:
    """Return the name of a game's package in the engine."""
    return type(game).__module__.rpartition(".")[0]


def refusals_of(game: AnyGame) -> list[Refusal]:
    """Return the refusals that a game declares, none if it has none of its own."""
    try:
        module = import_module(package_of(game) + ".refusals")
    except ModuleNotFoundError:
        return []
    return [value for value in vars(module).values() if isinstance(value, Refusal)]
