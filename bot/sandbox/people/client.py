"""What a person does: checked as a client checks it, recorded, handed to the bot."""

from collections.abc import Container
from typing import NoReturn

from bot.sandbox.interactions import modals
from bot.sandbox.interactions.delivery import resolve
from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import (
    client_view,
    components,
    emojis,
    messages,
    permissions,
    reactions,
)
from bot.sandbox.model.errors import ApiError, InteractionFailed, Outdated, Refused
from bot.sandbox.model.objects import COMPONENT, LOADING, MODAL_SUBMIT, Choice, Json, Message
from bot.sandbox.model.record import ActRecord
from bot.sandbox.people.account import Account

_RESOLVED_KINDS = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}


def note(person: Account, kind: str, **about: int | None) -> ActRecord:
    """Put an act into the record before it is tried."""
    act = ActRecord(person.world.clock.now(), person.id, kind, **about)  # type: ignore[arg-type]  # of the fields these are ids
    person.world.record.acts.append(act)
    return act


def refuse(act: ActRecord, reason: str) -> NoReturn:
    """Note that the client did not allow an act, and say so.

    Raises:
        Refused: Always.
    """
    act.refused = reason
    raise Refused(reason)


async def finished(person: Account, interaction: Interaction) -> None:
    """Wait for the first answer of an interaction and note it at the act."""
    await interaction.answered()
    for act in reversed(person.world.record.acts):
        if act.interaction_id == interaction.id:
            act.answer = "failed" if interaction.failed else str(interaction.kind)
            act.latency = interaction.latency
            return


def choices(interaction: Interaction) -> list[Choice]:
    """Return the suggestions of an answered autocomplete.

    Raises:
        InteractionFailed: None came in time.
    """
    if interaction.failed:
        raise InteractionFailed("Loading options failed.")
    return list(interaction.choices)


def see(person: Account, act: ActRecord, message_id: int) -> Message:
    """Return a message this person can see, or refuse the act."""
    message = person.world.messages.get(message_id)
    if message is None or not client_view.visible(person.world, person.user, message):
        refuse(act, "This message is not there for you.")
    act.channel_id = message.channel.id
    return message


def press(person: Account, message_id: int, custom_id: str) -> Interaction:
    """Press a button of a message."""
    act = note(person, "press", message_id=message_id)
    act.detail["custom_id"] = custom_id
    message, part = _component(person, act, message_id, custom_id)
    if part["type"] != 2:
        refuse(act, f"{custom_id!r} is not a button.")
    data = {"component_type": 2, "custom_id": custom_id, "id": part["id"]}
    return _start(person, act, message, data)


def select(person: Account, message_id: int, custom_id: str, values: list[str]) -> Interaction:
    """Choose from a select of a message."""
    act = note(person, "select", message_id=message_id)
    act.detail |= {"custom_id": custom_id, "values": list(values)}
    message, part = _component(person, act, message_id, custom_id)
    if part["type"] == 2:
        refuse(act, f"{custom_id!r} is a button, not a select.")
    if not part["min_values"] <= len(values) <= part["max_values"]:
        refuse(act, f"{len(values)} choices are not between min and max.")
    offered = {each["value"] for each in part.get("options", [])}
    if part["type"] == 3 and not set(values) <= offered:
        refuse(act, f"{sorted(set(values) - offered)} is not among the options.")
    data: Json = {
        "component_type": part["type"],
        "custom_id": custom_id,
        "id": part["id"],
        "values": list(values),
    }
    if part["type"] != 3:
        kinds = _kinds(person, act, _RESOLVED_KINDS[part["type"]], values)
        data["resolved"] = resolve(person.world, message.channel, kinds)
    return _start(person, act, message, data)


def submit(person: Account, opened: Interaction, values: dict[str, object]) -> Interaction:
    """Fill in and send the modal an interaction brought."""
    act = note(person, "submit", channel_id=opened.channel.id)
    if opened.modal is None or opened.user.id != person.id:
        refuse(act, "No form is open.")
    try:
        filled = modals.filled(opened.modal, values)
    except Refused as error:
        refuse(act, str(error))
    data = {"custom_id": opened.modal.custom_id, "components": filled}
    world = person.world
    interaction = person.interactions.start(
        world.bots[opened.application_id],
        person.user,
        opened.channel,
        MODAL_SUBMIT,
        data,
        parent=opened,
    )
    act.interaction_id = interaction.id
    return interaction


