"""`/leaderboard`: pages of ten, one's own place, a chart on request."""

import asyncio

from discord import app_commands
from msgspec import structs

from bot.db.records import ALWAYS
from bot.db.stats import PAGE, BoardPage, RecordReader
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import command as wording
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.pictures import plot
from bot.pictures.plot import Bar
from bot.records.ratings import lately, parsed
from bot.ui import leaderboard
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen, plain
from bot.ui.leaderboard import ALL, EVER, HERE, Wanted

SEASONS = 8
"""How many seasons can be asked for: those that are offered while `season` is typed."""


class Standings:
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk, records: RecordReader) -> None:
        self._desk = desk
        self._records = records

    def command(self) -> AnyCommand:
        """Return the command."""

        async def callback(
            interaction: AnyInteraction,
            game: str | None = None,
            where: str | None = None,
            season: str | None = None,
            chart: bool = False,
        ) -> None:
            press = self._desk.press(interaction, typed(interaction))
            t = self._desk.language(press)
            offered = lately(self._desk.kit.clock.now(), SEASONS)
            when = parsed(season or "", offered)
            if when is None:
                said = t("A season is written like {season}.", season=offered[0])
                await press.say(plain(said))
                return
            self._desk.patient(press, press.think)
            key = game or next(iter(self._desk.kit.renderers))
            wanted = Wanted(game=key, everywhere=where == ALL, season=when)
            await press.say(await self._screen(press, wanted, chart=chart))

        names = {each.key: each.name for each in self._desk.kit.renderers.values()}
        games = [app_commands.Choice(name=name, value=key) for key, name in names.items()]
        places = [
            wording.choice(lambda t: t("this server"), HERE),
            wording.choice(lambda t: t("everywhere"), ALL),
        ]
        app_commands.choices(game=games, where=places)(callback)
        options = ("game", "where", "season", "chart")
        return make(
            localised(COMMANDS["leaderboard"]),
            callback,
            {option: localised(OPTIONS[option]) for option in options},
            {"season": self._seasons},
        )

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Turn the page, or add its chart."""
        chart = control.act.startswith(controls.CHART)
        wanted = leaderboard.parse(control, controls.CHART if chart else controls.BOARD)
        if wanted is None or wanted.game not in self._desk.kit.renderers:
            return False
        self._desk.patient(press, press.acknowledge)
        await press.replace(await self._screen(press, wanted, chart=chart))
        return True

    async def _screen(self, press: Incoming, wanted: Wanted, *, chart: bool) -> Screen:
        interaction = press.interaction
        page = await self._page(wanted, interaction.guild_id, interaction.user.id)
        if not page.lines and wanted.page:
            wanted = structs.replace(wanted, page=max(page.total - 1, 0) // PAGE)
            page = await self._page(wanted, interaction.guild_id, interaction.user.id)
        picture = None
        if chart and page.lines:
            bars = [Bar(f"{line.place}.", line.number) for line in page.lines]
            picture = await asyncio.to_thread(plot.of_bars, bars)
        server = interaction.guild.name if interaction.guild is not None else ""
        renderer = self._desk.kit.renderers[wanted.game]
        t = self._desk.language(press)
        return leaderboard.draw(page, wanted, renderer, server, t, picture)

    async def _page(self, wanted: Wanted, guild: int | None, reader: int) -> BoardPage:
        where = None if wanted.everywhere else guild
        return await self._records.board(
            wanted.game, where, wanted.season, wanted.page, reader, known=guild
        )

    async def _seasons(
        self, interaction: AnyInteraction, so_far: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest all time and the last seasons."""
        t = self._desk.language(Incoming(interaction, typed(interaction)))
        seasons = (ALWAYS, *lately(self._desk.kit.clock.now(), SEASONS))
        offered = [(leaderboard.season_name(each, t), each or EVER) for each in seasons]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in offered
            if so_far.casefold() in f"{name} {value}".casefold()
        ]
