"""The table's place goes away, or comes back: defined endings and continuations.

See `experience.md` section 5.
"""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.model import permissions, threads
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import PATIENCE, Person
from tests.end_to_end.flinch_player import FlinchPlayer, one_act, read, turn_of
from tests.end_to_end.harness import Club, Place, club, offers, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


def stored(place: Club, column: str) -> list[Any]:
    """Return a column of every table, oldest first."""
    with sqlite3.connect(place.bot.database) as database:
        return [row[0] for row in database.execute(f"SELECT {column} FROM tables ORDER BY id")]


async def in_thread(house: Club) -> tuple[Place, Channel, MessageSeen]:
    """Open a second live game in a channel; return its people, its thread and its table."""
    first = house.visit(1)
    await first.opened(bots=1)
    place = house.visit(2)
    place.room = first.room
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Join")
    await ben.press(lobby.id, lobby.control("Join").custom_id or "")
    await press(ana, lobby, "Start")
    await ana.until(lambda: any(each.parent_id == place.room.id for each in _channels(house)))
    thread = next(each for each in _channels(house) if each.parent_id == place.room.id)
    table = await ana.wait_for(lambda seen: _running(seen), thread.id)
    for person in place.people:
        await place.hand(person)
    while stored(house, "thread")[-1] != thread.id:  # noqa: ASYNC110 - another process writes it
        await asyncio.sleep(0.02)
    # What the table has stored it knows for sure once it has taken in another action.
    before = ana.message(table.id).text
    await one_act(place)
    await ana.until(lambda: ana.message(table.id).text != before)
    return place, thread, table


def _channels(house: Club) -> list[Channel]:
    return list(house.world.channels.values())


def _running(seen: MessageSeen) -> bool:
    return offers(seen, "My hand")


async def _reads(person: Person, message: int, text: str) -> None:
    await person.until(lambda: text in person.message(message).text)


async def _goes_on_in_the_channel(place: Place, after: int) -> None:
    ana = place.people[0]
    anew = await ana.wait_for(lambda seen: seen.id > after and _running(seen), place.room.id)
    before = anew.text
    await one_act(place)
    await ana.until(lambda: ana.message(anew.id).text != before)


async def test_deleted_channel_ends_its_tables_and_frees_the_seats(house: Club) -> None:
    """A lobby and a running game end at once; the people can open another one elsewhere."""
    place, waiting = house.visit(2), house.visit(1)
    waiting.room = place.room
    await place.opened()
    await waiting.people[0].slash(place.room.id, "play flip")
    hands = [await place.hand(person) for person in place.people]
    house.world.faults.delete_channel(place.room.id)
    for person, hand in zip(place.people, hands, strict=True):
        await _reads(person, hand.id, "can't reach this table's channel")
    for person in (place.people[0], waiting.people[0]):
        opened = await person.slash(house.room.id, "play flinch")
        await opened.settled()
        assert opened.message is not None
        assert "is open" in opened.message.text
    assert stored(house, "end_reason")[-4:-2] == ["gone", "gone"]


async def test_channel_that_turns_out_to_be_gone_ends_the_table(house: Club) -> None:
    """10003 on an edit says what no event said."""
    place = house.visit(2)
    table = await place.opened()
    hand = await place.hand(place.people[0])
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.answer(path, 404, 10003, method="PATCH")
    await one_act(place)
    ana = place.people[0]
    await ana.until(lambda: "can't reach this table's channel" in ana.message(hand.id).text)


async def test_deleted_message_is_posted_anew(house: Club) -> None:
    """10008 on the next edit: the table is shown again, and goes on."""
    place = house.visit(2)
    table = await place.opened()
    house.world.faults.delete_message(table.id)
    await one_act(place)
    await place.people[0].wait_for(
        lambda seen: seen.id > table.id and _running(seen), place.room.id
    )


async def test_deleted_hand_is_sent_again(house: Club) -> None:
    """10008 on a hand's edit: a new one comes by DM."""
    place = house.visit(2)
    await place.opened()
    ana = place.people[0]
    hand = await place.hand(ana)
    await place.hand(place.people[1])
    house.world.faults.delete_message(hand.id)
    await FlinchPlayer(ana, place.room, "commands").person.slash(place.room.id, "move", action="F")
    dm = await ana.dm()
    await ana.wait_for(lambda seen: seen.id > hand.id and bool(seen.controls), dm)


async def test_deleted_thread_leaves_the_table_in_the_channel(house: Club) -> None:
    """The game goes on where its lobby was."""
    place, thread, table = await in_thread(house)
    house.world.faults.delete_channel(thread.id)
    await _goes_on_in_the_channel(place, table.id)


async def test_thread_whose_answer_was_lost_is_the_tables(house: Club) -> None:
    """Discord made it all the same: the table goes on there, and nobody is called twice."""
    house.world.faults.drop(r"/threads$", method="POST", after_effect=True)
    place, thread, _ = await in_thread(house)
    said = [seen.text for seen in place.people[0].messages(thread.id)]
    assert sum("here's your table" in each for each in said) == 1


