"""FLIP: the call, right and wrong."""

import pytest

from engine import play
from engine.api import Lock
from engine.errors import GAME_OVER, Refused
from engine.games.flip.refusals import FACE_DOWN
from tests.engine.flip.tables import FLIP, dealt, under_way

ROWS = ("KH KS KD KC", "2H 2S 2D 2C")


def test_a_good_call_makes_the_opponent_take_both_piles() -> None:
    """P-20, P-21: his own side's pile first, then the other, earliest nearest the stock's top."""
    game = under_way("9C TC JC", "QD JD", ROWS, ("4H 5H", "6H 7H"))
    (event,) = game.do("0:FLIP")
    assert (event.seat, event.taken, event.middle) == (0, 5, ("4H", "6H"))
    loser = game.position["seats"][1]
    assert loser["stock"] == ["7H", "QD", "JD", "9C", "TC", "JC"]


def test_seat_1_calling_gives_the_left_pile_first() -> None:
    """P-21: the opponent's own side is the left one when seat 1 calls."""
    game = under_way("9C TC JC", "QD JD", ROWS, ("4H 5H", "6H 7H"))
    game.do("1:FLIP")
    assert game.position["seats"][0]["stock"] == ["5H", "9C", "TC", "JC", "QD", "JD"]
    assert (game.position["left"], game.position["right"]) == (["4H"], ["6H"])


def test_each_seat_puts_a_new_card_in_the_middle() -> None:
    """P-22: from its stock; without one from its lowest occupied slot, which stays empty."""
    game = under_way("9C", "9D", ("- KS KD KC", ROWS[1]), ("", "6H 7H"))
    game.do("0:FLIP")
    assert (game.position["left"], game.position["right"]) == (["KS"], ["6H"])
    assert game.position["seats"][0] == {"stock": [], "slots": [None, None, "KD", "KC"]}


def test_the_opponents_empty_slots_are_refilled_before_the_new_middle() -> None:
    """P-15, P-22: lowest slot first, from what he took; his new middle card is the next."""
    game = under_way("9C TC JC", "QD JD", (ROWS[0], "- 2S - -"), ("4H", ""))
    game.do("0:FLIP")
    assert game.position["seats"][1] == {"stock": ["JC"], "slots": ["QD", "2S", "JD", "9C"]}
    assert game.position["right"] == ["TC"]


def test_an_opponent_left_without_a_stock_gives_from_a_slot() -> None:
    """P-22: if the cards taken all went to slots, the lowest occupied slot gives the new card."""
    game = under_way("9C", "9D", (ROWS[0], "- 2S - -"), ("4H", ""))
    game.do("0:FLIP")
    assert game.position["seats"][1] == {"stock": [], "slots": [None, "2S", "9C", None]}
    assert game.position["right"] == ["9D"]


def test_a_new_pair_counts_at_once() -> None:
    """P-20, P-22: the cards that replace a pair may be a pair themselves."""
    game = under_way("9C", "9D", ROWS, ("4H 5H", "4S 7H"))
    game.do("0:FLIP", "1:FLIP")
    assert game.position["seats"][0]["stock"] == ["4H", "4S"]


def test_a_pair_at_the_reveal_counts() -> None:
    """P-20: two equal cards turned up may be called, and not before."""
    game = dealt("2C 3C 4C 5C 9C TC", "2D 3D 4D 5D 9D QH")
    assert game.refusal("1:FLIP") == "not-allowed"
    game.do(":G")
    (event,) = game.do("1:FLIP")
    assert (event.seat, event.taken, event.middle) == (1, 2, ("TC", "QH"))


@pytest.mark.parametrize(
    ("identical", "left", "right", "good"),
    [
        ("rank", "9C", "9D", True),
        ("rank", "9C", "TC", False),
        ("rank", "XR", "XB", True),
        ("rank", "XR", "9C", False),
        ("exact", "9C", "9D", False),
        ("exact", "9C", "9C", True),
        ("exact", "XR", "XB", False),
        ("exact", "XB", "XB", True),
    ],
)
def test_what_is_identical(identical: str, left: str, right: str, good: bool) -> None:
    """P-20: same rank; `exact` the same suit too; a joker only with a joker (colour: `exact`)."""
    game = under_way(left, right, ROWS, ("4H 5H", "6H 7H"), identical=identical)
    (call,) = FLIP.calls
    assert FLIP.call_is_good(game.state, 0, call) is good
    (event,) = game.do("0:FLIP")
    assert type(event).__name__ == ("FlipCalled" if good else "FalseFlip")


