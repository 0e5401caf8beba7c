"""The longest hold of the event loop: house players, pictures, one's own data.

The bot runs with `tests.bench.probe` in its process; each kind of load is a process of its own.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from bot.db.migrate import upgraded
from engine.games import GAMES
from tests.bench.figure import Figure, say
from tests.bench.ground import Ground, ground
from tests.bench.probe import Hold, holds
from tests.bench.rows import fill_person
from tests.end_to_end.harness import press

TABLES = 20
SECONDS = 10.0
GAMES_OF_ONE = 1_000
MOST = 50.0
"""Milliseconds the loop may be held."""

Load = Callable[[Ground], Awaitable[None]]


async def house_players(game: str, place: Ground) -> None:
    """Have hard house players play at every table; people's seats are played for them."""
    for room in place.rooms:
        host = room.people[0]
        await host.slash(
            room.room.id, f"play {game}", bots=1 if game == "flip" else 2, level="hard"
        )
        await press(host, await room.table(host, "Start"), "Start")
    await asyncio.sleep(SECONDS)


async def pictures(place: Ground) -> None:
    """Ask again and again for what is drawn: pages of rules, and pictures of tables."""
    for room in place.rooms:
        host = room.people[0]
        for game in GAMES:
            asked = await host.slash(room.room.id, "rules", game=game.key)
            await asked.settled()


async def own_data(place: Ground) -> None:
    """Ask for one's own data."""
    room = place.rooms[0]
    for _ in range(3):
        asked = await room.people[0].slash(room.room.id, "mydata export")
        await asked.settled()


async def fill_own(place: Ground) -> None:
    """Give the first person a past."""
    room, url = place.rooms[0], f"sqlite+aiosqlite:///{place.process.database}"
    await upgraded(url)
    assert room.room.guild is not None
    await fill_person(url, room.people[0].id, room.room.guild.id, GAMES_OF_ONE)


async def longest(load: Load, rooms: int, before: Load | None = None) -> list[Hold]:
    """Return the holds under a load."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "holds"
        entry = ("tests.bench.probe", str(told), "bot")
        settings = {"PACE_LIVE": "1"}
        async with ground(
            Path(folder), rooms, entry=entry, settings=settings, before=before
        ) as place:
            told.write_bytes(b"")
            await load(place)
        return holds(told)


def main(rounds: int) -> list[Figure]:
    """Return the longest hold under each load; a few seconds of each stand for rounds."""
    del rounds
    loads: list[tuple[str, Load, int, Load | None]] = [
        *(
            (
                f"{TABLES} tables of {game.key} with hard house players",
                partial(house_players, game.key),
                TABLES,
                None,
            )
            for game in GAMES
        ),
        ("pictures of pages", pictures, TABLES // 4, None),
        (f"one's own data of {GAMES_OF_ONE:,} games", own_data, 1, fill_own),
    ]
    found = []
    for what, load, rooms, before in loads:
        told = asyncio.run(longest(load, rooms, before))
        values = [hold.cpu * 1000 for hold in told]
        worst = max(told, key=lambda hold: hold.cpu, default=None)
        note = f"by the clock {told[0].seconds * 1000:.0f} ms" if told else ""
        if worst is not None and worst.cpu * 1000 > MOST:
            note += f"; {worst.garbage * 1000:.0f} ms garbage: {worst.what}"
        found.append(
            Figure(
                what=f"loop held at most, {what}, CPU",
                unit="ms",
                rounds=(max(values, default=0.0),),
                must=MOST,
                note=note,
            )
        )
    return found


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
