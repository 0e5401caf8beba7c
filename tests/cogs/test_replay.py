"""`/replay`: what a step shows of a finished game (`experience.md` section 7)."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from bot.cogs.replay import stepped
from bot.locale import LANGUAGES, translator
from bot.tables.model import StoredEvent, Table
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Text
from bot.ui.replay import ReplayStep
from tests.messages.playing import GAME, NOW, RENDERER, acted, dealt, legal


def context(events: tuple[StoredEvent, ...], language: str) -> Any:
    """Return who asks, where these events are stored."""

    class Tables:
        """What a replay asks of the tables."""

        def game(self, table: Table) -> Any:
            """Return the rules."""
            return GAME

        async def events(self, table: int) -> tuple[StoredEvent, ...]:
            """Return all events."""
            return events

    look = Look(translator(language))
    kit = SimpleNamespace(
        tables=Tables(),
        renderers={GAME.key: RENDERER},
        looks=SimpleNamespace(private=lambda person, table: look),
    )
    return SimpleNamespace(desk=SimpleNamespace(kit=kit), person=100, t=look.t)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_steps_before_the_end_know_nothing_of_it(language: str) -> None:
    """Who resigned, and for whom a bot played at the end, sat there at every step before."""
    table, changed = dealt()
    first = acted(table, legal(table))
    first_seat, second_seat = first.after.seats
    seats = (structs.replace(first_seat, standin="easy", away="resigned"), second_seat)
    asked = context((*changed.events, *first.events), language)
    turn = {"en": "**P0's turn**", "es": "**Turno de P0**"}[language]
    for paused in (None, NOW):
        over = structs.replace(
            first.after, status="ended", end_reason="left", ended=NOW, paused=paused, seats=seats
        )
        screen = await stepped(asked, over, ReplayStep(over.id, 0))
        start = "\n".join(part.text for part in screen.parts if isinstance(part, Text))
        assert turn in start
        assert "bot" not in start
