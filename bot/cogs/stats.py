"""`/stats`: somebody's games in this server, in figures."""

import asyncio

import discord

from bot.db.stats import Opponent, StatsReader
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context, Desk, name
from bot.locale import Translator
from bot.messages.shares import Shown, Topic
from bot.pictures import Line, of_lines
from bot.ui import stats
from bot.ui.elements import frame
from bot.ui.elements.screen import Screen

POINTS = 100
"""Rated games shown by the picture of a rating's history."""

OPPONENTS = 3


class Stats(Cog):
    """The command."""

    def __init__(self, desk: Desk, records: StatsReader) -> None:
        super().__init__(desk)
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("stats", self._stats)]

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
