"""`auto_action`: what a stand-in of no skill does."""

import pytest

from engine.games.flinch.state import SeatState
from tests.engine.flinch.record import GAME, Record, late, seat


def auto(record: Record) -> str:
    """Return the stand-in's action for the turn's seat; it must be accepted."""
    notation = GAME.format(GAME.auto_action(record.state, record.turn))
    Record(record.state).do(f"{record.turn} {notation}")
    return notation


@pytest.mark.parametrize(
    ("own", "centre", "expected"),
    [
        (seat([9, 3], [1, 8]), [2], "F"),
        (seat([9], [1, 8]), [2], "H1"),
        (seat([9], [5, 1, 8]), [2], "H1"),
        (seat([9], [5, 8, 2]), [1], "L8"),
        (seat([9], [5], [[2], [], [4]]), [], "L5"),
        (seat([9], [5], [[2], [7], [6], [6], [5]]), [], "L5@3"),
        (seat([9], [5], [[2], [5], [4], [3], [5]]), [], "L5@1"),
        (seat([9], [], [[3]]), [2], "N"),
    ],
)
def test_stand_in_does_what_is_owed_and_lays_its_highest(
    own: SeatState, centre: list[int], expected: str
) -> None:
    """What is owed; else the highest card on the empty or the smallest greater place; else N."""
    record = late([own, seat([9], [9])], centre=centre, options={"conduct": "assist"})
    assert auto(record) == expected


def test_stand_in_plays_the_partners_pile() -> None:
    """F-70: what is owed of the partner's."""
    seats = [seat([9], [8]), seat([9], [9]), seat([9, 3], [9]), seat([9], [9])]
    assert auto(late(seats, centre=[2], options={"partners": True})) == "PF"


@pytest.mark.parametrize(("own", "expected"), [([[8], [3]], "R2"), ([[8]], "PR2")])
def test_stand_in_releases_a_blocked_game(own: list[list[int]], expected: str) -> None:
    """F-60: blocked, it plays the first that fits of its own and its partner's places."""
    seats = [seat([9], [], own), seat([9]), seat([9], [], [[9], [3]]), seat([9])]
    assert auto(late(seats, centre=[2], idle=True, options={"partners": True})) == expected


def test_stand_in_plays_the_demanded_card() -> None:
    """F-58: before anything owed."""
    seats = [seat([9, 3], [3, 1, 8], shown=(3,)), seat([9], [9])]
    record = late(seats, centre=[2], options={"conduct": "strict"}).do("1 D0*3")
    assert auto(record) == "H3"
