"""The card faces among the application's emojis: looked up now and again, uploaded on request."""

import logging
from collections.abc import Iterable

import discord

from bot.clock import Clock
from bot.discord_api import emojis
from bot.discord_api.errors import FAILURES, Tasks, reading
from bot.messages.language import Looks
from bot.ui.contract.renderer import AnyRenderer

log = logging.getLogger(__name__)

EVERY = 600.0
"""Seconds between two looks at what is uploaded: another command may have done it."""


class CardFaces:
    """Brings the faces of all games to Discord, and to the looks of screens what is there.

    Args:
        client: logged in.
        looks: learn which faces there are; without them cards are text.
        games: whose faces are meant.
        clock: of the looks now and again.
        tasks: where these run.

    Attributes:
        wanted: every face of the games, each once.
    """

    def __init__(
        self,
        client: discord.Client,
        looks: Looks,
        games: Iterable[AnyRenderer],
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self._client = client
        self._looks = looks
        self._clock = clock
        self._tasks = tasks
        self.wanted = tuple(dict.fromkeys(name for each in games for name in each.faces))

    def __str__(self) -> str:
        """Say how many are there, for the log."""
        return f"card faces: {len(self._looks.emojis)} of {len(self.wanted)} uploaded"

    async def keep(self) -> None:
        """Look which are there, now and again every few minutes."""
        await self.find()
        self._clock.call_later(EVERY, self._again)

    async def find(self) -> None:
        """Look which are there."""
        try:
            with reading():
                there = await self._client.fetch_application_emojis()
            self._looks.emojis = emojis.by_face(there)
        except FAILURES as error:
            log.info("application emojis: %s", type(error).__name__)

    async def upload(self, progress: emojis.Progress) -> emojis.Upkeep:
        """Bring the application's emojis to the faces; return what was done."""
        with reading():
            return await emojis.sync_emojis(self._client, self.wanted, progress)

    async def bring(self) -> None:
        """Upload what is missing, then use it."""
        try:
            await self.upload(lambda done, every: None)
        except FAILURES as error:
            log.error("card faces could not be uploaded: %s", type(error).__name__)
        await self.find()

    def _again(self) -> None:
        self._tasks.start(self.keep(), "looking up emojis")
