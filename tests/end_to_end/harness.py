"""The bot as its own process on a Discord of the test's own, and people who use it.

Whatever happens the bot's process ends with the test. A test fails on what no person should ever
meet: an interaction that failed, an error in the bot's log, a route Discord does not have, a body
Discord's description does not allow. It also fails if a fault it put in never struck, since then it
has shown nothing.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.client_view import ControlSeen, MessageSeen
from bot.sandbox.model.objects import Channel, Guild
from bot.sandbox.people.person import PATIENCE, Person
from bot.sandbox.server import Sandbox
from bot.sandbox.testing.conformance import Conformance
from bot.sandbox.world import World
from bot.ui.elements.controls import REMATCH
from tests.openapi import conformance_checker

TOKEN = "end-to-end"
NAMES = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Gil", "Hana")
ROOT = Path(__file__).resolve().parents[2]
FAST = {
    "EDIT_SPACING": "0",
    "REQUESTS_PER_SECOND": "1000",
    "READY_TIMEOUT": "0.05",
    "CALL_WINDOW_MS": "60",
    "HOUSE_SPEED": "20",
    "COUNTDOWN_SPEED": "20",
    "DM_BURST": "1000",
    "PACE_LIVE": "600",
}
"""Settings for whole games in seconds, on a Discord without limits.

