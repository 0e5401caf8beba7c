"""What is remembered of a table, and that it is forgotten."""

import asyncio

import pytest

from bot.tables.entries import Act, End, Leave
from bot.tables.memory import Memory
from bot.tables.replies import Acted, Refusal
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
    assert hall.directory._joining == {}
    assert house.clock.waiting() <= 1, "the heartbeat alone"


async def test_presses_are_remembered_up_to_a_bound(house: House) -> None:
    """One delivered twice soon after is known; those of long ago are forgotten."""
    table = await house.playing(2)
    for _ in range(300):
        answer = await house.act(table, house.on_turn(table), "Q")
        assert not isinstance(answer, Acted)
    await asyncio.sleep(0)
    assert len(house.tables._live[table.id]._presses) == 256


async def test_nobody_is_counted_twice_who_has_sat_down_in_a_running_game(house: House) -> None:
    """The seat counts while it is being stored, and then as a seat alone."""
    table = await house.playing(3)
    await house.do(table, Leave(**house.press(103)))
    await house.join(table, 500)
    directory = house.tables._hall.directory
    assert directory._joining == {}
    assert directory.seats_of(500) == 1


async def test_a_long_game_is_remembered_up_to_a_bound(house: House) -> None:
    """Of its events and its states the last ones, though no edit ever shows any of them."""
    table = await house.playing(2, "flinch", chosen={"pile": 15})
    for _ in range(80):
        await house.auto(table)
    live = house.tables._live[table.id]
    assert len(house.tables.history(table.id)) == 32
    assert sorted(live.memory._states) == list(range(17, 81))


async def test_what_many_events_have_in_common_is_there_once(house: House) -> None:
    """Seats and notations come again and again: a table keeps each event, but not each of these."""
    table = await house.playing(2, "flinch", chosen={"pile": 15})
    for _ in range(20):
        await house.auto(table)
    events = [event for event in house.tables.history(table.id) if event.ply]
    for values in ([event.by for event in events], [event.notation for event in events]):
        assert len(set(map(id, values))) == len(set(values)) < len(values)


async def test_press_that_is_delivered_twice_has_one_answer(house: House) -> None:
    """Also one that was refused, and that would be possible by now: it was made once."""
    table = await house.playing(2)
    person = house.on_turn(table)
    other = next(each for each in house.table(table).people if each != person)
    early = Act(**house.press(other, notation="A"))
    first = house.tables.submit(table.id, early)
    assert house.tables.submit(table.id, early) is first
    assert isinstance(await first, Refusal)
    await house.acted(table, person, "A")
    assert house.on_turn(table) == other
    assert not isinstance(await house.tables.submit(table.id, early), Acted)
    assert house.on_turn(table) == other
