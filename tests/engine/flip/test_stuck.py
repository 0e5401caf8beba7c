"""FLIP: what happens when nobody can play."""

import pytest

from engine.shuffle import shuffle
from tests.engine.flip.tables import FLIP, under_way
from tests.engine.record import SEED

ROWS = ("2H 2S 2D 2C", "2H 2S 2D 2C")
STOCKS = ("3H 3S 3D 3C 4H", "3H 3S 3D 3C 5H")


def test_stuck_is_when_no_slot_of_either_seat_fits() -> None:
    """P-23: the table's `S` is accepted exactly then, after three seconds by itself."""
    game = under_way("7C", "9D", ("8H 2S 2D 2C", ROWS[1]), STOCKS)
    assert game.refusal(":S") == "not-allowed"
    assert FLIP.waits(game.state) == ()
    game = under_way("7C", "9D", ROWS, STOCKS)
    assert [FLIP.format(action) for action in FLIP.actions(game.state, None)] == ["S"]
    assert [(w.by, w.notation, w.seconds) for w in FLIP.waits(game.state)] == [((), "S", 3.0)]
    assert game.position["to_act"] == []


def test_a_pair_that_may_be_called_delays_the_countdown() -> None:
    """P-23: 15 seconds while a pair shows; the rules accept `S` all the same."""
    game = under_way("7C", "7D", ROWS, STOCKS)
    assert [wait.seconds for wait in FLIP.waits(game.state)] == [15.0]
    assert game.refusal(":S") is None


def test_a_frozen_pair_is_stuck() -> None:
    """`pair_play = frozen`: nothing may be played on a pair, so the chain may go on."""
    game = under_way("7C", "7D", ("8H 2S 2D 2C", ROWS[1]), STOCKS, pair_play="frozen")
    assert game.refusal(":S") is None
    assert under_way("7C", "7D", ("8H 2S 2D 2C", ROWS[1]), STOCKS).refusal(":S") == "not-allowed"


def test_first_the_open_cards_go_under_the_stocks() -> None:
    """P-24, P-25: slot 1 first, and new cards are laid from slot 1 on."""
    game = under_way("7C", "9D", ROWS, STOCKS)
    (event,) = game.do(":S")
    assert event.slots[0] == ("3H", "3S", "3D", "3C")
    assert game.position["seats"][0]["stock"] == ["4H", "2H", "2S", "2D", "2C"]
    assert (game.position["left"], game.position["right"]) == (["7C"], ["9D"])


def test_a_seat_without_a_stock_closes_its_gaps_by_the_swap() -> None:
    """P-24: one stock is enough for the swap; the other seat's cards are laid from slot 1 anew."""
    game = under_way("7C", "9D", ("- 2S - 2C", ROWS[1]), ("", STOCKS[1]))
    game.do(":S")
    assert game.position["seats"][0] == {"stock": [], "slots": ["2S", "2C", None, None]}


def test_after_three_swaps_each_seat_puts_a_new_middle_card() -> None:
    """P-24: swaps count since a slot was last played; then stocks feed the middle."""
    game = under_way("7C", "9D", ROWS, STOCKS, swaps=2)
    game.do(":S")
    assert (game.position["left"], game.position["right"]) == (["7C"], ["9D"])
    game = under_way("7C", "9D", ROWS, STOCKS, swaps=3)
    (event,) = game.do(":S")
    assert event.cards == ("3H", "3H")
    assert (game.position["left"], game.position["right"]) == (["7C", "3H"], ["9D", "3H"])


def test_new_middle_cards_do_not_bring_the_swaps_back() -> None:
    """P-24: only a played slot does, neither a new middle card nor a FLIP."""
    game = under_way("7C", "9D", ROWS, ("7H 8H 3C", "9H 8S 3D"), swaps=3)
    game.do(":S")
    assert game.position["left"] == ["7C", "7H"]
    game.do(":S")
    assert game.position["left"] == ["7C", "7H", "8H"]
    game.do("0:FLIP")
    assert game.state.swaps == 3


