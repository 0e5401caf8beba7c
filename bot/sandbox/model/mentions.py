"""Mentions: whom a text names, and whom it really pings (``allowed_mentions``)."""

import re
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.model import permissions, threads
from bot.sandbox.model.changes import Change
from bot.sandbox.model.components import texts
from bot.sandbox.model.errors import FormErrors
from bot.sandbox.model.objects import SILENT, Json, Message, Ping
from bot.sandbox.model.state import State

_USER: Final = re.compile(r"<@!?(\d{15,21})>")
_ROLE: Final = re.compile(r"<@&(\d{15,21})>")
_EVERYONE: Final = re.compile(r"@(everyone|here)\b")
_KINDS: Final = ("users", "roles", "everyone")


@dataclass(frozen=True, slots=True)
class Allowed:
    """Which mentions may ping; None for ``users`` or ``roles`` means all that are named."""

    users: frozenset[int] | None = None
    roles: frozenset[int] | None = None
    everyone: bool = True
    replied_user: bool = True


@dataclass(slots=True)
class _Named:
    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


def allowed(form: FormErrors, body: Json | None) -> Allowed:
    """Read ``allowed_mentions``; absent means everything pings.

    A list beside the same kind in ``parse`` is refused (50035), as Discord does.
    """
    if body is None:
        return Allowed()
    parse = body.get("parse") or []
    chosen: dict[str, frozenset[int] | None] = {}
    for kind in ("users", "roles"):
        ids = body.get(kind)
        if ids and kind in parse:
            form.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
        chosen[kind] = None if kind in parse else frozenset(int(each) for each in ids or ())
    for index, kind in enumerate(parse):
        if kind not in _KINDS:
            form.add(
                ("allowed_mentions", "parse", index),
                "BASE_TYPE_CHOICES",
                f"Value must be one of {set(_KINDS)}.",
            )
    return Allowed(
        chosen["users"], chosen["roles"], "everyone" in parse, bool(body.get("replied_user"))
    )


def note(world: State, message: Message, rule: Allowed) -> None:
    """Set the message's mentions from its texts, keeping only those that are allowed.

    No role here is mentionable by all: roles, like everyone, need Mention Everyone.
    """
    named = _named(message)
    guild = message.channel.guild
    known = [each for each in named.users if each in world.users]
    message.mentions = [each for each in known if rule.users is None or each in rule.users]
    may_all = bool(world.bits(message.channel, message.author) & permissions.MENTION_EVERYONE)
    roles = [each for each in named.roles if guild is not None and each in guild.roles]
    message.mention_roles = [
        each for each in roles if may_all and (rule.roles is None or each in rule.roles)
    ]
    message.mention_everyone = named.everyone and rule.everyone and may_all
    replied = message.referenced
    if replied is not None and rule.replied_user and replied.author.id not in message.mentions:
        message.mentions.append(replied.author.id)


def ping(world: State, message: Message) -> None:
    """Notify the people a new message reaches; edits never do."""
    guild = message.channel.guild
    if guild is None:
        for who in message.channel.recipients:
            if who.id != message.author.id:
                _one(world, message, who.id, "dm")
        return
    replied = message.referenced.author.id if message.referenced else None
    for user_id in message.mentions:
        _one(world, message, user_id, "reply" if user_id == replied else "mention")
    for role_id in message.mention_roles:
        for member in guild.members.values():
            if role_id in member.roles:
                _one(world, message, member.user.id, "mention")
    if message.mention_everyone:
        for user_id in tuple(guild.members):
            _one(world, message, user_id, "everyone")


def _one(world: State, message: Message, user_id: int, kind: str) -> None:
    if user_id == message.author.id or user_id in message.pinged:
        return
    if world.users[user_id].bot or message.ephemeral_to not in (None, user_id):
        return
    if not world.bits(message.channel, world.users[user_id]):
        return
    if message.channel.thread is not None:
        threads.join(world, message.channel, user_id)
    message.pinged.add(user_id)
    silent = bool(message.flags & SILENT)
    world.pings.append(
        Ping(user_id, message.id, message.channel.id, kind, world.clock.now(), silent)
    )
    world.changes.tell(Change("ping", message.channel.id, message.id, only=user_id))


def _named(message: Message) -> _Named:
    text = "\n".join((message.content, *texts(message.components)))
    return _Named(
        list(dict.fromkeys(int(each) for each in _USER.findall(text))),
        list(dict.fromkeys(int(each) for each in _ROLE.findall(text))),
        _EVERYONE.search(text) is not None,
    )
