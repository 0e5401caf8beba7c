"""Each game's call as a command (`/flinch`, `/flip`), and at which table it is meant."""

from collections.abc import Mapping

from discord.app_commands import Transform
from msgspec import structs

from bot.cogs.move import act
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context
from bot.interactions.sight import sees
from bot.interactions.transformers import CallOption, number_of
from bot.locale.commands import localised
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls
from bot.ui.elements.controls import Control


class Call(Cog):
    """The commands, and the answer to the question at which table somebody calls."""

    def commands(self) -> list[AnyCommand]:
        """Return the commands: one for each game that has a call."""
        called = [each for each in self._desk.kit.renderers.values() if each.command]
        return [self._call(renderer) for renderer in called]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who answers the choice of a table to call at."""
        return {controls.MEANT: self._meant}

    def _call(self, renderer: AnyRenderer) -> AnyCommand:
        async def callback(
            context: Context,
            table: Transform[Table, CallOption(renderer)],
        ) -> None:
            await act(context, table, renderer.call, context.origin)

        return make(localised(renderer.wordings[renderer.command]), callback, direct=True)

    async def _meant(self, context: Context, control: Control, values: Values) -> bool:
        """Call at the table chosen, as of when the command was made.

        As long as nothing has happened there since: whatever has, the person could see.
        """
        number = number_of(control.act.removeprefix(controls.MEANT))
        if number is None:
            return False
        await self._desk.registry.returning.back(number)
        table, forwarding = self._desk.kit.tables.get(number), self._desk.forwarding
        if table is None and forwarding is not None and context.press.letter is None:

            def unknown() -> None:
                context.run(context.unknown(), "unknown press")

            forwarding.press(context, number, unknown)
            return True
        if table is None or not sees(context.interaction, table):
            return False
        origin, asked = context.origin, context.press.asked
        if table.ply == control.ply and asked is not None:
            origin = structs.replace(origin, stamp=asked, route="command")
        renderer = self._desk.kit.renderers[table.game]
        context.patient()
        await act(context, table, renderer.call, origin)
        return True
