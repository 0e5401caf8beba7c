"""The rules pages: everything the sources say, in both languages, within Discord's limits."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.locale import translator
from bot.pictures import of_page
from bot.ui import rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements.controls import parse
from bot.ui.elements.screen import Picture, Screen, Text
from engine.games import GAMES
from tests.ui.positions import PAIRS, table
from tests.ui.test_limits import check

STATEMENTS = Path(__file__).parents[2] / "docs" / "requirements.md"
LETTERS = dict(zip((game.key for game in GAMES), "FPU", strict=False))
"""Of the games whose sources are broken into statements; one added later has none."""
LANGUAGES = ("en", "es")


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def said(renderer: AnyRenderer) -> list[str]:
    """Return the number of every statement that the pages of a game say."""
    numbers = [rule.numbers for page in renderer.pages for rule in page.rules]
    numbers += [choice.numbers for choice in renderer.choices]
    return " ".join(numbers).split()


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_statement_of_the_sources_is_on_a_page(pair: tuple[Any, AnyRenderer]) -> None:
    """Rules, calls, options, the physical table and advice alike (`requirements.md`)."""
    game, renderer = pair
    if game.key not in LETTERS:
        pytest.skip("no statements of its sources")
    letter = LETTERS[game.key]
    wanted = set(re.findall(rf"^- ({letter}-\d+) \[", STATEMENTS.read_text(), re.MULTILINE))
    assert wanted
    assert set(said(renderer)) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_pages_are_within_limits_and_show_no_numbers(
    pair: tuple[Any, AnyRenderer], language: str
) -> None:
    """Every page fits, every statement of it is shown, the numbers of the sources are not."""
    game, renderer = pair
    t = translator(language)
    for page in range(len(renderer.pages) + 1):
        found = rules.page_at(renderer, page)
        drawn = of_page(game, renderer, found, t) if found else ()
        figures = [each.figure for each in drawn]
        screen = rules.draw(game, renderer, page, None, t, figures)
        check(screen)
        assert not re.search(r"\b[FPU]-\d", text(screen))
        if found is not None:
            assert all(t(rule.text) in text(screen) for rule in found.rules)
            assert all(t(position.says) in text(screen) for position in found.shown)
        shown = [part.source for part in screen.parts if isinstance(part, Picture)]
        assert shown == [each.filename for each in screen.attachments]
        assert len(shown) == (len(found.shown) if found else 0)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_choice_of_every_house_rule_is_explained(pair: tuple[Any, AnyRenderer]) -> None:
    """The last page has them all, once each; those of the table are marked, else the usual."""
    game, renderer = pair
    offered = [(spec.key, value) for spec in game.options for value in spec.choices]
    assert [(each.option, each.value) for each in renderer.choices] == offered
    t, last = translator("en"), len(renderer.pages)
    usual = text(rules.draw(game, renderer, last, None, t))
    chosen = {spec.key: spec.choices[-1] for spec in game.options}
    at = table(game, min(game.seat_counts), None, options=chosen)
    shown = text(rules.draw(game, renderer, last, at, t))
    assert "table 12" in shown
    for each in renderer.choices:
        line = f"{renderer.choice(each.option, each.value, t)}. {t(each.text)}"
        default = next(spec.default for spec in game.options if spec.key == each.option)
        assert (f"✅ {line}" in usual) == (each.value == default)
        assert (f"✅ {line}" in shown) == (each.value == chosen[each.option])


def test_pages_are_turned_by_buttons() -> None:
    """Forward and back, never past an end; the table goes with them."""
    game, renderer = PAIRS[0]
    at = table(game, 2, None)
    last = len(renderer.pages)
    for page, turns in ((0, [1]), (3, [2, 4]), (last, [last - 1]), (99, [last - 1])):
        screen = rules.draw(game, renderer, page, at, translator("en"))
        found = [control for one in screen.buttons() if (control := parse(one.custom_id))]
        assert [control.ply for control in found] == turns
        assert {control.act for control in found} == {f"read-{game.key}-12"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_game_it_asks_which(language: str) -> None:
    """One button a game."""
    screen = rules.which([renderer for _, renderer in PAIRS], translator(language))
    check(screen)
    assert [button.label for button in screen.buttons()] == [r.name for _, r in PAIRS]
