"""A Discord, and on it a process that is measured: the bot or another.

The sandbox's own cost is in no figure of CPU, which is that of the process alone, and the same for
every process in figures of time.
"""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random

from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.end_to_end.harness import FAST, TOKEN, Bot, Place

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 30.0
BOT = ("bot",)
BARE = ("tests.bench.bare",)


class Ground:
    """Rooms with two people each, and the process.

    Attributes:
        rooms: every channel with its people.
        tables: per room its message, once it stands.
        chance: the luck of who presses what.
    """

    def __init__(self, world: World, sandbox: Sandbox, rooms: list[Place], process: Bot) -> None:
        self.world = world
        self.sandbox = sandbox
        self.rooms = rooms
        self.process = process
        self.tables: dict[int, int] = {}
        self.chance = Random(1)

    @property
    def cpu(self) -> float:
        """The seconds of CPU the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """The bytes of memory the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) * 1024

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for the process to come to something."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                if not self.process.running:
                    raise AssertionError(self.process.log.read_text(encoding="utf-8"))
                await asyncio.sleep(0.02)

    async def open(self, game: str, rooms: list[Place], shows: str) -> None:
        """Have a running game in each of the rooms."""
        for room in rooms:
            self.tables[room.room.id] = (await room.opened(game, shows=shows)).id

    async def revealed(self) -> None:
        """Wait until the cards of every table are turned up."""
        await self.until(lambda: all("▒▒" not in self.text(each) for each in self.rooms))

    async def posted(self) -> None:
        """Find what the bare handler has posted in every room."""
        await self.until(lambda: all(each.room.messages for each in self.rooms))
        self.tables = {each.room.id: min(each.room.messages) for each in self.rooms}

    async def settled(self) -> None:
        """Return once the process has nothing to do."""
        used = -1.0
        while self.cpu > used:
            used = self.cpu
            await asyncio.sleep(0.5)

    def text(self, room: Place) -> str:
        """Return what the room's table shows."""
        return room.people[0].message(self.tables[room.room.id]).text


@contextlib.asynccontextmanager
async def ground(
    folder: Path,
    rooms: int,
    *,
    entry: tuple[str, ...] = BOT,
    settings: dict[str, str] | None = None,
    before: Callable[["Ground"], Awaitable[None]] | None = None,
    delay: tuple[float, float] | None = None,
) -> AsyncIterator[Ground]:
    """Run so many rooms and the bot.

    Args:
        folder: where the database and the log are.
        rooms: with two people each.
        entry: another module in the bot's place, or around it, and its arguments.
        settings: of the bot, without prefix.
        before: done before the process is started.
        delay: of answers and events; then Discord's limits hold too, and everything is recorded.
    """
    world = World(keep=0 if delay is None else None)
    owner = world.add_user("owner")
    guild = world.add_guild("Card Club", owner=owner)
    bot = world.add_bot(TOKEN, guilds=(guild,))
    places = [
        Place(
            [world.add_user(f"{name} {n}", guild=guild) for name in ("Ana", "Ben")],
            world.add_channel(guild, f"table-{n}"),
        )
        for n in range(rooms)
    ]
    sandbox = Sandbox(world, limits=delay is not None, delay=delay or (0, 0))
    await sandbox.start()
    process = Bot(sandbox, folder, FAST | (settings or {}))
    process.entry = entry
    place = Ground(world, sandbox, places, process)
    try:
        if before is not None:
            await before(place)
        await process.start()
        await place.until(lambda: bool(world.sessions.of(bot)))
        if entry != BARE:
            await place.until(lambda: bool(owner.commands(places[0].room.id)))
        yield place
    finally:
        await process.kill()
        await sandbox.stop()
