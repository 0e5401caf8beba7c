"""`/watch`: the public view of a running game for one spectator, kept up to date."""

from collections.abc import Mapping

from discord.app_commands import Transform

from bot.interactions.command import Answerer, AnyCommand, make
from bot.interactions.context import Context, Desk
from bot.interactions.transformers import TableOption, playing
from bot.tables.model import Table
from bot.tables.replies import TableReason


class Watch:
    """The command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("watch", self._watch)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return nothing: what is shown is pressed as the table is."""
        return {}

    async def _watch(
        self, context: Context, table: Transform[Table, TableOption(playing, shown=True)]
    ) -> None:
        """Show the public view alone, and keep it up to date."""
        view = await self._desk.registry.recall(table.id)
        if view is None or view.table.state is None:
            await context.refuse(TableReason.NOT_PLAYING)
            return
        drawn = view.spectators.drawn(context.person)
        if await context.say(drawn.screen) and view.playing:
            view.spectators.keep(context.press, drawn)
