"""What a person's client shows: frozen values, built for one person at one moment."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from bot.sandbox.model import permissions, threads
from bot.sandbox.model.changes import Change
from bot.sandbox.model.components import walk
from bot.sandbox.model.objects import CATEGORY, DM, LOADING, THREADS, Channel, Json, Message, User
from bot.sandbox.model.state import State

ControlKind = Literal["button", "string", "user", "role", "mentionable", "channel", "text"]

CONTROL_KINDS: dict[int, ControlKind] = {
    2: "button",
    3: "string",
    4: "text",
    5: "user",
    6: "role",
    7: "mentionable",
    8: "channel",
}


@dataclass(frozen=True, slots=True)
class AuthorSeen:
    """Who wrote a message, by the name shown in this place."""

    id: int
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class ReactionSeen:
    """One emoji under a message, ``✋`` or ``<:name:id>``; ``me``: pressed by oneself."""

    emoji: str
    count: int
    me: bool


@dataclass(frozen=True, slots=True)
class AttachmentSeen:
    """A file of a message; ``url`` answers while the server runs."""

    id: int
    filename: str
    content_type: str
    size: int
    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class ControlSeen:
    """A part of a message or modal that can be pressed, chosen from or filled in."""

    kind: ControlKind
    custom_id: str | None
    label: str
    disabled: bool
    style: int
    emoji: str | None
    options: tuple[Json, ...]
    url: str | None
    raw: Json


@dataclass(frozen=True, slots=True)
class MessageSeen:
    """A message as one person sees it; Unix seconds, ``components`` are Discord's JSON."""

    id: int
    channel_id: int
    author: AuthorSeen
    content: str
    embeds: tuple[Json, ...]
    components: tuple[Json, ...]
    attachments: tuple[AttachmentSeen, ...]
    reactions: tuple[ReactionSeen, ...]
    flags: int
    type: int
    ephemeral: bool
    thinking: bool
    created: float
    edited: float | None
    reply_to: int | None
    thread_id: int | None
    command: str | None
    mentions: frozenset[int]
    pinged_me: bool

    @property
    def text(self) -> str:
        """Return every text of the message: content, text displays, embeds, in order."""
        parts = [self.content] if self.content else []
        parts += [part["content"] for part in walk(self.components) if part.get("type") == 10]
        for embed in self.embeds:
            parts += [embed[key] for key in ("title", "description") if embed.get(key)]
            for one in embed.get("fields", ()):
                parts += [one["name"], one["value"]]
        return "\n".join(parts)

    @property
    def controls(self) -> tuple[ControlSeen, ...]:
        """Return the buttons and selects of the message, in order."""
        return tuple(controls(self.components))

    def control(self, label: str) -> ControlSeen:
        """Return the one control whose label contains ``label``.

        Raises:
            LookupError: There is none, or more than one.
        """
        found = [each for each in self.controls if label in each.label]
        if len(found) != 1:
            shown = [each.label for each in self.controls]
            raise LookupError(f"{len(found)} controls say {label!r}; shown are {shown}.")
        return found[0]

    def reaction(self, emoji: str) -> ReactionSeen | None:
        """Return the reaction with this emoji, compared without variation selector."""
        bare = emoji.replace("\ufe0f", "")
        return next((r for r in self.reactions if r.emoji.replace("\ufe0f", "") == bare), None)


@dataclass(frozen=True, slots=True)
class ChannelSeen:
    """A channel in somebody's list: ``kind`` is "text", "thread" or "dm"."""

    id: int
    kind: Literal["text", "thread", "dm"]
    name: str
    guild_id: int | None
    guild_name: str | None
    parent_id: int | None
    archived: bool
    locked: bool
    can_send: bool
    last_message_id: int | None


@dataclass(frozen=True, slots=True)
class OptionSeen:
    """An option of a command, in the person's language; ``type`` is Discord's number."""

    name: str
    shown_name: str
    description: str
    type: int
    required: bool
    choices: tuple[tuple[str, str | int | float], ...]
    autocomplete: bool
    min_value: float | None
    max_value: float | None
    min_length: int | None
    max_length: int | None


@dataclass(frozen=True, slots=True)
class CommandSeen:
    """A slash command one may type here: ``name`` is "play flinch", subcommands by spaces."""

    name: str
    shown_name: str
    description: str
    options: tuple[OptionSeen, ...]
    application: str


