"""What servers and their tables take at an evening's pace: memory, and requests of the budget.

The figures from which `docs/operating.md` section 10 foretells what many servers take. Memory is
that of one process between two numbers of servers; an act is made at each table every five
seconds, by the buttons below a hand.
"""

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path

from tests.bench.back import settled
from tests.bench.figure import Figure, say
from tests.bench.ground import Ground, ground
from tests.bench.live import REAL
from tests.end_to_end.flinch_player import one_act
from tests.end_to_end.harness import Place

SERVERS, CHANNELS, ROLES = 2_000, 20, 15
"""Servers that are weighed, and how large each is."""
TABLES, ACTS, EVERY = 8, 12, 5.0
"""Tables of two, acts at each of them, and seconds from one to the next."""


async def peopled(place: Ground) -> None:
    """Invite the bot to many servers more."""
    world = place.world
    [bot] = world.bots.values()
    owner = next(iter(world.people.values()))
    for number in range(SERVERS):
        guild = world.add_guild(f"Server {number}", owner=owner)
        for each in range(CHANNELS):
            world.add_channel(guild, f"channel-{each}")
        for each in range(ROLES):
            world.add_role(guild, f"Role {each}")
        world.invite(guild, bot)


async def memory(*, many: bool) -> int:
    """Return the bytes of a process that knows one server, or many more."""
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder), 1, before=peopled if many else None) as place:
            await place.settled()
            return place.memory


async def requests() -> float:
    """Return the requests within the budget that an act takes."""
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder), TABLES, settings=REAL, delay=(0.02, 0.08)) as place:
            await place.open("flinch", place.rooms, "My hand")
            for room in place.rooms:
                for person in room.people:
                    await room.hand(person)
            await settled(place)
            since = len(place.world.record.requests)
            await asyncio.gather(*(_evening(room) for room in place.rooms))
            await settled(place)
            counted = [
                each
                for each in list(place.world.record.requests)[since:]
                if each.bot_id is not None and "/interactions/" not in each.route
            ]
            with sqlite3.connect(place.process.database) as database:
                query = 'SELECT count(DISTINCT "table" || "-" || ply) FROM events WHERE ply > 0'
                [acts] = database.execute(query).fetchone()
            return len(counted) / int(acts)


async def _evening(room: Place) -> None:
    """Make an act every five seconds."""
    for _ in range(ACTS):
        rest = asyncio.ensure_future(asyncio.sleep(EVERY))
        await one_act(room, "buttons")
        await rest


def main(rounds: int) -> list[Figure]:
    """Return the figures of one round: each is the mean of many."""
    del rounds
    few, many = (asyncio.run(memory(many=each)) for each in (False, True))
    return [
        Figure(
            what=f"memory of a server of {CHANNELS} channels and {ROLES} roles",
            unit="KiB",
            rounds=((many - few) / SERVERS / 1024,),
        ),
        Figure(
            what="requests of an act within the budget, Flinch of two by buttons",
            rounds=(asyncio.run(requests()),),
        ),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
