"""A small Discord, and the real discord.py client that connects to it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import Channel, Guild
from bot.sandbox.people.person import Person
from bot.sandbox.server import Sandbox
from bot.sandbox.testing.conformance import Conformance
from bot.sandbox.world import World
from tests.openapi import conformance_checker

TOKEN = "sandbox-token"

INTENTS = discord.Intents(
    guilds=True, guild_messages=True, guild_reactions=True, dm_messages=True, dm_reactions=True
)


class Town:
    """A world with one guild, one channel, Ana (owner), Ben, and a bot."""

    def __init__(self, clock: Clock) -> None:
        self.world = World(clock)
        self.ana: Person = self.world.add_user("Ana")
        self.guild: Guild = self.world.add_guild("Club", owner=self.ana)
        self.ben: Person = self.world.add_user("Ben", guild=self.guild)
        self.room: Channel = self.world.add_channel(self.guild, "room")
        self.bot: Bot = self.world.add_bot(TOKEN, guilds=(self.guild,))

    @property
    def clock(self) -> Clock:
        """Return the world's clock."""
        return self.world.clock


class Client(discord.Client):
    """A discord.py client that keeps every event, and a command tree to fill."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", INTENTS)
        super().__init__(
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.events: list[tuple[str, tuple[Any, ...]]] = []
        self.errors: list[BaseException] = []
        self._arrived = asyncio.Event()
        self.pressed: Callable[[discord.Interaction], Awaitable[None]] | None = None

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Keep an event, then handle it as usual."""
        self.events.append((event, args))
        self._arrived.set()
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand component and modal presses to the test."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds and self.pressed is not None:
            try:
                await self.pressed(interaction)
            except Exception as error:
                self.errors.append(error)
                self.dispatch("error_kept")

    def seen(self, event: str) -> list[tuple[Any, ...]]:
        """Return the arguments of every event of this name so far."""
        return [args for name, args in self.events if name == event]

    async def until(self, event: str, count: int = 1) -> tuple[Any, ...]:
        """Wait until an event has come ``count`` times and return the last one's arguments."""
        async with asyncio.timeout(10):
            while len(self.seen(event)) < count:
                self._arrived.clear()
                await self._arrived.wait()
        return self.seen(event)[count - 1]


@pytest.fixture
def town() -> Town:
    """Return a fresh world on a clock that runs and can be moved forward."""
    return Town(Clock())


@pytest.fixture(scope="session")
def conformance() -> Conformance:
    """Return the checker of Discord's OpenAPI description."""
    return conformance_checker()


@pytest.fixture
def delay() -> tuple[float, float]:
    """Return the delays of the server, none unless a test parametrizes this."""
    return 0.0, 0.0


@pytest.fixture
async def sandbox(
    town: Town, conformance: Conformance, delay: tuple[float, float]
) -> AsyncIterator[Sandbox]:
    """Serve the town; fail on unknown routes, wrong bodies and mistakes of its own."""
    server = Sandbox(town.world, delay=delay, watcher=conformance)
    await server.start()
    yield server
    await server.stop()
    assert server.unknown_routes == []
    assert server.crashes == []
    problems = conformance.take()
    assert not problems, "\n".join(problems)


@pytest.fixture
async def connect(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[Client]]]:
    """Return what logs a real client in and waits until it is ready."""
    monkeypatch.setattr(Route, "BASE", sandbox.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
    running: list[tuple[Client, asyncio.Task[None]]] = []

    async def start(**options: Any) -> Client:
        client = Client(**options)
        task = asyncio.create_task(client.start(TOKEN))
        running.append((client, task))
        await client.until("ready")
        return client

    yield start
    for client, task in running:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def client(connect: Callable[..., Awaitable[Client]]) -> Client:
    """Return a client that is ready."""
    return await connect()


class Raw:
    """Plain HTTP with the bot's token, for what discord.py would not send."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session = session
        self._base = base

    async def __call__(
        self, method: str, path: str, json: Any = None, *, token: str | None = TOKEN, **more: Any
    ) -> tuple[int, Any, aiohttp.ClientResponse]:
        """Send one request; return status, JSON and the response."""
        headers = {"Authorization": f"Bot {token}"} if token else {}
        url = yarl.URL(self._base + path, encoded=True)
        async with self._session.request(
            method, url, json=json, headers=headers, **more
        ) as response:
            text = await response.read()
            return response.status, (await response.json() if text else None), response


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """Return what sends plain requests."""
    async with aiohttp.ClientSession() as session:
        yield Raw(session, sandbox.api_base)
