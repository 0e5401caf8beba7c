"""Presses of screens of records that no screen has: the ordinary sentence, never an error."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cogs.history import History
from bot.cogs.leaderboard import Leaderboard
from bot.ui.elements.controls import Control
from tests.interactions.test_transformers import RENDERER, Tables, asking, context


def pressed() -> Any:
    """Return a press with its context, on the first day of 2027."""
    found = context(asking(Tables()))
    clock: Any = SimpleNamespace(now=lambda: datetime(2027, 1, 1, tzinfo=UTC))
    found.desk.kit.clock = clock  # type: ignore[misc]
    return found


@pytest.mark.parametrize(
    "act",
    [
        f"board-{RENDERER.key}-here-9999q4",
        f"board-{RENDERER.key}-here-x",
        "board-nothing-here-always",
        "board-",
        f"chart-{RENDERER.key}-here-0000q0",
    ],
)
async def test_board_that_nobody_offers_is_none(act: str) -> None:
    """Other seasons, other games, other places."""
    found = pressed()
    board = Leaderboard(found.desk, None)  # type: ignore[arg-type]
    assert not await board._press(found, Control(0, 0, 0, 0, act), ())


@pytest.mark.parametrize("person", ["", "x", "9" * 40, "-1"])
async def test_history_of_nobody_is_none(person: str) -> None:
    """A number that is no person's id."""
    found = pressed()
    history = History(found.desk, None)  # type: ignore[arg-type]
    assert not await history._press(found, Control(0, 0, 0, 0, f"history-{person}"), ())
