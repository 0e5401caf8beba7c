"""FLIP: how a game ends."""

import pytest

from engine.api import Outcome
from engine.games.flip.events import GameEnded
from tests.engine.flip.tables import FLIP, dealt, under_way
from tests.engine.record import Record

ROW = "2H 2S 2D 2C"


def test_the_seat_without_cards_wins_at_once() -> None:
    """P-3, P-26: no card in stock and slots."""
    game = under_way("9C", "5D", (ROW, "- 8C - -"), ("3H", ""))
    events = game.do("1:2L")
    assert events[-1] == GameEnded(Outcome(termination="won", winners=(1,), places=(2, 1)))
    assert game.position["over"] is True
    assert (game.position["winners"], game.position["to_act"]) == ([1], [])
    assert FLIP.waits(game.state) == ()


def test_a_last_card_that_makes_a_pair_wins() -> None:
    """P-26: the opponent can no longer call."""
    game = under_way("9C", "8D", (ROW, "- 8C - -"))
    game.do("1:2L")
    assert game.position["winners"] == [1]
    assert game.refusal("0:FLIP") == "game-over"


def test_a_callers_last_card_going_to_the_middle_wins() -> None:
    """P-22, P-26: after its FLIP it puts its only card in the middle."""
    game = under_way("9C", "9D", ("- - - 4H", ROW))
    events = game.do("0:FLIP")
    assert [type(event).__name__ for event in events] == ["FlipCalled", "GameEnded"]
    assert game.position["winners"] == [0]
    assert game.position["left"] == ["4H"]


def test_a_card_in_the_stock_is_still_to_be_got_rid_of() -> None:
    """P-26: the last slot is refilled, and the game goes on."""
    game = under_way("9C", "5D", ("8C - - -", ROW), ("4H", ""))
    game.do("0:1L")
    assert game.position["over"] is False
    assert FLIP.remaining(game.state) == (1, 4)


def test_at_the_cap_fewest_cards_win() -> None:
    """`rules.md` section 0: the 2,000th counted action ends the game."""
    game = under_way("9C", "5D", ("8C 7C - -", ROW), counted=1_999)
    events = game.do("0:1L")
    assert events[-1] == GameEnded(Outcome(termination="cap", winners=(0,), places=(1, 2)))


def test_at_the_cap_equal_is_a_draw() -> None:
    """`rules.md` section 0: nobody wins, and the places are shared."""
    game = under_way("9C", "5D", ("8C 7C - -", "2H - - -"), counted=1_999)
    game.do("0:1L")
    assert (game.position["over"], game.position["winners"]) == (True, [])
    assert FLIP.outcome(game.state) == Outcome(termination="cap", winners=(), places=(1, 1))


def test_a_win_at_the_cap_is_a_win() -> None:
    """P-26: the last card wins at once, whatever the count."""
    game = under_way("9C", "5D", ("8C - - -", "2H - - -"), counted=1_999)
    game.do("0:1L")
    assert FLIP.outcome(game.state) == Outcome(termination="won", winners=(0,), places=(1, 2))


def test_false_flips_do_not_count_towards_the_cap() -> None:
    """`rules.md` section 0: `G` and `S` count, false FLIPs do not."""
    game = under_way("7C", "9D", (ROW, "2H - - -"), ("3H", ""), counted=1_998)
    game.do("0:FLIP", "1:FLIP")
    assert game.state.counted == 1_998
    game.do(":S")
    assert game.state.counted == 1_999
    game.do("0:FLIP", "0:FLIP")
    assert game.position["over"] is False
    game.do(":S")
    assert game.position["over"] is True
    assert game.ply == 6


@pytest.mark.parametrize(
    ("game", "act"),
    [
        (dealt("2C 3C 4C 5C 9C", "2D 3D 4D 5D QH"), ":G"),
        (under_way("9C", "5D", ("8C 7C - -", ROW)), "0:1L"),
        (under_way("9C", "9D", (ROW, ROW)), "0:FLIP"),
        (under_way("7C", "9D", (ROW, ROW), ("3H", "")), ":S"),
        (under_way("7C", "9D", (ROW, ROW), ("3H", ""), swaps=3), ":S"),
        (under_way("7C", "9D", (ROW, ROW)), ":S"),
    ],
    ids=["reveal", "slot", "flip", "swap", "middle laid", "middle taken"],
)
def test_every_other_action_counts_once(game: Record, act: str) -> None:
    """`rules.md` section 0: what the seats do, and what the table does for them."""
    before = game.state.counted
    game.do(act)
    assert game.state.counted == before + 1


def test_ending_a_game_early_goes_by_cards_left() -> None:
    """`capped` is what the table's own time limit uses: 30 minutes end as the cap would."""
    game = under_way("9C", "5D", ("8C 7C - -", "2H - - -"))
    assert FLIP.capped(game.state).winners == (1,)
    assert FLIP.outcome(game.state) is None


def test_each_seat_plays_for_itself() -> None:
    """There are no partners, nothing is held back and nothing voted on."""
    game = under_way("9C", "5D", ("8C 7C - -", "2H - - -"))
    assert FLIP.teams(2, FLIP.settle(2, {})) == ((0,), (1,))
    assert FLIP.hold(game.state) == 0
    assert not FLIP.needs_confirmation(FLIP.parse("FLIP"))