def test_a_played_slot_brings_the_swaps_back() -> None:
    """P-24: "since a slot was last played"."""
    game = under_way("7C", "9D", ("8H 2S 2D 2C", ROWS[1]), STOCKS, swaps=3)
    game.do("0:1L")
    assert game.state.swaps == 0


def test_only_seats_with_a_stock_feed_the_middle() -> None:
    """P-24, step 2: the other side's pile stays as it is."""
    game = under_way("7C", "9D", ROWS, ("", "5H"), swaps=3)
    (event,) = game.do(":S")
    assert event.cards == (None, "5H")
    assert (game.position["left"], game.position["right"]) == (["7C"], ["9D", "5H"])


def test_without_stocks_each_seat_shuffles_its_own_sides_pile() -> None:
    """P-24, step 3: seat 0 first, by the seed; slots are filled, one card begins the middle."""
    left, right = ("7C", "8C", "9C", "TC", "JC", "QC"), ("9D", "TD", "JD")
    game = under_way(" ".join(left), " ".join(right), ("2H 2S - -", "2H 2S 2D 2C"))
    (event,) = game.do(":S")
    mine = shuffle(SEED, "reshuffle-1", left)
    others = shuffle(SEED, "reshuffle-2", right)
    first, second = game.position["seats"]
    assert event.slots == (("2H", "2S", *mine[:2]), ("2H", "2S", "2D", "2C"))
    assert event.middle == (mine[2], others[0])
    assert first == {"stock": list(mine[3:]), "slots": ["2H", "2S", *mine[:2]]}
    assert second == {"stock": list(others[1:]), "slots": ["2H", "2S", "2D", "2C"]}
    assert (game.position["left"], game.position["right"]) == ([mine[2]], [others[0]])
    assert game.state.reshuffles == 2


def test_if_no_stock_is_left_the_lowest_slot_begins_the_middle() -> None:
    """P-24, step 3: a small pile goes into the slots; one of them comes out again."""
    game = under_way("7C 8C", "9D", ("- 2S - -", "2H - - -"))
    game.do(":S")
    mine = shuffle(SEED, "reshuffle-1", ("7C", "8C"))
    assert game.position["seats"][0] == {"stock": [], "slots": [None, "2S", mine[1], None]}
    assert game.position["left"] == [mine[0]]
    assert game.position["seats"][1]["slots"] == [None, "9D", None, None]
    assert game.position["right"] == ["2H"]


def test_with_stuck_middle_there_are_no_swaps() -> None:
    """`stuck = middle`: step 1 is skipped."""
    game = under_way("7C", "9D", ROWS, STOCKS, stuck="middle")
    game.do(":S")
    assert (game.position["left"], game.position["right"]) == (["7C", "3H"], ["9D", "3H"])


@pytest.mark.parametrize("stuck", ["swap", "middle"])
def test_reshuffles_go_on_counting(stuck: str) -> None:
    """`rules.md` section 0: the labels `reshuffle-…` are used in order, two for each step 3."""
    game = under_way("7C 7C", "9D 9D", ("2H - - -", "2S - - -"), stuck=stuck)
    game.do(":S")
    assert (game.position["left"], game.position["right"]) == (["2H"], ["2S"])
    game.do(":S")
    assert game.state.reshuffles == 4


def test_every_step_keeps_the_swaps_counted_for_the_next() -> None:
    """P-24: the chain of one stuck table: three swaps, then middle cards until stocks are gone."""
    game = under_way("7C", "9D", ("2H 2S 2D 2C", "4H 4S 4D 4C"), ("2H", "4H"))
    names = [type(game.do(":S")[0]).__name__ for _ in range(5)]
    assert names == ["Swapped", "Swapped", "Swapped", "MiddleLaid", "MiddleTaken"]
