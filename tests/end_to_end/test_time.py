"""What comes by itself: notices, reminders, time-outs (`experience.md` sections 4 and 5)."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.sandbox.people.person import PATIENCE, Person
from tests.end_to_end.flinch_player import FlinchPlayer, read, turn_of
from tests.end_to_end.harness import Club, Place, club, press


async def test_turn_is_told_by_one_line_that_goes_when_it_ends(tmp_path: Path) -> None:
    """A fresh line by DM with a link; with closed DMs a mention under the table."""
    settings = {"TURN_NOTICE": "0.3"}
    async with club(tmp_path, people=2, settings=settings) as place:
        await place.opened()
        person = await turn_of(place)
        dm = await person.dm()
        line = await person.wait_for(lambda seen: "Your turn at table" in seen.text, dm)
        hand = await place.hand(person)
        assert line.id > hand.id
        player = FlinchPlayer(person, place.room, "buttons")
        await player.hand()
        while read(person.message(hand.id)).mine:
            await player.turn(read(person.message(hand.id)))
        await person.until(lambda: line.id not in [seen.id for seen in person.messages(dm)])
        lines = [seen for seen in person.messages(dm) if "Your turn at table" in seen.text]
        assert not lines


async def test_turn_is_told_below_the_table_once_dms_are_closed(tmp_path: Path) -> None:
    """Who takes no more direct messages since the hand came is mentioned instead."""
    async with club(tmp_path, people=2, settings={"TURN_NOTICE": "2"}) as place:
        await place.opened()
        person = await turn_of(place)
        for each in place.people:
            await place.hand(each)
        person.close_dms()
        line = await person.wait_for(lambda seen: "Your turn at table" in seen.text, place.room.id)
        assert person.pinged()[-1].message_id == line.id


async def test_reminder_comes_once_and_the_time_out_plays_and_says_so(tmp_path: Path) -> None:
    """At half the remaining time one reminder; then the table acts for the seat and says so."""
    settings = {"TURN_NOTICE": "0.2", "PACE_LIVE": "6"}
    async with club(tmp_path, people=2, settings=settings) as place:
        table = await place.opened()
        person = await turn_of(place)
        dm = await person.dm()
        await person.wait_for(lambda seen: "Still your turn" in seen.text, dm)
        await person.until(lambda: len(_lines(person, dm)) == 1)
        await person.wait_for(
            lambda seen: seen.id == table.id and "ran out of time" in seen.text, place.room.id, 8
        )


@pytest.mark.parametrize("deletable", [True, False])
async def test_line_of_before_a_restart_goes_with_its_turn(tmp_path: Path, deletable: bool) -> None:
    """The line stays as long as the turn; one that could not be deleted goes at the next start."""
    settings = {"TURN_NOTICE": "0.3"}
    async with club(tmp_path, people=2, settings=settings) as place:
        await place.opened()
        person = await turn_of(place)
        dm = await person.dm()
        line = await person.wait_for(lambda seen: "Your turn at table" in seen.text, dm)
        await _stored(place, line.id)
        if deletable:
            await place.bot.kill()
            await place.restart()
            assert _lines(person, dm)
            await _end_turn(place, person)
        else:
            place.world.faults.answer(rf"/messages/{line.id}$", 503, method="DELETE", times=5)
            await _end_turn(place, person)
            await person.until(lambda: bool(place.world.record.find("DELETE", str(line.id))))
            await place.bot.kill()
            place.world.faults.clear()
            await place.restart()
        await person.until(lambda: line.id not in [seen.id for seen in person.messages(dm)])
        await _stored(place, None, of=line.id)


async def test_second_live_game_gets_its_own_thread(tmp_path: Path) -> None:
    """The people are called into it once; the table and its play are there."""
    async with club(tmp_path, people=4) as house:
        first = Place(house.people[:2], house.room)
        second = Place(house.people[2:], house.room)
        await first.opened()
        host, guest = second.people
        await host.slash(second.room.id, "play flinch")
        lobby = await second.table(host, "Join")
        await guest.press(lobby.id, lobby.control("Join").custom_id or "")
        await press(host, lobby, "Start")
        await guest.until(lambda: bool(_threads(guest)))
        thread = _threads(guest)[0]
        await guest.wait_for(lambda seen: seen.pinged_me, thread)
        await guest.wait_for(lambda seen: bool(seen.controls), thread)
        assert len([ping for ping in guest.pinged() if ping.channel_id == thread]) == 1


async def _end_turn(place: Place, person: Person) -> None:
    """Have a person play until it is somebody else's turn."""
    hand = await place.hand(person)
    player = FlinchPlayer(person, place.room, "buttons")
    await player.hand()
    while read(person.message(hand.id)).mine:
        await player.turn(read(person.message(hand.id)))


async def _stored(place: Club, line: int | None, of: int | None = None) -> None:
    """Wait until a table's line is stored (None: no longer the one `of` it)."""
    async with asyncio.timeout(PATIENCE):
        while True:
            database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
            found = database.execute(
                "SELECT message FROM messages WHERE kind = 'notice'"
            ).fetchone()
            stored = found[0] if found is not None else None
            database.close()
            if stored == line if line is not None else stored != of:
                return
            await asyncio.sleep(0.05)


def _lines(person: Person, dm: int) -> list[str]:
    return [seen.text for seen in person.messages(dm) if "our turn at table" in seen.text]


def _threads(person: Person) -> list[int]:
    return [channel.id for channel in person.channels() if channel.kind == "thread"]
