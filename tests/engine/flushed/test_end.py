"""Flushed: how a game ends."""

import pytest

from engine.api import Outcome
from engine.games.flushed.events import GameEnded
from tests.engine.flushed.tables import FLUSHED, under_way


def test_the_seat_without_stack_and_hand_wins_at_once() -> None:
    """U-3, U-30: the others are ranked by the cards left."""
    game = under_way(("9S", "2D 3D 4S", "5D", "7D 8D 3H"), pile="7S", suit="S")
    events = game.do("0:9S")
    won = Outcome(termination="won", winners=(0,), places=(1, 3, 2, 3))
    assert events[-1] == GameEnded(won)
    assert FLUSHED.outcome(game.state) == won
    position = game.position
    assert (position["over"], position["winners"], position["to_act"]) == (True, [0], [])
    assert game.refusal("2:5D") == "game-over"
    assert FLUSHED.actions(game.state, 2) == ()
    assert FLUSHED.turn(game.state) is None


@pytest.mark.parametrize("card", ["KS", "QS", "JS", "AH"])
def test_the_effect_of_the_last_card_is_not_carried_out(card: str) -> None:
    """U-30: suit, direction and turn keep their values from before the play."""
    game = under_way((card, "2D 3D", "5D"), pile="7S", suit="S")
    game.do(f"0:{card}")
    position = game.position
    assert (position["suit"], position["direction"], position["turn"]) == ("S", -1, 0)
    assert position["pile"] == ["7S", card]
    assert [len(seat["hand"]) for seat in position["seats"]] == [0, 2, 1]


def test_a_led_last_card_leaves_the_suit_open() -> None:
    """U-30: before the play it was open."""
    game = under_way(("9S", "2D 3D", "5D"))
    game.do("0:9S")
    assert (game.position["suit"], game.position["winners"]) == (None, [0])


def test_a_hand_played_out_with_a_stack_left_goes_on() -> None:
    """U-9, U-30: both must be empty."""
    game = under_way(("9S", "2D 3D", "5D"), ("3C",), pile="7S", suit="S")
    game.do("0:9S")
    assert game.position["over"] is False
    assert FLUSHED.remaining(game.state) == (1, 2, 1)


def test_doubles_and_a_flush_can_win() -> None:
    """U-30, U-34, U-37: the last cards may go together."""
    game = under_way(("9C 9S", "2D 3D", "5D"), pile="7S", suit="S", doubles=True)
    game.do("0:9C+9S")
    assert game.position["winners"] == [0]
    game = under_way(("2S 3S 4S 5S 6S", "2D 3D", "5D"), pile="7S", suit="S", flush=True)
    game.do("0:2S+3S+4S+5S+6S")
    assert game.position["winners"] == [0]


def test_at_the_cap_fewest_cards_win() -> None:
    """`rules.md` section 0: the 2,000th turn is the last; the turn keeps its value."""
    game = under_way(("9S 2C 3C", "2D", "5D 6D"), pile="7S", suit="S", turns=1_999)
    events = game.do("0:9S")
    assert events[-1] == GameEnded(Outcome(termination="cap", winners=(1,), places=(2, 1, 2)))
    assert (game.position["turn"], game.position["pile"]) == (0, ["7S", "9S"])


def test_at_the_cap_equal_is_a_draw() -> None:
    """`rules.md` section 0: nobody wins if several have fewest."""
    game = under_way(("9S 2C", "2D", "5D 6D"), pile="7S", suit="S", turns=1_999)
    game.do("0:9S")
    assert FLUSHED.outcome(game.state) == Outcome(termination="cap", winners=(), places=(1, 1, 3))


def test_a_win_at_the_cap_is_a_win() -> None:
    """U-30: the last card wins at once, whatever the count."""
    game = under_way(("9S", "2D", "5D 6D"), pile="7S", suit="S", turns=1_999)
    game.do("0:9S")
    assert game.position["winners"] == [0]


@pytest.mark.parametrize("turns", [1_998, 1_999])
def test_a_kings_victim_takes_the_pile_also_at_the_cap(turns: int) -> None:
    """`rules.md` section 0: its skipped turn counts one; suit open, the turn as it was."""
    game = under_way(("KS 2C 3C 4C", "2D 3D", "5D"), pile="7S", suit="S", turns=turns)
    game.do("0:KS")
    position = game.position
    assert position["over"] is True
    assert (position["turn"], position["suit"], position["pile"]) == (0, None, [])
    assert position["seats"][2]["hand"] == ["5D", "7S", "KS"]
    assert position["winners"] == [1]


def test_a_king_two_turns_before_the_cap_goes_on() -> None:
    """`rules.md` section 0: 1,997 turns, the king's and its victim's make 1,999."""
    game = under_way(("KS 2C", "2D 3D", "5D"), pile="7S", suit="S", turns=1_997)
    game.do("0:KS")
    assert (game.position["over"], game.position["turn"]) == (False, 1)


def test_a_jack_at_the_cap_turns_the_direction_without_a_next_turn() -> None:
    """`rules.md` section 0: the turn that ends is carried out; nothing of the next happens."""
    game = under_way(("JS 2C", "2D 3D", "5D"), pile="7S", suit="S", turns=1_999)
    game.do("0:JS")
    assert (game.position["direction"], game.position["turn"]) == (1, 0)


def test_a_pick_up_may_be_the_last_turn() -> None:
    """`rules.md` section 0: the pile is taken, the suit open, the turn as it was."""
    game = under_way(("2H", "2D 3D", "5D"), pile="7S 8S", suit="S", turns=1_999)
    game.do("0:T")
    position = game.position
    assert (position["over"], position["winners"], position["turn"]) == (True, [2], 0)
    assert (position["pile"], position["suit"]) == ([], None)


def test_each_seat_plays_for_itself() -> None:
    """There are no partners, no calls, no locks; nothing is held back and nothing voted on."""
    game = under_way(("2H", "2D 3D", "5D"))
    assert FLUSHED.teams(3, FLUSHED.settle(3, {})) == ((0,), (1,), (2,))
    assert FLUSHED.calls == ()
    assert FLUSHED.hold(game.state) == 0
    assert not FLUSHED.needs_confirmation(FLUSHED.parse("T"))
    assert all(FLUSHED.lock(event) is None for event in game.do("0:2H"))


def test_ending_a_game_early_goes_by_cards_left() -> None:
    """`capped` says who would win now; the game goes on."""
    game = under_way(("2H 3H", "2D 3D", "5D"))
    assert FLUSHED.capped(game.state).winners == (2,)
    assert FLUSHED.outcome(game.state) is None
