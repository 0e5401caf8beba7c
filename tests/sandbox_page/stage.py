"""The stage of the page's tests: a sandbox with its page, and the showcase bot connected to it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Page, expect

from bot.sandbox.demo import furnished
from bot.sandbox.model.objects import Channel, Guild
from bot.sandbox.people.person import Person
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.sandbox_page.showcase import Showcase, picture

TOKEN = "the token of the tests"


class Stage:
    """What a test arranges and asserts with, beside the page itself."""

    def __init__(self, sandbox: Sandbox, bot: Showcase) -> None:
        self.sandbox = sandbox
        self.world: World = sandbox.world
        self.bot = bot
        self.url = sandbox.base_url
        self.guild: Guild = next(iter(self.world.guilds.values()))
        self.names = [person.name for person in self.world.people.values()]
        self._channels = 0
        self._emoji: discord.Emoji | None = None

    def person(self, name: str) -> Person:
        """Return the person of this name."""
        return next(each for each in self.world.people.values() if each.name == name)

    def channel(self) -> Channel:
        """Return a new channel, so that tests do not see each other's messages."""
        self._channels += 1
        return self.world.add_channel(self.guild, f"room-{self._channels}")

    async def dm(self, person: Person) -> Channel:
        """Return the DM of the bot and a person."""
        return self.world.channel(await person.dm())

    async def show(self, page: Page, name: str, channel: Channel | None = None) -> Channel:
        """Show a channel, a new one if none is given, as somebody, and return it."""
        place = channel or self.channel()
        await page.goto(f"{self.url}/#/{self.person(name).id}/{place.id}")
        await expect(page.locator(f"[data-here='{place.id}']")).to_be_visible()
        chosen = page.locator("[data-act=be][aria-pressed=true]")
        await expect(chosen).to_have_attribute("data-person-id", str(self.person(name).id))
        return place

    def at(self, channel: Channel) -> discord.PartialMessageable:
        """Return the bot's handle of a channel."""
        guild_id = channel.guild.id if channel.guild else None
        return self.bot.get_partial_messageable(channel.id, guild_id=guild_id)

    async def send(self, channel: Channel, text: str | None, **more: Any) -> discord.Message:
        """Let the bot write."""
        return await self.at(channel).send(text, **more)

    async def reply(self, channel: Channel, to: int, text: str) -> discord.Message:
        """Let the bot answer a message."""
        reference = discord.MessageReference(message_id=to, channel_id=channel.id)
        return await self.at(channel).send(text, reference=reference)

    async def thread(self, message: discord.Message, name: str) -> Channel:
        """Let the bot make a thread of its message."""
        thread = await message.create_thread(name=name)
        return self.world.channel(thread.id)

    async def emoji(self) -> discord.Emoji:
        """Return the application's emoji, uploaded at the first time."""
        if self._emoji is None:
            self._emoji = await self.bot.create_application_emoji(
                name="card", image=picture("blue")
            )
        return self._emoji

    @staticmethod
    def embed() -> discord.Embed:
        """Return an embed with two fields and a footer."""
        embed = discord.Embed(title="Results", description="of *today*", colour=0x5865F2)
        embed.add_field(name="Ana", value="3", inline=True)
        embed.add_field(name="Ben", value="1", inline=True)
        return embed.set_footer(text="Season 1")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage() -> AsyncIterator[Stage]:
    """A sandbox without delays and limits, the bot logged in and its commands registered."""
    sandbox = Sandbox(furnished(TOKEN), delay=(0.0, 0.0), limits=False, page=True)
    await sandbox.start()
    before = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
    Route.BASE = sandbox.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    bot = Showcase()
    running = asyncio.create_task(bot.start(TOKEN))
    try:
        await asyncio.wait(
            {running, asyncio.create_task(bot.ready.wait())}, return_when="FIRST_COMPLETED"
        )
        if running.done():
            running.result()
        yield Stage(sandbox, bot)
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await sandbox.stop()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox_url(stage: Stage) -> str:
    """Where the page is."""
    return stage.url
