"""`/leaderboard`: pages of ten, one's own place, a chart on request."""

import asyncio
from collections.abc import Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Transform
from msgspec import structs

from bot.db.records import ALWAYS
from bot.db.stats import PAGE, BoardPage, StatsReader
from bot.discord_api.interaction import AnyInteraction
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, choice, make
from bot.interactions.context import Context, Desk, context_of
from bot.interactions.transformers import Choices, offered
from bot.messages.shares import Shown, Topic
from bot.pictures import Bar, of_bars
from bot.records.seasons import lately, parsed
from bot.ui import leaderboard
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from bot.ui.leaderboard import ALL, EVER, HERE, Wanted

SEASONS = 8
"""How many seasons can be asked for: those that are offered while `season` is typed."""


class SeasonOption(app_commands.Transformer):
    """The option `season`: one that the list offers, chosen or typed."""

    async def transform(self, interaction: AnyInteraction, value: str, /) -> str:
        """Return the season."""
        context = context_of(interaction)
        seasons, t = lately(context.desk.kit.clock.now(), SEASONS), context.t
        season = parsed(value, seasons)
        if season is None:
            raise context.told(t("Write a season like {season}.", season=seasons[0]))
        return season

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer all time and the last seasons."""
        context = context_of(interaction)
        seasons, t = (ALWAYS, *lately(context.desk.kit.clock.now(), SEASONS)), context.t
        named = ((leaderboard.season_name(each, t), each or EVER) for each in seasons)
        return offered(named, value)


NOBODY = 0
"""Who reads what is shared: nobody's own place is shown."""


class Leaderboard(Cog):
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk, records: StatsReader) -> None:
        super().__init__(desk)
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        names = {each.key: each.name for each in self._desk.kit.renderers.values()}
        games = [app_commands.Choice(name=name, value=key) for key, name in names.items()]
        places = [
            choice(lambda t: t("this server"), HERE),
            choice(lambda t: t("all servers"), ALL),
        ]
        command = make("leaderboard", self._leaderboard)
        return [app_commands.choices(game=games, where=places)(command)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who turns the page, or adds its chart."""
        return {controls.BOARD: self._press, controls.CHART: self._press}

    async def shared(self, topic: Topic) -> Shown | None:
        """Draw a board as it is now for everybody in its server."""
        control = Control(0, 0, topic.ply, 0, topic.what)
        chart = topic.what.startswith(controls.CHART)
        wanted = leaderboard.parse(control, controls.CHART if chart else controls.BOARD)
        renderers, looks = self._desk.kit.renderers, self._desk.kit.looks
        if wanted is None or wanted.game not in renderers:
            return None
        page = await self._page(wanted, topic.guild, NOBODY)
        if not page.lines:
            return None
        picture = await _chart(page) if chart else None
        server, t = looks.server(topic.guild), looks.guild(topic.guild)
        screen = leaderboard.shared(page, wanted, renderers[wanted.game], server, t, picture)
        return Shown(screen, frozenset(line.person for line in page.lines if line.name))

    async def _leaderboard(
        self,
        context: Context,
        game: str | None = None,
        where: str | None = None,
        season: Transform[str, SeasonOption()] = ALWAYS,
        chart: bool = False,
    ) -> None:
        everywhere = where == ALL
        if game is None:
            games, there = self._desk.kit.renderers, None if everywhere else context.guild
            found = await self._records.favourite(context.person, there, tuple(games))
            game = found or next(iter(games))
        wanted = Wanted(game=game, everywhere=everywhere, season=season)
        await context.say(await self._screen(context, wanted, chart=chart))

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Turn the page, or add its chart; False if there is no such board."""
        chart = control.act.startswith(controls.CHART)
        wanted = leaderboard.parse(control, controls.CHART if chart else controls.BOARD)
        if wanted is None or wanted.game not in self._desk.kit.renderers:
            return False
        if not _known(context, wanted.season):
            return False
        context.patient()
        await context.press.replace(await self._screen(context, wanted, chart=chart))
        return True

    async def _screen(self, context: Context, wanted: Wanted, *, chart: bool) -> Screen:
        interaction = context.interaction
        page = await self._page(wanted, interaction.guild_id, interaction.user.id)
        if not page.lines and wanted.page:
            wanted = structs.replace(wanted, page=max(page.total - 1, 0) // PAGE)
            page = await self._page(wanted, interaction.guild_id, interaction.user.id)
        picture = None
        if chart and page.lines:
            picture = await _chart(page)
        server = interaction.guild.name if interaction.guild is not None else ""
        renderer = self._desk.kit.renderers[wanted.game]
        t = context.t
        return leaderboard.draw(page, wanted, renderer, server, t, picture)

    async def _page(self, wanted: Wanted, guild: int | None, reader: int) -> BoardPage:
        where = None if wanted.everywhere else guild
        return await self._records.board(
            wanted.game, where, wanted.season, wanted.page, reader, known=guild
        )


async def _chart(page: BoardPage) -> bytes:
    bars = [Bar(f"{line.place}.", line.number) for line in page.lines]
    return await asyncio.to_thread(of_bars, bars)


def _known(context: Context, season: str) -> bool:
    """Say whether it is all time, or a season that can be asked for."""
    return season == ALWAYS or season in lately(context.desk.kit.clock.now(), SEASONS)
