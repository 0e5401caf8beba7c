"""Slash commands on the person's side: what is offered, and what may be typed."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.sandbox.interactions.delivery import resolve
from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import permissions, threads
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.client_view import CommandSeen, OptionSeen
from bot.sandbox.model.objects import AUTOCOMPLETE, COMMAND, Channel, Json
from bot.sandbox.model.record import ActRecord
from bot.sandbox.people import client
from bot.sandbox.people.account import Account

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
CHANNEL, ROLE, MENTIONABLE, NUMBER = 7, 8, 9, 10


@dataclass(frozen=True, slots=True)
class _Found:
    """A command that can be typed: the bot's, with the subcommand's own options."""

    bot: Bot
    command: Json
    path: tuple[Json, ...]

    @property
    def name(self) -> str:
        return " ".join(str(part["name"]) for part in (self.command, *self.path))

    @property
    def options(self) -> list[Json]:
        last = self.path[-1] if self.path else self.command
        options: list[Json] = last.get("options") or []
        return options


def offered(person: Account, channel_id: int) -> list[CommandSeen]:
    """Return the commands a client lists in this channel, in the person's language."""
    channel = person.world.channels.get(channel_id)
    if channel is None:
        return []
    seen = [_seen(each, person.locale) for each in _available(person, channel)]
    return sorted(seen, key=lambda each: each.name)


def names(person: Account) -> dict[str, str]:
    """Return what every command is called in the person's language, by its registered name.

    A client shows it so wherever a text or a message names it, offered there or not.
    """
    return {
        found.name: _shown(found, person.locale)
        for bot in person.world.bots.values()
        for commands in bot.commands.values()
        for command in commands.values()
        for found in _leaves(bot, command)
    }


def run(person: Account, channel_id: int, command: str, options: dict[str, object]) -> Interaction:
    """Send a slash command."""
    act = client.note(person, "slash", channel_id=channel_id)
    act.detail |= {"command": command, "options": {k: str(v) for k, v in options.items()}}
    channel, found = _find(person, act, channel_id, command)
    for option in found.options:
        if option.get("required") and option["name"] not in options:
            client.refuse(act, f"The option {option['name']!r} is required.")
    return _send(person, act, channel, found, options, COMMAND)


def suggest(
    person: Account,
    channel_id: int,
    command: str,
    option: str,
    partial: str,
    options: dict[str, object],
) -> Interaction:
    """Ask for the suggestions of one option."""
    act = client.note(person, "autocomplete", channel_id=channel_id)
    act.detail |= {"command": command, "option": option, "partial": partial}
    channel, found = _find(person, act, channel_id, command)
    wanted = next((each for each in found.options if each["name"] == option), None)
    if wanted is None or not wanted.get("autocomplete"):
        client.refuse(act, f"The option {option!r} suggests nothing.")
    return _send(person, act, channel, found, options, AUTOCOMPLETE, (option, partial))


def _send(
    person: Account,
    act: ActRecord,
    channel: Channel,
    found: _Found,
    options: dict[str, object],
    kind: int,
    focused: tuple[str, str] | None = None,
) -> Interaction:
    kinds: dict[int, str] = {}
    sent = _values(person, act, found, options, kinds)
    if focused is not None:
        sent = [each for each in sent if each["name"] != focused[0]]
        wanted = next(each for each in found.options if each["name"] == focused[0])
        sent.append(
            {"name": focused[0], "type": wanted["type"], "value": focused[1], "focused": True}
        )
    for part in reversed(found.path):
        sent = [{"name": part["name"], "type": part["type"], "options": sent}]
    data: Json = {"id": found.command["id"], "name": found.command["name"], "type": 1}
    if "guild_id" in found.command:
        data["guild_id"] = found.command["guild_id"]
    if sent:
        data["options"] = sent
    if kinds:
        data["resolved"] = resolve(person.world, channel, kinds)
    interaction = person.interactions.start(found.bot, person.user, channel, kind, data)
    act.interaction_id = interaction.id
    return interaction


def _find(person: Account, act: ActRecord, channel_id: int, command: str) -> tuple[Channel, _Found]:
    channel = person.world.channels.get(channel_id)
    if channel is None or not person.world.bits(channel, person.user):
        client.refuse(act, "This channel is not there for you.")
    threads.refresh(person.world, channel)
    if channel.thread is not None and channel.thread.archived:
        client.refuse(act, "The thread is archived.")
    names = command.removeprefix("/").split()
    available = list(_available(person, channel))
    for found in available:
        if found.name == " ".join(names):
            return channel, found
    if any(found.name.startswith(f"{' '.join(names)} ") for found in available):
        client.refuse(act, f"/{command} needs one of its subcommands.")
    return client.refuse(act, f"There is no command /{command} here.")


