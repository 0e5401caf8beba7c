"""A wall to hang screens on: the sandbox's page, without a bot that runs."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count

from bot.cards import cards, emoji_name
from bot.discord_api import components
from bot.sandbox.demo import furnished
from bot.sandbox.model import messages, reactions
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.objects import AppEmoji, Channel, Emoji, User
from bot.sandbox.server import Sandbox
from bot.ui.elements.screen import Screen
from bot.ui.preferences import REACTIONS
from bot.ui.renderers import RENDERERS

FIRST_PERSON = 100
"""The id of whoever sits first in the gallery; the others follow."""


class Wall:
    """A world in which screens are messages of its bot, with card faces as its emojis.

    Attributes:
        url: where the page is.
        faces: every face as an emoji, by its name.
    """

    def __init__(self, sandbox: Sandbox, names: Sequence[str]) -> None:
        self.url = sandbox.base_url
        self._world = sandbox.world
        self._bot = next(iter(self._world.bots.values()))
        self._ana = next(iter(self._world.people.values()))
        self._guild = next(iter(self._world.guilds.values()))
        self._rooms = count(1)
        for number, name in enumerate(names, FIRST_PERSON):
            self._world.users[number] = User(number, name)
        self.faces: dict[str, str] = {}
        for face in sorted({face for each in RENDERERS for face in each.faces}):
            emoji = AppEmoji(
                self._world.ids.next(), emoji_name(face), cards.face(face), "image/png"
            )
            self._bot.emojis[emoji.id] = emoji
            self.faces[face] = str(Emoji(emoji.name, emoji.id))

    def hang(self, screens: Iterable[Screen]) -> tuple[str, list[int]]:
        """Hang screens in a new room; return its address and the messages' ids."""
        room = self._world.add_channel(self._guild, f"room-{next(self._rooms)}")
        hung = [self._send(room, screen) for screen in screens]
        return f"{self.url}/#/{self._ana.id}/{room.id}", hung

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
async def standing(names: Sequence[str]) -> AsyncIterator[Wall]:
    """Serve a wall; the people of the gallery are called so."""
    sandbox = Sandbox(furnished("a token"), delay=(0.0, 0.0), limits=False, page=True)
    await sandbox.start()
    try:
        yield Wall(sandbox, names)
    finally:
        await sandbox.stop()
