"""Messages: sent, edited and deleted as Discord does it, refused as Discord refuses it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.sandbox.model import mentions, permissions, threads
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import (
    ApiError,
    FormErrors,
    invalid,
    missing_access,
    missing_permissions,
    not_in_dm,
)
from bot.sandbox.model.message_body import checked
from bot.sandbox.model.objects import (
    EPHEMERAL,
    LOADING,
    REPLY,
    THREAD_MADE,
    Channel,
    Json,
    Message,
    Trigger,
    User,
)
from bot.sandbox.model.state import State

MOST_NONCE: Final = 25
NONCE_LIVES: Final = 300.0
"""Seconds ``enforce_nonce`` remembers ("the past few minutes")."""

_FOURTEEN_DAYS: Final = 14 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a message comes from when it answers an interaction."""

    channel: Channel
    bot: User
    trigger: Trigger
    type: int = 0
    reply_to: Message | None = None


def send(
    world: State, channel: Channel, author: User, body: Json, uploads: Sequence[Upload] = ()
) -> Message:
    """Send a message by the normal route.

    Raises:
        ApiError: 50001, 50013, 50007, 50278, 50035, 50006, 160005, 40005.
    """
    bits = _may_write(world, channel, author)
    if body.get("embeds") and not bits & permissions.EMBED_LINKS:
        raise missing_permissions()
    if uploads and not bits & permissions.ATTACH_FILES:
        raise missing_permissions()
    threads.before_sending(world, channel, bits)
    known = _same_nonce(world, channel, author, body)
    if known is not None:
        return known
    message = Message(world.ids.next(), channel, author, world.clock.now())
    _reply(world, message, body, bits)
    return _publish(world, message, body, uploads)


def answer(world: State, origin: Origin, body: Json, uploads: Sequence[Upload] = ()) -> Message:
    """Send a message in answer to an interaction; needs no permission in the channel."""
    message = _answering(world, origin)
    if origin.reply_to is not None:
        message.type = REPLY
        message.referenced = origin.reply_to
        message.reference = _reference(origin.reply_to)
    if (body.get("flags") or 0) & EPHEMERAL:
        message.ephemeral_to = origin.trigger.user.id
    return _publish(world, message, body, uploads)


def announce_thread(world: State, parent: Channel, thread: Channel, by: User) -> None:
    """Write Discord's own line about a thread that hangs under no message."""
    line = Message(world.ids.next(), parent, by, world.clock.now(), THREAD_MADE, thread.name)
    line.reference = {"type": 0, "channel_id": str(thread.id)}
    if parent.guild is not None:
        line.reference["guild_id"] = str(parent.guild.id)
    _appear(world, line)


def thinking(world: State, origin: Origin, *, ephemeral: bool) -> Message:
    """Show "… is thinking" until the first follow-up or edit."""
    message = _answering(world, origin)
    message.flags = LOADING | (EPHEMERAL if ephemeral else 0)
    message.ephemeral_to = origin.trigger.user.id if ephemeral else None
    _appear(world, message)
    return message


def edit(world: State, message: Message, body: Json, uploads: Sequence[Upload] = ()) -> None:
    """Change a message; what ``body`` does not name stays.

    Raises:
        ApiError: 50035, 50006, 40005.
    """
    form = FormErrors()
    rule = mentions.allowed(form, body.get("allowed_mentions"))
    form.done()
    draft = checked(world, message, body, uploads)
    was_thinking = bool(message.flags & LOADING)
    for attachment in message.attachments:
        if attachment not in draft.attachments:
            world.files.pop(attachment.id, None)
    message.content, message.embeds = draft.content, draft.embeds
    message.components, message.attachments = draft.components, draft.attachments
    message.flags = draft.flags & ~LOADING
    message.edited = None if was_thinking else world.clock.now()
    mentions.note(world, message, rule)
    _changed(world, message)


def edit_own(
    world: State, message: Message, by: User, body: Json, uploads: Sequence[Upload] = ()
) -> None:
    """Change a message by the normal route.

    Raises:
        ApiError: 50001, 50005 (somebody else's), 50083, 160005 and what :func:`edit` raises.
    """
    bits = world.bits(message.channel, by)
    if not bits:
        raise missing_access()
    if message.author.id != by.id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    threads.must_be_open(world, message.channel, bits)
    edit(world, message, body, uploads)


def delete(world: State, message: Message, by: User) -> None:
    """Delete one's own message, or with Manage Messages anybody's.

    Raises:
        ApiError: 50001, 50013, 50003 for somebody else's in a DM.
    """
    bits = world.bits(message.channel, by)
    if not bits:
        raise missing_access()
    if message.author.id != by.id:
        if message.channel.guild is None:
            raise not_in_dm()
        if not bits & permissions.MANAGE_MESSAGES:
            raise missing_permissions()
    remove(world, message)


