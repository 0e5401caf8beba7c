"""Discord's JSON for what exists in the world, as its OpenAPI description wants it."""

from datetime import UTC, datetime
from typing import Final

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import (
    COMMAND,
    COMPONENT,
    DM,
    HAS_THREAD,
    REPLY,
    THREADS,
    AppEmoji,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Message,
    Reaction,
    Role,
    Trigger,
    User,
)
from bot.sandbox.model.state import State


def iso(seconds: float) -> str:
    """Return a time as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user(who: User) -> Json:
    """Return a user object."""
    return {
        "id": str(who.id),
        "username": who.name.lower().replace(" ", "_"),
        "global_name": who.name,
        "discriminator": "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
        "bot": who.bot,
        "system": False,
    }


def own_user(who: User) -> Json:
    """Return the user object a bot gets of itself."""
    return user(who) | {
        "mfa_enabled": False,
        "locale": "en-US",
        "premium_type": 0,
        "email": None,
        "verified": True,
    }


def member(who: Member, *, with_user: bool = True) -> Json:
    """Return a guild member object."""
    timed_out = who.timed_out_until
    body: Json = {
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "collectibles": None,
        "communication_disabled_until": iso(timed_out) if timed_out else None,
        "flags": 0,
        "joined_at": iso(who.joined),
        "nick": who.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role_id) for role_id in who.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user(who.user)
    return body


def role(one: Role) -> Json:
    """Return a role object."""
    return {
        "id": str(one.id),
        "name": one.name,
        "description": None,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(one: Channel, viewer: int | None = None) -> Json:
    """Return a guild channel, thread or DM; a DM lists the recipients other than ``viewer``."""
    last = str(one.last_message_id) if one.last_message_id else None
    body: Json = {"id": str(one.id), "type": one.type, "last_message_id": last, "flags": 0}
    if one.type == DM:
        body["recipients"] = [user(each) for each in one.recipients if each.id != viewer]
        return body
    assert one.guild is not None
    body |= {
        "guild_id": str(one.guild.id),
        "name": one.name,
        "parent_id": str(one.parent_id) if one.parent_id else None,
        "rate_limit_per_user": 0,
    }
    if one.type in THREADS:
        return body | _thread(one, viewer)
    return body | {
        "position": one.position,
        "topic": one.topic,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(each.id),
                "type": each.type,
                "allow": str(each.allow),
                "deny": str(each.deny),
            }
            for each in one.overwrites.values()
        ],
    }


def _thread(one: Channel, viewer: int | None) -> Json:
    state = one.thread
    assert state is not None
    metadata: Json = {
        "archived": state.archived,
        "archive_timestamp": iso(state.archive_changed),
        "auto_archive_duration": state.auto_archive,
        "locked": state.locked,
        "create_timestamp": iso(state.created),
    }
    if one.type == 12:
        metadata["invitable"] = state.invitable
    body: Json = {
        "owner_id": str(state.owner_id),
        "thread_metadata": metadata,
        "message_count": state.message_count,
        "total_message_sent": state.message_count,
        "member_count": min(len(state.members), 50),
    }
    if viewer is not None and viewer in state.members:
        body["member"] = thread_member(one, viewer)
    return body


def thread_member(one: Channel, user_id: int) -> Json:
    """Return somebody's membership of a thread."""
    assert one.thread is not None
    return {
        "id": str(one.id),
        "user_id": str(user_id),
        "join_timestamp": iso(one.thread.members[user_id]),
        "flags": 0,
    }


_PLAIN_GUILD: Final[Json] = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "premium_progress_bar_enabled_user_updated_at": None,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}


def guild(one: Guild) -> Json:
    """Return a guild object as REST gives it."""
    return _PLAIN_GUILD | {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner_id),
        "roles": [role(each) for each in one.roles.values()],
        "preferred_locale": one.locale,
    }


