"""What comes by itself: notices, reminders, time-outs (`experience.md` sections 4 and 5)."""

from pathlib import Path

from bot.sandbox.people import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Place, club


async def turn_of(place: Place) -> Person:
    """Return whose turn it is, by what the hands say."""
    for person in place.people:
        if read(await place.hand(person)).mine:
            return person
    raise LookupError("nobody's turn")


async def test_turn_is_told_by_one_line_that_goes_when_it_ends(tmp_path: Path) -> None:
    """A fresh line by DM with a link; with closed DMs a mention under the table."""
    settings = {"TURN_NOTICE": "0.3"}
    async with club(tmp_path, people=2, settings=settings) as place:
        await place.opened()
        person = await turn_of(place)
        dm = await person.dm()
        line = await person.wait_for(lambda seen: "Your turn, table" in seen.text, dm)
        hand = await place.hand(person)
        assert line.id > hand.id
        player = FlinchPlayer(person, place.room, "buttons")
        await player.hand()
        while read(person.message(hand.id)).mine:
            await player.turn(read(person.message(hand.id)))
        await person.until(lambda: line.id not in [seen.id for seen in person.messages(dm)])
        lines = [seen for seen in person.messages(dm) if "Your turn, table" in seen.text]
        assert not lines


async def test_reminder_comes_once_and_the_time_out_plays_and_says_so(tmp_path: Path) -> None:
    """At half the remaining time one reminder; then the table acts for the seat and says so."""
    settings = {"TURN_NOTICE": "0.2", "PACE_LIVE": "6"}
    async with club(tmp_path, people=2, settings=settings) as place:
        table = await place.opened()
        person = await turn_of(place)
        dm = await person.dm()
        await person.wait_for(lambda seen: "Still your turn" in seen.text, dm, 8)
        await person.until(lambda: len(_lines(person, dm)) == 1)
        await person.wait_for(
            lambda seen: seen.id == table.id and "ran out of time" in seen.text, place.room.id, 8
        )


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
        await host.press(lobby.id, lobby.control("Start").custom_id or "")
        await guest.until(lambda: bool(_threads(guest)))
        thread = _threads(guest)[0]
        await guest.wait_for(lambda seen: seen.pinged_me, thread)
        await guest.wait_for(lambda seen: bool(seen.controls), thread)
        assert len([ping for ping in guest.pinged() if ping.channel_id == thread]) == 1


def _lines(person: Person, dm: int) -> list[str]:
    return [seen.text for seen in person.messages(dm) if "our turn, table" in seen.text]


def _threads(person: Person) -> list[int]:
    return [channel.id for channel in person.channels() if channel.kind == "thread"]