def react(person: Account, message_id: int, emoji: str) -> None:
    """Add a reaction as this person."""
    act = note(person, "react", message_id=message_id)
    act.detail["emoji"] = emoji
    message = see(person, act, message_id)
    if message.ephemeral_to is not None or message.flags & LOADING:
        refuse(act, "This message takes no reactions.")
    try:
        parsed = emojis.parse(person.world, emoji)
        reactions.add(person.world, message, person.user, parsed)
    except ApiError as error:
        refuse(act, error.message)


def unreact(person: Account, message_id: int, emoji: str) -> None:
    """Take this person's own reaction away; there must be one."""
    act = note(person, "unreact", message_id=message_id)
    act.detail["emoji"] = emoji
    message = see(person, act, message_id)
    try:
        parsed = emojis.parse(person.world, emoji)
        reaction = message.reactions.get(emojis.key(parsed))
        if reaction is None or person.id not in reaction.users:
            refuse(act, "There is no reaction of yours to take away.")
        reactions.remove(person.world, message, person.user, person.id, parsed)
    except ApiError as error:
        refuse(act, error.message)


def clear_reactions(person: Account, message_id: int, emoji: str | None) -> None:
    """Remove all reactions of a message, or those with one emoji."""
    act = note(person, "clear reactions", message_id=message_id)
    message = see(person, act, message_id)
    try:
        parsed = emojis.parse(person.world, emoji) if emoji is not None else None
        reactions.clear(person.world, message, person.user, parsed)
    except ApiError as error:
        refuse(act, error.message)


def say(person: Account, channel_id: int, text: str) -> Message:
    """Write a message as this person."""
    act = note(person, "say", channel_id=channel_id)
    try:
        channel = person.world.channel(channel_id)
        message = messages.send(person.world, channel, person.user, {"content": text})
    except ApiError as error:
        refuse(act, error.message)
    act.message_id = message.id
    return message


def delete(person: Account, message_id: int) -> None:
    """Delete a message, or dismiss an ephemeral one."""
    act = note(person, "delete", message_id=message_id)
    message = see(person, act, message_id)
    if message.ephemeral_to == person.id:
        messages.remove(person.world, message)
        return
    try:
        messages.delete(person.world, message, person.user)
    except ApiError as error:
        refuse(act, error.message)


def _component(
    person: Account, act: ActRecord, message_id: int, custom_id: str
) -> tuple[Message, Json]:
    message = see(person, act, message_id)
    part = components.find(message.components, custom_id)
    if part is None:
        act.refused = f"The message has no component {custom_id!r}."
        raise Outdated(act.refused)
    if part.get("disabled"):
        refuse(act, f"{custom_id!r} is disabled.")
    if message.channel.thread is not None and message.channel.thread.archived:
        refuse(act, "The thread is archived.")
    guild, now = message.channel.guild, person.world.clock.now()
    if permissions.timed_out(guild, person.id, now):
        refuse(act, "You are in time-out.")
    return message, part


def _start(person: Account, act: ActRecord, message: Message, data: Json) -> Interaction:
    world = person.world
    bot, guild = world.bots.get(message.author.id), message.channel.guild
    if bot is None or (guild is not None and bot.id not in guild.members):
        refuse(act, "The bot is gone.")
    interaction = person.interactions.start(
        bot, person.user, message.channel, COMPONENT, data, source=message
    )
    act.interaction_id = interaction.id
    return interaction


def _kinds(
    person: Account, act: ActRecord, allowed: tuple[str, ...], values: list[str]
) -> dict[int, str]:
    world = person.world
    known: dict[str, Container[int]] = {"user": world.users, "channel": world.channels}
    known["role"] = {r.id: r for guild in world.guilds.values() for r in guild.roles.values()}
    kinds: dict[int, str] = {}
    for value in values:
        found = [kind for kind in allowed if int(value) in known[kind]]
        if not found:
            refuse(act, f"{value} is none of {allowed}.")
        kinds[int(value)] = found[0]
    return kinds
