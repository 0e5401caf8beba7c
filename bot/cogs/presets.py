"""House rules and presets: what a choice on their pages of `/settings` does."""

from collections.abc import Mapping

from bot.interactions.command import Values
from bot.locale import Translator
from bot.tables.guild_settings import Servers
from bot.ui import presets, server_settings
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import decode
from bot.ui.elements.controls import Control
from bot.ui.elements.names import short
from bot.ui.elements.screen import Screen
from bot.ui.server_settings import Edit
from engine.api import AnyGame


async def chosen(
    servers: Servers,
    guild: int,
    games: Mapping[str, AnyGame],
    renderers: tuple[AnyRenderer, ...],
    control: Control,
    values: Values,
    t: Translator,
) -> Screen | None:
    """Do what is chosen on a page of house rules, and return the page as it is now.

    None: it means nothing there.
    """
    _, verb, key, *rest = (*control.act.split("-", 3), "")
    game, number = games.get(key), control.number
    if game is None:
        return None
    value = values[0] if values else ""
    if verb == "which":
        now = await servers.read(guild)
        number = int(value) if value.isdecimal() else number
        return presets.draw(now, game, number, renderers, t)
    name = short(value, presets.LONGEST)
    if verb == "name":
        now = await servers.read(guild)
        if not name:
            said = t("Nobody can read that name. Choose another one.")
            return presets.draw(now, game, number, renderers, t, said)
        old = presets.named(now, game.key, name)
        if old is not None:
            return presets.sure_to_replace(game, number, old, t)
    edit = _edit(game, number, verb, rest[0], name)
    if edit is None:
        return None
    meant = {number, int(rest[0])} if verb == "over" else {number}
    now = await servers.read(guild)
    if not meant <= {0, *(each.id for each in now.presets_of(game.key))}:
        said = t("That preset is gone, so nothing changed.")
        return presets.draw(now, game, 0, renderers, t, said)
    now = await servers.change(guild, edit)
    if verb == "name":
        found = presets.named(now, game.key, name)
        number = found.id if found is not None else 0
    elif verb == "over":
        number = int(rest[0])
    return presets.draw(now, game, number, renderers, t, t("Saved."))


def _edit(game: AnyGame, number: int, verb: str, key: str, value: str) -> Edit | None:
    """Return what a press on a page of house rules changes; None if it means nothing."""
    match verb:
        case "plain":
            return presets.without_rules(game, number)
        case "drop":
            return presets.without_preset(number)
        case "name" if value:
            return presets.with_preset(game, number, value)
        case "over" if key.isdecimal():
            return presets.with_rules_of(game, number, int(key))
    spec = next((each for each in game.options if each.key == key), None)
    if verb != "rule" or spec is None:
        return None
    chosen = decode(spec, value)
    if chosen is None and value != server_settings.USUAL:
        return None
    return presets.with_rule(game, number, key, chosen)
