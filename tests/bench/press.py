"""What a press of a button costs beside a bare handler of discord.py that edits its message.

FLIP by buttons on forty tables, then in a closed loop on fifty; the same sandbox, people and
buttons for both, and a new process each round.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import quantiles

from msgspec import Struct, structs

from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from tests.bench.figure import Figure, say
from tests.bench.ground import BARE, BOT, Ground, ground
from tests.end_to_end.flip_player import read
from tests.end_to_end.harness import Place

SLOW, QUICK = 20, 100
"""Presses a second."""
SECONDS = {SLOW: 6.0, QUICK: 5.0}
TABLES, LOOPED = 40, 50
LOOPS = 20
"""Presses of each table in the closed loop, as far as there are any to make."""
PROFILE = {
    "p50": "of 2.2 ms in the bot 0.3 are the disk's sync, 0.15 the hop to the writer's thread and "
    "back, 0.25 its statements; the bare handler has none of them",
    "p99": "the disk's sync (the rows below it); neither checkpoints nor garbage show in it",
    "CPU": "of 100: the writer's thread 20, half of it the sync; of the loop's 80 receiving 21, "
    "sending 19, inbox and rules 12, drawing 8, answering 5, handing over to the writer 5",
}
"""Where the time goes."""
SYNCED = 300
"""Pages written and synced beside the presses, as many a second."""
PAGE = 4096
TRIED = 5
"""Tables looked at for one where somebody can play."""


class Load(Struct, frozen=True):
    """Seconds from press to answer of each press, and of CPU of the process for all of them."""

    waits: tuple[float, ...]
    cpu: float

    @property
    def half(self) -> float:
        """Milliseconds in which half of the presses were answered."""
        return quantiles(self.waits, n=100)[49] * 1000

    @property
    def late(self) -> float:
        """Milliseconds in which 99 % of the presses were answered."""
        return quantiles(self.waits, n=100)[98] * 1000

    @property
    def each(self) -> float:
        """Milliseconds of CPU a press."""
        return self.cpu / len(self.waits) * 1000


class Run(Struct, frozen=True):
    """What one process did in one round; `disk`: what the disk alone takes, in seconds."""

    idle: float
    slow: Load
    quick: Load
    looped: Load
    disk: Load


Choice = Callable[[Ground, Place], tuple[Person, str] | None]
"""Who presses which button of a room's table now; None where nobody can."""


def any_button(place: Ground, room: Place) -> tuple[Person, str]:
    """Return somebody and a button of the table."""
    chance = place.chance
    message = place.world.messages[place.tables[room.room.id]]
    buttons = [part["custom_id"] for part in walk(message.components) if part["type"] == 2]
    return chance.choice(room.people), chance.choice(buttons)


def good_play(place: Ground, room: Place) -> tuple[Person, str] | None:
    """Return somebody who can play and the button of that play, or of the call."""
    seen = room.people[0].message(place.tables[room.room.id])
    shown = read(seen)
    if shown is None:
        return None
    buttons = {
        (each.custom_id or "").rsplit(":", 1)[1]: each.custom_id or "" for each in seen.controls
    }
    for person in place.chance.sample(room.people, k=len(room.people)):
        plays = shown.plays(person.name)
        if plays:
            return person, buttons[place.chance.choice(plays)]
    return (room.people[0], buttons["FLIP"]) if shown.pair else None


async def steadily(place: Ground, choose: Choice, rate: int) -> Load:
    """Press so many times a second, table after table, whatever is answered."""
    loop, rooms = asyncio.get_running_loop(), cycle(place.rooms[:TABLES])
    waits: list[float] = []
    begun, cpu = loop.time(), place.cpu
    async with asyncio.TaskGroup() as presses:
        for number in range(int(rate * SECONDS[rate])):
            await asyncio.sleep(max(begun + number / rate - loop.time(), 0))
            some = [next(rooms) for _ in range(TRIED)]
            presses.create_task(_press(place, some, choose, waits))
    return Load(tuple(waits), place.cpu - cpu)


async def in_loops(place: Ground, rooms: Sequence[Place], choose: Choice) -> Load:
    """Press at every table as soon as the last press there is answered."""
    waits: list[float] = []
    cpu = place.cpu
    await asyncio.gather(*(_loop(place, room, choose, waits) for room in rooms))
    return Load(tuple(waits), place.cpu - cpu)


