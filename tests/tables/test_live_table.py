"""What is remembered of a table, and that it is forgotten."""

import asyncio

import pytest

from bot.tables.commands import End
from bot.tables.memory import Memory
from bot.tables.replies import Acted
from tests.tables.harness import HOST, House


@pytest.mark.parametrize("game", ["count", "snap", "flinch", "flip"])
async def test_nothing_is_remembered_of_a_game_that_is_over(house: House, game: str) -> None:
    """Its times, its states, what bots thought and who waits: all gone with the game."""
    table = await house.playing(2, game)
    live = house.tables._live[table.id]
    await house.wait(5)
    assert live.memory != Memory()
    await house.tables.submit(table.id, End(**house.press(HOST, moderator=True)))
    assert house.table(table).status == "ended"
    assert live.memory == Memory()
    assert not live.times._planned
    assert not live.waiting
    assert house.tables.active() == ()
    assert house.tables.of_person(HOST) == ()


async def test_tables_that_are_over_leave_the_memory(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are played, a bounded number is kept for whoever asks again."""
    monkeypatch.setattr("bot.tables.service.KEPT", 3)
    for _ in range(12):
        table = await house.playing(2, chosen={"goal": 3})
        while house.table(table).status == "playing":
            await house.acted(table, house.on_turn(table), "B")
    hall = house.tables._hall
    assert len(house.tables.remembered()) <= 4
    assert len(house.tables._live) <= 4
    assert hall.directory.active == {}
    assert +hall.directory.joining == {}
    assert house.clock.waiting() <= 1, "the heartbeat alone"


async def test_presses_are_remembered_up_to_a_bound(house: House) -> None:
    """One delivered twice soon after is known; those of long ago are forgotten."""
    table = await house.playing(2)
    for _ in range(300):
        answer = await house.act(table, house.on_turn(table), "Q")
        assert not isinstance(answer, Acted)
    await asyncio.sleep(0)
    assert len(house.tables._live[table.id]._presses) == 256
