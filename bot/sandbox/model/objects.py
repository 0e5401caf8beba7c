"""What exists on this Discord: users, guilds, channels, messages and what belongs to them.

These are the records of the world, changed in place by the modules that know the rules. What a
person sees of them are the frozen values of :mod:`bot.sandbox.model.client_view`.
"""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000

TEXT, DM, CATEGORY = 0, 1, 4
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
SUPPRESS_EMBEDS, HAS_THREAD = 1 << 2, 1 << 5

THREAD_MADE, REPLY = 18, 19

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5


def snowflake_time(snowflake: int) -> float:
    """Return the Unix time in seconds that a snowflake carries (`discord.md` section 2)."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


@dataclass(eq=False, slots=True)
class User:
    """An account, of a person or of a bot."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_closed: bool = False


@dataclass(eq=False, slots=True)
class Role:
    """A role of a guild; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(eq=False, slots=True)
class Overwrite:
    """What a channel grants or takes: ``type`` 0 for a role, 1 for a member."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False, slots=True)
class Member:
    """A user in a guild."""

    user: User
    joined: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None
    timed_out_until: float | None = None


@dataclass(eq=False, slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    created: float
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    available: bool = True


@dataclass(eq=False, slots=True)
class ThreadState:
    """What a channel has when it is a thread; Unix seconds, but ``auto_archive`` in minutes."""

    owner_id: int
    created: float
    active: float
    archive_changed: float
    auto_archive: int = 1440
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: dict[int, float] = field(default_factory=dict)
    message_count: int = 0


@dataclass(eq=False, slots=True)
class Channel:
    """A guild channel, a thread or a DM (which has ``recipients``: the person and the bot)."""

    id: int
    type: int
    guild: Guild | None = None
    name: str = ""
    position: int = 0
    topic: str | None = None
    parent_id: int | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: tuple[User, ...] = ()
    thread: ThreadState | None = None
    messages: dict[int, "Message"] = field(default_factory=dict)
    last_message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Emoji:
    """A standard emoji (no id) or one of an application."""

    name: str
    id: int | None = None
    animated: bool = False

    def __str__(self) -> str:
        if self.id is None:
            return self.name
        return f"<{'a' if self.animated else ''}:{self.name}:{self.id}>"


@dataclass(eq=False, slots=True)
class Reaction:
    """One emoji under a message and who pressed it, in order of pressing, with the time."""

    emoji: Emoji
    users: dict[int, float] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    ephemeral: bool = False


@dataclass(frozen=True, slots=True)
class Trigger:
    """The interaction a message answers: who did what, and what led to it.

    Attributes:
        type: Discord's interaction type.
        command: "play flinch", if a command stands at the beginning.
        message_id: The message whose component was pressed.
        parent: What opened the submitted modal.
    """

    id: int
    type: int
    user: User
    guild_id: int | None
    command: str | None = None
    message_id: int | None = None
    parent: "Trigger | None" = None


@dataclass(eq=False, slots=True)
class Message:
    """A message; ``ephemeral_to`` is the only person who sees it, if it is ephemeral."""

    id: int
    channel: Channel
    author: User
    created: float
    type: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    reactions: dict[str, Reaction] = field(default_factory=dict)
    edited: float | None = None
    nonce: str | int | None = None
    reference: Json | None = None
    referenced: "Message | None" = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: set[int] = field(default_factory=set)
    pinned: bool = False
    application_id: int | None = None
    webhook: bool = False
    trigger: Trigger | None = None
    ephemeral_to: int | None = None
    thread_id: int | None = None
    deleted: bool = False

    @property
    def guild_id(self) -> int | None:
        """Return the guild's id, None in a DM."""
        return self.channel.guild.id if self.channel.guild else None


@dataclass(frozen=True, slots=True)
class Choice:
    """One suggestion of an autocomplete: what is shown and what is sent."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Modal:
    """A form the bot opened: its components as Discord would give them to the client."""

    custom_id: str
    title: str
    components: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class AppEmoji:
    """An emoji owned by an application, with its picture."""

    id: int
    name: str
    image: bytes
    content_type: str
    animated: bool = False


@dataclass(frozen=True, slots=True)
class Ping:
    """A notification a person got: ``kind`` is "mention", "reply", "everyone" or "dm"."""

    user_id: int
    message_id: int
    channel_id: int
    kind: str
    time: float
    silent: bool = False
