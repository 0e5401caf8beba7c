"""A wall to hang screens on: the sandbox's page, without a bot that runs.

Time stands still there, shortly before what the gallery's tables wait for.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta

from bot.cards import cards, emoji_name
from bot.discord_api import components
from bot.sandbox.demo import furnished
from bot.sandbox.model import messages, reactions
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import AppEmoji, Channel, Emoji, Member, User
from bot.sandbox.server import Sandbox
from bot.ui.elements.screen import Screen
from bot.ui.preferences import REACTIONS
from bot.ui.renderers import RENDERERS
from tests.gallery import NAMES
from tests.ui.positions import NOW as THEN

FIRST_PERSON = 100
"""The id of whoever sits first in the gallery; the others follow."""
NOW = THEN - timedelta(seconds=50)
LOCALES = {"en": "en-US", "es": "es-ES"}
"""By the language of who looks."""


class Wall:
    """A world in which screens are messages of its bot, with card faces as its emojis.

    Attributes:
        url: where the page is.
        faces: every face as an emoji, by its name.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.url = sandbox.base_url
        self._world = sandbox.world
        self._bot = next(iter(self._world.bots.values()))
        self._guild = next(iter(self._world.guilds.values()))
        self._readers = dict(zip(LOCALES, self._world.people.values(), strict=False))
        for language, reader in self._readers.items():
            reader.locale = LOCALES[language]
        for number, name in enumerate(NAMES, FIRST_PERSON):
            member = Member(User(number, name), self._world.clock.now(), [])
            self._guild.members[number] = member
            self._world.users[number] = member.user
        self.faces: dict[str, str] = {}
        for face in sorted({face for each in RENDERERS for face in each.faces}):
            emoji = AppEmoji(
                self._world.ids.next(), emoji_name(face), cards.face(face), "image/png"
            )
            self._bot.emojis[emoji.id] = emoji
            self.faces[face] = str(Emoji(emoji.name, emoji.id))

    def hang(
        self, screens: Iterable[Screen], language: str = "en", *, name: str = "wall"
    ) -> tuple[str, list[int]]:
        """Hang screens in a new room; return its address for a reader, and the messages' ids."""
        room = self._world.add_channel(self._guild, name)
        hung = [self._send(room, screen) for screen in screens]
        return f"{self.url}/#/{self._readers[language].id}/{room.id}", hung

    def _send(self, room: Channel, screen: Screen) -> int:
        body = components.message(screen).payload
        uploads = [
            Upload(number, each.filename, "image/png", each.data)
            for number, each in enumerate(screen.attachments)
        ]
        user = self._bot.user
        message = messages.send(self._world, room, user, body, uploads)  # type: ignore[arg-type]  # JSON
        for emoji in screen.reactions[: REACTIONS["few"]]:
            reactions.add(self._world, message, user, Emoji(emoji))
        return message.id


@asynccontextmanager
async def standing() -> AsyncIterator[Wall]:
    """Serve a wall."""
    world = furnished("a token", Clock(start=NOW.timestamp(), running=False))
    sandbox = Sandbox(world, delay=(0.0, 0.0), limits=False, page=True)
    await sandbox.start()
    try:
        yield Wall(sandbox)
    finally:
        await sandbox.stop()
