"""Flushed: doubles and the flush, the source's optional rules."""

from typing import Any

import pytest

from tests.engine.flushed.tables import FLUSHED, under_way

OTHERS = ("2D 3D 4H", "5D 6D")


def test_doubles_are_played_with_the_suit_on_top() -> None:
    """U-34, U-35: two of a rank, the last one on top and of the current suit."""
    game = under_way(("9C 9S 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    assert game.refusal("0:9S+9C") == "does-not-fit"
    game.do("0:9C+9S")
    assert (game.position["pile"], game.position["suit"]) == (["7S", "9C", "9S"], "S")


@pytest.mark.parametrize("play", ["9C+9S", "9C+9D+9S", "9H+9C+9D+9S"])
def test_two_three_or_four_of_a_rank_go_together(play: str) -> None:
    """U-34, U-36: then the seat draws up to five."""
    hand = "9C 9D 9H 9S 2H"
    game = under_way((hand, *OTHERS), ("3C 4C 5C 6C", ""), pile="7S", suit="S", doubles=True)
    (played, *_) = game.do(f"0:{play}")
    size = len(played.cards)
    assert played.drawn == ("3C", "4C", "5C", "6C")[:size]
    assert len(game.position["seats"][0]["hand"]) == 5


def test_doubles_of_several_ranks_do_not_fit() -> None:
    """U-34: several cards of the same rank."""
    game = under_way(("8S 9S 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    assert game.refusal("0:8S+9S") == "does-not-fit"


def test_double_aces_follow_the_suit_too() -> None:
    """U-19, U-35: alone an ace fits on anything, as a double the top must be of the suit."""
    game = under_way(("AC AH AS 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    assert game.refusal("0:AC+AH") == "does-not-fit"
    assert game.refusal("0:AC") is None
    game.do("0:AC+AS")
    assert game.position["suit"] == "S"


@pytest.mark.parametrize(
    ("play", "turn", "direction", "suit"),
    [
        ("KC+KS", 1, -1, None),
        ("JC+JS", 1, 1, "S"),
        ("QC+QS", 2, -1, None),
    ],
)
def test_of_several_only_the_top_card_acts(
    play: str, turn: int, direction: int, suit: str | None
) -> None:
    """`rules.md` section 3: the cards under it do nothing (two jacks turn once)."""
    game = under_way(("KC KS JC JS 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    if play == "QC+QS":
        game = under_way(("QC QS 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    game.do(f"0:{play}")
    position = game.position
    assert (position["turn"], position["direction"]) == (turn, direction)
    assert position["suit"] == suit


def test_doubles_are_an_option() -> None:
    """U-34: off by default."""
    game = under_way(("9C 9S 2H", *OTHERS), pile="7S", suit="S")
    assert game.refusal("0:9C+9S") == "not-allowed"
    assert game.refusal("0:9S+9C") == "does-not-fit"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "not-allowed"),
        ({"doubles": True}, "not-allowed"),
        ({"doubles": True, "lead_doubles": True}, None),
    ],
)
def test_doubles_are_led_only_where_agreed(options: dict[str, Any], reason: str | None) -> None:
    """U-34, `lead_doubles`: with the suit open there is no current flush to follow."""
    game = under_way(("9C 9S 2H", *OTHERS), **options)
    assert game.refusal("0:9S+9C") == reason
    assert game.refusal("0:9S+2H") == "does-not-fit"


def test_led_doubles_make_the_suit_of_the_top_card() -> None:
    """U-12, U-35, `lead_doubles`: the last card is the top."""
    game = under_way(("9C 9S 2H", *OTHERS), doubles=True, lead_doubles=True)
    game.do("0:9S+9C")
    assert (game.position["suit"], game.position["pile"]) == ("C", ["9S", "9C"])


def test_a_flush_drops_the_whole_hand() -> None:
    """U-37, U-38: five cards of the current suit, and five new ones."""
    game = under_way(
        ("2S 3S 4S 5S 6S", *OTHERS), ("2C 3C 4C 5C 6C 7C",), pile="7S", suit="S", flush=True
    )
    (played, *_) = game.do("0:6S+2S+4S+5S+3S")
    assert played.drawn == ("2C", "3C", "4C", "5C", "6C")
    assert game.position["pile"] == ["7S", "6S", "2S", "4S", "5S", "3S"]
    assert game.position["seats"][0] == {"stack": ["7C"], "hand": ["2C", "3C", "4C", "5C", "6C"]}


def test_a_flush_draws_what_is_left_of_the_stack() -> None:
    """U-38: the whole deck if it has fewer than five."""
    game = under_way(("2S 3S 4S 5S 6S", *OTHERS), ("2C 3C",), pile="7S", suit="S", flush=True)
    game.do("0:6S+2S+4S+5S+3S")
    assert game.position["seats"][0] == {"stack": [], "hand": ["2C", "3C"]}


def test_the_top_of_a_flush_acts() -> None:
    """U-22, U-37: a king dropped last hits the next seat with all of it."""
    game = under_way(("2S KS 4S 5S 6S", *OTHERS), ("2C",), pile="7S", suit="S", flush=True)
    (_, taken, _) = game.do("0:2S+4S+5S+6S+KS")
    assert (taken.seat, taken.count) == (2, 6)


@pytest.mark.parametrize(
    ("hand", "play", "reason"),
    [
        ("2S 3S 4S 5S", "2S+3S+4S+5S", "does-not-fit"),
        ("2S 3S 4S 5S 6H", "6H+2S+3S+4S+5S", "does-not-fit"),
        ("2H 3H 4H 5H 6H", "2H+3H+4H+5H+6H", "does-not-fit"),
        ("2S 3S 4S 5S 6S", "2S+3S+4S+5S", "does-not-fit"),
        ("2S 3S 4S 5S", "2S+3S+4S+5S+6S", "no-such-card"),
    ],
)
def test_a_flush_is_the_whole_hand_of_five_in_the_suit(hand: str, play: str, reason: str) -> None:
    """U-37: the entire hand, and it follows the suit of the flush."""
    game = under_way((hand, *OTHERS), pile="7S", suit="S", flush=True, doubles=True)
    assert game.refusal(f"0:{play}") == reason


def test_a_flush_cannot_choose_the_suit() -> None:
    """U-39: never when the suit is open, with whatever options."""
    game = under_way(
        ("2S 3S 4S 5S 6S", *OTHERS), pile="7S QS", flush=True, doubles=True, lead_doubles=True
    )
    assert game.refusal("0:2S+3S+4S+5S+6S") == "not-allowed"
    game = under_way(("2S 3S 4S 5S 6H", *OTHERS), pile="7S QS", flush=True)
    assert game.refusal("0:6H+2S+3S+4S+5S") == "does-not-fit"


def test_a_flush_is_an_option() -> None:
    """U-37: off by default, also with doubles."""
    game = under_way(("2S 3S 4S 5S 6S", *OTHERS), pile="7S", suit="S", doubles=True)
    assert game.refusal("0:2S+3S+4S+5S+6S") == "not-allowed"


def test_every_order_of_several_cards_is_an_action() -> None:
    """U-34, U-37: the top is what counts, and the order of the rest is the player's."""
    game = under_way(("9C 9D 9S 2H", *OTHERS), pile="7S", suit="S", doubles=True)
    possible = {FLUSHED.format(action) for action in FLUSHED.actions(game.state, 0)}
    assert possible == {"9S", "9C+9S", "9D+9S", "9C+9D+9S", "9D+9C+9S"}
    game = under_way(("2S 3S 4S 5S 6S", *OTHERS), pile="7S", suit="S", flush=True)
    assert len(FLUSHED.actions(game.state, 0)) == 5 + 120
    assert FLUSHED.actions(game.state, 1) == FLUSHED.actions(game.state, None) == ()
