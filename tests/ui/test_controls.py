"""Controls: what a `custom_id` says, and that nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.elements.controls import Control, parse, sure
from tests.games import GAMES
from tests.ui.positions import PAIRS, walk

NOTATIONS = st.from_regex(r"[A-Z0-9+@*]{1,24}", fullmatch=True)
VERBS = st.from_regex(r"[a-z][a-z0-9+@*_-]{0,47}", fullmatch=True)


@given(
    st.integers(0, 2**63 - 1),
    st.integers(0, 999_999),
    st.integers(0, 999_999),
    st.integers(0, 999),
    NOTATIONS | VERBS,
)
def test_control_is_read_back(table: int, round_: int, ply: int, number: int, act: str) -> None:
    """Every control is read back from its `custom_id`, which Discord's 100 characters hold."""
    control = Control(table, round_, ply, number, act)
    assert parse(control.custom_id) == control
    assert len(control.custom_id) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k1:1:1:1:0:",
        "k1:1:1:1:C",
        "k2:1:1:1:0:C",
        "k1:-1:1:1:0:C",
        "k1:1:1:1:0:C:D",
        "k1:1:1:1:0:c d",
        "k1:1:1:1:0:Cc",
        "k1:1:1:1:0:C\n",
        "k1:١:1:1:0:C",
        "k1:1:1:1:0:" + "A" * 25,
        "k1:" + "9" * 20 + ":1:1:0:C",
        "something else",
    ],
)
def test_other_ids_are_not_controls(text: str) -> None:
    """Anything else is refused, not guessed at."""
    assert parse(text) is None


def test_act_is_a_notation_or_a_verb() -> None:
    """Upper case is asked of the game, lower case of the bot, `sure-…` confirms, `set-…` rules."""
    play, join = (Control(1, 1, 1, 0, act) for act in ("H7", "join"))
    assert (play.notation, play.confirmed, play.rule) == ("H7", None, None)
    assert (join.notation, join.confirmed, join.rule) == (None, None, None)
    assert Control(1, 1, 1, 0, "set-last_card").rule == "last_card"
    assert Control(1, 1, 1, 0, "sure-").confirmed is None


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_notation_fits_a_control(pair: tuple) -> None:  # type: ignore[type-arg]
    """The notation of every possible action is an act, and can be confirmed."""
    game, renderer = pair
    for position in walk(game, renderer, game.seat_counts[-1], seed=2, plies=60):
        for seat in range(len(position.table.seats)):
            for action in game.actions(position.table.state, seat):
                notation = game.format(action)
                assert Control(1, 1, 1, 0, notation).notation == notation
                assert Control(1, 1, 1, 0, sure(notation)).confirmed == notation


def test_registries_are_in_the_same_order() -> None:
    """One renderer per game, in the same order, and each reads its game's call."""
    assert [game.key for game, _ in PAIRS] == [renderer.key for _, renderer in PAIRS]
    for game, renderer in PAIRS:
        assert game in GAMES
        assert renderer.name == game.name
        notations = [call.notation for call in game.calls]
        assert notations == ([renderer.call] if renderer.call else [])
        assert bool(renderer.call) == bool(renderer.command) == bool(renderer.call_emoji)
