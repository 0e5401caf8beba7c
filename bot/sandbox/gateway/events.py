"""Telling bots what happened: one method per kind of gateway event."""

from collections.abc import Callable, Iterable

from bot.sandbox.gateway.sessions import Session, Sessions, readable
from bot.sandbox.model import intents, payloads
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import (
    THREADS,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Message,
    Role,
)
from bot.sandbox.model.record import EventRecord, scrub
from bot.sandbox.model.state import State

Deliveries = Callable[[str, Json], Iterable[Json]]
"""What an event of a name is delivered as: once as it is, unless something goes wrong."""


class Emitter:
    """Sends events to the sessions that asked for them and may see the place.

    Events of intents not asked for are never sent, nor those of a channel out of the bot's sight.

    Args:
        world: Where they happen.
        sessions: Who may hear of them.
        deliveries: What they are delivered as.
    """

    def __init__(self, world: State, sessions: Sessions, deliveries: Deliveries) -> None:
        self._world = world
        self._sessions = sessions
        self._deliveries = deliveries

    def send(self, bot: Bot, name: str, data: Json, *, wanted: int, guild_id: int | None) -> None:
        """Send one event to every session of one bot that wants it."""
        for session in self._sessions.of(bot):
            if session.wants(wanted, guild_id):
                self.to_session(session, name, data)

    def to_session(self, session: Session, name: str, data: Json) -> None:
        """Send one event to one session, and record it."""
        for delivered in self._deliveries(name, data):
            session.dispatch(name, delivered)
            if self._world.record.keeps:
                self._note(session, name, delivered)

    def _note(self, session: Session, name: str, data: Json) -> None:
        record = EventRecord(
            self._world.clock.now(),
            name,
            session.bot.id,
            session.shard,
            session.id,
            session.seq,
            scrub(data),
        )
        self._world.record.events.append(record)

    def guild_create(self, guild: Guild, bot: Bot, *, invited: bool = False) -> None:
        """Tell a bot of a guild: available again, or ``invited`` to it just now."""
        if not any(s.wants(intents.GUILDS, guild.id) for s in self._sessions.of(bot)):
            return
        data = payloads.guild_create(self._world, guild, bot)
        if not invited:
            data["unavailable"] = False
        self.send(bot, "GUILD_CREATE", data, wanted=intents.GUILDS, guild_id=guild.id)

    def guild_update(self, guild: Guild) -> None:
        """Tell that what a guild is like has changed."""
        for bot in self._bots_in(guild):
            self._guild(bot, "GUILD_UPDATE", payloads.guild(guild), guild)

    def guild_delete(self, guild: Guild, bot: Bot, *, unavailable: bool) -> None:
        """Tell a bot that it was removed from a guild, or that the guild is unavailable."""
        data: Json = {"id": str(guild.id)}
        if unavailable:
            data["unavailable"] = True
        self.send(bot, "GUILD_DELETE", data, wanted=intents.GUILDS, guild_id=guild.id)

    def channel(self, name: str, channel: Channel) -> None:
        """Tell of a guild channel: CHANNEL_CREATE, _UPDATE or _DELETE; threads likewise."""
        for bot in self._bots_in(channel.guild):
            if name.endswith("_UPDATE") or self._sees(bot, channel):
                data = payloads.channel(channel, bot.id)
                if name == "THREAD_DELETE":
                    kept = ("id", "guild_id", "parent_id", "type")
                    data = {key: data[key] for key in kept}
                elif name == "THREAD_CREATE":
                    data["newly_created"] = True
                self._guild(bot, name, data, channel.guild)

    def thread_members(self, thread: Channel, added: list[int], removed: list[int]) -> None:
        """Tell of people who joined or left a thread; the bot hears of itself alone."""
        assert thread.thread is not None
        assert thread.guild is not None
        for bot in self._bots_in(thread.guild):
            if bot.id not in added and bot.id not in removed:
                continue
            data: Json = {
                "id": str(thread.id),
                "guild_id": str(thread.guild.id),
                "member_count": len(thread.thread.members),
                "removed_member_ids": [str(each) for each in removed if each == bot.id],
                "added_members": [
                    payloads.thread_member(thread, each)
                    | {"member": payloads.member(thread.guild.members[each]), "presence": None}
                    for each in added
                    if each == bot.id
                ],
            }
            self._guild(bot, "THREAD_MEMBERS_UPDATE", data, thread.guild)

    def role(self, name: str, guild: Guild, role: Role) -> None:
        """Tell of a role: GUILD_ROLE_CREATE or _UPDATE."""
        data = {"guild_id": str(guild.id), "role": payloads.role(role)}
        for bot in self._bots_in(guild):
            self._guild(bot, name, data, guild)

    def member(self, name: str, guild: Guild, member: Member) -> None:
        """Tell of a member; a bot hears of its own changes without the members intent."""
        data: Json = {"guild_id": str(guild.id)}
        if name == "GUILD_MEMBER_REMOVE":
            data["user"] = payloads.user(member.user)
        else:
            data |= payloads.member(member)
        for bot in self._bots_in(guild):
            own = bot.id == member.user.id and name == "GUILD_MEMBER_UPDATE"
            wanted = intents.GUILDS if own else intents.GUILD_MEMBERS
            self.send(bot, name, data, wanted=wanted, guild_id=guild.id)

    def message(self, name: str, message: Message) -> None:
        """Tell of a message: MESSAGE_CREATE or MESSAGE_UPDATE.

        Ephemeral ones carry no guild and no member, and go to their own bot alone.
        """
        guild = message.channel.guild
        wanted = intents.GUILD_MESSAGES if guild else intents.DM_MESSAGES
        for bot in self._seeing(message.channel):
            if message.ephemeral_to is not None and bot.id != message.application_id:
                continue
            for session in self._sessions.of(bot):
                if not session.wants(wanted, guild.id if guild else None):
                    continue
                data = payloads.message(self._world, message, bot)
                if guild is not None and message.ephemeral_to is None:
                    data["guild_id"] = str(guild.id)
                    author = guild.members.get(message.author.id)
                    if author is not None:
                        data["member"] = payloads.member(author, with_user=False)
                self.to_session(session, name, readable(session, message, data))

    def message_delete(self, message: Message) -> None:
        """Tell that a message is gone."""
        if message.ephemeral_to is not None:
            return
        data = {"id": str(message.id), "channel_id": str(message.channel.id)}
        self._about_message("MESSAGE_DELETE", message.channel, data)

    def message_delete_bulk(self, channel: Channel, ids: list[int]) -> None:
        """Tell that several messages are gone at once."""
        data = {"ids": [str(each) for each in ids], "channel_id": str(channel.id)}
        self._about_message("MESSAGE_DELETE_BULK", channel, data)

    def reaction(self, added: bool, message: Message, emoji: Emoji, user_id: int) -> None:
        """Tell of one reaction added or taken away, the bot's own included."""
        data = self._reaction_data(message) | {
            "user_id": str(user_id),
            "emoji": payloads.emoji(emoji),
            "burst": False,
            "type": 0,
        }
        guild = message.channel.guild
        if added:
            data["message_author_id"] = str(message.author.id)
            if guild is not None and user_id in guild.members:
                data["member"] = payloads.member(guild.members[user_id])
        name = "MESSAGE_REACTION_ADD" if added else "MESSAGE_REACTION_REMOVE"
        self._about_reaction(name, message.channel, data)

    def reactions_cleared(self, message: Message, emoji: Emoji | None) -> None:
        """Tell that all reactions, or all with one emoji, were removed."""
        data = self._reaction_data(message)
        name = "MESSAGE_REACTION_REMOVE_ALL"
        if emoji is not None:
            name = "MESSAGE_REACTION_REMOVE_EMOJI"
            data["emoji"] = payloads.emoji(emoji)
        self._about_reaction(name, message.channel, data)

    def interaction(self, bot: Bot, data: Json, guild_id: int | None) -> None:
        """Hand an interaction to its bot; no intent is needed."""
        self.send(bot, "INTERACTION_CREATE", data, wanted=0, guild_id=guild_id)

    def _reaction_data(self, message: Message) -> Json:
        data: Json = {"message_id": str(message.id), "channel_id": str(message.channel.id)}
        if message.guild_id is not None:
            data["guild_id"] = str(message.guild_id)
        return data

    def _about_reaction(self, name: str, channel: Channel, data: Json) -> None:
        wanted = intents.GUILD_REACTIONS if channel.guild else intents.DM_REACTIONS
        guild_id = channel.guild.id if channel.guild else None
        for bot in self._seeing(channel):
            self.send(bot, name, data, wanted=wanted, guild_id=guild_id)

    def _about_message(self, name: str, channel: Channel, data: Json) -> None:
        wanted = intents.GUILD_MESSAGES if channel.guild else intents.DM_MESSAGES
        guild_id = channel.guild.id if channel.guild else None
        if guild_id is not None:
            data["guild_id"] = str(guild_id)
        for bot in self._seeing(channel):
            self.send(bot, name, data, wanted=wanted, guild_id=guild_id)

    def _guild(self, bot: Bot, name: str, data: Json, guild: Guild | None) -> None:
        guild_id = guild.id if guild else None
        self.send(bot, name, data, wanted=intents.GUILDS, guild_id=guild_id)

    def _bots_in(self, guild: Guild | None) -> list[Bot]:
        if guild is None or not guild.available:
            return []
        return [bot for bot in self._world.bots.values() if bot.id in guild.members]

    def _sees(self, bot: Bot, channel: Channel) -> bool:
        return self._world.bits(channel, bot.user) != 0 or channel.type in THREADS

    def _seeing(self, channel: Channel) -> list[Bot]:
        if channel.guild is not None and not channel.guild.available:
            return []
        bots = self._world.bots.values()
        return [bot for bot in bots if self._world.bits(channel, bot.user)]
