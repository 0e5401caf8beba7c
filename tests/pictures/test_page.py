"""Pictures of the rules pages: real positions, small, with the same in words."""

from typing import Any

import pytest

from bot.locale import LANGUAGES, translator
from bot.pictures import of_page
from bot.ui import rules
from bot.ui.contract.rules_page import Position
from engine.errors import Refused
from tests.pictures.test_table import check
from tests.ui.positions import PAIRS

EN = translator("en")
PAGES = [
    (game, renderer, number)
    for game, renderer in PAIRS
    for number, page in enumerate(renderer.rules(EN).pages)
    if page.shown
]
SHOWN = [
    (game, renderer, one)
    for game, renderer in PAIRS
    for page in renderer.rules(EN).pages
    for one in page.shown
]


def after(key: str, name: str) -> tuple[Any, Any]:
    """Return the game and the state of a position."""
    game, _, position = next(one for one in SHOWN if (one[1].key, one[2].name) == (key, name))
    return game, rules.reached(game, position)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_game_shows_positions(pair: tuple[Any, Any]) -> None:
    """On its pages of rules, each position once."""
    _, renderer = pair
    shown = [one for page in renderer.rules(EN).pages for one in page.shown]
    assert shown
    assert len({one.says for one in shown}) == len(shown) == len({one.name for one in shown})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "renderer", "number"), PAGES)
def test_picture_is_small_and_has_words(
    game: Any, renderer: Any, number: int, language: str
) -> None:
    """Under 40 KB, few colours, and the same in words: who sits there, the reader's own cards."""
    t = translator(language)
    page = renderer.rules(t).pages[number]
    drawings = of_page(game, renderer, page, t)
    assert len(drawings) == len(page.shown)
    files = [file.filename for each in drawings for file in each.attachments]
    assert len(set(files)) == len(files)
    for each in drawings:
        check(each)
        assert t("You") in each.words
        assert "Ana: " in each.words
        assert (t("Your hand") in each.words) == renderer.hands


@pytest.mark.parametrize(("game", "renderer", "position"), SHOWN)
def test_position_is_dealt_from_one_deck(game: Any, renderer: Any, position: Position) -> None:
    """The stacked deck is the game's own, every wanted card in its place, and always the same."""
    state = rules.reached(game, position)
    assert state == rules.reached(game, position)
    assert game.outcome(state) is None


def test_position_with_an_impossible_act_is_refused() -> None:
    """A picture cannot show what the rules do not allow."""
    game, _, position = SHOWN[0]
    wrong = Position("wrong", position.says, 2, position.cards, ("1 H15",), dealer=1)
    with pytest.raises(Refused):
        rules.reached(game, wrong)


def test_fault_shown_for_flinch_is_a_fault() -> None:
    """F-46: the reader may call, and the call is good."""
    game, state = after("flinch", "fault")
    assert game.call_is_good(state, 0, game.calls[0])
    game, state = after("flinch", "owed")
    assert game.format(game.auto_action(state, 0)) == "F"
    assert sorted(state.seats[0].hand)[0] == 1
    game, state = after("flinch", "partners")
    assert game.format(game.auto_action(state, 0)) == "PF"


def test_nobody_commits_a_fault_that_is_not_spoken_of() -> None:
    """F-19, F-46: only one position of Flinch has an open fault, the one that shows it."""
    game = PAIRS[0][0]
    for _, _, position in (each for each in SHOWN if each[0] is game):
        faults = game.position(rules.reached(game, position))["faults"]
        assert faults == ([{"seat": 1, "owed": "F"}] if position.name == "fault" else [])


def test_positions_shown_for_flip_are_what_they_say() -> None:
    """P-17, P-20, P-23: what fits, a pair, and that nothing fits."""
    game, state = after("flip", "fits")
    own = [game.format(action) for action in game.actions(state, 0)]
    assert [each for each in own if each != "FLIP"] == ["1L", "2L", "3R"]
    assert [
        game.format(each) for each in game.actions(state, 1) if game.format(each) != "FLIP"
    ] == ["1R"]
    game, state = after("flip", "pair")
    assert game.call_is_good(state, 0, game.calls[0])
    game, state = after("flip", "stuck")
    assert game.to_act(state) == frozenset()


def test_positions_shown_for_flushed_are_what_they_say() -> None:
    """U-13, U-14, U-24, U-27, U-34, U-37: follow, pick up, queen, jack, doubles, flush."""

    def possible(name: str) -> set[str]:
        game, state = after("flushed", name)
        return {game.format(action) for action in game.actions(state, 0)}

    assert possible("follow") == {"4S", "9S"}
    assert possible("pick-up") == {"T"}
    assert len(possible("queen")) == 5
    assert len(possible("deal")) == 5
    assert any(each.endswith("+9S") and each.count("9") == 3 for each in possible("doubles"))
    assert any(each.count("+") == 4 for each in possible("flush"))
    game, state = after("flushed", "jack")
    assert (game.turn(state).seat, state.direction) == (3, 1)
