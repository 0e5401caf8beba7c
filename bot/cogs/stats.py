"""`/stats` and `/history`: somebody's games in this server."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.cogs import why
from bot.cogs.leaderboard import Standings
from bot.cogs.privacy import OwnData
from bot.cogs.replay import Replaying
from bot.db.people import PersonalReader
from bot.db.stats import PAGE, RecordReader
from bot.db.tables import Reader
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, AnyGroup, make
from bot.interactions.context import Desk, name, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages.forget import Erasure
from bot.pictures import plot
from bot.pictures.plot import Line
from bot.ui import stats
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen

POINTS = 100
"""Rated games shown by the picture of a rating's history."""

OPPONENTS = 3


class Past:
    """The commands and the presses of their screens."""

    def __init__(self, desk: Desk, records: RecordReader) -> None:
        self._desk = desk
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the commands."""
        player = {"player": localised(OPTIONS["player"])}
        return [
            make(localised(COMMANDS["stats"]), self._stats, player),
            make(localised(COMMANDS["history"]), self._history, player),
        ]

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Turn the page of a history."""
        person = control.act.removeprefix(controls.HISTORY)
        if not (person.isascii() and person.isdecimal()):
            return False
        self._desk.patient(press, press.acknowledge)
        known = await self._desk.people.meet(int(person), press.interaction.guild_id or 0)
        await press.replace(await self._page(press, int(person), known.name, control.ply))
        return True

    async def _stats(
        self, interaction: AnyInteraction, player: discord.User | discord.Member | None = None
    ) -> None:
        desk, records = self._desk, self._records
        press = desk.press(interaction, typed(interaction))
        desk.patient(press, press.think)
        who, guild = player or interaction.user, interaction.guild_id
        renderers = desk.kit.renderers
        series = await records.series(who.id, guild, POINTS)
        drawn = [
            Line(renderer.name, series[key]) for key, renderer in renderers.items() if key in series
        ]
        picture = await asyncio.to_thread(plot.of_lines, drawn) if drawn else None
        screen = stats.draw(
            name(who),
            await records.totals(who.id, guild),
            await records.ratings_of(who.id, guild),
            await records.opponents(who.id, guild, OPPONENTS),
            series,
            renderers,
            desk.language(press),
            picture,
        )
        await press.say(screen)

    async def _history(
        self, interaction: AnyInteraction, player: discord.User | discord.Member | None = None
    ) -> None:
        press = self._desk.press(interaction, typed(interaction))
        self._desk.patient(press, press.think)
        who = player or interaction.user
        await press.say(await self._page(press, who.id, name(who), 0))

    async def _page(self, press: Incoming, person: int, who: str, page: int) -> Screen:
        """Return a page; one game more is read, to know whether there is a next one."""
        played = await self._records.played(
            person, press.interaction.guild_id, page * PAGE, PAGE + 1
        )
        t = self._desk.language(press)
        return stats.history(who, person, played, page, self._desk.kit.renderers, t)


Values = tuple[str, ...]
Answerer = Callable[[Incoming, Control, Values], Awaitable[bool]]


class Records:
    """The commands and presses of ratings, histories, replays and personal data.

    Args:
        desk: the parts.
        reader: reads what is stored.
        erasure: forgets people.
        days: how long the moves of a finished game are kept.
    """

    def __init__(self, desk: Desk, reader: Reader, erasure: Erasure, days: int) -> None:
        records = RecordReader(reader)
        self._desk = desk
        self._standings = Standings(desk, records)
        self._past = Past(desk, records)
        self._replaying = Replaying(desk, reader, records)
        self._own_data = OwnData(desk, PersonalReader(reader), erasure, days)
        self._answerers: Mapping[str, Answerer] = {
            controls.BOARD: self._standings.press,
            controls.CHART: self._standings.press,
            controls.HISTORY: self._past.press,
            controls.REPLAY: self._replaying.press,
            controls.SEAT: self._replaying.press,
            controls.LOG: self._replaying.press,
            controls.ERASE: self._own_data.press,
            controls.KEEP: self._own_data.press,
        }

    def commands(self) -> list[AnyCommand | AnyGroup]:
        """Return the commands."""
        return [
            self._standings.command(),
            *self._past.commands(),
            self._replaying.command(),
            *self._own_data.commands(),
            why.command(self._desk),
        ]

    async def press(self, press: Incoming, control: Control, values: Values) -> bool:
        """Answer a press of one of these screens; False if it is of no such screen."""
        for prefix, answer in self._answerers.items():
            if control.act.startswith(prefix):
                return await answer(press, control, values)
        return False
