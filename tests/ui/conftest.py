"""Every message that a screen shows in these tests is one that extraction sees."""

from typing import Any

import pytest

from bot.locale import Translator
from tests.locale.test_catalogues import FOLDERS, english

SEEN = frozenset(english((*FOLDERS, "tests/fourth_game")))


@pytest.fixture(autouse=True)
def _messages_that_extraction_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no other message be shown, however it was handed to the translator."""
    translated = Translator.__call__

    def call(self: Translator, message: str, /, **params: Any) -> str:
        assert message in SEEN, message
        return translated(self, message, **params)

    monkeypatch.setattr(Translator, "__call__", call)
