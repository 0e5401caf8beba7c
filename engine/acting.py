"""The refusals every game tests first (`rules.md` section 0)."""

from engine.api import Seat
from engine.errors import GAME_OVER, NOT_ALLOWED, NOT_SEATED, TABLES_OWN, Refused


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
    if len(set(by)) < len(by) or not all(0 <= seat < seats for seat in by):
        raise Refused(NOT_SEATED)
    if not by and not for_table:
        raise Refused(NOT_SEATED)
    if over:
        raise Refused(GAME_OVER)
    if by and for_table:
        raise Refused(TABLES_OWN)
    if len(by) > 1 and not joint:
        raise Refused(NOT_ALLOWED)
