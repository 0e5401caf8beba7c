"""The pages of docs/games as one reads them without the bot: links, pictures, words beside them."""

import re

import pytest

from bot.locale import LANGUAGES
from bot.tables.settings import TableSettings
from bot.ui.contract.renderer import PAGES
from bot.ui.renderers import RENDERERS
from engine.games import GAMES
from scripts.positions import pictures, same

DRAWN = pictures()
ROOT = PAGES.resolve().parents[1]


def test_there_is_no_other_file() -> None:
    """Every game in every language, with its pictures, and nothing from before."""
    there = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.*")}
    pages = {f"{game.key}.{language}.md" for game in GAMES for language in LANGUAGES}
    assert there == pages | set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_picture_is_up_to_date(name: str) -> None:
    """It shows, to the pixel, the position that stands beside it: `make positions` draws it."""
    assert same(PAGES / name, DRAWN[name])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("renderer", RENDERERS, ids=lambda renderer: renderer.key)
def test_page_shows_every_picture_and_leads_to_the_other_language(
    renderer: object, language: str
) -> None:
    """Each position has its pictures just before it, with words; what it says stands above."""
    key = renderer.key  # type: ignore[attr-defined]
    text = (PAGES / f"{key}.{language}.md").read_text()
    above = re.findall(r"^> .+\n\n((?:!\[.+\]\(.+\)\n)+)\n<!-- position (.+)$", text, re.MULTILINE)
    shown = [(re.findall(r"\((.+)\)", pictures), name) for pictures, name in above]
    for paths, name in shown:
        first, *more = paths
        assert first == f"pictures/{key}-{name}.{language}.png"
        assert more == [
            f"pictures/{key}-{name}-{at}.{language}.png" for at in range(2, 2 + len(more))
        ]
    assert len(shown) == text.count("<!-- position ")
    assert {path for paths, _ in shown for path in paths} == {
        name for name in DRAWN if name.startswith(f"pictures/{key}-") and f".{language}." in name
    }
    (other,) = (each for each in LANGUAGES if each != language)
    assert f"]({key}.{other}.md)" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("renderer", RENDERERS, ids=lambda renderer: renderer.key)
def test_page_says_after_which_time_a_game_without_turns_ends(
    renderer: object, language: str
) -> None:
    """`rules.md` section 2: whoever has the fewest cards then wins, and knew it before."""
    key = renderer.key  # type: ignore[attr-defined]
    [game] = [each for each in GAMES if each.key == key]
    text = (PAGES / f"{key}.{language}.md").read_text()
    minutes = round(TableSettings().turnless_longest / 60)
    assert (f" {minutes} minut" in text) is not game.has_turns
