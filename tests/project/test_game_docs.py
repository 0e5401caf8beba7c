"""The docs of the games are what the code says: `python -m scripts.game_docs` renews them."""

import re

import pytest

from bot.locale import LANGUAGES, translator
from bot.ui.renderers import RENDERERS
from scripts.game_docs import FOLDER, files, same

EVERY = files()


def test_docs_hold_no_other_file() -> None:
    """Every game in every language, with its pictures, and nothing from before."""
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*")}
    assert there == set(EVERY)
    assert {f"{r.key}.{language}.md" for r in RENDERERS for language in LANGUAGES} <= there


@pytest.mark.parametrize("name", EVERY)
def test_docs_are_up_to_date(name: str) -> None:
    """Text to the letter, pictures to the pixel."""
    assert same((FOLDER / name).read_bytes(), EVERY[name]), "run python -m scripts.game_docs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_docs_show_every_picture_with_words(language: str) -> None:
    """Each picture made is shown once, with words beside it."""
    for renderer in RENDERERS:
        text = EVERY[f"{renderer.key}.{language}.md"].decode()
        shown = re.findall(r"^!\[([^\[\]]+)\]\(([^)]+)\)$", text, re.MULTILINE)
        made = [n for n in EVERY if n.startswith(f"pictures/{renderer.key}-")]
        ours = [name for name in made if name.endswith(f".{language}.png")]
        assert sorted(name for _, name in shown) == sorted(ours)
        assert all(translator(language)("You") in words for words, _ in shown)
