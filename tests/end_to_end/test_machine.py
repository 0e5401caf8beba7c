"""The machine fails: the database is locked or full, the process is told to stop.

See `experience.md` section 6.
"""

import asyncio
import contextlib
import resource
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, club


@contextlib.contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the write lock as another process does."""
    other = sqlite3.connect(database, isolation_level=None, timeout=5)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


async def turn(place: Club) -> tuple[Person, str]:
    """Return whose turn it is, by what the hands say, and a move."""
    for person in place.people:
        reading = read(await place.hand(person))
        if reading.mine:
            return person, next(wish for wish in reading.wishes() if wish[0] in "HFL")
    raise LookupError("nobody's turn")


def ply(place: Club) -> int:
    """Return the last stored ply."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    found: int = database.execute("SELECT max(ply) FROM events").fetchone()[0]
    database.close()
    return found


async def moved(place: Club, person: Person, move: str) -> str:
    """Type a move and return what the person reads in the end."""
    answer = await (await person.slash(place.room.id, "move", action=move)).settled(15)
    assert answer is not None
    return answer.text


async def test_move_waits_for_another_process_that_holds_the_lock(tmp_path: Path) -> None:
    """Five seconds: the press is acknowledged in time, and then done, once."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        person, move = await turn(place)
        before = ply(place)
        with locked(place.bot.database):
            typed = asyncio.create_task(moved(place, person, move))
            await asyncio.sleep(5)
            assert ply(place) == before
        assert (await typed).startswith("Done.")
        assert ply(place) == before + 1


async def test_full_disk_refuses_moves_and_recovers_by_itself(tmp_path: Path) -> None:
    """One sentence, nothing half-stored; with room again the same move is taken."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        person, move = await turn(place)
        before = ply(place)
        _, hard = resource.prlimit(place.bot.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(place.bot.pid, resource.RLIMIT_FSIZE, (1, hard))
        assert "couldn't save that" in await moved(place, person, move)
        assert "couldn't save that" in await moved(place, person, move)
        assert ply(place) == before
        resource.prlimit(place.bot.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert (await moved(place, person, move)).startswith("Done.")
        assert ply(place) == before + 1
        player = FlinchPlayer(person, place.room, "buttons")
        await player.hand()
        database = sqlite3.connect(place.bot.database)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()


async def test_stopping_takes_no_longer_than_five_seconds(tmp_path: Path) -> None:
    """Not even while another process holds the lock a move is waiting for."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        person, move = await turn(place)
        with locked(place.bot.database):
            typed = asyncio.create_task(moved(place, person, move))
            await asyncio.sleep(1.5)
            since = time.monotonic()
            await place.bot.stop()
            assert time.monotonic() - since < 5
            typed.cancel()
        await place.restart()
        assert (await moved(place, person, move)).startswith("Done.")
