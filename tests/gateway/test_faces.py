"""The card faces as the bot knows them: looked up now and again, whatever Discord says."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cards import emoji_name
from bot.discord_api.errors import Tasks
from bot.gateway.faces import EVERY, CardFaces
from bot.messages.language import Looks
from bot.ui.renderers import RENDERERS
from tests.discord_api.test_emojis import uploaded
from tests.messages.stage import Refused
from tests.messages.time import HandTime

GAMES = [each for each in RENDERERS if each.key in ("flinch", "flushed")]


class Application:
    """Has these emojis; refuses while it is told to."""

    def __init__(self) -> None:
        self.emojis: list[Any] = []
        self.refusal: Exception | None = None
        self.looks = 0
        self.made = 0

    async def fetch_application_emojis(self) -> list[Any]:
        """Return them."""
        self.looks += 1
        if self.refusal is not None:
            raise self.refusal
        return self.emojis

    async def create_application_emoji(self, *, name: str, image: bytes) -> None:
        """Refuse the third face; one emoji stands before them."""
        if self.made == 3:
            raise Refused(400, 30008)
        self.made += 1
        self.emojis = uploaded(*(each.name for each in self.emojis), name)


def faces() -> tuple[CardFaces, Application, Looks, HandTime]:
    """Return them, whose application they are of, who shows them, and the time."""
    application: Any = Application()
    looks: Any = SimpleNamespace(emojis={})
    clock = HandTime()
    return CardFaces(application, looks, GAMES, clock, Tasks()), application, looks, clock


async def test_faces_are_looked_up_every_ten_minutes() -> None:
    """Another command may have uploaded them; a look that fails changes nothing."""
    cards, application, looks, clock = faces()
    application.refusal = Refused(500, 0)
    await cards.keep()
    assert (looks.emojis, str(cards)) == ({}, f"card faces: 0 of {len(cards.wanted)} uploaded")
    application.refusal = None
    application.emojis = uploaded(emoji_name("f7"), "party")
    await clock.advance(EVERY)
    assert looks.emojis == {"f7": f"<:{emoji_name('f7')}:1>"}
    application.refusal = TypeError("no list")
    await clock.advance(EVERY)
    assert str(cards) == f"card faces: 1 of {len(cards.wanted)} uploaded"
    assert application.looks == 3


def test_each_face_is_wanted_once() -> None:
    """Two games may show the same card."""
    cards = faces()[0]
    assert len(set(cards.wanted)) == len(cards.wanted)
    assert set(cards.wanted) == {name for each in GAMES for name in each.faces}


async def test_what_was_uploaded_before_it_failed_is_used(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log says that some are missing; the next start goes on from there."""
    cards, _, looks, _ = faces()
    await cards.bring()
    assert list(looks.emojis) == [*cards.wanted[:2]]
    errors = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert errors == ["card faces could not be uploaded: Refused"]
