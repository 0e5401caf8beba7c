"""Whole games on three processes while one is replaced, one dies and the database restarts.

Minutes long, so it is no part of `make test`: `make several`. `tests/end_to_end/` has the short
form of each part (`test_several_processes.py`).
"""

import asyncio
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.cli import BEGIN_AGAIN
from bot.sandbox.model.client_view import MessageSeen
from tests.end_to_end.flinch_player import FlinchPlayer, Means, Reading
from tests.end_to_end.flip_player import FlipPlayer
from tests.end_to_end.flushed_player import FlushedPlayer
from tests.end_to_end.harness import Place
from tests.end_to_end.several import DONE, Several, several
from tests.end_to_end.test_flip import players
from tests.end_to_end.test_several_processes import (
    FIRST,
    SECOND,
    THIRD,
    WINDOW,
    interrupted,
    paired,
)
from tests.postgresql import running_server
from tests.prerequisites import POSTGRESQL, require

MEANS: tuple[Means, ...] = ("reactions", "commands")
AnyPlayer = FlinchPlayer | FlipPlayer | FlushedPlayer


class Patient(FlinchPlayer):
    """Types again what a process that was killed had begun to think about."""

    async def act(self, notation: str, reading: Reading) -> bool:
        """Do it; without an answer the hand tells whether it was done."""
        try:
            return await super().act(notation, reading)
        except TimeoutError:
            return await self.changed(reading)


@pytest.fixture
def server() -> Iterator[tuple[str, Callable[[], None]]]:
    """Return the URL of an empty database, and what restarts its server."""
    require(POSTGRESQL)
    with running_server() as running:
        yield running


async def seated(house: Several, number: int) -> tuple[Place, list[AnyPlayer]]:
    """Open a game on a shard, another kind and other means on each; return who plays it.

    Nobody plays by buttons: what is half chosen is gone where a process is, and has to be begun
    anew, which these players do not.
    """
    means = MEANS[number % 2]
    label = f"whole {number}"
    if number % 4 == 3:
        place = house.visit(2, number, label)
        return place, [*await players(place, "buttons")]
    if number % 4 == 2:
        place = house.visit(3, number, label)
        await place.opened("flushed")
        return place, [FlushedPlayer(each, place.room, means) for each in place.people]
    place = house.visit(2, number, label)
    await place.opened(pile="5")
    return place, [Patient(each, place.room, means) for each in place.people]


async def one_after_the_other(house: Several) -> None:
    """Replace one process, restart the database, kill another and start it again.

    The spare one that had its shards meanwhile gives everything away, and begins anew.
    """
    old = house.bots.pop("first")
    await house.start("heir", "0-2")
    assert await old.ended(DONE) == 0
    await house.until_held((0, 1, 2), (3, 4, 5), (6, 7))
    await asyncio.to_thread(house.restart)
    await house.until_held((0, 1, 2), (3, 4, 5), (6, 7))
    await house.bots.pop("second").kill()
    await house.until_held((0, 1, 2), (3, 4, 5, 6, 7))
    spare = house.bots.pop("third")
    await house.start("second", "3-5")
    assert await spare.ended(DONE) == BEGIN_AGAIN
    await house.start("third", "6-7", spare=True)
    await house.until_held((0, 1, 2), (3, 4, 5), (6, 7))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("entry", ["tests.end_to_end.dealt", "tests.end_to_end.unheard"])
async def test_all_games_end(
    tmp_path: Path, server: tuple[str, Callable[[], None]], entry: str
) -> None:
    """Each accepted act is stored once, in order; nothing is left behind, heard or unheard."""
    async with several(tmp_path, *server, entry=entry) as house:
        await house.start("first", "0-2")
        await house.start("second", "3-5")
        await house.start("third", "6-7", spare=True)
        await house.until_held((0, 1, 2), (3, 4, 5), (6, 7))
        games = [await seated(house, number) for number in range(8)]
        await asyncio.gather(
            one_after_the_other(house),
            *(player.play() for _, made in games for player in made),
        )
        for place, _ in games:
            table = await place.table(place.people[0], "Rematch", DONE)
            assert re.search(r" wins?", table.text)
        presses = await house.rows(
            'SELECT "table", count(*), count(DISTINCT press) FROM (SELECT DISTINCT "table", ply,'
            ' press FROM events WHERE press IS NOT NULL) AS acts GROUP BY "table"'
        )
        assert all(count == distinct for _, count, distinct in presses)
        plies = await house.rows(
            'SELECT "table", count(DISTINCT ply), max(ply) FROM events GROUP BY "table"'
        )
        assert [each for each in plies if each[1] != each[2] + 1] == []
        assert len(plies) == len(games)
        assert not await house.rows("SELECT 1 FROM messages WHERE kind = 'notice'")
        await house.until_answered()


async def seen(place: Place) -> list[list[MessageSeen]]:
    """Return all that people see of a game, with when each message was edited last."""
    return [
        person.messages(channel)
        for person in place.people
        for channel in (place.room.id, await person.dm())
    ]


@pytest.mark.timeout(300)
async def test_process_that_was_frozen_stores_and_shows_nothing(
    tmp_path: Path, server: tuple[str, Callable[[], None]]
) -> None:
    """It stands still in the middle of a race, somebody else goes on, and it wakes up later."""
    async with several(tmp_path, *server, WINDOW) as house:
        await house.start("first", "0-2")
        frozen = await house.start("second", "3-5")
        await house.start("third", "6-7", spare=True)
        await house.until_held(FIRST, SECOND, THIRD)
        place, found = await paired(house, 4, "frozen")
        del house.bots["second"]

        async def freeze() -> None:
            os.kill(frozen.pid, signal.SIGSTOP)

        await interrupted(house, found, freeze)
        await house.until_answered()
        quiet = await settled(place)
        stored = await house.rows("SELECT count(*), max(seq) FROM events")
        os.kill(frozen.pid, signal.SIGCONT)
        assert await frozen.ended(DONE) == BEGIN_AGAIN
        assert await seen(place) == quiet
        assert await house.rows("SELECT count(*), max(seq) FROM events") == stored
        assert frozen.errors() == []


async def settled(place: Place) -> list[list[MessageSeen]]:
    """Wait until nothing changes any more for some seconds; return what people see."""
    before, same = await seen(place), 0
    async with asyncio.timeout(DONE):
        while same < 20:
            await asyncio.sleep(0.25)
            now = await seen(place)
            same = same + 1 if now == before else 0
            before = now
    return before
