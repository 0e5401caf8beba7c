"""What exists on this Discord at this moment, and the one place where it is looked up."""

from dataclasses import dataclass

from bot.sandbox.model import permissions
from bot.sandbox.model.bots import Bot, Identify
from bot.sandbox.model.changes import Change, Changes
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.errors import ApiError, missing_access, unknown_channel, unknown_message
from bot.sandbox.model.events import Events
from bot.sandbox.model.objects import (
    DM,
    Attachment,
    Channel,
    Guild,
    Message,
    Ping,
    User,
)
from bot.sandbox.model.record import Record
from bot.sandbox.model.snowflakes import Snowflakes


@dataclass(slots=True)
class SessionStarts:
    """How bots are to start their sessions, as ``/gateway/bot`` tells them.

    Attributes:
        shards: How many are recommended.
        total: Identifies in ``reset_after`` seconds, over all shards; one more is refused as a
            wrong token, which is what Discord makes of it.
        max_concurrency: Identifies in ``interval`` seconds, one for each
            ``shard_id % max_concurrency``; one more gets Invalid Session.
        interval: 5 on Discord; 0 holds nobody up.
    """

    shards: int = 1
    total: int = 1000
    reset_after: float = 86_400.0
    max_concurrency: int = 1
    interval: float = 0.0

    def remaining(self, bot: Bot, now: float) -> int:
        """Return how many more times a bot may identify."""
        return max(0, self.total - len(self._counted(bot, now)))

    def reset_after_ms(self, bot: Bot, now: float) -> int:
        """Return the milliseconds until an identify counts no more, 0 if none does."""
        counted = self._counted(bot, now)
        return round((counted[0].time + self.reset_after - now) * 1000) if counted else 0

    def too_soon(self, bot: Bot, shard: int, now: float) -> bool:
        """Say whether a shard that shares this one's key identified just before."""
        return any(
            now - each.time < self.interval
            and each.shard % self.max_concurrency == shard % self.max_concurrency
            for each in bot.identified
        )

    def _counted(self, bot: Bot, now: float) -> list[Identify]:
        return [each for each in bot.identified if now - each.time < self.reset_after]


class State:
    """Users, guilds, channels, messages and bots.

    All changes are synchronous, so each is atomic; what must be told to bots goes out by ``emit``,
    what must be told to people by ``changes``.

    Args:
        clock: Discord's own time.
        record: Takes down everything that happens.
    """

    emit: Events

    def __init__(self, clock: Clock, record: Record) -> None:
        self.clock = clock
        self.record = record
        self.ids = Snowflakes(clock)
        self.changes = Changes()
        self.users: dict[int, User] = {}
        self.bots: dict[int, Bot] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.files: dict[int, Attachment] = {}
        self.pings: list[Ping] = []
        self.base_url = "http://127.0.0.1"
        self.gateway_url = "ws://127.0.0.1"
        self.starts = SessionStarts()
        self.dm_open_limit: tuple[int, float] | None = None
        self._dms: dict[tuple[int, int], Channel] = {}
        self._dm_opens: dict[int, list[float]] = {}

    def channel(self, channel_id: int) -> Channel:
        """Return a channel, thread or DM.

        Raises:
            ApiError: 10003, there is none.
        """
        channel = self.channels.get(channel_id)
        if channel is None:
            raise unknown_channel()
        return channel

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message that everybody there can see.

        Raises:
            ApiError: 10003 or 10008; also 10008 for an ephemeral one.
        """
        message = self.channel(channel_id).messages.get(message_id)
        if message is None or message.ephemeral_to is not None:
            raise unknown_message()
        return message

    def bits(self, channel: Channel, user: User) -> int:
        """Return what a user may do in a channel now, as permission bits."""
        return permissions.in_channel(channel, user, self.clock.now())

    def bot_of(self, token: str) -> Bot | None:
        """Return the bot that logs in with this token."""
        return next((bot for bot in self.bots.values() if bot.token == token), None)

    def dm_between(self, bot: Bot, user: User) -> Channel:
        """Return the DM of a bot and a person, opened at the first time."""
        known = self._dms.get((bot.id, user.id))
        if known is not None:
            return known
        channel = Channel(self.ids.next(), DM, recipients=(user, bot.user))
        self._dms[bot.id, user.id] = channel
        self.channels[channel.id] = channel
        self.changes.tell(Change("channel", channel.id, only=user.id))
        return channel

    def count_dm_open(self, bot: Bot, user: User) -> None:
        """Count a new DM to ``dm_open_limit`` (how many, in how many seconds), if one is set.

        Raises:
            ApiError: 40003.
        """
        if self.dm_open_limit is None or (bot.id, user.id) in self._dms:
            return
        most, seconds = self.dm_open_limit
        now = self.clock.now()
        recent = [each for each in self._dm_opens.get(bot.id, []) if now - each < seconds]
        if len(recent) >= most:
            raise ApiError(403, 40003, "You are opening direct messages too fast")
        self._dm_opens[bot.id] = [*recent, now]

    def guild_of(self, bot: Bot, guild_id: int) -> Guild:
        """Return a guild the bot is in.

        Raises:
            ApiError: 10004, there is none, or 50001, the bot is not in it.
        """
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise ApiError(404, 10004, "Unknown Guild")
        if bot.id not in guild.members:
            raise missing_access()
        return guild

    def share_a_guild(self, first: User, second: User) -> bool:
        """Say whether two users are in a guild together."""
        return any(
            first.id in guild.members and second.id in guild.members
            for guild in self.guilds.values()
        )
