"""A dealt game whose reactions are told of, and read again, as the gateway does."""

import asyncio
from typing import Any

import discord

from bot.discord_api.rate_limit import Priority
from bot.discord_api.rest import Below
from bot.gateway.reactions import Reactions
from bot.gateway.rereading import Rereading
from bot.gateway.session import Session
from bot.interactions.context import Desk
from bot.interactions.gate import Gate
from bot.interactions.stamps import Stamps
from bot.tables.entries import Act
from bot.tables.model import Changed
from bot.ui.elements.emojis import DIGITS
from tests.messages.playing import dealt
from tests.messages.stage import Requests, Stage, dm

BOT = 1
CARD, ANOTHER, CALL = DIGITS[0], DIGITS[1], "✋"


class Discord(Requests):
    """Shows these reactions of a person below one hand, and those of people below the table."""

    def __init__(self) -> None:
        super().__init__()
        self.standing = (0, frozenset[str]())
        self.below_table: dict[str, dict[int, str]] = {}
        self.answering = asyncio.Event()
        self.answering.set()

    async def reactions(self, channel: int, message: int, at: Priority) -> Below[bool]:
        """Return what stands below a hand."""
        await self._ask("read hand", message)
        await self.answering.wait()
        hand, there = self.standing
        keys = (CARD, ANOTHER, CALL)
        return Below(keys, {each: message == hand and each in there for each in keys})

    async def reactors(self, channel: int, message: int, at: Priority) -> Below[dict[int, str]]:
        """Return what stands below the table."""
        await self._ask("read table", message)
        assert self.there[message][0] == channel
        return Below((), self.below_table)


class Listening:
    """A dealt game with who hears reactions, and who reads them again."""

    def __init__(self, before: "Listening | None" = None) -> None:
        self.wire: Discord = Discord() if before is None else before.wire
        self.stage: Stage = Stage(None if before is None else before.stage.ledger, self.wire)
        nobody: Any = None
        desk = Desk(self.stage.registry._deps, self.stage.registry, nobody, Stamps())
        self._reactions = Reactions(desk, Gate(desk))
        self._rereading = Rereading(desk, self._reactions)

    async def dealt(self) -> tuple[int, int]:
        """Deal; return whose turn it is, and the message with that hand."""
        await self.stage.deal()
        await self.stage.wait(10)
        turn = self.stage.view.turn
        assert turn is not None
        hand = self.stage.view.hands.at_seat(turn.seat)
        assert hand is not None
        return hand.person, hand.writer.message

    async def lobby(self) -> int:
        """Open a lobby; return its host, who sits there."""
        lobby = dealt()[1].before
        assert lobby is not None
        await self.stage.registry.restored()
        await self.stage.change(Changed(before=None, after=lobby))
        return lobby.host

    async def read(self, hand: int, *standing: str, again: bool) -> None:
        """Begin a session: reactions are read below the hands, these of a person below one."""
        self.wire.standing = hand, frozenset(standing)
        await self.begin(again=again)

    async def begin(self, *, again: bool, shard: int = 0) -> None:
        """Begin a session of one of two shards, the first of which hears of the table."""
        self._rereading.begin(Session(shard, 2, own=BOT, again=again))
        await self.stage.wait(1)

    async def tell(self, person: int, message: int, emoji: str, *, added: bool = True) -> None:
        """Tell of a reaction as the gateway does."""
        where, _ = self.wire.there[message]
        found = discord.PartialEmoji(name=emoji)
        data: Any = {
            "user_id": person,
            "channel_id": where,
            "message_id": message,
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        event = discord.RawReactionActionEvent(
            data, found, "REACTION_ADD" if added else "REACTION_REMOVE"
        )
        event.guild_id = None if where == dm(person) else self.stage.view.table.guild
        self._reactions.turned(event, 0.0, 0, own=BOT)
        await self.stage.wait(1)

    @property
    def acts(self) -> int:
        """How many actions have come to the table."""
        return sum(isinstance(each, Act) for each in self.stage.told)
