"""Routes of messages and their reactions."""

from bot.sandbox.model import emojis, intents, messages, payloads, permissions, reactions
from bot.sandbox.model.errors import missing_access, missing_permissions
from bot.sandbox.model.objects import Json, Message
from bot.sandbox.rest import rate_limits
from bot.sandbox.rest.call import NOTHING, Answer, Call, Endpoint
from bot.sandbox.rest.channels import seen


def history(call: Call) -> Answer:
    """List messages, newest first: ``before``, ``after`` or ``around`` an id, 50 by default."""
    channel = seen(call)
    limit = call.number("limit", 50, 1, 100)
    if not call.world.bits(channel, call.bot.user) & permissions.READ_HISTORY:
        return Answer(body=[])
    found = [each for each in channel.messages.values() if each.ephemeral_to is None]
    if "before" in call.query:
        found = [each for each in found if each.id < call.number("before", 0, 0, 2**63)]
    elif "after" in call.query:
        found = [each for each in found if each.id > call.number("after", 0, 0, 2**63)][:limit]
    elif "around" in call.query:
        middle = call.number("around", 0, 0, 2**63)
        older = [each for each in found if each.id < middle][-(limit // 2) :]
        found = older + [each for each in found if each.id >= middle][: limit - len(older)]
    return Answer(body=[_shown(call, each) for each in reversed(found[-limit:])])


def one(call: Call) -> Answer:
    """Return a message."""
    if not call.world.bits(seen(call), call.bot.user) & permissions.READ_HISTORY:
        raise missing_permissions()
    return Answer(body=_shown(call, call.message()))


def create(call: Call) -> Answer:
    """Send a message."""
    channel = call.world.channel(call.id("channel_id"))
    made = messages.send(call.world, channel, call.bot.user, call.json, call.uploads)
    return Answer(body=payloads.message(call.world, made, call.bot))


def edit(call: Call) -> Answer:
    """Edit the bot's own message; 30046 after an hour, more than three times in six seconds."""
    message = call.message()
    if call.world.clock.now() - message.created > rate_limits.OLD_MESSAGE:
        call.limits.enter_old_edit(message.channel.id)
    messages.edit_own(call.world, message, call.bot.user, call.json, call.uploads)
    return Answer(body=payloads.message(call.world, message, call.bot))


def delete(call: Call) -> Answer:
    """Delete a message."""
    messages.delete(call.world, call.message(), call.bot.user)
    return NOTHING


def delete_bulk(call: Call) -> Answer:
    """Delete several messages at once."""
    named = call.json.get("messages") or []
    ids = [call.snowflake(each, "messages", index) for index, each in enumerate(named)]
    channel = call.world.channel(call.id("channel_id"))
    messages.delete_bulk(call.world, channel, call.bot.user, ids)
    return NOTHING


def react(call: Call) -> Answer:
    """Add the bot's reaction."""
    emoji = emojis.parse(call.world, call.params["emoji_name"])
    reactions.add(call.world, call.message(), call.bot.user, emoji)
    return NOTHING


def unreact(call: Call) -> Answer:
    """Take the bot's reaction away."""
    emoji = emojis.parse(call.world, call.params["emoji_name"])
    reactions.remove(call.world, call.message(), call.bot.user, call.bot.id, emoji)
    return NOTHING


def unreact_other(call: Call) -> Answer:
    """Take somebody's reaction away."""
    emoji = emojis.parse(call.world, call.params["emoji_name"])
    user_id = call.id("user_id")
    reactions.remove(call.world, call.message(), call.bot.user, user_id, emoji)
    return NOTHING


def clear(call: Call) -> Answer:
    """Take all reactions away."""
    reactions.clear(call.world, call.message(), call.bot.user, None)
    return NOTHING


def clear_emoji(call: Call) -> Answer:
    """Take all reactions with one emoji away."""
    emoji = emojis.parse(call.world, call.params["emoji_name"])
    reactions.clear(call.world, call.message(), call.bot.user, emoji)
    return NOTHING


def reactors(call: Call) -> Answer:
    """List who reacted with an emoji, ordered by user id."""
    message = call.message()
    if not call.world.bits(message.channel, call.bot.user):
        raise missing_access()
    emoji = emojis.parse(call.world, call.params["emoji_name"])
    limit, after = call.number("limit", 25, 1, 100), call.number("after", 0, 0, 2**63)
    if call.query.get("type", "0") != "0":
        return Answer(body=[])
    found = reactions.reactors(message, emoji, after, limit)
    return Answer(body=[payloads.user(call.world.users[each]) for each in found])


def _shown(call: Call, message: Message) -> Json:
    """Return a message as a bot without the content intent may read it."""
    body = payloads.message(call.world, message, call.bot)
    if call.bot.granted & intents.MESSAGE_CONTENT:
        return body
    return payloads.blank(call.bot.id, message, body)


_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = f"{_MESSAGES}/{{message_id}}"
_REACTIONS = f"{_MESSAGE}/reactions"
_EMOJI = f"{_REACTIONS}/{{emoji_name}}"

ENDPOINTS = (
    Endpoint("GET", _MESSAGES, history),
    Endpoint("POST", _MESSAGES, create, rule=rate_limits.WRITE),
    Endpoint("POST", f"{_MESSAGES}/bulk-delete", delete_bulk, rule=rate_limits.DELETE),
    Endpoint("GET", _MESSAGE, one),
    Endpoint("PATCH", _MESSAGE, edit, rule=rate_limits.WRITE),
    Endpoint("DELETE", _MESSAGE, delete, rule=rate_limits.DELETE),
    Endpoint("PUT", f"{_EMOJI}/@me", react, rule=rate_limits.REACT),
    Endpoint("DELETE", f"{_EMOJI}/@me", unreact, rule=rate_limits.REACT),
    Endpoint("DELETE", f"{_EMOJI}/{{user_id}}", unreact_other, rule=rate_limits.REACT),
    Endpoint("DELETE", _REACTIONS, clear, rule=rate_limits.REACT),
    Endpoint("DELETE", _EMOJI, clear_emoji, rule=rate_limits.REACT),
    Endpoint("GET", _EMOJI, reactors),
)
