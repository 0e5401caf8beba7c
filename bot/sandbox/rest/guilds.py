"""Routes of guilds and their members."""

from bot.sandbox.model import intents, payloads
from bot.sandbox.model.errors import ApiError, missing_access
from bot.sandbox.model.objects import THREADS
from bot.sandbox.rest.call import Answer, Call, Endpoint


def guild(call: Call) -> Answer:
    """Return a guild."""
    return Answer(body=payloads.guild(call.guild()))


def channels(call: Call) -> Answer:
    """List the channels of a guild, threads apart."""
    found = call.guild().channels.values()
    body = [payloads.channel(each, call.bot.id) for each in found if each.type not in THREADS]
    return Answer(body=body)


def roles(call: Call) -> Answer:
    """List the roles of a guild."""
    return Answer(body=[payloads.role(each) for each in call.guild().roles.values()])


def member(call: Call) -> Answer:
    """Return a member."""
    found = call.guild().members.get(call.id("user_id"))
    if found is None:
        known = call.id("user_id") in call.world.users
        raise ApiError(
            404, 10007 if known else 10013, "Unknown Member" if known else "Unknown User"
        )
    return Answer(body=payloads.member(found))


def members(call: Call) -> Answer:
    """List the members, ordered by id; needs the privileged members intent."""
    if not call.bot.granted & intents.GUILD_MEMBERS:
        raise missing_access()
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 2**63)
    found = sorted(call.guild().members.values(), key=lambda each: each.user.id)
    body = [payloads.member(each) for each in found if each.user.id > after][:limit]
    return Answer(body=body)


def active_threads(call: Call) -> Answer:
    """List the threads that are not archived, with the bot's memberships."""
    found = [
        each
        for each in call.guild().channels.values()
        if each.thread is not None
        and not each.thread.archived
        and call.world.bits(each, call.bot.user)
    ]
    joined = [each for each in found if each.thread and call.bot.id in each.thread.members]
    body = {
        "threads": [payloads.channel(each, call.bot.id) for each in found],
        "members": [payloads.thread_member(each, call.bot.id) for each in joined],
        "has_more": False,
    }
    return Answer(body=body)


ENDPOINTS = (
    Endpoint("GET", "/guilds/{guild_id}", guild),
    Endpoint("GET", "/guilds/{guild_id}/channels", channels),
    Endpoint("GET", "/guilds/{guild_id}/roles", roles),
    Endpoint("GET", "/guilds/{guild_id}/members", members),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Endpoint("GET", "/guilds/{guild_id}/threads/active", active_threads),
)
