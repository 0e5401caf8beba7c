"""The bot as several processes on one PostgreSQL, on a Discord of the test's own."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.objects import Guild
from bot.sandbox.model.state import SessionStarts
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.end_to_end.harness import FAST, NAMES, STARTED, TOKEN, Bot, Place, Sample
from tests.openapi import conformance_checker

SHARDS = 8
DONE = 60.0
"""Seconds in which whatever is waited for has happened."""


@dataclass
class Several:
    """The processes, their Discord, and their database.

    Attributes:
        bots: the processes by name.
        guilds: a server a shard.
        restart: stops the database server hard, and starts it again.
    """

    folder: Path
    url: str
    world: World
    sandbox: Sandbox
    bots: dict[str, Bot]
    guilds: list[Guild]
    restart: Callable[[], None]
    settings: dict[str, str]
    entry: str = "tests.end_to_end.dealt"

    async def start(self, name: str, shards: str = "", *, spare: bool = False, **more: str) -> Bot:
        """Start a process; it may take a while until it has what it is for (`until_held`)."""
        settings = more | {
            "DATABASE_URL": self.url,
            "SHARD_COUNT": str(SHARDS),
            "SPARE": str(spare),
        }
        if shards:
            settings["SHARDS"] = shards
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        bot = self.bots[name] = Bot(self.sandbox, folder, FAST | self.settings | settings)
        bot.entry = (self.entry, *bot.entry[1:])
        await bot.start()
        return bot

    async def rows(self, query: str, **values: Any) -> list[Any]:
        """Return what is stored."""
        engine = create_async_engine(self.url, poolclass=NullPool)
        async with engine.connect() as connection:
            return list((await connection.execute(text(query), values)).all())

    async def owners(self) -> dict[str, list[int]]:
        """Return the shards of each process that lives, by its name in the database."""
        query = (
            "SELECT shard, owner FROM shards JOIN processes ON id = owner"
            " WHERE until > clock_timestamp() ORDER BY shard"
        )
        found: defaultdict[str, list[int]] = defaultdict(list)
        for shard, owner in await self.rows(query):
            found[owner].append(shard)
        return dict(found)

    async def until_held(self, *wanted: Collection[int]) -> None:
        """Wait until the shards are leased in these groups, and connected."""
        groups = sorted(map(sorted, wanted))
        async with asyncio.timeout(STARTED):
            while sorted((await self.owners()).values()) != groups:
                for name, bot in self.bots.items():
                    assert bot.running, f"{name}: {bot.log.read_text(encoding='utf-8')}"
                await asyncio.sleep(0.1)
        ana = self.world.people[min(self.world.people)]
        async with asyncio.timeout(STARTED):
            while not ana.commands(next(iter(self.guilds[0].channels))):  # noqa: ASYNC110 - tells nobody
                await asyncio.sleep(0.05)

    async def until_answered(self) -> None:
        """Wait until no letter is left: each is erased once it is answered."""
        async with asyncio.timeout(DONE):
            while await self.rows("SELECT 1 FROM inbox"):  # noqa: ASYNC110 - of other processes
                await asyncio.sleep(0.05)

    def visit(self, people: int, shard: int, deal: str) -> Place:
        """Return a new channel on a shard with new people; its games are those of the label."""
        for bot in self.bots.values():
            bot.deal(deal)
        guild = self.guilds[shard]
        guests = [self.world.add_user(name, guild=guild) for name in NAMES[:people]]
        return Place(guests, self.world.add_channel(guild, f"table-{deal}"))

    def failed(self) -> list[Interaction]:
        """Return the presses and commands whose makers read that they failed."""
        return [each for each in self.world.interactions if each.failed]

    def errors(self) -> list[str]:
        """Return what no log should say."""
        return [line for bot in self.bots.values() for line in bot.errors()]


@contextlib.asynccontextmanager
async def several(
    folder: Path,
    url: str,
    restart: Callable[[], None],
    settings: dict[str, str] | None = None,
    entry: str = "tests.end_to_end.dealt",
) -> AsyncIterator[Several]:
    """Run a Discord with a server on each shard; processes are started by the test."""
    world = World()
    world.starts = SessionStarts(SHARDS, max_concurrency=SHARDS)
    ana = world.add_user(NAMES[0])
    guilds: dict[int, Guild] = {}
    while len(guilds) < SHARDS:
        guild = world.add_guild("Card Club", owner=ana)
        guilds.setdefault((guild.id >> 22) % SHARDS, guild)
    world.add_bot(TOKEN, guilds=tuple(guilds.values()))
    for guild in guilds.values():
        world.add_channel(guild, "hall")
    conformance = conformance_checker()
    sandbox = Sandbox(world, watcher=Sample(conformance), limits=False)
    await sandbox.start()
    ordered = [guilds[shard] for shard in range(SHARDS)]
    place = Several(folder, url, world, sandbox, {}, ordered, restart, settings or {}, entry)
    try:
        yield place
        statuses = [await bot.stop() for bot in place.bots.values()]
        failures = [f"unknown route {each}" for each in sandbox.unknown_routes]
        failures += conformance.take() + place.errors()
        failures += [f"exit status {status}" for status in statuses if status]
        assert not failures, "\n".join(failures)
    finally:
        for bot in place.bots.values():
            with contextlib.suppress(TimeoutError):
                await bot.kill()
        await sandbox.stop()
