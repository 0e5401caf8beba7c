"""The registry of renderers: one line per game, in the order of `engine.games.GAMES`."""

from bot.ui.flinch import FlinchRenderer
from bot.ui.flip import FlipRenderer
from bot.ui.flushed import FlushedRenderer
from bot.ui.renderer import AnyRenderer

RENDERERS: tuple[AnyRenderer, ...] = (FlinchRenderer(), FlipRenderer(), FlushedRenderer())
