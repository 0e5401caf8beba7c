"""What the page is told, as JSON: ids are strings, since they are too long for its numbers."""

import dataclasses
import re
from datetime import UTC, datetime
from typing import Any

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.client_view import ChannelSeen, CommandSeen, MessageSeen
from bot.sandbox.model.objects import DM, Message
from bot.sandbox.model.state import State
from bot.sandbox.page.unread import ReadMarks
from bot.sandbox.people.person import Person
from bot.sandbox.world import World

Json = dict[str, Any]

_BLOCK = re.compile(r"^(#{1,3}|-#|>{1,3}) +")
"""What makes a line a heading or a quote, which has no place in the one line about a reply."""

_CUSTOM = re.compile(r"<a?:(\w+):(\d+)>")


def people(world: World, marks: ReadMarks) -> list[Json]:
    """Return everybody one can be, with what waits for them."""
    return [_person(person, marks) for person in world.people.values()]


def _person(person: Person, marks: ReadMarks) -> Json:
    waiting = [marks.unread(person, channel) for channel in person.channels()]
    return {
        "id": str(person.id),
        "name": person.name,
        "locale": person.locale,
        "closed": person.dms_closed,
        "new": any(each.new for each in waiting),
        "pings": sum(each.pings for each in waiting),
    }


def channels(person: Person, marks: ReadMarks) -> list[Json]:
    """Return the channels a person sees, in order."""
    return [_channel(person, channel, marks) for channel in person.channels()]


_NUMBERS = {"text": 0, "dm": 1, "thread": 11}


def _channel(person: Person, channel: ChannelSeen, marks: ReadMarks) -> Json:
    unread = marks.unread(person, channel)
    raw = person.world.channels[channel.id]
    partner = next((each for each in raw.recipients if each.id != person.id), None)
    return {
        "id": str(channel.id),
        "kind": channel.kind,
        "type": _NUMBERS[channel.kind],
        "name": channel.name,
        "guild": _text(channel.guild_id),
        "guild_name": channel.guild_name,
        "parent": _text(channel.parent_id),
        "partner": _text(partner.id if partner else None),
        "topic": raw.topic,
        "archived": channel.archived,
        "locked": channel.locked,
        "can_send": channel.can_send,
        "new": unread.new,
        "pings": unread.pings,
    }


def directory(person: Person) -> Json:
    """Return the names a person's client can show: users, roles, commands, custom emojis."""
    world = person.world
    guilds = [each for each in world.guilds.values() if person.id in each.members]
    users: dict[str, Json] = {}
    roles: dict[str, Json] = {}
    for guild in guilds:
        for member in guild.members.values():
            name = member.nick or member.user.name
            users[str(member.user.id)] = {"name": name, "bot": member.user.bot}
        for role in guild.roles.values():
            if role.id != guild.id:
                roles[str(role.id)] = {"name": role.name}
    bots = world.bots.values()
    for bot in bots:
        users.setdefault(str(bot.id), {"name": bot.user.name, "bot": True})
    emojis = [{"id": str(one.id), "name": one.name} for bot in bots for one in bot.emojis.values()]
    app = next(({"id": str(bot.id), "name": bot.user.name} for bot in bots), None)
    commands = person.command_names()
    return {"users": users, "roles": roles, "commands": commands, "emojis": emojis, "app": app}


def message(person: Person, seen: MessageSeen) -> Json:
    """Return a message as one person sees it."""
    raw = person.world.messages[seen.id]
    return {
        "id": str(seen.id),
        "type": seen.type,
        "author": _author(seen),
        "content": seen.content,
        "timestamp": _time(seen.created),
        "edited": _time(seen.edited) if seen.edited is not None else None,
        "flags": seen.flags,
        "ephemeral": seen.ephemeral,
        "loading": seen.thinking,
        "mentions_me": _mentions(person, raw, seen),
        "reference": _reference(person, raw),
        "command": _command(raw, seen),
        "embeds": list(seen.embeds),
        "components": list(seen.components),
        "attachments": [
            {**dataclasses.asdict(each), "id": str(each.id)} for each in seen.attachments
        ],
        "reactions": [
            {"emoji": _emoji(each.emoji), "count": each.count, "me": each.me}
            for each in seen.reactions
        ],
        "thread": _thread(person.world, seen),
    }


def _mentions(person: Person, raw: Message, seen: MessageSeen) -> bool:
    """Say whether to mark a message; every DM notifies, but only a mention in it is marked."""
    return person.id in seen.mentions or (seen.pinged_me and raw.channel.type != DM)


def _author(seen: MessageSeen) -> Json:
    return {"id": str(seen.author.id), "name": seen.author.name, "bot": seen.author.bot}


def _reference(person: Person, raw: Message) -> Json | None:
    if raw.reference is None:
        return None
    place = {
        "id": _text(raw.reference.get("message_id")),
        "channel": _text(raw.reference.get("channel_id")),
    }
    try:
        seen = person.message(int(raw.reference.get("message_id") or 0))
    except LookupError:
        return {**place, "author": None, "content": ""}
    first = _BLOCK.sub("", seen.text.split("\n", 1)[0])
    return {**place, "author": _author(seen), "content": first}


def _command(raw: Message, seen: MessageSeen) -> Json | None:
    if raw.trigger is None or seen.command is None or raw.trigger.parent is not None:
        return None
    user = raw.trigger.user
    return {"name": seen.command, "user": {"id": str(user.id), "name": user.name}}


def _thread(world: State, seen: MessageSeen) -> Json | None:
    channel = world.channels.get(seen.thread_id or 0)
    if channel is None or channel.thread is None:
        return None
    return {
        "id": str(channel.id),
        "name": channel.name,
        "count": channel.thread.message_count,
        "archived": channel.thread.archived,
    }


def _emoji(text: str) -> Json:
    custom = _CUSTOM.fullmatch(text)
    if custom is None:
        return {"id": None, "name": text}
    return {"id": custom[2], "name": custom[1]}


def command(seen: CommandSeen) -> Json:
    """Return a slash command with its options, in the person's language."""
    return dataclasses.asdict(seen)


def outcome(interaction: Interaction) -> Json:
    """Return how an act was answered; ``modal`` is the form to fill in, if it brought one."""
    modal = interaction.modal
    return {
        "interaction": str(interaction.id),
        "failed": interaction.failed,
        "modal": dataclasses.asdict(modal) if modal is not None else None,
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _text(value: object) -> str | None:
    return None if value is None else str(value)
