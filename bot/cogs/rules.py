"""`/rules`: the pages of a game's rules, also by direct message."""

import asyncio
from collections.abc import Mapping

from discord import app_commands

from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context, Desk
from bot.interactions.transformers import TableOption
from bot.pictures import of_page
from bot.tables.model import Table
from bot.ui import rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from engine.api import AnyGame

NEAR = TableOption(turn=True)


class Rules(Cog):
    """The command and the presses of its pages.

    Args:
        desk: the parts.
        games: by key.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame]) -> None:
        super().__init__(desk)
        self._games = games

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        names = [self._desk.kit.renderers[key] for key in self._games]
        choices = [app_commands.Choice(name=each.name, value=each.key) for each in names]
        command = make("rules", self.show, direct=True)
        return [app_commands.choices(game=choices)(command)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who turns the page."""
        return {controls.READ: self._press}

    async def show(self, context: Context, game: str | None = None) -> None:
        """Show the first page: of the game asked for, or of the table that is meant here."""
        near = await NEAR.candidates(context)
        fitting = [table for table in near if game in (None, table.game)]
        if game is None and not fitting:
            renderers = [self._desk.kit.renderers[key] for key in self._games]
            await context.say(rules.which(renderers, context.t))
            return
        table = fitting[-1] if fitting else None
        key = game or (table.game if table is not None else "")
        await context.say(await self._page(context, key, 0, table))

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Turn the page; False if there is no such page."""
        key, _, rest = control.act.removeprefix(controls.READ).partition("-")
        number, _, jump = rest.partition("-")
        if key not in self._games or not number.isdecimal():
            return False
        page = control.ply
        if jump == rules.JUMP and values and values[0].isdecimal():
            page = int(values[0])
        context.patient()
        found = self._desk.kit.tables.get(int(number)) if number != "0" else None
        await context.press.replace(await self._page(context, key, page, found))
        return True

    async def _page(self, context: Context, key: str, page: int, table: Table | None) -> Screen:
        about = table if table is not None and table.game == key else None
        renderer = self._desk.kit.renderers[key]
        return await rules_page(context, self._games[key], renderer, page, about)


async def rules_page(
    context: Context, game: AnyGame, renderer: AnyRenderer, page: int, about: Table | None
) -> Screen:
    """Return a page of the rules, of a table's if it is about one."""
    t = context.t
    _, found = rules.page_at(rules.pages(game, renderer, about, t), page)
    shown = await asyncio.to_thread(of_page, game, renderer, found, t)
    return rules.draw(game, renderer, page, about, t, [each.figures for each in shown])
