"""`/stats` and `/history`: somebody's games in this server."""

import asyncio
from collections.abc import Mapping

import discord

from bot.db.stats import PAGE, Opponent, RecordReader
from bot.interactions.command import Answerer, AnyCommand, Values, make
from bot.interactions.context import Context, Desk, name, visible_channels
from bot.interactions.transformers import numbered
from bot.locale import Translator
from bot.messages.shares import Shown, Topic
from bot.pictures import Line, of_lines
from bot.ui import stats
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen

POINTS = 100
"""Rated games shown by the picture of a rating's history."""

OPPONENTS = 3


class Stats:
    """The commands and the presses of their screens."""

    def __init__(self, desk: Desk, records: RecordReader) -> None:
        self._desk = desk
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the commands."""
        return [make("stats", self._stats), make("history", self._history)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who turns the page of a history."""
        return {controls.HISTORY: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Turn the page; False if it is nobody's."""
        person = numbered(control.act.removeprefix(controls.HISTORY))
        if person is None:
            return False
        context.patient()
        known = await self._desk.people.meet(person, context.guild or 0)
        await context.press.replace(await self._page(context, person, known.name, control.ply))
        return True

    async def _stats(
        self, context: Context, player: discord.User | discord.Member | None = None
    ) -> None:
        who = player or context.interaction.user
        screen, _ = await self._drawn(who.id, name(who), context.guild, context.t, shared=False)
        await context.say(screen)

    async def shared(self, topic: Topic) -> Shown | None:
        """Draw somebody's figures as they are now for everybody in the server."""
        if topic.subject is None:
            return None
        known = await self._desk.people.meet(topic.subject, topic.guild)
        t = self._desk.kit.looks.guild(topic.guild)
        who = topic.subject, known.name
        screen, met = await self._drawn(*who, topic.guild, t, shared=True)
        return Shown(screen, frozenset((topic.subject, *(each.person for each in met))))

    async def _drawn(
        self, person: int, who: str, guild: int | None, t: Translator, *, shared: bool
    ) -> tuple[Screen, tuple[Opponent, ...]]:
        """Return somebody's figures in a server, and whom else they name."""
        records, renderers = self._records, self._desk.kit.renderers
        series = await records.series(person, guild, POINTS)
        drawn = [
            Line(renderer.name, series[key]) for key, renderer in renderers.items() if key in series
        ]
        picture = await asyncio.to_thread(of_lines, drawn) if drawn else None
        met = await records.opponents(person, guild, OPPONENTS)
        screen = stats.draw(
            who,
            await records.totals(person, guild),
            await records.ratings_of(person, guild),
            met,
            series,
            renderers,
            t,
            picture,
            person,
        )
        return (frame.without_controls(screen) if shared else screen), met

    async def _history(
        self, context: Context, player: discord.User | discord.Member | None = None
    ) -> None:
        who = player or context.interaction.user
        await context.say(await self._page(context, who.id, name(who), 0))

    async def _page(self, context: Context, person: int, who: str, page: int) -> Screen:
        """Return a page; one game more is read, to know whether there is a next one.

        Of somebody else only the games in channels that the reader can see.
        """
        channels = None if person == context.person else visible_channels(context.interaction)
        played = await self._records.played(
            person, context.guild, page * PAGE, PAGE + 1, channels=channels
        )
        return stats.history(who, person, played, page, self._desk.kit.renderers, context.t)
