"""Routes of channels and threads."""

from bot.sandbox.model import messages, payloads, permissions, places, threads
from bot.sandbox.model.errors import ApiError, missing_access, missing_permissions, not_in_dm
from bot.sandbox.model.objects import PUBLIC_THREAD, THREADS, Channel
from bot.sandbox.rest.call import NOTHING, Answer, Call, Endpoint


def channel(call: Call) -> Answer:
    """Return a channel, thread or DM."""
    found = seen(call)
    threads.refresh(call.world, found)
    return Answer(body=payloads.channel(found, call.bot.id))


def change(call: Call) -> Answer:
    """Change a thread, or with Manage Channels the name and topic of a channel."""
    found = seen(call)
    if found.thread is not None:
        threads.update(call.world, found, call.bot.user, call.json)
    elif found.guild is None:
        raise not_in_dm()
    else:
        if not call.world.bits(found, call.bot.user) & permissions.MANAGE_CHANNELS:
            raise missing_permissions()
        found.name = str(call.json.get("name") or found.name)
        found.topic = call.json.get("topic", found.topic)
        call.world.emit.channel("CHANNEL_UPDATE", found)
    return Answer(body=payloads.channel(found, call.bot.id))


def delete(call: Call) -> Answer:
    """Delete a channel or thread; a DM is only closed."""
    found = seen(call)
    body = payloads.channel(found, call.bot.id)
    if found.guild is not None:
        needed = permissions.MANAGE_CHANNELS
        if found.type in THREADS:
            needed = permissions.MANAGE_THREADS
        if not call.world.bits(found, call.bot.user) & needed:
            raise missing_permissions()
        places.delete_channel(call.world, found)
    return Answer(body=body)


def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    if not permissions.may_send(found := seen(call), call.world.bits(found, call.bot.user)):
        raise missing_permissions()
    return NOTHING


def thread_from_message(call: Call) -> Answer:
    """Make a thread under a message."""
    message = call.message()
    made = threads.create(call.world, message.channel, call.bot.user, call.json, message)
    return Answer(201, payloads.channel(made, call.bot.id))


def thread_alone(call: Call) -> Answer:
    """Make a thread that starts from no message."""
    parent = seen(call)
    made = threads.create(call.world, parent, call.bot.user, call.json, None)
    if made.type == PUBLIC_THREAD:
        messages.announce_thread(call.world, parent, made, call.bot.user)
    return Answer(201, payloads.channel(made, call.bot.id))


def join(call: Call) -> Answer:
    """Add the bot itself to a thread."""
    found = _thread(call)
    _must_not_be_archived(call, found)
    threads.join(call.world, found, call.bot.id)
    return NOTHING


def leave(call: Call) -> Answer:
    """Take the bot itself out of a thread."""
    found = _thread(call)
    _must_not_be_archived(call, found)
    threads.leave(call.world, found, call.bot.id)
    return NOTHING


def add(call: Call) -> Answer:
    """Add somebody who can see the channel to a thread."""
    found = _thread(call)
    _must_not_be_archived(call, found)
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(404, 10013, "Unknown User")
    parent = call.world.channels.get(found.parent_id or 0, found)
    if not call.world.bits(parent, user):
        raise missing_access()
    threads.join(call.world, found, user.id)
    return NOTHING


def remove(call: Call) -> Answer:
    """Take somebody out of a thread; needs Manage Threads."""
    found = _thread(call)
    _must_not_be_archived(call, found)
    if not call.world.bits(found, call.bot.user) & permissions.MANAGE_THREADS:
        raise missing_permissions()
    threads.leave(call.world, found, call.id("user_id"))
    return NOTHING


def members(call: Call) -> Answer:
    """List the members of a thread."""
    found = _thread(call)
    assert found.thread is not None
    return Answer(body=[payloads.thread_member(found, each) for each in found.thread.members])


def seen(call: Call) -> Channel:
    """Return the channel the address names.

    Raises:
        ApiError: 10003, or 50001 if the bot cannot see it.
    """
    found = call.world.channel(call.id("channel_id"))
    if not call.world.bits(found, call.bot.user):
        raise missing_access()
    return found


def _thread(call: Call) -> Channel:
    found = seen(call)
    if found.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return found


def _must_not_be_archived(call: Call, found: Channel) -> None:
    threads.refresh(call.world, found)
    if found.thread is not None and found.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")


_CHANNEL = "/channels/{channel_id}"

ENDPOINTS = (
    Endpoint("GET", _CHANNEL, channel),
    Endpoint("PATCH", _CHANNEL, change),
    Endpoint("DELETE", _CHANNEL, delete),
    Endpoint("POST", f"{_CHANNEL}/typing", typing),
    Endpoint("POST", f"{_CHANNEL}/threads", thread_alone),
    Endpoint("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", thread_from_message),
    Endpoint("GET", f"{_CHANNEL}/thread-members", members),
    Endpoint("PUT", f"{_CHANNEL}/thread-members/@me", join),
    Endpoint("DELETE", f"{_CHANNEL}/thread-members/@me", leave),
    Endpoint("PUT", f"{_CHANNEL}/thread-members/{{user_id}}", add),
    Endpoint("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}", remove),
)
