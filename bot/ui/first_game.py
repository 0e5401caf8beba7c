"""Somebody's first game by gentler rules (`Game.gentle`): what is said of it, and what follows."""

from msgspec import structs

from bot.locale import Translator
from bot.tables.lobby import gentle
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Button, Row, Screen, Text
from engine.api import AnyGame


def told(
    screen: Screen, table: Table, game: AnyGame, renderer: AnyRenderer, t: Translator
) -> Screen:
    """Return a table or a hand that says so below its heading; over, it offers the real thing."""
    first, *rest = screen.parts
    if not gentle(game, table) or not isinstance(first, Text):
        return screen
    heading, *lines = first.text.split("\n")
    said = Text("\n".join([heading, "-# " + t(renderer.gentle), *lines]))
    if table.status == "playing":
        return structs.replace(screen, parts=(said, *rest))
    opening = Control(0, 0, 0, 0, controls.OPEN + table.game).custom_id
    offered = t("That was a gentle start. Ready for the real game?")
    label = t("Play {game}", game=renderer.name)
    row = Row((Button(opening, label, "success"),))
    parts = (first, *rest, Text(offered), row)
    return structs.replace(screen, parts=parts)
