"""`/table`: a table anew at the bottom of its channel, or a game that is over as a picture."""

from discord.app_commands import Transform
from msgspec import structs

from bot.cogs.check import lacking_here
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.interactions.transformers import TableOption
from bot.messages.drawing import drawn, illustrated
from bot.messages.table_view import TableView
from bot.tables.model import Table
from bot.ui.elements import controls, frame, replies
from bot.ui.elements.screen import Row


class TableCommand(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("table", self._table)]

    async def _table(
        self,
        context: Context,
        table: Transform[Table, TableOption(shown=True)],
        picture: bool = False,
    ) -> None:
        """Show a table anew at the bottom of its channel, or a game that is over as a picture."""
        t, pictured = context.t, picture and table.state is not None
        view = await self._desk.registry.recall(table.id)
        if view is None or not (table.active or pictured):
            await context.tell(replies.no_table(t))
            return
        said = await self._shown(context, view) if table.active else t("The game is over.")
        drawing = await drawn(view, t) if pictured else None
        screen = illustrated(said, drawing)
        if drawing is not None:
            share = frame.share_button(f"{controls.PICTURE}{table.id}", view.table.ply, t)
            screen = structs.replace(screen, parts=(*screen.parts, Row((share,))))
        await context.say(screen)

    async def _shown(self, context: Context, view: TableView) -> str:
        """Post a table anew, unless it is in sight; return where it is."""
        t, table = context.t, view.table
        here = context.channel == (table.thread or table.channel)
        if await view.public.at_hand():
            said = t("It's right above; I just posted it.")
        elif here and (lacking := lacking_here(context.interaction, t)):
            return "\n".join(lacking)
        else:
            view.public.post()
            said = t("The table is back at the bottom of the channel.")
        return replies.linked(said, await view.public.address(), t)