def guild_create(world: State, one: Guild, bot: Bot) -> Json:
    """Return the guild as the gateway gives it, with channels, threads and the bot's member."""
    seen = [each for each in one.channels.values() if world.bits(each, bot.user)]
    return guild(one) | {
        "joined_at": iso(one.members[bot.id].joined),
        "large": False,
        "member_count": len(one.members),
        "members": [member(one.members[bot.id])],
        "channels": [channel(each) for each in seen if each.type not in THREADS],
        "threads": [
            channel(each, bot.id)
            for each in seen
            if each.thread is not None and not each.thread.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji(one: Emoji) -> Json:
    """Return the partial emoji of a reaction."""
    body: Json = {"id": str(one.id) if one.id else None, "name": one.name}
    if one.animated:
        body["animated"] = True
    return body


def app_emoji(one: AppEmoji, bot: Bot) -> Json:
    """Return an application emoji."""
    return {
        "id": str(one.id),
        "name": one.name,
        "roles": [],
        "user": user(bot.user),
        "require_colons": True,
        "managed": False,
        "animated": one.animated,
        "available": True,
    }


def attachment(world: State, channel_id: int, one: Attachment) -> Json:
    """Return an attachment object whose address this server answers."""
    url = f"{world.base_url}/attachments/{channel_id}/{one.id}/{one.filename}"
    body: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": url,
        "proxy_url": url,
        "content_type": one.content_type,
    }
    if one.description is not None:
        body["description"] = one.description
    if one.ephemeral:
        body["ephemeral"] = True
    return body


def message(world: State, one: Message, bot: Bot | None, *, nested: bool = False) -> Json:
    """Return a message as REST gives it to a bot; ``nested`` leaves out what it replies to."""
    me = bot.id if bot else 0
    flags = one.flags | (HAS_THREAD if one.thread_id else 0)
    body: Json = {
        "id": str(one.id),
        "type": one.type,
        "channel_id": str(one.channel.id),
        "author": user(one.author),
        "content": one.content,
        "timestamp": iso(one.created),
        "edited_timestamp": iso(one.edited) if one.edited else None,
        "tts": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(world.users[each]) for each in one.mentions],
        "mention_roles": [str(each) for each in one.mention_roles],
        "attachments": [attachment(world, one.channel.id, each) for each in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": one.pinned,
        "flags": flags,
    }
    if one.reactions:
        body["reactions"] = [_reaction(each, me) for each in one.reactions.values()]
    if one.nonce is not None:
        body["nonce"] = one.nonce
    if one.application_id is not None:
        body["application_id"] = str(one.application_id)
    if one.webhook:
        body["webhook_id"] = str(one.application_id)
    if one.trigger is not None:
        body["interaction_metadata"] = interaction_metadata(one.trigger)
    if one.reference is not None:
        body["message_reference"] = one.reference
        if one.type == REPLY and not nested:
            body["referenced_message"] = _referenced(world, one, bot)
    if one.thread_id is not None and one.thread_id in world.channels:
        body["thread"] = channel(world.channels[one.thread_id], me)
    return body


def _referenced(world: State, one: Message, bot: Bot | None) -> Json | None:
    target = one.referenced
    if target is None or target.deleted:
        return None
    return message(world, target, bot, nested=True)


def _reaction(one: Reaction, me: int) -> Json:
    return {
        "emoji": emoji(one.emoji),
        "count": len(one.users),
        "count_details": {"burst": 0, "normal": len(one.users)},
        "burst_colors": [],
        "me": me in one.users,
        "me_burst": False,
    }


def interaction_metadata(one: Trigger) -> Json:
    """Return who started the interaction that a message answers."""
    body: Json = {
        "id": str(one.id),
        "type": one.type,
        "user": user(one.user),
        "authorizing_integration_owners": {"0": str(one.guild_id or 0)},
    }
    if one.type == COMPONENT and one.message_id is not None:
        body["interacted_message_id"] = str(one.message_id)
    elif one.type != COMMAND and one.parent is not None:
        body["triggering_interaction_metadata"] = interaction_metadata(one.parent)
    return body


def blank(bot_id: int, message: Message, data: Json) -> Json:
    """Blank a guild message that a bot without the content intent neither wrote nor is named in."""
    if message.channel.guild is None or message.author.id == bot_id or bot_id in message.mentions:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
