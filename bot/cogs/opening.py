"""Opening a table: from `/play`, or from "Start a table"."""

import discord
from msgspec import Struct

from bot.boards import permissions, screens
from bot.boards.press import Press
from bot.cogs.desk import Desk, name
from bot.locale import Translator
from bot.tables.answers import Done
from bot.tables.values import Invitation, NewTable, Pace
from bot.ui import answers, errors
from bot.ui.screen import plain
from engine.api import Level, OptionValue

THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class Wish(Struct, frozen=True, kw_only=True):
    """What somebody asked for."""

    game: str
    invited: tuple[Invitation, ...] = ()
    house: int = 0
    level: Level = "normal"
    pace: Pace = "live"
    chosen: dict[str, OptionValue] = {}


class Opener:
    """Opens tables."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def open(self, press: Press, wish: Wish) -> None:
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
        await desk.kit.servers.learn(interaction.guild_id)
        answer = await desk.kit.tables.open(
            NewTable(
                game=wish.game,
                guild=interaction.guild_id,
                channel=channel.id,
                host=interaction.user.id,
                host_name=name(interaction.user),
                invited=wish.invited,
                chosen=wish.chosen,
                house=wish.house,
                level=wish.level,
                pace=wish.pace,
            )
        )
        if isinstance(answer, Done):
            address = screens.table_address(answer.table)
            opened = answers.opened(answer.table, t, address)
            await press.say(screens.with_text("\n".join(limits_here(press, t)), opened))
        else:
            await press.say(plain(errors.sentence(answer.reason, answer.details, t)))


def lacking_here(press: Press, t: Translator) -> list[str]:
    """Return what the bot must be allowed here and is not, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    return permissions.sentences(tuple(need for need in needs if need.must), t)


def limits_here(press: Press, t: Translator) -> list[str]:
    """Return what will work less well here for want of a permission, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    lesser = (need for need in needs if not need.must and need.flag not in permissions.OPTIONAL)
    return permissions.sentences(tuple(lesser), t)


def in_thread(channel: object) -> bool:
    """Say whether a channel is a thread."""
    return getattr(channel, "type", None) in THREADS