def controls(components: tuple[Json, ...] | list[Json]) -> Iterator[ControlSeen]:
    """Yield what can be pressed, chosen from or filled in."""
    for part in walk(components):
        kind = CONTROL_KINDS.get(part.get("type", 0))
        if kind is None:
            continue
        yield ControlSeen(
            kind=kind,
            custom_id=part.get("custom_id"),
            label=part.get("label") or part.get("placeholder") or "",
            disabled=bool(part.get("disabled")),
            style=part.get("style", 0),
            emoji=_emoji(part.get("emoji")),
            options=tuple(part.get("options") or ()),
            url=part.get("url"),
            raw=part,
        )


def _emoji(emoji: Json | None) -> str | None:
    if not emoji:
        return None
    if not emoji.get("id"):
        return str(emoji["name"])
    return f"<{'a' if emoji.get('animated') else ''}:{emoji['name']}:{emoji['id']}>"


def visible(world: State, user: User, message: Message) -> bool:
    """Say whether a person can see a message: the place, and an ephemeral one only if theirs."""
    if message.deleted or message.ephemeral_to not in (None, user.id):
        return False
    return bool(world.bits(message.channel, user) & permissions.VIEW_CHANNEL)


def message(world: State, user_id: int, one: Message) -> MessageSeen:
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
        command=one.trigger.command if one.trigger else None,
        mentions=frozenset(one.mentions),
        pinged_me=user_id in one.pinged,
    )


def messages(world: State, user: User, channel_id: int, limit: int | None) -> list[MessageSeen]:
    """Return the messages of a channel that a person sees, oldest first."""
    channel = world.channels.get(channel_id)
    if channel is None or not world.bits(channel, user):
        return []
    kept = [each for each in channel.messages.values() if visible(world, user, each)]
    if limit is not None:
        kept = kept[-limit:]
    return [message(world, user.id, each) for each in kept]


def newest_first(world: State, user: User, channel_id: int) -> Iterator[MessageSeen]:
    """Yield the messages of a channel that a person sees, each built when it is asked for."""
    channel = world.channels.get(channel_id)
    if channel is None:
        return
    for one in reversed(tuple(channel.messages.values())):
        if visible(world, user, one):
            yield message(world, user.id, one)


def find(world: State, user: User, message_id: int) -> MessageSeen:
    """Return one message.

    Raises:
        LookupError: It does not exist, or the person cannot see it.
    """
    one = world.messages.get(message_id)
    if one is None or not visible(world, user, one):
        raise LookupError(f"{user.name} sees no message {message_id}.")
    return message(world, user.id, one)


def channels(world: State, user: User) -> list[ChannelSeen]:
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
    world: State, user: User, one: Channel, kind: Literal["text", "thread", "dm"]
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


async def wait(world: State, look: Callable[[Change], bool], seconds: float) -> bool:
    """Wait until ``look`` says yes to a change; say whether it did within the world's time."""
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def told(change: Change) -> None:
        if done.done():
            return
        try:
            if look(change):
                done.set_result(True)
        except Exception as error:
            done.set_exception(error)

    due = world.clock.now() + seconds

    async def time_out() -> None:
        await world.clock.sleep_until(due)
        if not done.done():
            done.set_result(False)

    end = world.changes.subscribe(told)
    limit = asyncio.ensure_future(time_out())
    try:
        return await done
    finally:
        limit.cancel()
        end()


async def wait_for(
    world: State,
    user: User,
    predicate: Callable[[MessageSeen], bool],
    channel_id: int,
    timeout: float,  # noqa: ASYNC109 - counted on the world's clock
) -> MessageSeen:
    """Wait until a message of the channel satisfies ``predicate`` and return it.

    Messages already there count. Looks again whenever something changes, never by polling.

    Raises:
        TimeoutError: ``timeout`` seconds have passed on the world's clock.
    """
    for seen in newest_first(world, user, channel_id):
        if predicate(seen):
            return seen
    found: list[MessageSeen] = []

    def look(change: Change) -> bool:
        if change.kind != "message" or change.channel_id != channel_id:
            return False
        one = world.messages.get(change.message_id or 0)
        if one is None or not visible(world, user, one):
            return False
        seen = message(world, user.id, one)
        if predicate(seen):
            found.append(seen)
        return bool(found)

    if await wait(world, look, timeout):
        return found[0]
    shown = [f"{m.id}: {m.text[:60]!r}" for m in messages(world, user, channel_id, 5)]
    raise TimeoutError(f"{user.name} did not see it in {timeout} s; last seen: {shown}")
