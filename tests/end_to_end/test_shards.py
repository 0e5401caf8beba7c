"""Four shards in one process: what one of them misses is made good for its own servers.

`discord.md` sections 5 and 12.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.sandbox.model.objects import Guild
from bot.sandbox.model.state import SessionStarts
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import STARTED, Club, Place, club
from tests.end_to_end.test_connection import key_of
from tests.end_to_end.test_flip import lines, pair, reached

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHARDS = 4
SIT = "🪑"
AGAIN = 40.0
"""Seconds in which a shard has surely identified anew: the library alone pauses for five."""


def shard_of(guild: Guild) -> int:
    """Return the shard of a server."""
    return (guild.id >> 22) % SHARDS


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """The bot on four shards, with a server on each."""
    folder = tmp_path_factory.mktemp("house")
    slow = {"CALL_WINDOW_MS": "500"}
    async with club(folder, people=1, settings=slow, start=False) as place:
        place.world.starts = SessionStarts(SHARDS)
        bot = next(iter(place.world.bots.values()))
        while len({shard_of(each) for each in place.world.guilds.values()}) < SHARDS:
            place.world.invite(place.world.add_guild("Another"), bot)
        await place.bot.start()
        async with asyncio.timeout(STARTED):
            while begun(place) < set(range(SHARDS)):  # noqa: ASYNC110 - the record tells nobody
                await asyncio.sleep(0.1)
            await place.ready()
        yield place


def begun(place: Club, since: int = 0) -> set[int]:
    """Return the shards that have begun a session."""
    return {each.shard for each in list(place.world.record.events)[since:] if each.name == "READY"}


def on(place: Club, shard: int) -> Guild:
    """Return a server of a shard."""
    return next(each for each in place.world.guilds.values() if shard_of(each) == shard)


async def again(place: Club, shard: int, since: int) -> None:
    """Wait until a shard has begun a new session, and it alone."""
    async with asyncio.timeout(AGAIN):
        while not begun(place, since):  # noqa: ASYNC110 - the record tells nobody
            await asyncio.sleep(0.05)
    assert begun(place, since) == {shard}


def stored(place: Club, what: str, room: int) -> Any:
    """Return a column of a room's last table."""
    with sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True) as database:
        query = f"SELECT {what} FROM tables WHERE channel = ? ORDER BY id DESC"
        return database.execute(query, (room,)).fetchone()[0]


async def changes(place: Club, what: str, room: int, before: Any) -> Any:
    """Wait until a column of a room's table is another than before; return it."""
    async with asyncio.timeout(AGAIN):
        while (now := stored(place, what, room)) == before:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    return now


async def lobby(place: Place) -> int:
    """Open a lobby and wait for its reactions."""
    host = place.people[0]
    await host.slash(place.room.id, "play flinch")
    message = (await place.table(host, "Join")).id
    await host.until(lambda: host.message(message).reaction(SIT) is not None)
    return message


async def test_reaction_that_one_shard_missed_counts(house: Club) -> None:
    """It is read again on the lost shard's tables alone; the others are not asked about."""
    lost, other = (house.visit(2, guild=on(house, shard)) for shard in (2, 3))
    messages = [await lobby(each) for each in (lost, other)]
    since, asked = len(house.world.record.events), len(house.world.record.requests)
    house.world.faults.invalidate(shard=2)
    await lost.people[1].react(messages[0], SIT)
    await again(house, 2, since)
    await lost.people[0].until(lambda: "Ben" in lost.people[0].message(messages[0]).text)
    read_again = [
        each.path
        for each in list(house.world.record.requests)[asked:]
        if each.method == "GET" and "/reactions/" in each.path
    ]
    assert any(str(lost.room.id) in each for each in read_again)
    assert not [each for each in read_again if str(other.room.id) in each]


async def test_move_on_a_hand_that_shard_0_missed_counts_once(house: Club) -> None:
    """Hands are direct messages, which come by shard 0 wherever the table is."""
    place = house.visit(2, guild=on(house, 2))
    await place.opened(pile="5")
    person, hand, key = await to_press(place)
    before, since = stored(house, "ply", place.room.id), len(house.world.record.events)
    house.world.faults.invalidate(shard=0)
    await person.react(hand, key)
    await again(house, 0, since)
    assert await changes(house, "ply", place.room.id, before) == before + 1
    await asyncio.sleep(0.5)
    assert stored(house, "ply", place.room.id) == before + 1


async def to_press(place: Place) -> tuple[Person, int, str]:
    """Play on until somebody has a card to play; return who, on which hand, and the emoji."""
    for _ in range(40):
        for person in place.people:
            hand = await place.hand(person)
            if not read(hand).mine:
                continue
            key = key_of(read(hand))
            if key is not None:
                await person.until(lambda p=person, h=hand, k=key: p.message(h.id).reaction(k))  # type: ignore[misc]
                return person, hand.id, key
            await FlinchPlayer(person, place.room, "commands").play(most=1)
    raise LookupError("nobody can play a card")


async def test_server_that_was_left_without_a_session_frees_its_seats(house: Club) -> None:
    """What the shard's new session does not name is gone; the servers of others stay."""
    leaving = house.world.add_guild("Leaving")
    while shard_of(leaving) != 3:
        leaving = house.world.add_guild("Leaving")
    bot = next(iter(house.world.bots.values()))
    house.world.invite(leaving, bot)
    left, stays = (house.visit(2, guild=each) for each in (leaving, on(house, 1)))
    for each in (left, stays):
        await lobby(each)
    since = len(house.world.record.events)
    house.world.faults.invalidate(shard=3)
    house.world.faults.remove_bot(leaving, bot)
    await again(house, 3, since)
    assert await changes(house, "end_reason", left.room.id, None) == "gone"
    assert stored(house, "status", stays.room.id) == "lobby"


@pytest.mark.parametrize("own", [True, False])
async def test_race_is_void_where_its_shard_is_lost(house: Club, own: bool) -> None:
    """Nobody knows who else has called; another shard's loss is nothing to it."""
    deal = "a pair at the reveal, 25"
    _, found, _ = await reached(house, pair, deal=deal, pair_play="frozen")
    shards = {shard_of(house.guild)} if own else {1, 2, 3} - {shard_of(house.guild)}
    caller = asyncio.create_task(found[0].press("FLIP"))
    await found[1].person.until(lambda: "Checking" in lines(found[1]))
    house.world.faults.drop_gateway(shard=max(shards))
    await caller
    said = "I was cut off, so the call" if own else "called FLIP! first"
    await found[1].person.until(lambda: said in lines(found[1]))