async def _loop(place: Ground, room: Place, choose: Choice, waits: list[float]) -> None:
    for _ in range(LOOPS):
        await _press(place, [room], choose, waits)


async def _press(place: Ground, rooms: list[Place], choose: Choice, waits: list[float]) -> None:
    """Press at the first of these tables where anybody can."""
    for room in rooms:
        chosen = choose(place, room)
        if chosen is not None:
            person, button = chosen
            answered = await person.press(place.tables[room.room.id], button)
            assert answered.latency is not None, "no press fails here"
            waits.append(answered.latency)
            return


async def run(*, bare: bool) -> Run:
    """Measure the bot, or the bare handler."""
    entry, choose = (BARE, any_button) if bare else (BOT, good_play)
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder), LOOPED, entry=entry) as place:
            await place.settled()
            idle = place.memory / 2**20
            if bare:
                await place.posted()
            else:
                await place.open("flip", place.rooms, "FLIP!")
                await place.revealed()
            await place.settled()
            slow = await steadily(place, choose, SLOW)
            quick = await steadily(place, choose, QUICK)
            looped = await in_loops(place, place.rooms, choose)
            disk = await asyncio.to_thread(synced, Path(folder))
            return Run(idle, slow, quick, looped, disk)


def synced(folder: Path) -> Load:
    """Return how long a page takes to the disk, as the database has it put there."""
    waits, cpu = [], time.thread_time()
    with (folder / "page").open("wb") as file:
        for _ in range(SYNCED):
            time.sleep(1 / QUICK)
            begun = time.perf_counter()
            os.pwrite(file.fileno(), bytes(PAGE), 0)
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - begun)
    return Load(tuple(waits), time.thread_time() - cpu)


def figures(bare: Sequence[Run], ours: Sequence[Run]) -> list[Figure]:
    """Return the rows of both."""

    def beside(of: Callable[[Run], float], figure: Figure) -> Figure:
        return structs.replace(figure, rounds=tuple(map(of, ours)), yards=tuple(map(of, bare)))

    def of_load(rate: int, which: str, must: float, aim: float) -> Figure:
        what = f"press to answer, {rate} a second: {which}"
        return Figure(what=what, unit="ms", must=must, aim=aim, note=PROFILE[which])

    def of_disk(which: str, of: Callable[[Load], float]) -> Figure:
        what = f"… a page written and synced: {which}"
        return Figure(what=what, unit="ms", rounds=tuple(of(each.disk) for each in ours))

    loop = f"closed loop, {LOOPED} tables: presses a CPU second"
    return [
        beside(lambda run: run.slow.half, of_load(SLOW, "p50", 2.2, 1.7)),
        beside(lambda run: run.slow.each, of_load(SLOW, "CPU", 2.5, 1.8)),
        beside(lambda run: run.quick.half, of_load(QUICK, "p50", 2.2, 1.7)),
        beside(lambda run: run.quick.late, of_load(QUICK, "p99", 2.5, 2.0)),
        beside(lambda run: run.quick.each, of_load(QUICK, "CPU", 2.5, 1.8)),
        of_disk("p50", lambda disk: disk.half),
        of_disk("p99", lambda disk: disk.late),
        of_disk("CPU", lambda disk: disk.each),
        beside(
            lambda run: len(run.looped.waits) / run.looped.cpu,
            Figure(what=loop, must=0.45, aim=0.6, better="more", note=PROFILE["CPU"]),
        ),
        beside(
            lambda run: run.idle,
            Figure(
                what="idle process",
                unit="MiB",
                must=90,
                aim=75,
                relative=False,
                note="loaded code: SQLAlchemy 18, the bot 15, discord.py 7, aiohttp 6",
            ),
        ),
    ]


async def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds, the bare handler and the bot in turn."""
    both = [(await run(bare=True), await run(bare=False)) for _ in range(rounds)]
    bare, ours = zip(*both, strict=True)
    return figures(bare, ours)


if __name__ == "__main__":
    say(asyncio.run(main(int(sys.argv[1]))))