def test_no_call_is_good_before_the_reveal_or_after_the_end() -> None:
    """P-10, P-26: only while the game goes on with its cards up."""
    (call,) = FLIP.calls
    game = dealt("2C 3C 4C 5C 9C TC", "2D 3D 4D 5D 9D QH")
    assert not FLIP.call_is_good(game.state, 0, call)
    game = under_way("8C", "9D", ("9S - - -", ROWS[1]))
    game.do("0:1L")
    assert not FLIP.call_is_good(game.state, 1, call)


def test_a_false_call_locks_its_seat_for_three_seconds() -> None:
    """`false_flip = lock`: an event and a lock for the table to keep; no card moves."""
    game = under_way("9C", "4D", ROWS, ("4H", "5H"))
    before = game.state
    (event,) = game.do("1:FLIP")
    assert FLIP.lock(event) == Lock(seat=1, seconds=3.0)
    assert (game.state, game.ply) == (before, 1)


def test_a_false_call_may_cost_nothing() -> None:
    """`false_flip = none`: the event alone."""
    game = under_way("9C", "4D", ROWS, ("4H", "5H"), false_flip="none")
    before = game.state
    (event,) = game.do("1:FLIP")
    assert FLIP.lock(event) is None
    assert game.state == before


@pytest.mark.parametrize(
    ("left", "right", "larger"),
    [("9C TC JC", "5D 4D", 0), ("5D 4D", "9C TC JC", 1)],
    ids=["left", "right"],
)
def test_a_false_caller_may_take_the_larger_pile(left: str, right: str, larger: int) -> None:
    """`false_flip = pile`: under its stock, earliest nearest the top; it begins that side anew."""
    game = under_way(left, right, ROWS, ("4H", "5H 6H"), false_flip="pile")
    (event,) = game.do("1:FLIP")
    assert (event.pile, event.taken, event.card) == (larger, 3, "5H")
    assert game.position["seats"][1]["stock"] == ["6H", "9C", "TC", "JC"]
    piles = [game.position["left"], game.position["right"]]
    assert (piles[larger], piles[1 - larger]) == (["5H"], ["5D", "4D"])
    assert FLIP.lock(event) is None


@pytest.mark.parametrize(("seat", "left", "right"), [(0, "4H", "5D"), (1, "9C", "6H")])
def test_of_equal_piles_a_false_caller_takes_its_own_sides(
    seat: int, left: str, right: str
) -> None:
    """`false_flip = pile`: equal piles: seat 0 the left one, seat 1 the right one."""
    game = under_way("9C", "5D", ROWS, ("4H", "6H"), false_flip="pile")
    game.do(f"{seat}:FLIP")
    assert (game.position["left"], game.position["right"]) == ([left], [right])
    assert game.position["seats"][seat]["stock"] == [("9C", "5D")[seat]]


def test_a_false_caller_refills_before_it_gives_the_new_card() -> None:
    """`false_flip = pile`: with slots to fill, the pile's own cards may go there."""
    game = under_way("9C TC", "5D", ("- KS - -", ROWS[1]), false_flip="pile")
    game.do("0:FLIP")
    assert game.position["seats"][0] == {"stock": [], "slots": [None, "KS", "TC", None]}
    assert game.position["left"] == ["9C"]


def test_a_guess_is_refused_where_a_call_is() -> None:
    """What the table takes for a guess costs nothing before the reveal and after the end."""
    early = dealt("2C 3C 4C 5C 9C TC", "2D 3D 4D 5D 9D QH")
    over = under_way("8C", "9D", ("9S - - -", ROWS[1]), false_flip="pile")
    over.do("0:1L")
    for game, reason in ((early, FACE_DOWN.reason), (over, GAME_OVER.reason)):
        with pytest.raises(Refused) as refused:
            play.guess(FLIP, game.state, (1,), "FLIP")
        assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("by", "notation", "reason"),
    [
        ((), "FLIP", "not-seated"),
        ((1, 1), "FLIP", "not-seated"),
        ((0, 1), "FLIP", "not-allowed"),
        ((0,), "FLOP", "unreadable"),
        ((0,), "1L", "not-allowed"),
    ],
)
def test_a_guess_is_a_call_of_one_seat(by: tuple[int, ...], notation: str, reason: str) -> None:
    """Who and what is tested in the same order as without the guess."""
    with pytest.raises(Refused) as refused:
        play.guess(FLIP, under_way("9C", "9D", ROWS).state, by, notation)
    assert refused.value.reason.value == reason


def test_the_call_is_a_race_of_single_seats_while_a_pair_shows() -> None:
    """P-20: the table tosses among simultaneous callers; without a pair a call is judged alone."""
    (call,) = FLIP.calls
    assert (call.notation, call.joint, call.window, call.grace) == (
        "FLIP",
        False,
        "while-good",
        1.5,
    )
