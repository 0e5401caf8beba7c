"""An operator at a machine: every command its own process, the sandbox in place of Discord."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.end_to_end.harness import FAST
from tests.tables.harness import url_of

TOKEN = "MTIz.an-operators.own-token"
ROOT = Path(__file__).resolve().parents[2]
SOON = 60.0
POWERLESS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
"""Root without its powers: what others own or lock is theirs, as for everybody."""

TERMINAL = (signal.SIGINT, signal.SIGHUP)
"""Signals that a shell keeps from what it runs in the background."""


class Running:
    """`kalamazoo run` as it runs, and what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.log = ""
        self._heard = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def says(self, words: str, times: int = 1) -> str:
        """Wait for words in the log; return the whole log."""
        until = time.monotonic() + SOON
        while self.log.count(words) < times:
            left = until - time.monotonic()
            silent = self._listening.done() or left <= 0
            assert not silent, f"never said {words!r}:\n{self.log}"
            self._heard.clear()
            waiting = asyncio.create_task(self._heard.wait())
            both = (waiting, self._listening)
            await asyncio.wait(both, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        return self.log

    async def ready(self) -> None:
        """Wait until it is connected and its commands are offered."""
        await self.says("account: ")
        await self.says("commands: ")

    async def ended(self) -> int:
        """Wait for its end; return the exit status."""
        async with asyncio.timeout(SOON):
            status = await self.process.wait()
            await self._listening
        return status

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end."""
        self.process.send_signal(how)
        return await self.ended()

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.log += line.decode()
            self._heard.set()


class Operator:
    """Types commands in a folder; the environment is that of the settings given.

    Attributes:
        discord: the sandbox.
        people, room, bot: of the one server there is.
        database: where the settings put it.
    """

    def __init__(
        self, discord: Sandbox, folder: Path, people: list[Person], room: Channel, bot: Bot
    ) -> None:
        self.discord, self.folder = discord, folder
        self.people, self.room, self.bot = people, room, bot
        self.database = folder / "k.sqlite3"
        kept = {name: value for name, value in os.environ.items() if name[:10] != "KALAMAZOO_"}
        self.environment = kept | {
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "KALAMAZOO_API_BASE": discord.api_base,
            "KALAMAZOO_GATEWAY_URL": discord.gateway_url,
            "KALAMAZOO_DATABASE_URL": url_of(self.database),
            **{f"KALAMAZOO_{name}": value for name, value in FAST.items()},
        }
        self.before: tuple[str, ...] = ()
        """What a command is run by: see `POWERLESS`."""
        self.program: tuple[str, ...] = (sys.executable, "-m", "bot")
        self._running: list[Running] = []

    async def types(self, *words: object, **settings: str) -> tuple[int, str, str]:
        """Return what a command answers: status, output, error."""
        process = await self._begin(words, settings)
        try:
            async with asyncio.timeout(SOON):
                out, err = await process.communicate()
        except TimeoutError:
            process.kill()
            await process.communicate()
            raise
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    async def starts(self, **settings: str) -> Running:
        """Start the bot."""
        running = Running(await self._begin(("run", "--sandbox"), settings))
        self._running.append(running)
        return running

    async def leaves(self) -> None:
        """End what still runs."""
        for running in self._running:
            if running.process.returncode is None:
                await running.stop(signal.SIGKILL)

    async def _begin(
        self, words: tuple[object, ...], settings: dict[str, str]
    ) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *self.before,
            *self.program,
            *map(str, words),
            cwd=self.folder,
            env=self.environment | settings,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )


@pytest.fixture(autouse=True)
def terminal() -> Iterator[None]:
    """Let what is started hear every signal, though these tests themselves were put behind."""
    ignored = [one for one in TERMINAL if signal.getsignal(one) is signal.SIG_IGN]
    for one in ignored:
        signal.signal(one, signal.SIG_DFL)
    yield
    for one in ignored:
        signal.signal(one, signal.SIG_IGN)


@pytest.fixture
async def operator(tmp_path: Path) -> AsyncIterator[Operator]:
    """Return an operator in an empty folder, with a server of three people."""
    world = World()
    ana = world.add_user("Ana")
    guild = world.add_guild("Card Club", owner=ana)
    people = [ana, *(world.add_user(name, guild=guild) for name in ("Ben", "Carla"))]
    room = world.add_channel(guild, "card-table")
    bot = world.add_bot(TOKEN, guilds=(guild,))
    discord = Sandbox(world, delay=(0, 0), limits=False)
    await discord.start()
    operator = Operator(discord, tmp_path, people, room, bot)
    yield operator
    await operator.leaves()
    await discord.stop()
