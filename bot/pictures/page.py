"""The pictures of a page of rules: small positions of the game, with their words."""

from bot.locale import Translator
from bot.pictures import Drawing
from bot.pictures.table import drawn
from bot.ui import rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import Page, Position
from bot.ui.contract.spread import Spread
from engine.api import AnyGame


def of_page(game: AnyGame, renderer: AnyRenderer, page: Page, t: Translator) -> tuple[Drawing, ...]:
    """Draw the positions a page shows; some milliseconds each, so from a thread."""
    return tuple(_drawn(game, renderer, position, t) for position in page.shown)


def _drawn(game: AnyGame, renderer: AnyRenderer, position: Position, t: Translator) -> Drawing:
    spread = rules.spread(game, renderer, position, t)
    said = (t("{game}: an example", game=renderer.name), *_lines(spread, t))
    return drawn((), spread, said, spread, f"{renderer.key}-{position.name}", t)


def _lines(spread: Spread, t: Translator) -> tuple[str, ...]:
    """Return whose turn it is, where there are turns."""
    turn = next((block.title for block in spread.blocks if block.turn), None)
    if turn is None:
        return ()
    return (
        t("Your turn") if turn == t(rules.NAMES[rules.READER]) else t("{name}'s turn", name=turn),
    )
