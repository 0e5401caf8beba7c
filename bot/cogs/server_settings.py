"""`/settings`: what a server sets; only for people who may manage the server."""

from collections.abc import Mapping

from bot.cogs.presets import chosen
from bot.db.errors import StorageError
from bot.db.records import ServerSettings
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context, Desk
from bot.tables.replies import TableReason
from bot.tables.settings import TableSettings
from bot.ui import presets, server_settings
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from engine.api import AnyGame


class SettingsCommand(Cog):
    """The command and the presses of its screen.

    Args:
        desk: the parts.
        games: by key; each has a page of house rules.
        usual: what holds where a server sets nothing.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame], usual: TableSettings) -> None:
        super().__init__(desk)
        self._games = games
        self._renderers = tuple(desk.kit.renderers[key] for key in games)
        self._limits = server_settings.Limits(
            tables_per_channel=usual.tables_per_channel,
            tables_per_person=usual.tables_per_person,
            lobbies_per_person=usual.lobbies_per_person,
            window=round(usual.window * 1000),
        )

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("settings", self._settings, manage=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who takes a choice in."""
        return {controls.SERVER: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Take a choice in; False if there is no such one."""
        guild = context.guild
        if guild is None:
            return False
        if not context.interaction.permissions.manage_guild:
            await context.refuse(TableReason.NOT_MANAGER)
            return True
        if control.act.startswith(presets.NAME) and not values:
            game = self._games.get(control.act.removeprefix(presets.NAME))
            if game is None:
                return False
            await context.press.form(presets.form(game, control.number, context.t))
            return True
        context.patient()
        try:
            screen = await self._answer(context, guild, control, values)
        except StorageError:
            await context.refuse(TableReason.STORAGE)
            return True
        if screen is None:
            return False
        await context.press.replace(screen)
        return True

    async def _settings(self, context: Context) -> None:
        now = await self._desk.kit.servers.read(context.guild)
        await context.say(self._page(context, now, 0))

    async def _answer(
        self, context: Context, guild: int, control: Control, values: Values
    ) -> Screen | None:
        """Do what is chosen, and return the page it stands on as it is now."""
        t, servers = context.t, self._desk.kit.servers
        if control.act == server_settings.PAGE:
            now = await servers.read(guild)
            page = int(values[0]) if values and values[0].isdecimal() else 0
            return self._page(context, now, page)
        if control.act.startswith(server_settings.SET):
            key = control.act.removeprefix(server_settings.SET)
            edit = server_settings.edit(key, values)
            if edit is None:
                return None
            now = await servers.change(guild, edit)
            if key == "language":
                self._desk.registry.redraw_all(lambda server: server == guild)
            said = server_settings.saved(now, key, self._limits, t)
            page = server_settings.page_of(key)
            return server_settings.draw(now, page, self._limits, self._renderers, t, said)
        return await chosen(servers, guild, self._games, self._renderers, control, values, t)

    def _page(self, context: Context, now: ServerSettings, page: int) -> Screen:
        t, first = context.t, len(server_settings.PAGES)
        if 0 <= page - first < len(self._renderers):
            game = self._games[self._renderers[page - first].key]
            return presets.draw(now, game, 0, self._renderers, t)
        page = page if page < first else 0
        return server_settings.draw(now, page, self._limits, self._renderers, t)
