"""An unexpected error shows one sentence with its number, which the log has too."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.test_commands import text
from tests.simcord_harness import Town, town


def number_in(sentence: str, log: str) -> bool:
    """Say whether the sentence's error number stands in the log."""
    found = re.search(r"[Ee]rror ([0-9A-F]{6})", sentence)
    return found is not None and f"error {found[1]}" in log


def broken(*_: Any, **__: Any) -> Any:
    """Fail as a mistake of ours would."""
    raise RuntimeError("planted by the test")


async def lobby(place: Town) -> tuple[Any, Any]:
    """Open a lobby; return its host and its message."""
    ana = place.person("Ana")
    await ana.slash(place.room, "play flinch")
    return ana, place.room.last_message


async def test_error_in_a_command_shows_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The person reads the number, the log has the traceback."""
    async with town(tmp_path) as place:
        monkeypatch.setattr(place.app.tables, "open", broken)
        answer = await place.person("Ana").slash(place.room, "play flinch")
        assert number_in(text(answer), caplog.text)
        assert "planted by the test" in caplog.text
        place.env.errors.clear()


@pytest.mark.parametrize("part", ["submit", "game"])
async def test_error_in_a_press_shows_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    """Reading a press, or handing it in, may fail: never "interaction failed"."""
    async with town(tmp_path) as place:
        ana, message = await lobby(place)
        monkeypatch.setattr(place.app.tables, part, broken)
        if part == "game":
            monkeypatch.setattr(place.app.registry, "view", lambda table: None)
            monkeypatch.setattr(place.app.registry, "recall", broken)
        answer = await ana.click(message, label="Add bot")
        assert number_in(text(answer), caplog.text)
