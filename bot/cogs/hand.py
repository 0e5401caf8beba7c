"""`/hand`: somebody's own cards, for that person alone."""

from discord.app_commands import Transform

from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.interactions.transformers import HandsOption, playing
from bot.messages.table_view import TableView
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.tables.replies import TableReason
from bot.ui.elements import replies


class Hand(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("hand", self._hand, direct=True)]

    async def _hand(
        self, context: Context, table: Transform[tuple[Table, ...], HandsOption(playing, turn=True)]
    ) -> None:
        for each in table:
            view = await self._desk.registry.recall(each.id)
            if view is not None:
                await hand(context, view)


async def hand(context: Context, view: TableView) -> None:
    """Show somebody's hand to that person alone, and keep it up to date while its token lives."""
    person, press = context.person, context.press
    context.desk.heard(view.table, context.origin)
    seat = view.table.seat_of(person)
    if seat is None:
        await context.refuse(why_not_seated(view.table, person))
    elif view.table.state is None or not view.table.active:
        await context.refuse(TableReason.NOT_PLAYING)
    elif not view.renderer.hands:
        await context.tell(replies.no_hand(view.renderer, context.t))
    else:
        drawn = view.hands.drawn(seat.index, person, private=True)
        assert drawn is not None, "the cards are dealt"
        if await context.say(drawn.screen):
            view.hands.keep_private(seat.index, press, drawn)
