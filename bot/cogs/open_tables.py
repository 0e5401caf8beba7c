"""`/tables`: the open tables of a server, and **End**; for people who may manage the server."""

from bot.cogs.seats import may_end
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, localised
from bot.messages import drawing
from bot.tables import commands
from bot.tables.model import Table
from bot.tables.replies import Done, TableReason
from bot.ui import open_tables
from bot.ui.elements import controls, refusals, replies
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen, plain
from bot.ui.open_tables import Entry


class Overseeing:
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def command(self) -> AnyCommand:
        """Return the command."""
        return make(localised(COMMANDS["tables"]), self._tables, {}, manage=True)

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Turn the page, ask, or end a table; False if it is of no such screen."""
        if not control.act.startswith(controls.OVERSEE):
            return False
        t = self._desk.language(press)
        if control.act.startswith(open_tables.NOW):
            await press.replace(plain(await self._end_now(press, control.act)))
            return True
        if not press.interaction.permissions.manage_guild:
            await press.say(plain(refusals.sentence(TableReason.NOT_MANAGER, {}, t)))
            return True
        if control.act.startswith(open_tables.LIST):
            await press.replace(self._page(press, control.ply))
            return True
        table = self._named(press, control.act.rpartition("-")[2])
        if table is None:
            said = refusals.sentence(TableReason.NO_TABLE, {}, t)
            await press.replace(self._page(press, control.ply, said))
        elif control.act.startswith(open_tables.SURE):
            said = await self._end(press, table)
            await press.replace(self._page(press, control.ply, said))
        else:
            renderer = self._desk.kit.renderers[table.game]
            await press.replace(open_tables.ask(table, renderer, control.ply, t))
        return True

    async def _end_now(self, press: Incoming, act: str) -> str:
        """Do what `/end` has asked about, if this person still may; return what became of it."""
        t = self._desk.language(press)
        table = self._named(press, act.removeprefix(open_tables.NOW))
        if table is None:
            return refusals.sentence(TableReason.NO_TABLE, {}, t)
        if not may_end(self._desk, press, table):
            return refusals.sentence(TableReason.NOT_ALLOWED_HERE, {}, t)
        return await self._end(press, table)

    async def _end(self, press: Incoming, table: Table) -> str:
        t = self._desk.language(press)
        self._desk.patient(press, press.acknowledge)
        entry = self._desk.origin(press, "button").entry(commands.End, moderator=True)
        answer = await self._desk.kit.tables.submit(table.id, entry)
        if isinstance(answer, Done):
            return replies.ended(answer.table, t)
        return replies.sentence(answer, t)

    async def _tables(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        if not interaction.permissions.manage_guild:
            sentence = refusals.sentence(TableReason.NOT_MANAGER, {}, self._desk.language(press))
            await press.say(plain(sentence))
            return
        await press.say(self._page(press, 0))

    def _page(self, press: Incoming, page: int, said: str = "") -> Screen:
        kit = self._desk.kit
        here = [each for each in kit.tables.active() if each.guild == press.interaction.guild_id]
        listed = [
            Entry(
                table=table,
                renderer=kit.renderers[table.game],
                url=drawing.table_address(table),
                turn=self._turn(table),
            )
            for table in here
        ]
        return open_tables.draw(listed, page, self._desk.language(press), said)

    def _turn(self, table: Table) -> int | None:
        if table.state is None:
            return None
        turn = self._desk.kit.tables.game(table).turn(table.state)
        return turn.seat if turn is not None else None

    def _named(self, press: Incoming, number: str) -> Table | None:
        """Return an open table of this server."""
        found = self._desk.kit.tables.get(int(number)) if number.isdecimal() else None
        open_here = found is not None and found.active and found.guild == press.interaction.guild_id
        return found if open_here else None
