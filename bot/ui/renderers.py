"""The registry of renderers: one line per game, in the order of `engine.games.GAMES`."""

from bot.ui.contract.renderer import AnyRenderer
from bot.ui.games.flinch import FlinchRenderer
from bot.ui.games.flip import FlipRenderer
from bot.ui.games.flushed import FlushedRenderer

RENDERERS: tuple[AnyRenderer, ...] = (FlinchRenderer(), FlipRenderer(), FlushedRenderer())
