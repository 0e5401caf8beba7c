"""Building a world: guilds, channels, roles, users and bots that exist before the story begins."""

from typing import TYPE_CHECKING

from bot.sandbox.model import permissions
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.changes import Change
from bot.sandbox.model.objects import (
    TEXT,
    Channel,
    Guild,
    Member,
    Overwrite,
    Role,
    User,
    snowflake_time,
)
from bot.sandbox.people.person import Person

if TYPE_CHECKING:
    from bot.sandbox.gateway.events import Emitter
    from bot.sandbox.model.clock import Clock
    from bot.sandbox.model.snowflakes import Snowflakes
    from bot.sandbox.world import World


class Builders:
    """The part of :class:`~bot.sandbox.world.World` that adds things to it."""

    clock: "Clock"
    ids: "Snowflakes"
    emit: "Emitter"
    users: dict[int, User]
    people: dict[int, Person]
    bots: dict[int, Bot]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]

    def add_user(self, name: str, *, locale: str = "en-US", guild: Guild | None = None) -> Person:
        """Add a person, and let them join ``guild`` if one is given."""
        user = User(self.ids.past(), name, locale=locale)
        self.users[user.id] = user
        person = Person(self._world(), user)
        self.people[user.id] = person
        if guild is not None:
            self.add_member(guild, person)
        return person

    def add_bot(
        self,
        token: str,
        *,
        name: str = "Kalamazoo",
        guilds: tuple[Guild, ...] = (),
        granted: int = 0,
        permission_bits: int = permissions.BOT,
    ) -> Bot:
        """Add a bot that logs in with ``token`` and is in ``guilds``.

        Args:
            token: Kept in memory to compare, never recorded.
            name: Of the application and its user.
            guilds: Where it has been invited to, with a role of its own.
            granted: The privileged intents it may ask for.
            permission_bits: What the invitation gave its role.
        """
        user = User(self.ids.past(), name, bot=True)
        self.users[user.id] = user
        owner = next((each.user for each in self.people.values()), None)
        bot = Bot(user, token, granted, owner)
        self.bots[bot.id] = bot
        for guild in guilds:
            self.invite(guild, bot, permission_bits)
        return bot

    def invite(self, guild: Guild, bot: Bot, permission_bits: int = permissions.BOT) -> Role:
        """Bring a bot into a guild with a role of its own; running sessions hear of it."""
        role = self.add_role(guild, bot.user.name, permission_bits)
        guild.members[bot.id] = Member(bot.user, self.clock.now(), [role.id])
        self.emit.guild_create(guild, bot, invited=True)
        return role

    def add_guild(self, name: str, *, owner: Person | None = None, locale: str = "en-US") -> Guild:
        """Add a guild; without an owner, a new person of that role is made."""
        guild_id = self.ids.past()
        keeper = owner or self.add_user(f"{name} owner")
        guild = Guild(guild_id, name, keeper.id, snowflake_time(guild_id), locale)
        guild.roles[guild_id] = Role(guild_id, "@everyone", permissions.EVERYONE)
        self.guilds[guild_id] = guild
        self.add_member(guild, keeper)
        return guild

    def add_channel(
        self, guild: Guild, name: str, *, topic: str | None = None, channel_type: int = TEXT
    ) -> Channel:
        """Add a channel at the end of the guild's list; bots hear of it."""
        channel = Channel(self.ids.past(), channel_type, guild, name, len(guild.channels), topic)
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel
        self.emit.channel("CHANNEL_CREATE", channel)
        return channel

    def add_role(self, guild: Guild, name: str, bits: int = 0) -> Role:
        """Add a role above the others, with these permission bits."""
        role = Role(self.ids.past(), name, bits, len(guild.roles))
        guild.roles[role.id] = role
        self.emit.role("GUILD_ROLE_CREATE", guild, role)
        return role

    def add_member(self, guild: Guild, person: Person, *roles: Role) -> Member:
        """Let a person join a guild, with roles."""
        member = Member(person.user, self.clock.now(), [role.id for role in roles])
        guild.members[person.id] = member
        self.emit.member("GUILD_MEMBER_ADD", guild, member)
        self._tell_guild()
        return member

    def remove_member(self, guild: Guild, person: Person) -> None:
        """Let a person leave a guild."""
        member = guild.members.pop(person.id)
        self.emit.member("GUILD_MEMBER_REMOVE", guild, member)
        self._tell_guild()

    def give_role(self, guild: Guild, user_id: int, role: Role) -> None:
        """Give a member a role."""
        member = guild.members[user_id]
        if role.id not in member.roles:
            member.roles.append(role.id)
        self.emit.member("GUILD_MEMBER_UPDATE", guild, member)
        self._tell_guild()

    def set_role(self, guild: Guild, role: Role, bits: int) -> None:
        """Change what a role permits."""
        role.permissions = bits
        self.emit.role("GUILD_ROLE_UPDATE", guild, role)
        self._tell_guild()

    def overwrite(
        self,
        channel: Channel,
        target: Role | Member | Bot | Person,
        *,
        allow: int = 0,
        deny: int = 0,
    ) -> None:
        """Set what a channel grants or takes for a role or for one member."""
        match target:
            case Role():
                target_id, kind = target.id, 0
            case Member():
                target_id, kind = target.user.id, 1
            case Bot() | Person():
                target_id, kind = target.id, 1
        channel.overwrites[target_id] = Overwrite(target_id, kind, allow, deny)
        self.emit.channel("CHANNEL_UPDATE", channel)
        self._tell_guild()

    def _tell_guild(self) -> None:
        self._world().changes.tell(Change("guild"))

    def _world(self) -> "World":
        raise NotImplementedError
