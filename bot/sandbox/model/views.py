"""Building what a person sees from what exists."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from bot.sandbox.model import permissions, threads
from bot.sandbox.model.client_view import (
    AttachmentSeen,
    AuthorSeen,
    ChannelSeen,
    MessageSeen,
    ReactionSeen,
)
from bot.sandbox.model.objects import (
    CATEGORY,
    DM,
    LOADING,
    THREADS,
    Channel,
    Message,
    User,
)

if TYPE_CHECKING:
    from bot.sandbox.world import World


def visible(world: "World", user: User, message: Message) -> bool:
    """Say whether a person can see a message: the place, and an ephemeral one only if theirs."""
    if message.deleted or message.ephemeral_to not in (None, user.id):
        return False
    return bool(world.bits(message.channel, user) & permissions.VIEW_CHANNEL)


def message(world: "World", user_id: int, one: Message) -> MessageSeen:
    """Return a message as this person sees it."""
    guild = one.channel.guild
    writer = guild.members.get(one.author.id) if guild else None
    base = f"{world.base_url}/attachments/{one.channel.id}"
    return MessageSeen(
        id=one.id,
        channel_id=one.channel.id,
        author=AuthorSeen(
            one.author.id, (writer.nick if writer else None) or one.author.name, one.author.bot
        ),
        content=one.content,
        embeds=tuple(one.embeds),
        components=tuple(one.components),
        attachments=tuple(
            AttachmentSeen(
                each.id,
                each.filename,
                each.content_type,
                len(each.data),
                f"{base}/{each.id}/{each.filename}",
                each.description,
            )
            for each in one.attachments
        ),
        reactions=tuple(
            ReactionSeen(str(each.emoji), len(each.users), user_id in each.users)
            for each in one.reactions.values()
        ),
        flags=one.flags,
        type=one.type,
        ephemeral=one.ephemeral_to is not None,
        thinking=bool(one.flags & LOADING),
        created=one.created,
        edited=one.edited,
        reply_to=one.referenced.id if one.referenced else None,
        thread_id=one.thread_id,
        command=one.interaction.command_name if one.interaction else None,
        mentions=frozenset(one.mentions),
        pinged_me=user_id in one.pinged,
    )


def messages(world: "World", user: User, channel_id: int, limit: int | None) -> list[MessageSeen]:
    """Return the messages of a channel that a person sees, oldest first."""
    channel = world.channels.get(channel_id)
    if channel is None or not world.bits(channel, user):
        return []
    kept = [each for each in channel.messages.values() if visible(world, user, each)]
    if limit is not None:
        kept = kept[-limit:]
    return [message(world, user.id, each) for each in kept]


def newest_first(world: "World", user: User, channel_id: int) -> Iterator[MessageSeen]:
    """Yield the messages of a channel that a person sees, each built when it is asked for."""
    channel = world.channels.get(channel_id)
    if channel is None:
        return
    for one in reversed(tuple(channel.messages.values())):
        if visible(world, user, one):
            yield message(world, user.id, one)


def find(world: "World", user: User, message_id: int) -> MessageSeen:
    """Return one message.

    Raises:
        LookupError: It does not exist, or the person cannot see it.
    """
    one = world.messages.get(message_id)
    if one is None or not visible(world, user, one):
        raise LookupError(f"{user.name} sees no message {message_id}.")
    return message(world, user.id, one)


def channels(world: "World", user: User) -> list[ChannelSeen]:
    """Return guild channels each followed by its threads, then DMs by their last message."""
    listed: list[ChannelSeen] = []
    for guild in world.guilds.values():
        if user.id not in guild.members:
            continue
        for each in tuple(guild.channels.values()):
            threads.refresh(world, each)
        own = sorted(guild.channels.values(), key=lambda each: (each.position, each.id))
        for channel in own:
            if channel.type in (CATEGORY, *THREADS) or not world.bits(channel, user):
                continue
            listed.append(_channel(world, user, channel, "text"))
            listed += [
                _channel(world, user, each, "thread")
                for each in own
                if each.parent_id == channel.id and world.bits(each, user)
            ]
    direct = [
        each
        for each in world.channels.values()
        if each.type == DM and any(who.id == user.id for who in each.recipients)
    ]
    direct.sort(key=lambda each: each.last_message_id or each.id, reverse=True)
    return listed + [_channel(world, user, each, "dm") for each in direct]


def _channel(
    world: "World", user: User, one: Channel, kind: Literal["text", "thread", "dm"]
) -> ChannelSeen:
    others = [each.name for each in one.recipients if each.id != user.id]
    state = one.thread
    bits = world.bits(one, user)
    shut = state is not None and state.locked and not bits & permissions.MANAGE_THREADS
    return ChannelSeen(
        id=one.id,
        kind=kind,
        name=", ".join(others) if kind == "dm" else one.name,
        guild_id=one.guild.id if one.guild else None,
        guild_name=one.guild.name if one.guild else None,
        parent_id=one.parent_id,
        archived=state is not None and state.archived,
        locked=state is not None and state.locked,
        can_send=permissions.may_send(one, bits) and not shut,
        last_message_id=one.last_message_id,
    )
