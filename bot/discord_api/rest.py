"""Every request to Discord but answers to interactions, each within the budgets."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.discord_api import components
from bot.discord_api.errors import FAILURES, Trouble, kind, reading, status
from bot.discord_api.rate_limit import Limiter, Priority
from bot.ui.elements.screen import Screen

T = TypeVar("T")

PAGE = 100
"""People told in one answer at most, of those who have set a reaction."""

NONCE = 12
"""Bytes of a nonce, which is at most 25 characters."""
THREAD_THERE = 160004
"""Discord's code for a message that has a thread already."""
AGAIN = 0.5
"""Seconds after which a post is asked for again whose answer was lost."""


class Below(NamedTuple, Generic[T]):
    """What stands below a message: the reactions the bot itself has set, and by emoji who else."""

    own: tuple[str, ...]
    shown: dict[str, T]


class Wire:
    """Sends, edits, deletes and reacts; raises what the library raises.

    Args:
        client: the connected client.
        limiter: admits every request that counts towards a budget.
        no_emoji: is told that Discord does not know an emoji of a message.

    Attributes:
        tag: the database's own; every control and nonce carries it, so that what another database
            has sent is known from what this one has.
    """

    def __init__(
        self,
        client: discord.Client,
        limiter: Limiter,
        no_emoji: Callable[[], None] = lambda: None,
    ) -> None:
        self._client = client
        self.limiter = limiter
        self._no_emoji = no_emoji
        self._members = WeakValueDictionary[int, asyncio.Lock]()
        self.tag = ""

    async def send(
        self, channel: int, screen: Screen, priority: Priority, nonce: str | None = None
    ) -> int:
        """Post a message; return its id.

        A nonce keeps a repeated request from posting twice; one that is given also what two
        processes of one token post of the same thing, at once or one after the other: then the id
        is that of what stands there already, as it was posted first. Where the answer is lost, or
        Discord fails, it is asked once more, which tells what became of it.
        """
        name = self._nonce(nonce) if nonce else secrets.token_hex(NONCE)
        try:
            return await self._sent(channel, screen, priority, name)
        except FAILURES as error:
            if kind(error) is not Trouble.BUSY or status(error) == 429:
                raise
        await asyncio.sleep(AGAIN)
        return await self._sent(channel, screen, priority, name)

    async def edit(self, channel: int, message: int, screen: Screen, *, anew: bool = False) -> None:
        """Edit a message by the normal route; the caller has been admitted.

        `anew`: files that the message had and the screen has not are taken away.
        """
        body = components.message(screen, self.tag, anew=anew)
        with self._asking():
            await self._client.http.edit_message(channel, message, params=components.posted(body))

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's own messages."""
        await self.limiter.admit(Priority.COSMETIC)
        with self._asking():
            await self._message(channel, message).delete()

    async def react(self, channel: int, message: int, emoji: str) -> None:
        """Set a reaction; the library spaces them as Discord wants."""
        await self.limiter.admit(Priority.COSMETIC)
        with self._asking():
            await self._message(channel, message).add_reaction(components.reaction(emoji))

    async def unreact(self, channel: int, message: int, emoji: str, person: int) -> None:
        """Take away somebody's reaction (needs Manage Messages; never in a DM)."""
        await self.limiter.admit(Priority.COSMETIC)
        with self._asking():
            await self._message(channel, message).remove_reaction(
                components.reaction(emoji), discord.Object(person)
            )

    async def take_back(self, channel: int, message: int, emoji: str) -> None:
        """Take away one's own reaction."""
        await self.limiter.admit(Priority.UPKEEP)
        me = self._client.user
        assert me is not None, "the bot is logged in"
        with self._asking():
            await self._message(channel, message).remove_reaction(components.reaction(emoji), me)

    async def clear_reactions(self, channel: int, message: int) -> None:
        """Take away everybody's reactions (needs Manage Messages; never in a DM)."""
        await self.limiter.admit(Priority.COSMETIC)
        with self._asking():
            await self._message(channel, message).clear_reactions()

    async def reactions(self, channel: int, message: int, at: Priority) -> Below[bool]:
        """Return what stands below a direct message, and whether the other person has set it."""
        await self.limiter.admit(at)
        with self._asking():
            found = await self._message(channel, message).fetch()
            shown = {str(each.emoji): each.count > int(each.me) for each in found.reactions}
            return Below(_own(found), shown)

    async def reactors(self, channel: int, message: int, at: Priority) -> Below[dict[int, str]]:
        """Return what stands below a message in a server, and who set it, with the name shown.

        Bots are left out; nobody is asked about an emoji that only the bot itself has set.
        """
        await self.limiter.admit(at)
        with self._asking():
            found = await self._message(channel, message).fetch()
            shown = {
                str(each.emoji): await self._who(channel, message, each.emoji, at)
                if each.count > int(each.me)
                else {}
                for each in found.reactions
            }
            return Below(_own(found), shown)

    async def _who(self, channel: int, message: int, emoji: Any, at: Priority) -> dict[int, str]:
        """Return who has set a reaction, no bots: a request a page, each within the budget."""
        asked = emoji if isinstance(emoji, str) else f"{emoji.name}:{emoji.id}"
        found, after, page = dict[int, str](), None, list[Any]()
        while after is None or len(page) == PAGE:
            await self.limiter.admit(at)
            page = await self._client.http.get_reaction_users(channel, message, asked, PAGE, after)
            found |= {
                int(each["id"]): each.get("global_name") or each["username"]
                for each in page
                if not each.get("bot")
            }
            after = max((int(each["id"]) for each in page), default=0)
        return found

    async def open_dm(self, person: int) -> int:
        """Open the direct channel to a person; return its id, which never changes."""
        await self.limiter.admit(Priority.LOBBY)
        with self._asking():
            data = await self._client.http.start_private_message(person)
            return int(data["id"])

    async def member(self, guild: int, person: int) -> None:
        """Ask whether a person is a member of a server; `NotFound` says not.

        One after the other in each server: how many it takes at once is known by its answers alone.
        """
        async with self._members.setdefault(guild, asyncio.Lock()):
            await self.limiter.admit(Priority.COSMETIC)
            with self._asking():
                await self._client.http.get_member(guild, person)

    async def server_name(self, guild: int) -> str:
        """Return what a server is called."""
        await self.limiter.admit(Priority.LOBBY)
        with self._asking():
            return str((await self._client.http.get_guild(guild, with_counts=False))["name"])

    async def channel_name(self, channel: int) -> str:
        """Return what a channel of a server is called."""
        await self.limiter.admit(Priority.LOBBY)
        with self._asking():
            return str((await self._client.http.get_channel(channel)).get("name", ""))

    async def messages_from(self, channel: int, message: int, most: int, at: Priority) -> list[int]:
        """Return the ids of the oldest `most` messages that are not older than this one."""
        await self.limiter.admit(at)
        with self._asking():
            found = await self._client.http.logs_from(channel, most, after=message - 1)
            return sorted(int(each["id"]) for each in found)

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Make a public thread from a message, or find that it has one; return its id."""
        await self.limiter.admit(Priority.TABLE)
        with self._asking():
            try:
                data = await self._client.http.start_thread_with_message(
                    channel, message, name=name, auto_archive_duration=1440
                )
            except discord.HTTPException as error:
                if error.code != THREAD_THERE:
                    raise
                return message  # a message's thread has its id
            return int(data["id"])

    async def archive(self, thread: int) -> None:
        """Archive one of the bot's threads."""
        await self.limiter.admit(Priority.COSMETIC)
        with self._asking():
            await self._client.http.edit_channel(thread, archived=True)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Tell of an unknown emoji; the error goes on to whoever tries again."""
        try:
            with reading():
                yield
        except discord.HTTPException as error:
            if kind(error) is Trouble.EMOJI:
                self._no_emoji()
            raise

    async def _sent(self, channel: int, screen: Screen, priority: Priority, nonce: str) -> int:
        await self.limiter.admit(priority, channel)
        body = components.message(screen, self.tag, nonce=nonce, enforce_nonce=True)
        with self._asking():
            sent = await self._client.http.send_message(channel, params=components.posted(body))
            return int(sent["id"])

    def _nonce(self, what: str) -> str:
        return blake2b(f"{self.tag} {what}".encode(), digest_size=NONCE).hexdigest()

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        place = self._client.get_partial_messageable(channel)
        return place.get_partial_message(message)


def _own(message: discord.Message) -> tuple[str, ...]:
    return tuple(str(each.emoji) for each in message.reactions if each.me)