async def test_locked_thread_leaves_the_table_in_the_channel(house: Club) -> None:
    """160005 and the like are not waited for."""
    place, thread, table = await in_thread(house)
    house.world.faults.archive(thread.id, locked=True)
    await _goes_on_in_the_channel(place, table.id)


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005)])
async def test_edit_in_a_closed_thread_has_the_table_posted_anew(
    house: Club, status: int, code: int
) -> None:
    """What no event told: where posting still opens the thread, the table is there again."""
    place, thread, table = await in_thread(house)
    path = rf"/channels/{thread.id}/messages/{table.id}$"
    house.world.faults.answer(path, status, code, method="PATCH")
    await one_act(place)
    ana = place.people[0]
    anew = await ana.wait_for(lambda seen: seen.id > table.id and _running(seen), thread.id)
    before = anew.text
    await one_act(place)
    await ana.until(lambda: ana.message(anew.id).text != before)


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005)])
async def test_edit_and_post_in_a_locked_thread_leave_the_table_in_the_channel(
    house: Club, status: int, code: int
) -> None:
    """Where posting is refused as well the thread is left, once for all."""
    place, thread, table = await in_thread(house)
    path = rf"/channels/{thread.id}/messages"
    house.world.faults.answer(path, status, code, times=99)
    await one_act(place)
    await _goes_on_in_the_channel(place, table.id)
    house.world.faults.clear()


async def test_archived_thread_is_brought_back_by_a_line(house: Club) -> None:
    """A moderator archives it under a running game: one line, and the same message goes on."""
    place, thread, table = await in_thread(house)
    house.world.faults.archive(thread.id)
    ana = place.people[0]
    await ana.wait_for(lambda seen: "continues here" in seen.text, thread.id)
    before = ana.message(table.id).text
    await one_act(place)
    await ana.until(lambda: ana.message(table.id).text != before)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013)])
async def test_permission_taken_away_and_given_back(house: Club, status: int, code: int) -> None:
    """The table cannot be shown for a while, is played on by DM, and is there again at once.

    Hands say so, once.
    """
    place = house.visit(2)
    table = await place.opened()
    hands = [await place.hand(person) for person in place.people]
    bot = next(iter(house.world.bots.values()))
    denied = permissions.VIEW_CHANNEL if code == 50001 else permissions.SEND_MESSAGES
    house.world.faults.deny(place.room, bot, denied)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.answer(path, status, code, method="PATCH")
    await one_act(place)
    for person, hand in zip(place.people, hands, strict=True):
        await _reads(person, hand.id, "can't show the table in its channel")
    await one_act(place)
    house.world.faults.deny(place.room, bot, 0)
    ana = place.people[0]
    await ana.wait_for(lambda seen: seen.id > table.id and _running(seen), place.room.id)


async def test_table_opened_in_a_thread_goes_on_there(house: Club) -> None:
    """Archived under the game it is brought back; locked, the table is there once it is opened."""
    place = house.visit(2)
    ana = place.people[0]
    said = house.world.messages[(await ana.say(place.room.id, "Over here")).id]
    place.room = threads.create(house.world, place.room, ana.user, {"name": "cards"}, said)
    table = await place.opened()
    house.world.faults.archive(place.room.id)
    await ana.wait_for(lambda seen: "continues here" in seen.text, place.room.id)
    before = ana.message(table.id).text
    await one_act(place)
    await ana.until(lambda: ana.message(table.id).text != before)
    house.world.faults.archive(place.room.id, locked=True)
    person = await turn_of(place)
    hand = await place.hand(person)
    await (await person.slash(hand.channel_id, "move", action=read(hand).wishes()[0])).settled()
    await _reads(person, hand.id, "can't show the table in its channel")
    threads.set_locked(house.world, place.room, False)
    threads.set_archived(house.world, place.room, False)
    await ana.wait_for(lambda seen: seen.id > table.id and _running(seen), place.room.id)


async def test_bot_thrown_out_frees_the_seats_at_once(tmp_path: Path) -> None:
    """All tables of that server end; hands say so."""
    async with club(tmp_path, people=2) as place:
        await place.opened()
        ana = place.people[0]
        hand = await place.hand(ana)
        place.world.faults.remove_bot(place.guild, next(iter(place.world.bots.values())))
        await ana.until(lambda: "can't reach this table's channel" in ana.message(hand.id).text)
        assert stored(place, "end_reason") == ["gone"]


async def test_bot_thrown_out_while_it_was_away_learns_it_at_the_start(tmp_path: Path) -> None:
    """What the new session does not name is gone."""
    async with club(tmp_path, people=2) as place:
        await place.opened()
        await place.bot.kill()
        bot = next(iter(place.world.bots.values()))
        place.world.faults.remove_bot(place.guild, bot)
        await place.bot.start()
        async with asyncio.timeout(PATIENCE):
            while stored(place, "end_reason") != ["gone"]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)


async def test_server_that_is_unavailable_keeps_everything_and_stops_the_clocks(
    tmp_path: Path,
) -> None:
    """Nobody times out meanwhile; afterwards there is as much time as before, and play goes on."""
    async with club(tmp_path, people=2, settings={"PACE_LIVE": "3"}) as place:
        await place.opened()
        for person in place.people:
            await place.hand(person)
        await one_act(place)
        plies = stored(place, "ply")
        place.world.faults.make_unavailable(place.guild)
        await place.world.clock.sleep(4)
        assert stored(place, "ply") == plies
        assert stored(place, "status") == ["playing"]
        place.world.faults.make_available(place.guild)
        await one_act(place)
