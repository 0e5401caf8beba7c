"""Opening a table: from `/play`, or from "Start a table"."""

from collections.abc import Mapping

import discord
from msgspec import Struct

from bot.db.settings import ServerSettings
from bot.discord_api import permissions
from bot.discord_api.interaction import Incoming
from bot.interactions.context import Desk, name
from bot.locale import Translator
from bot.messages import drawing
from bot.tables.model import Invitation, NewTable, Pace
from bot.tables.replies import Done, Refusal, TableReason
from bot.ui import server_rules
from bot.ui.elements import refusals, replies
from bot.ui.elements.screen import plain
from engine.api import AnyGame, Level, OptionValue

THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class Wish(Struct, frozen=True, kw_only=True):
    """What somebody asked for.

    Attributes:
        pace: None: as the server has set.
        preset: a name the server has given to house rules, or its number.
        chosen: house rules, above those of the preset or the server.
    """

    game: str
    invited: tuple[Invitation, ...] = ()
    house: int = 0
    level: Level = "normal"
    pace: Pace | None = None
    preset: str = ""
    chosen: dict[str, OptionValue] = {}


class Opener:
    """Opens tables."""

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame]) -> None:
        self._desk = desk
        self._games = games

    async def open(self, press: Incoming, wish: Wish) -> None:
        """Open a lobby where the press was, and say where it is."""
        desk, interaction = self._desk, press.interaction
        t = desk.language(press)
        channel = interaction.channel
        if interaction.guild_id is None or channel is None:
            await press.say(plain(t("Tables are opened in a server, where others can join.")))
            return
        lacking = lacking_here(press, t)
        if lacking:
            await press.say(plain("\n".join(lacking)))
            return
        desk.patient(press, press.think)
        own = await desk.kit.servers.learn(interaction.guild_id)
        refusal = _refused(press, own, wish)
        if refusal is not None:
            await press.say(plain(refusals.sentence(refusal.reason, refusal.details, t)))
            return
        answer = await desk.kit.tables.open(
            NewTable(
                game=wish.game,
                guild=interaction.guild_id,
                channel=channel.id,
                host=interaction.user.id,
                host_name=name(interaction.user),
                invited=tuple(one for one in wish.invited if one.person not in own.barred),
                chosen={**self._rules(own, wish), **wish.chosen},
                house=wish.house,
                level=wish.level,
                pace=self._pace(own, wish),
                key=str(interaction.id),
            )
        )
        if isinstance(answer, Done):
            opened = replies.opened(answer.table, t, await desk.address(answer.table))
            await press.say(drawing.with_text("\n".join(limits_here(press, t)), opened))
        else:
            await press.say(plain(refusals.sentence(answer.reason, answer.details, t)))

    def _pace(self, own: ServerSettings, wish: Wish) -> Pace:
        """Return the pace asked for, or else the server's; a game without turns has only one."""
        return (wish.pace or own.pace) if self._games[wish.game].has_turns else "live"

    def _rules(self, own: ServerSettings, wish: Wish) -> dict[str, OptionValue]:
        """Return the house rules of the preset asked for, or else of the server."""
        preset = server_rules.named(own, wish.game, wish.preset) if wish.preset else None
        game = self._games[wish.game]
        return server_rules.in_force(own, game, preset.id if preset is not None else 0)


def _refused(press: Incoming, own: ServerSettings, wish: Wish) -> Refusal | None:
    """Return why this person may not open such a table here, if so."""
    user, role = press.interaction.user, own.opener
    manages = press.interaction.permissions.manage_guild
    if role is not None and not manages and not has_role(user, role):
        return Refusal(TableReason.NOT_OPENER, {"role": f"<@&{role}>"})
    if wish.preset and server_rules.named(own, wish.game, wish.preset) is None:
        return Refusal(TableReason.NO_SUCH_PRESET)
    return None


def has_role(user: discord.User | discord.Member, role: int) -> bool:
    """Say whether somebody has a role here."""
    return isinstance(user, discord.Member) and user.get_role(role) is not None


def lacking_here(press: Incoming, t: Translator) -> list[str]:
    """Return what the bot must be allowed here and is not, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    return permissions.sentences(tuple(need for need in needs if need.must), t)


def limits_here(press: Incoming, t: Translator) -> list[str]:
    """Return what will work less well here for want of a permission, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    lesser = (need for need in needs if not need.must and need.flag not in permissions.OPTIONAL)
    return permissions.sentences(tuple(lesser), t)


def in_thread(channel: object) -> bool:
    """Say whether a channel is a thread."""
    return getattr(channel, "type", None) in THREADS
