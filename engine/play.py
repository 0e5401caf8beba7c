"""What is the same for all games: how one starts, what an action brings, who may act."""

from typing import Any

from msgspec import Struct

from engine.api import AnyGame, Seat, Setup
from engine.errors import GAME_OVER, NOT_ALLOWED, NOT_SEATED, TABLES_OWN, Refused


class Transition(Struct, frozen=True):
    """One accepted action (or the deal): what happened and the state after it."""

    events: tuple[Any, ...]
    state: Any


def start(game: AnyGame, setup: Setup) -> Transition:
    """Deal. Raises `BadSetup`."""
    events = game.deal(setup)
    return Transition(events=events, state=game.fold(None, events))


def guess(game: AnyGame, state: Any, by: tuple[Seat, ...], notation: str) -> Transition:
    """Fold a call that the table judged a guess (`Game.called_false`).

    Raises:
        Refused: the rules refuse it, or it is no call of one seat.
    """
    action = game.parse(notation)
    call = next((call for call in game.calls if call.notation == notation), None)
    if call is not None:
        game.decide(state, by, action)
    if call is None or len(by) != 1:
        raise Refused(NOT_ALLOWED)
    events = game.called_false(state, by[0], call)
    return Transition(events=events, state=game.fold(state, events))


def act(game: AnyGame, state: Any, by: tuple[Seat, ...], notation: str) -> Transition:
    """Parse, decide and fold one action.

    Raises:
        Refused: with the first reason that applies, in the order of `rules.md` section 0.
    """
    events, after = game.step(state, by, game.parse(notation))
    return Transition(events, after)


def check_actors(
    by: tuple[Seat, ...], seats: int, *, over: bool, for_table: bool, joint: bool = False
) -> None:
    """Test who acts: `not-seated`, `game-over`, then `not-allowed` for the wrong kind of actor.

    Args:
        by: who acts, empty for the table itself.
        seats: how many seats the game has.
        over: whether the game has ended.
        for_table: whether only the table does this action.
        joint: whether several seats may do it as one action.

    Raises:
        Refused: the first reason that applies.
    """
    for seat in by:
        if not 0 <= seat < seats:
            raise Refused(NOT_SEATED)
    alone = len(by) == 1
    if not alone and (len(set(by)) < len(by) or not (by or for_table)):
        raise Refused(NOT_SEATED)
    if over:
        raise Refused(GAME_OVER)
    if by and for_table:
        raise Refused(TABLES_OWN)
    if by and not (alone or joint):
        raise Refused(NOT_ALLOWED)
