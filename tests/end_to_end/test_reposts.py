"""Where the table is: posted anew when it is old, buried or gone (`experience.md` section 4)."""

import sqlite3
from pathlib import Path

from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, club, offers


async def whole_turn(place: Club) -> None:
    """Have one person play until the turn has passed."""
    hands = {person: (await place.hand(person)).id for person in place.people}

    def on_turn() -> list[Person]:
        return [each for each, hand in hands.items() if read(each.message(hand)).mine]

    await place.people[0].until(lambda: len(on_turn()) == 1)
    [person] = on_turn()
    player = FlinchPlayer(person, place.room, "buttons")
    await player.hand()
    while read(person.message(hands[person])).mine:
        await player.turn(read(person.message(hands[person])))


async def test_buried_table_is_posted_anew_when_a_turn_begins(tmp_path: Path) -> None:
    """Twelve messages below it: the next turn brings it down; fewer leave it where it is."""
    async with club(tmp_path, people=2) as place:
        ana = place.people[0]
        table = await place.opened()
        for number in range(12):
            await ana.say(place.room.id, f"chat {number}")
        await whole_turn(place)
        await ana.wait_for(
            lambda seen: seen.id > table.id and offers(seen, "My hand"),
            place.room.id,
        )
        await ana.until(lambda: not ana.message(table.id).controls)


async def test_old_live_table_is_posted_anew_while_it_is_edited(tmp_path: Path) -> None:
    """Before Discord slows edits of old messages; the old one links to the new one."""
    async with club(tmp_path, people=2, settings={"REPOST_AFTER": "0.01"}) as place:
        ana = place.people[0]
        table = await place.opened()
        for _ in range(30):
            await whole_turn(place)
            if not ana.message(table.id).controls:
                break

        def linked() -> bool:
            later = (each.id for each in ana.messages(place.room.id) if each.id > table.id)
            return any(str(each) in ana.message(table.id).text for each in later)

        await ana.until(linked)


async def test_stored_game_that_cannot_be_read_is_set_aside_and_told_once(tmp_path: Path) -> None:
    """Its channel gets one line with an error number; everything else runs."""
    async with club(tmp_path, people=2) as place:
        await place.opened()
        await place.bot.stop()
        with sqlite3.connect(place.bot.database) as database:
            database.execute("UPDATE events SET data = '{}' WHERE seq = 1")
        await place.restart()
        told = await place.people[0].wait_for(
            lambda seen: "couldn't load table" in seen.text, place.room.id
        )
        number = told.text.rsplit("Error ", 1)[1].strip(" .")
        await place.bot.logs(number)
        await place.people[0].slash(place.room.id, "play flinch")
        await place.table(place.people[0], "Join")
        place.bot.log.unlink()
