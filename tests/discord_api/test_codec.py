"""JSON by our own codec: all that the library's reads and writes, and no more errors."""

import json
from typing import Any

import pytest
from discord import utils

from bot.discord_api import codec


class Word(str):
    """A text of a kind of its own, as libraries have some."""

    __slots__ = ()


@pytest.mark.parametrize(
    "text",
    ['{"id": "1", "n": [1, 2.5, null, true]}', '"\\ud83d"', "123456789012345678901", '"🖐️"'],
    ids=["object", "half a character", "a large number", "emoji"],
)
def test_reads_what_the_library_reads(text: str) -> None:
    """Half a character too, which somebody's name may hold: the event is not lost over it."""
    assert codec.read(text) == json.loads(text)


@pytest.mark.parametrize(
    "value",
    [{"id": 1, "names": ("Ana", "Ben 🖐️")}, {"word": Word("x")}, "\ud83d", [2**70, None]],
    ids=["object", "a kind of text", "half a character", "a large number"],
)
def test_writes_what_the_library_writes(value: Any) -> None:
    """What is written says the same, whatever it is made of."""
    assert json.loads(codec.written(value)) == json.loads(json.dumps(value))


def test_what_is_no_json_is_told_as_the_library_tells_it() -> None:
    """Who reads an answer of Discord's catches that one error."""
    with pytest.raises(json.JSONDecodeError):
        codec.read("<html>")


def test_library_reads_and_writes_by_it() -> None:
    """Once it is installed."""
    codec.install()
    assert (utils._from_json, utils._to_json) == (codec.read, codec.written)
