"""`/watch`: the public view of a running game for one spectator, kept up to date."""

from discord.app_commands import Transform

from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.interactions.transformers import TableOption, playing
from bot.tables.model import Table
from bot.tables.replies import TableReason


class Watch(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("watch", self._watch)]

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
