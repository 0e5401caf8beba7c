"""Routes of accounts: logging in, users, DMs, the gateway's address."""

from bot.sandbox.model import payloads, permissions, places
from bot.sandbox.model.errors import ApiError
from bot.sandbox.model.objects import Guild, Json
from bot.sandbox.rest.call import NOTHING, Answer, Call, Endpoint


def me(call: Call) -> Answer:
    """Return the bot's own user."""
    return Answer(body=payloads.own_user(call.bot.user))


def user(call: Call) -> Answer:
    """Return a user."""
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise ApiError(404, 10013, "Unknown User")
    return Answer(body=payloads.user(found))


def application(call: Call) -> Answer:
    """Return the bot's own application."""
    bot = call.bot
    body: Json = {
        "id": str(bot.id),
        "name": bot.user.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": payloads.user(bot.user),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}},
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": payloads.user(bot.owner or bot.user),
        "approximate_guild_count": len(_guilds(call)),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
    return Answer(body=body)


def gateway(call: Call) -> Answer:
    """Return the gateway's address."""
    return Answer(body={"url": call.world.gateway_url})


def gateway_bot(call: Call) -> Answer:
    """Return the gateway's address, the shards and what is left of the identifies."""
    starts, now = call.world.starts, call.world.clock.now()
    limit = {
        "total": starts.total,
        "remaining": starts.remaining(call.bot, now),
        "reset_after": starts.reset_after_ms(call.bot, now),
        "max_concurrency": starts.max_concurrency,
    }
    body = {
        "url": call.world.gateway_url,
        "shards": starts.shards,
        "session_start_limit": limit,
    }
    return Answer(body=body)


def open_dm(call: Call) -> Answer:
    """Open the DM with a person, or return the one there is."""
    wanted = call.snowflake(call.json.get("recipient_id") or 0, "recipient_id")
    recipient = call.world.users.get(wanted)
    if recipient is None:
        raise ApiError(400, 10013, "Unknown User")
    if recipient.bot:
        raise ApiError(403, 50007, "Cannot send messages to this user")
    call.world.count_dm_open(call.bot, recipient)
    channel = call.world.dm_between(call.bot, recipient)
    return Answer(body=payloads.channel(channel, call.bot.id))


def my_guilds(call: Call) -> Answer:
    """List the guilds the bot is in."""
    body: list[Json] = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(permissions.in_guild(guild, call.bot.id)),
            "features": [],
        }
        for guild in _guilds(call)
    ]
    return Answer(body=body)


def leave_guild(call: Call) -> Answer:
    """Leave a guild."""
    places.remove_bot(call.world, call.guild(), call.bot)
    return NOTHING


def _guilds(call: Call) -> list[Guild]:
    return [each for each in call.world.guilds.values() if call.bot.id in each.members]


ENDPOINTS = (
    Endpoint("GET", "/users/@me", me),
    Endpoint("GET", "/users/@me/guilds", my_guilds),
    Endpoint("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Endpoint("POST", "/users/@me/channels", open_dm),
    Endpoint("GET", "/users/{user_id}", user),
    Endpoint("GET", "/oauth2/applications/@me", application),
    Endpoint("GET", "/applications/@me", application),
    Endpoint("GET", "/gateway", gateway, auth="none"),
    Endpoint("GET", "/gateway/bot", gateway_bot),
)
