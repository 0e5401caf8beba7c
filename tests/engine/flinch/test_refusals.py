"""Refusals in the order of `rules.md` section 0, and notation."""

import pytest

from engine.errors import Refused
from tests.engine.flinch.record import GAME, dealt, late, seat

UNREADABLE = (
    *("", "h7", "H", "H0", "H16", "H07", "H7 ", "H7\n", "H٧", "R0", "R6", "PR6", "P", "L", "L16"),
    *("FF", "C1", "N1", "D2", "D2*0", "D2*16", "D*9", "D8*9", "J", "J8", "J12", "S", "G", "T"),
)


@pytest.mark.parametrize("notation", UNREADABLE)
def test_what_is_not_notation_is_unreadable(notation: str) -> None:
    """Before anything else: also by nobody, by strangers, and after the end."""
    record = dealt(2, hands={0: [1]})
    for by in ((0,), (), (9,)):
        with pytest.raises(Refused, match="unreadable"):
            GAME.decide(record.state, by, GAME.parse(notation))


@pytest.mark.parametrize("who", ["-", "2", "00", "09", "010"])
def test_seats_that_are_none_are_not_seated(who: str) -> None:
    """Nobody, out of range or named twice; tested before the end of the game and its rules."""
    record = late([seat([3], [8]), seat([9], [9])], centre=[2])
    assert record.refused(f"{who} H8") == "not-seated"
    assert record.refused(f"{who} C") == "not-seated"
    assert record.do("0 F").refused(f"{who} C") == "not-seated"


@pytest.mark.parametrize("notation", ["D2*9", "J7"])
def test_named_seat_out_of_range_is_not_seated(notation: str) -> None:
    """A demand or judgment of a seat that this game does not have."""
    assert dealt(2, hands={0: [1]}).refused(f"1 {notation}") == "not-seated"


def test_game_over_comes_before_not_allowed() -> None:
    """After the end even what is never allowed is `game-over`."""
    record = late([seat([3], [8]), seat([9], [9])], centre=[2]).do("0 F")
    for act in ("01 H8", "0 PF", "1 J0", "1 H9", "1 C"):
        assert record.refused(act) == "game-over"


def test_several_seats_do_nothing_but_call() -> None:
    """Tested before the turn: `not-allowed`."""
    record = dealt(3, hands={0: [1]}, dealer=2)
    assert record.refused("12 H14") == "not-allowed"
    assert record.refused("12 C") == "nothing-to-call"


def test_turn_comes_before_the_cards() -> None:
    """Out of turn is `not-your-turn` whatever is asked for."""
    record = late([seat([9], [8]), seat([9], [9])])
    for notation in ("H1", "R1", "F", "L1", "L9@1", "N"):
        assert record.refused(f"1 {notation}") == "not-your-turn"


def test_missing_card_comes_before_fit_and_obligation() -> None:
    """`no-such-card`, then `does-not-fit`, then `must-follow`, then `not-allowed`."""
    record = late(
        [seat([9, 3], [5, 1], [[], [], [], [], [8]]), seat([9], [9])],
        centre=[2],
        options={"conduct": "assist"},
    )
    assert record.refused("0 H4") == "no-such-card"
    assert record.refused("0 R1") == "no-such-card"
    assert record.refused("0 L4@9") == "unreadable"
    assert record.refused("0 L4@5") == "no-such-card"
    assert record.refused("0 H5") == "does-not-fit"
    assert record.refused("0 R5") == "does-not-fit"
    assert record.refused("0 H1") == "must-follow"
    assert record.refused("0 L1@5") == "must-follow"
    assert record.refused("0 N") == "must-follow"
    record.do("0 F", "0 H1")
    assert record.refused("0 L5@5") == "not-allowed"
    assert record.refused("0 N") == "not-allowed"
