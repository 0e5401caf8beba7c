"""Interactions: handing an act to the bot, as Discord's gateway does."""

import secrets
from collections.abc import Iterator

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import payloads, permissions
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import COMPONENT, MODAL_SUBMIT, THREADS, Channel, Json, Message, User
from bot.sandbox.model.state import State

ATTACHMENT_LIMIT = 10 * 1024 * 1024


class Interactions:
    """The interactions of a world whose tokens still work.

    Args:
        world: Where they happen.
    """

    def __init__(self, world: State) -> None:
        self.world = world
        self._by_token: dict[str, Interaction] = {}

    def __iter__(self) -> Iterator[Interaction]:
        return iter(self._by_token.values())

    def clear(self) -> None:
        """Forget them all, as if their time were over."""
        self._by_token.clear()

    def find(self, token: str | None) -> Interaction | None:
        """Return the interaction with this token; an old one is as unknown as a wrong one."""
        return self._by_token.get(token) if token else None

    def start(
        self,
        bot: Bot,
        user: User,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        source: Message | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Make an interaction and send it to its bot.

        Args:
            bot: Whose command or component it is.
            user: Who acts.
            channel: Where.
            kind: Discord's interaction type, 2 to 5.
            data: The part that depends on the kind.
            source: The message whose component was pressed.
            parent: The interaction that opened the submitted modal.
        """
        world = self.world
        interaction = Interaction(
            world=world,
            id=world.ids.next(),
            token=secrets.token_urlsafe(48),
            type=kind,
            application_id=bot.id,
            user=user,
            channel=channel,
            data=data,
            created=world.clock.now(),
            source=source,
            parent=parent,
        )
        self._forget_expired()
        self._by_token[interaction.token] = interaction
        guild_id = channel.guild.id if channel.guild else None
        world.emit.interaction(bot, payload(world, bot, interaction), guild_id)
        return interaction

    def _forget_expired(self) -> None:
        while self._by_token:
            token, oldest = next(iter(self._by_token.items()))
            if not oldest.expired:
                return
            del self._by_token[token]


def payload(world: State, bot: Bot, one: Interaction) -> Json:
    """Return the INTERACTION_CREATE of an interaction (`discord.md` section 2)."""
    channel, guild = one.channel, one.channel.guild
    body: Json = {
        "id": str(one.id),
        "application_id": str(bot.id),
        "type": one.type,
        "version": 1,
        "token": one.token,
        "data": one.data,
        "channel_id": str(channel.id),
        "channel": _channel(world, one),
        "app_permissions": str(world.bits(channel, bot.user)),
        "locale": one.user.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
        "context": 0 if guild else 1,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if guild is None:
        body["user"] = payloads.user(one.user)
    else:
        body |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": payloads.member(guild.members[one.user.id])
            | {"permissions": str(world.bits(channel, one.user))},
        }
    source = one.source or (one.parent.source if one.parent else None)
    if source is not None and one.type in (COMPONENT, MODAL_SUBMIT):
        body["message"] = payloads.message(world, source, bot)
    return body


def _channel(world: State, one: Interaction) -> Json:
    body = payloads.channel(one.channel, one.application_id)
    if one.channel.guild is not None:
        body["permissions"] = str(world.bits(one.channel, one.user))
    if one.channel.type in THREADS:
        body.pop("member", None)
    return body


def resolve(world: State, channel: Channel, kinds: dict[int, str]) -> Json:
    """Return Discord's ``resolved`` for ids a person chose.

    Args:
        world: To look the ids up.
        channel: Where, for members and their permissions.
        kinds: What each id is: "user", "role" or "channel".
    """
    resolved: Json = {}
    guild = channel.guild
    for chosen, kind in kinds.items():
        key = str(chosen)
        if kind == "user":
            resolved.setdefault("users", {})[key] = payloads.user(world.users[chosen])
            if guild is not None and chosen in guild.members:
                who = guild.members[chosen]
                bits = permissions.in_channel(channel, who.user, world.clock.now())
                body = payloads.member(who, with_user=False) | {"permissions": str(bits)}
                resolved.setdefault("members", {})[key] = body
        elif kind == "role" and guild is not None:
            resolved.setdefault("roles", {})[key] = payloads.role(guild.roles[chosen])
        elif kind == "channel":
            body = payloads.channel(world.channels[chosen])
            resolved.setdefault("channels", {})[key] = body | {"permissions": "0"}
    return resolved
