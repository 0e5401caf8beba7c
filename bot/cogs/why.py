"""`/why`: what the last race, penalty or time-out was about, and why a game is not rated."""

from collections.abc import Sequence

from discord.app_commands import Transform

from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.interactions.transformers import TableOption, playing
from bot.messages.scene import Group, deed, groups
from bot.messages.table_view import TableView
from bot.tables.model import Table
from bot.ui import why
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen


class Why(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("why", self._why)]

    async def _why(
        self,
        context: Context,
        table: Transform[Table, TableOption(playing, ended=True, shown=True)],
    ) -> None:
        view = await self._desk.registry.recall(table.id)
        if view is not None:
            await context.say(await explained(context, view))


async def explained(context: Context, view: TableView) -> Screen:
    """Return what there is to explain of a table."""
    table, renderer, kit = view.table, view.renderer, context.desk.kit
    look = kit.looks.private(context.person, table)
    stored = groups(await kit.tables.events(table.id))
    results = await kit.tables.results(table.id)
    lines = _last(view, stored, look, context.person)
    return why.draw(lines, table, renderer, results, look.t)


def _last(view: TableView, stored: Sequence[Group], look: Look, reader: int) -> list[str]:
    """Return the lines about the last race, time-out or penalty, whichever came last."""
    table, renderer = view.table, view.renderer
    for at in range(len(stored) - 1, 0, -1):
        group = stored[at]
        race, auto = group.events[0].race, group.events[0].auto
        if race is not None:
            return why.race(why.judged(race), deed(view.game, group, None), table, renderer, look)
        if auto:
            deeds = [deed(view.game, each, None) for each in _together(stored, at)]
            return why.time_out(deeds, table, renderer, look, reader)
        action = view.game.parse(group.events[0].notation)
        if view.game.needs_confirmation(action):
            return why.penalty(deed(view.game, group, None), table, renderer, look)
    return []


def _together(stored: Sequence[Group], last: int) -> list[Group]:
    """Return what the table played for one time-out: the actions stored at one moment."""
    at = stored[last].events[0].at
    return [each for each in stored if each.events[0].auto and each.events[0].at == at]
