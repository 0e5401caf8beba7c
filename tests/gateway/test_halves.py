"""First presses of choices made in several: taken in only where the choice can come to something.

Read for every game alike; what a half-made choice is, and when it means something, is a renderer's.
"""

from typing import Any

import pytest

from bot.interactions import parsing
from bot.interactions.context import Origin
from bot.messages.scene import Last, Scene
from bot.ui.contract.renderer import Half, Press
from engine.errors import NOT_YOUR_TURN
from tests.ui.positions import PAIRS, every_rule, look, presses, walk


def running(key: str, **options: Any) -> Scene:
    """Return a game just dealt, by these house rules."""
    game, renderer = next(pair for pair in PAIRS if pair[0].key == key)
    seats = game.seat_counts[0]
    settled = game.settle(seats, options)
    position = next(walk(game, renderer, seats, seed=5, options=settled))
    board = Scene(position.table, game, renderer)
    board._numbers = dict(enumerate(position.numbers))
    return board


def pressed(board: Scene, key: str | Press, *, mine: bool) -> tuple[int, parsing.Intent]:
    """Return what a press means of the seat whose turn it is, or of another, and that seat."""
    turn = board.turn
    assert turn is not None
    seat = turn.seat if mine else (turn.seat + 1) % len(board.table.seats)
    person = board.table.seats[seat].person
    assert person is not None
    origin = Origin(person=person, name="P", route="button", stamp=1.0, arrived=1.0, key="i1")
    press = Press(key, 1) if isinstance(key, str) else key
    return seat, parsing.game(board, origin, press, board.seen())


TURNS = [pair for pair in PAIRS if pair[0].has_turns]
CHOICES = [
    pytest.param("flinch", {}, "lay", id="lay down by its button"),
    pytest.param("flinch", {}, "⬇️", id="lay down by its reaction"),
    pytest.param("flinch", {"conduct": "strict"}, "lay", id="laying is never out of turn"),
    pytest.param("flinch", {}, "lay-card", id="a card chosen to be laid"),
    pytest.param("flushed", {"doubles": True}, "several", id="several by its button"),
    pytest.param("flushed", {"doubles": True}, "➕", id="several by its reaction"),
]


@pytest.mark.parametrize(("game", "options", "key"), CHOICES)
def test_choice_is_refused_at_its_first_press_out_of_turn(
    game: str, options: dict[str, Any], key: str
) -> None:
    """Nobody chooses card and place only to read at the end that it is not his turn."""
    board = running(game, **options)
    _, intent = pressed(board, key, mine=False)
    assert intent == parsing.Tell(NOT_YOUR_TURN.sentence)
    assert board.halves == {}
    seat, intent = pressed(board, key, mine=True)
    assert intent == parsing.Halved()
    assert board.halves[seat].steps


def test_play_out_of_turn_is_begun_where_the_house_rules_allow_it() -> None:
    """F-58: with strict rules, and only while it is not one's turn."""
    board = running("flinch", conduct="strict")
    told = Last(lambda t: "It's not your turn. Press Play out of turn.")
    board.lasts = dict.fromkeys(range(2), told)
    seat, intent = pressed(board, "out-of-turn", mine=False)
    assert intent == parsing.Halved()
    assert board.halves == {seat: Half(("out-of-turn",))}
    assert board.lasts == {1 - seat: told}, "who takes the way that was told needs it no more"
    assert pressed(board, "out-of-turn", mine=True)[1] == parsing.Old()
    board = running("flinch", conduct="call")
    assert pressed(board, "out-of-turn", mine=False)[1] == parsing.Tell(NOT_YOUR_TURN.sentence)


@pytest.mark.parametrize("pair", TURNS, ids=lambda pair: pair[0].key)
def test_whatever_begins_a_choice_is_refused_out_of_turn(pair: tuple[Any, Any]) -> None:
    """Every control and reaction of a hand, under every house rule, whatever game it is.

    House rules that know plays out of turn have the test before.
    """
    game, renderer = pair
    seats = game.seat_counts[0]
    for rules in every_rule(game, seats):
        board = running(game.key, **rules)
        position = next(walk(game, renderer, seats, seed=5, options=rules))
        turn = game.turn(position.table.state)
        seat = (turn.seat + 1) % seats
        if any(
            game.out_of_turn(position.table.state, seat, action)
            for action in game.actions(position.table.state, seat)
        ):
            continue
        for press in presses(renderer.hand(position.hand(seat), look("en"))):
            read = renderer.press(position.view(seat), position.numbers[seat], None, press)
            if isinstance(read, Half) and read.steps:
                _, intent = pressed(board, press, mine=False)
                assert intent == parsing.Tell(NOT_YOUR_TURN.sentence)
                assert board.halves == {}
