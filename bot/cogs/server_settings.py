"""`/settings`: what a server sets; only for people who may manage the server."""

from collections.abc import Mapping

from bot.db.records import ServerSettings
from bot.db.session import StorageError
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, localised
from bot.tables.replies import TableReason
from bot.tables.settings import TableSettings
from bot.ui import server_rules, server_settings
from bot.ui.contract.rules_page import decode
from bot.ui.elements import controls, refusals
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen, plain
from bot.ui.server_rules import Edit
from engine.api import AnyGame

Values = tuple[str, ...]


class Setting:
    """The command and the presses of its screen.

    Args:
        desk: the parts.
        games: by key; each has a page of house rules.
        usual: what holds where a server sets nothing.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame], usual: TableSettings) -> None:
        self._desk = desk
        self._games = games
        self._renderers = tuple(desk.kit.renderers[key] for key in games)
        self._limits = server_settings.Limits(
            tables_per_channel=usual.tables_per_channel,
            tables_per_person=usual.tables_per_person,
            lobbies_per_person=usual.lobbies_per_person,
            window=round(usual.window * 1000),
        )

    def command(self) -> AnyCommand:
        """Return the command."""
        return make(localised(COMMANDS["settings"]), self._settings, {}, manage=True)

    async def press(self, press: Incoming, control: Control, values: Values) -> bool:
        """Take a choice in; False if it is of no such screen."""
        guild = press.interaction.guild_id
        if not control.act.startswith(controls.SERVER) or guild is None:
            return False
        t = self._desk.language(press)
        if not press.interaction.permissions.manage_guild:
            await press.say(plain(refusals.sentence(TableReason.NOT_MANAGER, {}, t)))
            return True
        if control.act.startswith(server_rules.NAME) and not values:
            game = self._games.get(control.act.removeprefix(server_rules.NAME))
            if game is None:
                return False
            await press.form(server_rules.form(game, control.number, t))
            return True
        self._desk.patient(press, press.acknowledge)
        try:
            screen = await self._answer(press, guild, control, values)
        except StorageError:
            await press.say(plain(refusals.sentence(TableReason.STORAGE, {}, t)))
            return True
        if screen is None:
            return False
        await press.replace(screen)
        return True

    async def _settings(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        if not interaction.permissions.manage_guild:
            sentence = refusals.sentence(TableReason.NOT_MANAGER, {}, self._desk.language(press))
            await press.say(plain(sentence))
            return
        self._desk.patient(press, press.think)
        now = await self._desk.kit.servers.learn(interaction.guild_id)
        await press.say(self._page(press, now, 0))

    async def _answer(
        self, press: Incoming, guild: int, control: Control, values: Values
    ) -> Screen | None:
        """Do what is chosen, and return the page it stands on as it is now."""
        t, servers = self._desk.language(press), self._desk.kit.servers
        if control.act == server_settings.PAGE:
            now = await servers.learn(guild)
            page = int(values[0]) if values and values[0].isdecimal() else 0
            return self._page(press, now, page)
        if control.act.startswith(server_settings.SET):
            key = control.act.removeprefix(server_settings.SET)
            edit = server_settings.edit(key, values)
            if edit is None:
                return None
            now = await servers.change(guild, edit)
            said = server_settings.saved(now, key, self._limits, t)
            page = server_settings.page_of(key)
            return server_settings.draw(now, page, self._limits, self._renderers, t, said)
        return await self._rules(press, guild, control, values)

    async def _rules(
        self, press: Incoming, guild: int, control: Control, values: Values
    ) -> Screen | None:
        """Do what is chosen on a page of house rules."""
        _, verb, key, *rest = (*control.act.split("-", 3), "")
        game, number = self._games.get(key), control.number
        if game is None:
            return None
        t, servers = self._desk.language(press), self._desk.kit.servers
        value = values[0] if values else ""
        if verb == "which":
            now = await servers.learn(guild)
            number = int(value) if value.isdecimal() else 0
            return server_rules.draw(now, game, number, self._renderers, t)
        edit = _edit(game, number, verb, rest[0], value.strip())
        if edit is None:
            return None
        now = await servers.change(guild, edit)
        if verb == "name":
            found = server_rules.named(now, game.key, value.strip())
            number = found.id if found is not None else 0
        return server_rules.draw(now, game, number, self._renderers, t, t("Saved."))

    def _page(self, press: Incoming, now: ServerSettings, page: int) -> Screen:
        t, first = self._desk.language(press), len(server_settings.PAGES)
        if 0 <= page - first < len(self._renderers):
            game = self._games[self._renderers[page - first].key]
            return server_rules.draw(now, game, 0, self._renderers, t)
        page = page if page < first else 0
        return server_settings.draw(now, page, self._limits, self._renderers, t)


def _edit(game: AnyGame, number: int, verb: str, key: str, value: str) -> Edit | None:
    """Return what a press on a page of house rules changes; None if it means nothing."""
    match verb:
        case "plain":
            return server_rules.without_rules(game, number)
        case "drop":
            return server_rules.without_preset(number)
        case "name" if value:
            return server_rules.with_preset(game, number, value[: server_rules.LONGEST])
    spec = next((each for each in game.options if each.key == key), None)
    if verb != "rule" or spec is None:
        return None
    chosen = decode(spec, value)
    if chosen is None and value != server_settings.USUAL:
        return None
    return server_rules.with_rule(game, number, key, chosen)
