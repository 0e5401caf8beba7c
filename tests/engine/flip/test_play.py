"""FLIP: playing slots on the middle piles."""

import pytest

from tests.engine.flip.tables import FLIP, dealt, under_way


def test_either_seat_plays_on_either_pile() -> None:
    """P-12, P-13, P-14: no turns, and it does not matter who began a pile."""
    game = dealt("JC 6C 4C 2C 9C", "TD 8D 5D 2D 7D")
    game.do(":G", "1:1L", "0:1L", "0:2R", "1:3R")
    assert game.position["left"] == ["9C", "TD", "JC"]
    assert game.position["right"] == ["7D", "6C", "5D"]


def test_a_played_slot_is_refilled_at_once() -> None:
    """P-15, P-16: the top of the stock takes the empty place."""
    game = dealt("2C 8C 4C 5C 9C KH QH", "2D 3D 4D 5D 2H")
    game.do(":G")
    (event,) = game.do("0:2L")
    assert (event.card, event.refill) == ("8C", "KH")
    seat = game.position["seats"][0]
    assert seat["slots"] == ["2C", "KH", "4C", "5C"]
    assert (seat["stock"][0], len(seat["stock"])) == ("QH", 48)
    assert game.position["left"] == ["9C", "8C"]


def test_without_a_stock_the_slot_stays_empty() -> None:
    """P-16: nothing to refill with; an empty slot can no longer be played."""
    game = under_way("9C", "2D", ("8C 5C - -", "KH KS KD KC"))
    game.do("0:1L")
    assert game.position["seats"][0]["slots"] == [None, "5C", None, None]
    assert game.refusal("0:1L") == "no-such-card"


@pytest.mark.parametrize(
    ("card", "top", "fits"),
    [
        ("JH", "QC", True),
        ("JH", "TS", True),
        ("AH", "KC", True),
        ("AH", "2C", True),
        ("KH", "AC", True),
        ("2H", "AS", True),
        ("2H", "KS", False),
        ("7H", "7C", False),
        ("7H", "7H", False),
        ("5H", "7H", False),
        ("XR", "7H", True),
        ("7H", "XB", True),
        ("XB", "XR", True),
    ],
)
def test_a_card_covers_its_neighbours_whatever_the_suit(card: str, top: str, fits: bool) -> None:
    """P-17, P-18, P-19: one rank apart, circularly; a joker on anything and anything on it."""
    game = under_way(top, "9S" if top != "9S" else "4S", (f"{card} 4D - -", "KH KS KD KC"))
    assert game.refusal("0:1L") == (None if fits else "does-not-fit")


def test_the_right_pile_is_named_by_r() -> None:
    """P-13: `1R` covers the right pile and leaves the left alone."""
    game = under_way("9C", "5D", ("6C 2C - -", "KH KS KD KC"))
    assert game.refusal("0:1L") == "does-not-fit"
    game.do("0:1R")
    assert (game.position["left"], game.position["right"]) == (["9C"], ["5D", "6C"])


def test_one_card_at_a_time() -> None:
    """P-28: no notation plays two cards at once."""
    game = under_way("9C", "5D", ("8C 7C - -", "KH KS KD KC"))
    assert game.refusal("0:1L+2L") == "unreadable"


def test_the_stocks_stay_on_the_table() -> None:
    """P-27: no action names a stock; its size is public and its cards are nobody's."""
    game = under_way("9C", "5D", ("8C 7C 4D 3D", "KH KS KD KC"), ("2H 3H", "4H"))
    assert {FLIP.format(action) for action in FLIP.actions(game.state, 0)} == {"1L", "3R", "FLIP"}
    assert [seat.stock for seat in FLIP.view(game.state, 1).seats] == [2, 1]


@pytest.mark.parametrize("pair_play", ["open", "frozen"])
def test_a_frozen_pair_cannot_be_covered(pair_play: str) -> None:
    """`pair_play`: open pairs may be covered; onto frozen ones no card may be played."""
    game = under_way("9C", "9D", ("8C 2C - -", "KH KS KD KC"), pair_play=pair_play)
    assert game.refusal("0:1L") == ("not-allowed" if pair_play == "frozen" else None)
    assert game.refusal("0:2L") == "does-not-fit"
    assert game.position["to_act"] == ([] if pair_play == "frozen" else [0])


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0:5L", "unreadable"),
        ("0:0L", "unreadable"),
        ("0:1l", "unreadable"),
        ("0:1L ", "unreadable"),
        ("0:", "unreadable"),
        ("0:FLIP!", "unreadable"),
        ("7:1M", "unreadable"),
        ("2:1L", "not-seated"),
        ("0,0:FLIP", "not-seated"),
        ("2:S", "not-seated"),
        (":1L", "not-seated"),
        (":FLIP", "not-seated"),
        ("0:S", "not-allowed"),
        ("1:G", "not-allowed"),
        ("0,1:1L", "not-allowed"),
        ("0,1:FLIP", "not-allowed"),
        (":S", "not-allowed"),
        (":G", "not-allowed"),
        ("0:3L", "no-such-card"),
        ("0:2L", "does-not-fit"),
    ],
)
def test_refusals_have_one_reason_each(move: str, reason: str) -> None:
    """`rules.md` section 0: the reasons in their order, and nothing changes."""
    game = under_way("9C", "5D", ("8C 2C - -", "KH KS KD KC"))
    assert game.refusal(move) == reason


@pytest.mark.parametrize("move", ["0:1L", "0,1:FLIP", "1:G", ":S", ":G", "0:3L"])
def test_after_the_end_nothing_is_possible(move: str) -> None:
    """A finished game refuses everybody seated with `game-over`."""
    game = under_way("9C", "5D", ("8C - - -", "KH KS KD KC"))
    game.do("0:1L")
    assert game.refusal(move) == "game-over"
    assert FLIP.actions(game.state, 0) == FLIP.actions(game.state, None) == ()
    assert game.refusal(":FLIP") == "not-seated"


def test_a_stand_in_plays_the_lowest_fitting_slot_left_first() -> None:
    """`auto_action`: slot before pile, left before right; never FLIP."""
    game = under_way("9C", "5D", ("2C 4D 8C TC", "6H KS KD KC"))
    assert FLIP.format(FLIP.auto_action(game.state, 0)) == "2R"
    game = under_way("9C", "9D", ("2C 8D TC TC", "KH KS KD KC"))
    assert FLIP.format(FLIP.auto_action(game.state, 0)) == "2L"


def test_the_seats_with_something_to_play_are_waited_for() -> None:
    """`to_act` holds the seats with at least one slot that may be played."""
    assert under_way("9C", "5D", ("8C - - -", "4D - - -")).position["to_act"] == [0, 1]
    assert under_way("9C", "5D", ("KC - - -", "4D - - -")).position["to_act"] == [1]
    assert FLIP.turn(under_way("9C", "5D", ("KC - - -", "4D - - -")).state) is None
