"""`/history`: somebody's last games in this server, page by page."""

from collections.abc import Mapping

import discord

from bot.db.stats import PAGE, StatsReader
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context, Desk, name
from bot.interactions.sight import visible_channels
from bot.interactions.transformers import number_of
from bot.ui import history
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen


class History(Cog):
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk, records: StatsReader) -> None:
        super().__init__(desk)
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("history", self._history)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who turns the page."""
        return {controls.HISTORY: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Turn the page; False if it is nobody's."""
        person = number_of(control.act.removeprefix(controls.HISTORY))
        if person is None:
            return False
        context.patient()
        known = await self._desk.people.meet(person, context.guild or 0)
        await context.press.replace(await self._page(context, person, known.name, control.ply))
        return True

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
        return history.draw(who, person, played, page, self._desk.kit.renderers, context.t)
