"""Who may do what where, computed as Discord documents it (roles, overwrites, threads, DMs)."""

from typing import Final

from bot.sandbox.model.objects import THREADS, Channel, Guild, User

CREATE_INVITE: Final = 1 << 0
KICK: Final = 1 << 1
ADMINISTRATOR: Final = 1 << 3
MANAGE_CHANNELS: Final = 1 << 4
MANAGE_GUILD: Final = 1 << 5
ADD_REACTIONS: Final = 1 << 6
VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
MANAGE_MESSAGES: Final = 1 << 13
EMBED_LINKS: Final = 1 << 14
ATTACH_FILES: Final = 1 << 15
READ_HISTORY: Final = 1 << 16
MENTION_EVERYONE: Final = 1 << 17
EXTERNAL_EMOJIS: Final = 1 << 18
MANAGE_ROLES: Final = 1 << 28
USE_COMMANDS: Final = 1 << 31
MANAGE_THREADS: Final = 1 << 34
PUBLIC_THREADS: Final = 1 << 35
PRIVATE_THREADS: Final = 1 << 36
SEND_IN_THREADS: Final = 1 << 38
MODERATE_MEMBERS: Final = 1 << 40
PIN_MESSAGES: Final = 1 << 51

ALL: Final = (1 << 53) - 1

NAMES: Final = {
    name: value
    for name, value in list(globals().items())
    if name.isupper() and isinstance(value, int) and name != "ALL"
}
"""Permission bits by name, such as ``ADD_REACTIONS``."""

EVERYONE: Final = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_IN_THREADS
    | ADD_REACTIONS
    | READ_HISTORY
    | EMBED_LINKS
    | ATTACH_FILES
    | EXTERNAL_EMOJIS
    | USE_COMMANDS
    | CREATE_INVITE
    | PUBLIC_THREADS
)
"""What @everyone has in a new guild, as far as this Discord knows permissions."""

BOT: Final = 309_237_763_136
"""What the invitation asks for (`discord.md` section 6, own threads included)."""

IN_DM: Final = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_IN_THREADS
    | ADD_REACTIONS
    | READ_HISTORY
    | EMBED_LINKS
    | ATTACH_FILES
    | EXTERNAL_EMOJIS
    | USE_COMMANDS
)

_WITHOUT_SENDING: Final = MENTION_EVERYONE | EMBED_LINKS | ATTACH_FILES
_TIMED_OUT: Final = VIEW_CHANNEL | READ_HISTORY


def in_guild(guild: Guild, user_id: int) -> int:
    """Return a member's permissions from roles alone; 0 for somebody who is no member."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & ADMINISTRATOR else bits


def in_channel(channel: Channel, user: User, now: float) -> int:
    """Return a user's permissions in a channel, thread or DM; 0 if it is out of sight.

    In a thread the answer is that of the parent channel; a private thread is seen by its members
    and by whoever manages threads.
    """
    guild = channel.guild
    if guild is None:
        return IN_DM if any(each.id == user.id for each in channel.recipients) else 0
    member = guild.members.get(user.id)
    if member is None:
        return 0
    bits = in_guild(guild, user.id)
    if not bits & ADMINISTRATOR:
        bits = _with_overwrites(_parent(channel), bits, member.roles, user.id)
    if not bits & VIEW_CHANNEL:
        return 0
    if channel.thread is not None and channel.type not in (10, 11):
        inside = user.id in channel.thread.members
        if not inside and not bits & MANAGE_THREADS:
            return 0
    sending = SEND_IN_THREADS if channel.type in THREADS else SEND_MESSAGES
    if not bits & sending:
        bits &= ~_WITHOUT_SENDING
    if not bits & ADMINISTRATOR and timed_out(guild, user.id, now):
        bits &= _TIMED_OUT
    return bits


def timed_out(guild: Guild | None, user_id: int, now: float) -> bool:
    """Say whether a member is in time-out: no messages, commands, presses or reactions."""
    member = guild.members.get(user_id) if guild is not None else None
    return member is not None and (member.timed_out_until or 0.0) > now


def may_send(channel: Channel, bits: int) -> bool:
    """Say whether these permissions allow a message there."""
    return bool(bits & (SEND_IN_THREADS if channel.type in THREADS else SEND_MESSAGES))


def _parent(channel: Channel) -> Channel:
    if channel.type in THREADS and channel.guild is not None and channel.parent_id is not None:
        return channel.guild.channels.get(channel.parent_id, channel)
    return channel


def _with_overwrites(channel: Channel, bits: int, roles: list[int], user_id: int) -> int:
    assert channel.guild is not None
    everyone = channel.overwrites.get(channel.guild.id)
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in roles:
        overwrite = channel.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(user_id)
    if own is not None:
        bits = bits & ~own.deny | own.allow
    return bits
