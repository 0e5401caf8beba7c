"""`/rules`: the pages of a game's rules, also by direct message."""

import asyncio
from collections.abc import Mapping

from discord import app_commands

from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.pictures import of_page
from bot.tables.model import Table
from bot.ui import rules
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from engine.api import AnyGame


class Ruling:
    """The command and the presses of its pages.

    Args:
        desk: the parts.
        games: by key.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame]) -> None:
        self._desk = desk
        self._games = games

    def command(self) -> AnyCommand:
        """Return the command."""

        async def callback(interaction: AnyInteraction, game: str | None = None) -> None:
            press = self._desk.press(interaction, typed(interaction))
            await press.say(await self._first(press, game))

        names = [self._desk.kit.renderers[key] for key in self._games]
        choices = [app_commands.Choice(name=each.name, value=each.key) for each in names]
        app_commands.choices(game=choices)(callback)
        options = {"game": localised(OPTIONS["game"])}
        return make(localised(COMMANDS["rules"]), callback, options, direct=True)

    async def show(self, press: Incoming, game: str) -> None:
        """Show the first page of a game's rules in a message of its own."""
        await press.say(await self._first(press, game))

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Turn the page; False if it is of no such screen."""
        if not control.act.startswith(controls.READ):
            return False
        key, _, rest = control.act.removeprefix(controls.READ).partition("-")
        number, _, jump = rest.partition("-")
        if key not in self._games or not number.isdecimal():
            return False
        page = control.ply
        if jump == rules.JUMP and values and values[0].isdecimal():
            page = int(values[0])
        self._desk.patient(press, press.acknowledge)
        found = self._desk.kit.tables.get(int(number)) if number != "0" else None
        await press.replace(await self._page(press, key, page, found))
        return True

    async def _first(self, press: Incoming, game: str | None) -> Screen:
        """Return the first page: of the game asked for, or of the table that is meant here."""
        near = transformers.candidates(self._desk, press, transformers.anything)
        fitting = [table for table in near if game in (None, table.game)]
        if game is None and not fitting:
            renderers = [self._desk.kit.renderers[key] for key in self._games]
            return rules.which(renderers, self._desk.language(press))
        table = fitting[-1] if fitting else None
        key = game or (table.game if table is not None else "")
        return await self._page(press, key, 0, table)

    async def _page(self, press: Incoming, key: str, page: int, table: Table | None) -> Screen:
        about = table if table is not None and table.game == key else None
        game, renderer = self._games[key], self._desk.kit.renderers[key]
        t = self._desk.language(press)
        _, found = rules.page_at(rules.pages(game, renderer, about, t), page)
        shown = await asyncio.to_thread(of_page, game, renderer, found, t)
        return rules.draw(game, renderer, page, about, t, [each.figure for each in shown])
