"""`/tables`: the open tables of a server, and **End**; for people who may manage the server."""

from collections.abc import Mapping

from bot.cogs.seats import may_end
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context
from bot.interactions.transformers import number_of
from bot.tables import entries
from bot.tables.model import Table
from bot.tables.replies import Done, TableReason
from bot.ui import open_tables
from bot.ui.elements import controls, refusals, replies
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen, plain
from bot.ui.open_tables import OpenTable


class OpenTables(Cog):
    """The command and the presses of its screen."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("tables", self._tables, manage=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who turns the page, asks, or ends a table."""
        return {controls.OVERSEE: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Turn the page, ask, or end a table."""
        t, press = context.t, context.press
        context.patient()
        await self._desk.registry.returning.back(guild=context.guild)
        if control.act.startswith(open_tables.NOW):
            await press.replace(plain(await self._end_now(context, control.act)))
            return True
        if not context.interaction.permissions.manage_guild:
            await context.refuse(TableReason.NOT_MANAGER)
            return True
        if control.act.startswith(open_tables.LIST):
            await press.replace(self._page(context, control.ply))
            return True
        table = self._named(context, control.act.rpartition("-")[2])
        if table is None:
            said = refusals.sentence(TableReason.NO_TABLE, {}, t)
            await press.replace(self._page(context, control.ply, said))
        elif control.act.startswith(open_tables.SURE):
            said = await self._end(context, table, moderator=True)
            await press.replace(self._page(context, control.ply, said))
        else:
            renderer = self._desk.kit.renderers[table.game]
            await press.replace(open_tables.ask(table, renderer, control.ply, t))
        return True

    async def _end_now(self, context: Context, act: str) -> str:
        """Do what `/end` has asked about, if this person still may; return what became of it."""
        t = context.t
        table = self._named(context, act.removeprefix(open_tables.NOW))
        if table is None:
            return refusals.sentence(TableReason.NO_TABLE, {}, t)
        may = may_end(context, table)
        if not may and table.people != (context.person,):
            return refusals.sentence(TableReason.NOT_ALLOWED_HERE, {}, t)
        return await self._end(context, table, moderator=may)

    async def _end(self, context: Context, table: Table, *, moderator: bool) -> str:
        entry = context.origin.entry(entries.End, moderator=moderator)
        answer = await self._desk.kit.tables.submit(table.id, entry)
        if isinstance(answer, Done):
            return replies.ended(answer.table, context.t)
        return replies.sentence(answer, context.t)

    async def _tables(self, context: Context) -> None:
        await self._desk.registry.returning.back(guild=context.guild)
        await context.say(self._page(context, 0))

    def _page(self, context: Context, page: int, said: str = "") -> Screen:
        kit = self._desk.kit
        tables = (*kit.tables.active(), *kit.tables.set_aside())
        here = [each for each in tables if each.guild == context.guild]
        listed = [
            OpenTable(
                table=table,
                renderer=kit.renderers[table.game],
                url=self._desk.registry.address(table),
                turn=self._turn(table),
            )
            for table in here
        ]
        return open_tables.draw(listed, page, context.t, said)

    def _turn(self, table: Table) -> int | None:
        if table.state is None:
            return None
        turn = self._desk.kit.tables.game(table).turn(table.state)
        return turn.seat if turn is not None else None

    def _named(self, context: Context, number: str) -> Table | None:
        """Return an open table of this server, or one that was set aside."""
        named = number_of(number)
        found = self._desk.kit.tables.get(named) if named is not None else None
        if found is None or found.guild != context.guild:
            return None
        return found if found.active or found.set_aside else None