def delete_bulk(world: State, channel: Channel, by: User, ids: list[int]) -> None:
    """Delete 2 to 100 messages not older than a fortnight, at once.

    Raises:
        ApiError: 50003 in a DM, 50013, 50016 (count), 50034 (too old).
    """
    if channel.guild is None:
        raise not_in_dm()
    bits = world.bits(channel, by)
    if not bits:
        raise missing_access()
    if not bits & permissions.MANAGE_MESSAGES:
        raise missing_permissions()
    if not 2 <= len(set(ids)) <= 100:
        raise ApiError(
            400, 50016, "Provided too few or too many messages to delete. Must provide 2 to 100."
        )
    found = [channel.messages[each] for each in ids if each in channel.messages]
    found = [each for each in found if each.ephemeral_to is None]
    if any(world.clock.now() - each.created > _FOURTEEN_DAYS for each in found):
        raise ApiError(400, 50034, "You can only bulk delete messages under 14 days old.")
    for message in found:
        _forget(world, message)
    world.emit.message_delete_bulk(channel, [each.id for each in found])


def remove(world: State, message: Message) -> None:
    """Take a message away, whoever asked for it."""
    _forget(world, message)
    world.emit.message_delete(message)


def _answering(world: State, origin: Origin) -> Message:
    message = Message(world.ids.next(), origin.channel, origin.bot, world.clock.now(), origin.type)
    message.trigger = origin.trigger
    message.application_id = origin.bot.id
    message.webhook = True
    return message


def _may_write(world: State, channel: Channel, author: User) -> int:
    bits = world.bits(channel, author)
    if not bits:
        raise missing_access()
    if channel.guild is None:
        for who in channel.recipients:
            if who.id == author.id:
                continue
            if not world.share_a_guild(author, who):
                raise ApiError(
                    403,
                    50278,
                    "Cannot send messages to this user due to having no mutual guilds",
                )
            if who.dms_closed and author.bot:
                raise ApiError(403, 50007, "Cannot send messages to this user")
    if not permissions.may_send(channel, bits):
        raise missing_permissions()
    return bits


def _same_nonce(world: State, channel: Channel, author: User, body: Json) -> Message | None:
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    since = world.clock.now() - NONCE_LIVES
    for message in reversed(channel.messages.values()):
        if message.created < since:
            return None
        if message.author.id == author.id and message.nonce == nonce:
            return message
    return None


def _reply(world: State, message: Message, body: Json, bits: int) -> None:
    wanted = body.get("message_reference")
    if not wanted or wanted.get("message_id") is None:
        return
    if not bits & permissions.READ_HISTORY:
        raise ApiError(403, 160002, "Cannot reply without permission to read message history")
    target = message.channel.messages.get(int(wanted["message_id"]))
    if target is not None and target.ephemeral_to is None:
        message.referenced = target
        message.reference = _reference(target)
        message.type = REPLY
    elif wanted.get("fail_if_not_exists") is not False:
        raise invalid(
            ("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"
        )


def _reference(target: Message) -> Json:
    body: Json = {
        "type": 0,
        "channel_id": str(target.channel.id),
        "message_id": str(target.id),
    }
    if target.guild_id is not None:
        body["guild_id"] = str(target.guild_id)
    return body


def _publish(world: State, message: Message, body: Json, uploads: Sequence[Upload]) -> Message:
    form = FormErrors()
    nonce = body.get("nonce")
    if isinstance(nonce, str):
        form.length(("nonce",), nonce, 0, MOST_NONCE)
    rule = mentions.allowed(form, body.get("allowed_mentions"))
    form.done()
    draft = checked(world, message, body, uploads)
    message.content, message.embeds = draft.content, draft.embeds
    message.components, message.attachments = draft.components, draft.attachments
    message.flags, message.nonce = draft.flags, nonce
    mentions.note(world, message, rule)
    _appear(world, message)
    return message


def _appear(world: State, message: Message) -> None:
    channel = message.channel
    channel.messages[message.id] = message
    world.messages[message.id] = message
    if message.ephemeral_to is None:
        channel.last_message_id = message.id
    state = channel.thread
    if state is not None and message.ephemeral_to is None:
        state.active = world.clock.now()
        state.message_count += 1
        threads.join(world, channel, message.author.id)
    world.emit.message("MESSAGE_CREATE", message)
    mentions.ping(world, message)
    world.changes.tell(Change("message", channel.id, message.id, only=message.ephemeral_to))


def _changed(world: State, message: Message) -> None:
    world.emit.message("MESSAGE_UPDATE", message)
    world.changes.tell(Change("message", message.channel.id, message.id, only=message.ephemeral_to))


def _forget(world: State, message: Message) -> None:
    message.deleted = True
    for attachment in message.attachments:
        world.files.pop(attachment.id, None)
    message.channel.messages.pop(message.id, None)
    world.messages.pop(message.id, None)
    world.changes.tell(Change("deleted", message.channel.id, message.id, only=message.ephemeral_to))