A turn lasts longer than a test waits: one that runs out would go on where a press was lost.
"""
STARTED, STOPPED = 60.0, 10.0


class Bot:
    """The bot's process."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, settings: dict[str, str], deals: int = 1
    ) -> None:
        self._deals = folder / "deals"
        self.deal(str(deals))
        self.log = folder / "bot.log"
        self.database = folder / "kalamazoo.sqlite3"
        # Started hundreds of times: without compiled modules each start takes half as long again.
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith("KALAMAZOO_") and key != "PYTHONDONTWRITEBYTECODE"
        }
        self._environment = environment | {
            "DISCORD_TOKEN": TOKEN,
            "KALAMAZOO_API_BASE": sandbox.api_base,
            "KALAMAZOO_GATEWAY_URL": sandbox.gateway_url,
            "KALAMAZOO_DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            **{f"KALAMAZOO_{key}": value for key, value in settings.items()},
        }
        self._folder = folder
        self.entry: tuple[str, ...] = ("tests.end_to_end.dealt", str(self._deals))
        """The module that is run, and its own arguments before the bot's."""
        self._process: asyncio.subprocess.Process | None = None

    def deal(self, label: str) -> None:
        """Let the next games be those of this label (`tests.end_to_end.dealt`)."""
        self._deals.write_text(label, encoding="utf-8")

    async def start(self) -> None:
        """Start the process; it is ready when it listens (`Club.ready`)."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", *self.entry, "run", "--sandbox"),
                cwd=self._folder,
                env=self._environment | {"PYTHONPATH": str(ROOT)},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def command(self, *words: str) -> tuple[int, str]:
        """Run another command of `kalamazoo`; return its exit status and what it printed."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", *words),
            cwd=self._folder,
            env=self._environment | {"PYTHONPATH": str(ROOT)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed, _ = await process.communicate()
        return process.returncode or 0, printed.decode()

    async def kill(self) -> None:
        """End it as a crash would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Tell it to stop and return its exit status."""
        return await self._end(signal.SIGTERM)

    async def ended(self, most: float) -> int:
        """Wait until it ends by itself, for so many seconds; return its exit status."""
        assert self._process is not None, "the process runs"
        return await asyncio.wait_for(self._process.wait(), most)

    @property
    def pid(self) -> int:
        """The process' number; it must be running."""
        assert self._process is not None, "the process runs"
        return self._process.pid

    @property
    def running(self) -> bool:
        """Say whether the process is there."""
        return self._process is not None and self._process.returncode is None

    async def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(how)
        try:
            return await asyncio.wait_for(process.wait(), STOPPED)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise

    async def logs(self, pattern: str) -> None:
        """Wait until the log says that, which it may a moment after what it is about."""
        async with asyncio.timeout(PATIENCE):
            while not (self.log.exists() and re.search(pattern, self.log.read_text("utf-8"))):  # noqa: ASYNC110 - of another process
                await asyncio.sleep(0.02)

    def errors(self) -> list[str]:
        """Return what the log says of errors."""
        text = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        return [line for line in text.splitlines() if " ERROR " in line or "Traceback" in line]


class Place:
    """A channel and the people who meet there."""

    def __init__(self, people: list[Person], room: Channel) -> None:
        self.people = people
        self.room = room

    async def table(self, person: Person, label: str, timeout: float = PATIENCE) -> MessageSeen:  # noqa: ASYNC109 - handed on
        """Wait for a message in the room with a control of that label."""

        return await person.wait_for(lambda seen: offers(seen, label), self.room.id, timeout)

    async def hand(self, person: Person) -> MessageSeen:
        """Wait for a person's hand by DM."""
        dm = await person.dm()
        return await person.wait_for(lambda seen: bool(keys(seen)), dm)

    async def opened(
        self, game: str = "flinch", *, shows: str = "My hand", **options: object
    ) -> MessageSeen:
        """Open a lobby, seat everybody by its button, start, and return the table.

        `shows`: the label of a control by which the running table is known.
        """
        host, *guests = self.people
        await host.slash(self.room.id, f"play {game}", **options)
        lobby = await self.table(host, "Join")
        for guest in guests:
            await press(guest, lobby, "Join")
        await press(host, lobby, "Start")
        return await self.table(host, shows)


def keys(seen: MessageSeen) -> tuple[ControlSeen, ...]:
    """Return the controls one plays with: a hand that is over has none, but a rematch."""
    return tuple(
        each for each in seen.controls if not (each.custom_id or "").endswith(f":{REMATCH}")
    )


def typed(text: str) -> str:
    """Return a text with the commands in it as somebody would type them."""
    return re.sub(r"</([^:>]+):\d+>", r"/\1", text)


def offers(seen: MessageSeen, label: str) -> bool:
    """Say whether a message has a control of that label."""
    return any(label in each.label for each in seen.controls)


async def press(person: Person, seen: MessageSeen, label: str) -> Interaction:
    """Press the one button of that label, as soon as the message has it."""
    await person.until(
        lambda: any(label in each.label for each in person.message(seen.id).controls)
    )
    control = person.message(seen.id).control(label)
    return await person.press(seen.id, control.custom_id or "")


class Club(Place):
    """A server with people in it, and the bot."""

    def __init__(
        self,
        folder: Path,
        people: int,
        settings: dict[str, str],
        sandbox: Sandbox,
        guild: Guild,
        deals: int = 1,
    ) -> None:
        self.world = sandbox.world
        self.sandbox = sandbox
        self.guild = guild
        everybody = [self.world.people[user] for user in self.world.people]
        super().__init__(everybody[:people], self.world.add_channel(guild, "card-table"))
        self._visits = 0
        self.bot = Bot(sandbox, folder, settings, deals)

    async def ready(self) -> None:
        """Wait until commands are offered and the bot is connected."""
        ana = self.people[0]
        async with asyncio.timeout(STARTED):
            while not (self._connected() and ana.commands(self.room.id)):
                if not self.bot.running:
                    raise AssertionError(self.bot.log.read_text(encoding="utf-8"))
                await asyncio.sleep(0.02)

    def _connected(self) -> bool:
        return any(event.name == "READY" for event in self.world.record.events)

    async def restart(self) -> None:
        """Start the bot again after a kill or a stop."""
        self.world.record.events.clear()
        await self.bot.start()
        await self.ready()

    def visit(self, people: int, deal: str | None = None, guild: Guild | None = None) -> "Place":
        """Return a new channel with new people, for a test that shares the bot with others.

        It is in this club's own server unless another is given. Its games are those of the label
        `deal`, the test's own unless given, whatever tests ran before it.
        """
        self._visits += 1
        if deal is None:
            deal = os.environ["PYTEST_CURRENT_TEST"].split("::")[-1].split(" (")[0]
        self.bot.deal(deal)
        guild = guild or self.guild
        guests = [self.world.add_user(name, guild=guild) for name in NAMES[:people]]
        room = self.world.add_channel(guild, f"table-{self._visits}")
        return Place(guests, room)

    def failures(self) -> list[str]:
        """Return what went wrong that nobody should ever meet."""
        found = [f"unknown route {each}" for each in self.sandbox.unknown_routes]
        found += [
            f"interaction failed: {each.command_name or each.data}"
            for each in self.world.interactions
            if each.failed
        ]
        found += [f"a fault that never struck: {each}" for each in self.world.faults.missed()]
        found += self.bot.errors()
        return found


class Sample:
    """Checks the first bodies of each kind, and then one of many: checking is slow."""

    FIRST, EVERY = 4, 40

    def __init__(self, conformance: Conformance) -> None:
        self._conformance = conformance
        self._counts: Counter[tuple[str, str, int]] = Counter()

    def request(self, method: str, template: str, body: Any) -> None:
        """Note what the bot sent."""
        if self._due(method, template, 0):
            self._conformance.request(method, template, body)

    def response(self, method: str, template: str, status: int, body: Any) -> None:
        """Note what the sandbox answered."""
        if self._due(method, template, status):
            self._conformance.response(method, template, status, body)

    def _due(self, *kind: Any) -> bool:
        self._counts[kind] += 1
        return self._counts[kind] <= self.FIRST or self._counts[kind] % self.EVERY == 0


@contextlib.asynccontextmanager
async def club(
    folder: Path,
    *,
    people: int = 4,
    limits: bool = False,
    delay: tuple[float, float] = (0.0, 0.0),
    settings: dict[str, str] | None = None,
    start: bool = True,
    deals: int = 1,
) -> AsyncIterator[Club]:
    """Run a server and the bot; check afterwards that nothing went wrong.

    Args:
        folder: where the database and the log are.
        people: how many people there are.
        limits: whether Discord's rate limits hold.
        delay: least and most seconds of each answer and event.
        settings: of the bot, above `FAST`, without prefix.
        start: whether the bot is started.
        deals: which games are dealt, one after the other (`tests.end_to_end.dealt`).
    """
    world = World()
    owner = world.add_user(NAMES[0])
    guild = world.add_guild("Card Club", owner=owner)
    for name in NAMES[1:people]:
        world.add_user(name, guild=guild)
    world.add_bot(TOKEN, guilds=(guild,))
    conformance = conformance_checker()
    sandbox = Sandbox(world, limits=limits, delay=delay, watcher=Sample(conformance))
    await sandbox.start()
    place = Club(folder, people, FAST | (settings or {}), sandbox, guild, deals)
    try:
        if start:
            await place.bot.start()
            await place.ready()
        yield place
        status = await place.bot.stop()
        failures = place.failures()
        failures += conformance.take()
        failures += [f"exit status {status}"] if status else []
        assert not failures, "\n".join(failures)
    finally:
        with contextlib.suppress(TimeoutError):
            await place.bot.kill()
        await sandbox.stop()
