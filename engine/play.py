"""What is the same for all games: start, act, fold."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engine.api import AnyGame, Seat, Setup


class Step(Struct, frozen=True):
    """One accepted action (or the deal): what happened and the state after it."""

    events: tuple[Any, ...]
    state: Any


def fold(game: AnyGame, events: Iterable[Any], state: Any = None) -> Any:
    """Return the state after these events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def start(game: AnyGame, setup: Setup) -> Step:
    """Deal. Raises `BadSetup`."""
    events = game.deal(setup)
    return Step(events=events, state=fold(game, events))


def act(game: AnyGame, state: Any, by: tuple[Seat, ...], notation: str) -> Step:
    """Parse, decide and fold one action.

    Raises:
        Refused: with the first reason that applies, in the order of `rules.md` section 0.
    """
    events = game.decide(state, by, game.parse(notation))
    return Step(events=events, state=fold(game, events, state))
