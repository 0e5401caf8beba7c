"""The world a story is played in: what exists, the people in it, and what may go wrong."""

from bot.sandbox.gateway.events import Emitter
from bot.sandbox.gateway.sessions import Sessions
from bot.sandbox.interactions.delivery import Interactions
from bot.sandbox.model import client_view, permissions, places
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.changes import Change
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import (
    TEXT,
    Channel,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
    snowflake_time,
)
from bot.sandbox.model.record import Record
from bot.sandbox.model.state import State
from bot.sandbox.people.person import Person
from bot.sandbox.testing.faults import Faults


class World(State):
    """Everything that exists on this Discord, built by its ``add`` methods.

    Args:
        clock: Discord's own time; by default the machine's.
        keep: How many entries of each kind the record keeps; None keeps all, 0 none.
    """

    emit: Emitter

    def __init__(self, clock: Clock | None = None, *, keep: int | None = None) -> None:
        super().__init__(clock or Clock(), Record(keep))
        self.people: dict[int, Person] = {}
        self.interactions = Interactions(self)
        self.sessions = Sessions(self.clock)
        self.faults = Faults(self, self.sessions)
        self.emit = Emitter(self, self.sessions, self.faults.deliveries)

    def seen_by(self, user_id: int, message: Message) -> MessageSeen:
        """Return a message as this person sees it."""
        return client_view.message(self, user_id, message)

    def add_user(self, name: str, *, locale: str = "en-US", guild: Guild | None = None) -> Person:
        """Add a person, and let them join ``guild`` if one is given."""
        user = User(self.ids.past(), name, locale=locale)
        self.users[user.id] = user
        person = Person(self, self.interactions, user)
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
        guild_id = self.ids.founded()
        keeper = owner or self.add_user(f"{name} owner")
        guild = Guild(guild_id, name, keeper.id, snowflake_time(guild_id), locale)
        guild.roles[guild_id] = Role(guild_id, "@everyone", permissions.EVERYONE)
        self.guilds[guild_id] = guild
        self.add_member(guild, keeper)
        return guild

    def set_locale(self, guild: Guild, locale: str) -> None:
        """Change a guild's language; bots hear of it."""
        guild.locale = locale
        self.emit.guild_update(guild)
        self.changes.tell(Change("guild"))

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
        self.changes.tell(Change("guild"))
        return member

    def remove_member(self, guild: Guild, person: Person) -> None:
        """Let a person leave a guild."""
        member = guild.members.pop(person.id)
        self.emit.member("GUILD_MEMBER_REMOVE", guild, member)
        self.changes.tell(Change("guild"))

    def give_role(self, guild: Guild, user_id: int, role: Role) -> None:
        """Give a member a role."""
        member = guild.members[user_id]
        if role.id not in member.roles:
            member.roles.append(role.id)
        self.emit.member("GUILD_MEMBER_UPDATE", guild, member)
        self.changes.tell(Change("guild"))

    def set_role(self, guild: Guild, role: Role, bits: int) -> None:
        """Change what a role permits."""
        role.permissions = bits
        self.emit.role("GUILD_ROLE_UPDATE", guild, role)
        self.changes.tell(Change("guild"))

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
        places.overwrite(self, channel, Overwrite(target_id, kind, allow, deny))