def _available(person: Account, channel: Channel) -> Iterator[_Found]:
    world = person.world
    bits = world.bits(channel, person.user)
    guild = channel.guild
    for bot in world.bots.values():
        if guild is None and all(each.id != bot.id for each in channel.recipients):
            continue
        if guild is not None and (
            bot.id not in guild.members or not bits & permissions.USE_COMMANDS
        ):
            continue
        own = bot.commands.get(guild.id, {}) if guild is not None else {}
        for command in (*bot.commands.get(None, {}).values(), *own.values()):
            if command["type"] == 1 and _allowed(command, channel, bits):
                yield from _leaves(bot, command)


def _allowed(command: Json, channel: Channel, bits: int) -> bool:
    contexts = command.get("contexts")
    if contexts is not None and (0 if channel.guild else 1) not in contexts:
        return False
    if channel.guild is None:
        return command.get("dm_permission") is not False
    needed = command.get("default_member_permissions")
    if needed is None or bits & permissions.ADMINISTRATOR:
        return True
    return int(needed) != 0 and bits & int(needed) == int(needed)


def _leaves(bot: Bot, command: Json) -> Iterator[_Found]:
    options = command.get("options") or []
    if not any(each["type"] in (SUBCOMMAND, GROUP) for each in options):
        yield _Found(bot, command, ())
        return
    for option in options:
        if option["type"] == SUBCOMMAND:
            yield _Found(bot, command, (option,))
        else:
            for inner in option.get("options") or []:
                yield _Found(bot, command, (option, inner))


def _values(
    person: Account,
    act: ActRecord,
    found: _Found,
    options: dict[str, object],
    kinds: dict[int, str],
) -> list[Json]:
    sent = []
    for name, value in options.items():
        option = next((each for each in found.options if each["name"] == name), None)
        if option is None:
            offered_names = [each["name"] for each in found.options]
            client.refuse(act, f"There is no option {name!r}; there are {offered_names}.")
        sent.append(
            {
                "name": name,
                "type": option["type"],
                "value": _value(person, act, option, value, kinds),
            }
        )
    return sent


def _value(
    person: Account, act: ActRecord, option: Json, value: object, kinds: dict[int, str]
) -> str | int | float | bool:
    name, kind = option["name"], option["type"]
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        chosen = int(str(getattr(value, "id", value)))
        role = {USER: "user", CHANNEL: "channel", ROLE: "role"}.get(kind)
        if role is None:
            role = "user" if chosen in person.world.users else "role"
        if role == "user" and chosen not in person.world.users:
            client.refuse(act, f"{name!r}: there is no such user.")
        kinds[chosen] = role
        return str(chosen)
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            client.refuse(act, f"{name!r} is yes or no.")
        return value
    if kind == STRING:
        typed: str | int | float = str(value)
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        size: float = len(str(value))
    else:
        typed = _number(act, name, kind, value)
        low, high = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
        size = typed
    if not low <= size <= high:
        client.refuse(act, f"{name!r} is out of its bounds.")
    allowed = [each["value"] for each in option.get("choices") or []]
    if allowed and typed not in allowed:
        client.refuse(act, f"{name!r} is none of {allowed}.")
    return typed


def _number(act: ActRecord, name: str, kind: int, value: object) -> int | float:
    try:
        number = float(str(value))
    except ValueError:
        client.refuse(act, f"{name!r} is not a number.")
    if kind == INTEGER and number != int(number):
        client.refuse(act, f"{name!r} is not a whole number.")
    return int(number) if kind == INTEGER else number


def _seen(found: _Found, locale: str) -> CommandSeen:
    last = found.path[-1] if found.path else found.command
    return CommandSeen(
        name=found.name,
        shown_name=_shown(found, locale),
        description=local(last, "description", locale),
        options=tuple(_option(each, locale) for each in found.options),
        application=found.bot.user.name,
    )


def _shown(found: _Found, locale: str) -> str:
    return " ".join(local(part, "name", locale) for part in (found.command, *found.path))


def _option(option: Json, locale: str) -> OptionSeen:
    return OptionSeen(
        name=option["name"],
        shown_name=local(option, "name", locale),
        description=local(option, "description", locale),
        type=option["type"],
        required=bool(option.get("required")),
        choices=tuple(
            (local(each, "name", locale), each["value"]) for each in option.get("choices") or ()
        ),
        autocomplete=bool(option.get("autocomplete")),
        min_value=option.get("min_value"),
        max_value=option.get("max_value"),
        min_length=option.get("min_length"),
        max_length=option.get("max_length"),
    )


_FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


def local(thing: Json, key: str, locale: str) -> str:
    """Return a name or description in a language, with Discord's fallbacks."""
    known = thing.get(f"{key}_localizations") or {}
    for each in (locale, _FALLBACKS.get(locale)):
        if each in known:
            return str(known[each])
    return str(thing[key])
