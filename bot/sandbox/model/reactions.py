"""Reactions: who may add and remove which (`discord.md` section 3)."""

from typing import Final

from bot.sandbox.model import emojis, permissions, threads
from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import ApiError, missing_access, missing_permissions, not_in_dm
from bot.sandbox.model.objects import Emoji, Message, Reaction, User
from bot.sandbox.model.state import State

MOST: Final = 20
"""Distinct emojis a message may carry (30010)."""


def add(world: State, message: Message, user: User, emoji: Emoji) -> None:
    """Add a user's reaction; adding it twice changes nothing.

    Raises:
        ApiError: 50001, 50013 (no Read History, or no Add Reactions for a new emoji), 10014
            (somebody else's application emoji), 30010, 50083 in an archived thread.
    """
    bits = _bits(world, message, user)
    threads.must_be_open(world, message.channel, bits)
    guild, now = message.channel.guild, world.clock.now()
    if not bits & permissions.READ_HISTORY or permissions.timed_out(guild, user.id, now):
        raise missing_permissions()
    key = emojis.key(emoji)
    reaction = message.reactions.get(key)
    if reaction is None:
        if not bits & permissions.ADD_REACTIONS:
            raise missing_permissions()
        if not emojis.usable_by(world, emoji, user.id):
            raise emojis.unknown_emoji()
        if len(message.reactions) >= MOST:
            raise ApiError(400, 30010, f"Maximum number of reactions reached ({MOST})")
        reaction = message.reactions[key] = Reaction(emoji)
    if user.id in reaction.users:
        return
    reaction.users[user.id] = world.clock.now()
    world.emit.reaction(True, message, reaction.emoji, user.id)
    _tell(world, message)


def remove(world: State, message: Message, by: User, user_id: int, emoji: Emoji) -> None:
    """Take away a reaction, one's own or with Manage Messages somebody else's.

    Raises:
        ApiError: 50003 for somebody else's in a DM, 50013 without Manage Messages, 50001, 50083.
    """
    bits = _bits(world, message, by)
    if by.id != user_id:
        if message.channel.guild is None:
            raise not_in_dm()
        if not bits & permissions.MANAGE_MESSAGES:
            raise missing_permissions()
    threads.must_be_open(world, message.channel, bits)
    key = emojis.key(emoji)
    reaction = message.reactions.get(key)
    if reaction is None or user_id not in reaction.users:
        return
    del reaction.users[user_id]
    if not reaction.users:
        del message.reactions[key]
    world.emit.reaction(False, message, reaction.emoji, user_id)
    _tell(world, message)


def clear(world: State, message: Message, by: User, emoji: Emoji | None) -> None:
    """Remove all reactions of a message, or all with one emoji.

    Raises:
        ApiError: 50003 in a DM, 50013 without Manage Messages, 50001, 50083.
    """
    bits = _bits(world, message, by)
    if message.channel.guild is None:
        raise not_in_dm()
    if not bits & permissions.MANAGE_MESSAGES:
        raise missing_permissions()
    threads.must_be_open(world, message.channel, bits)
    if emoji is None:
        message.reactions.clear()
    else:
        message.reactions.pop(emojis.key(emoji), None)
    world.emit.reactions_cleared(message, emoji)
    _tell(world, message)


def reactors(message: Message, emoji: Emoji, after: int, limit: int) -> list[int]:
    """Return who pressed an emoji, ordered by user id, not by time."""
    reaction = message.reactions.get(emojis.key(emoji))
    if reaction is None:
        return []
    return [user_id for user_id in sorted(reaction.users) if user_id > after][:limit]


def _bits(world: State, message: Message, user: User) -> int:
    bits = world.bits(message.channel, user)
    if not bits:
        raise missing_access()
    return bits


def _tell(world: State, message: Message) -> None:
    world.changes.tell(Change("message", message.channel.id, message.id))
