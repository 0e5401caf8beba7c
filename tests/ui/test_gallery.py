"""The gallery has every kind of screen, and none in Spanish says anything in English."""

import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import CodeType, FrameType
from typing import Any

import pytest

import bot.ui
from bot.discord_api import components
from bot.ui.elements.screen import Button, Choice, Part, Picture, Row, Screen, Select, Text
from tests.gallery import NAMES, SERVER, Gallery
from tests.games import RENDERERS
from tests.locale.test_catalogues import english, forms, messages

TITLES = ("Rules for Playing FLINCH", "Flinch Card Company", "Card Club")
"""Names that stay English in Spanish."""

BOTH = {
    *("as", "bot", "bots", "club", "de", "discord", "error", "has", "id", "la", "me", "no"),
    *("normal", "original", "real", "regla", "sha", "solo", "english", "español", "volteo"),
    *(each.name.lower() for each in RENDERERS),
    *("kalamazoo", "michael", "patterson", "raveneau", "velker"),
    *("date", *NAMES, *SERVER.split()),
}
"""Words that are Spanish as well as English, names, and languages by their own."""


WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*|[^\W\d_]['’][^\W\d_]+")
"""Of two letters and more; "I'm" is one."""


def words(text: str) -> set[str]:
    """Return the words of a text without names, addresses, commands and places to fill in."""
    for title in TITLES:
        text = text.replace(title, "")
    bare = re.sub(r"\]\([^)]*\)|`[^`]*`|<[^>]*>|\{[^}]*\}|/[a-z-]+", " ", text)
    return {word.lower() for word in WORD.findall(bare)}


def said(part: Any) -> Iterator[str]:
    """Yield every text of a message as it is sent, what opens and what is read aloud too."""
    if isinstance(part, list):
        for each in part:
            yield from said(each)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in ("content", "label", "placeholder", "description"):
                yield value
            else:
                yield from said(value)


@cache
def english_words() -> set[str]:
    """Return the words of English: of every sentence in the code and of every English screen."""
    shown = (text for _, one in Gallery("en").every() for text in said(components.layout(one)))
    both = {word.lower() for word in BOTH}
    return {word for text in (*english(), *shown) for word in words(text)} - both


def english_in(screen: Screen) -> set[str]:
    """Return the English words on a screen."""
    return {
        word for text in said(components.layout(screen)) for word in words(text)
    } & english_words()


def test_no_english_stands_on_spanish_screens() -> None:
    """Not in a text, on a button, among choices, or in what is read aloud of a picture."""
    every = Gallery("es").every()
    found = {name: english_in(screen) for name, screen in every}
    assert {name: some for name, some in found.items() if some} == {}


def test_no_english_stands_in_the_spanish_catalogue() -> None:
    """Nor in what no screen of the gallery says: commands, rare refusals."""
    said = {
        text: words(text) & english_words() for each in messages() for text in forms(each.string)
    }
    assert {text: some for text, some in said.items() if some} == {}


@pytest.mark.parametrize(
    ("part", "word"),
    [
        (Text("Carla juega A♠ y gana the game."), "the"),
        (Row((Button("k1:1:1:1:0:rematch", "Rematch"),)), "rematch"),
        (Select("k1:1:1:1:0:x", "Lugares", (Choice("1", "Spot A: 12"),)), "spot"),
        (Picture("a.png", "Mesa, [3] on top"), "top"),
    ],
)
def test_an_english_word_is_found(part: Part, word: str) -> None:
    """Wherever it stands among Spanish ones."""
    assert word in english_in(Screen((part,)))


def drawers() -> Iterator[tuple[str, CodeType]]:
    """Yield what draws a whole screen in `bot.ui`: its name and its code."""
    for found in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        for name, value in vars(import_module(found.name)).items():
            own = inspect.isfunction(value) and value.__module__ == found.name
            if own and value.__annotations__.get("return") is Screen and name[0] != "_":
                yield f"{found.name}.{name}", value.__code__


def test_every_kind_of_screen_is_there() -> None:
    """Whatever in `bot.ui` draws a screen has one of its own in the gallery."""
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        names = [name for name, _ in Gallery("en").every()]
    finally:
        sys.setprofile(before)
    assert [name for name, code in drawers() if code not in called] == []
    assert len({*names}) == len(names)
