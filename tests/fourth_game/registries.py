"""The registries with a fourth game: one line in each."""

from bot.ui.contract.renderer import AnyRenderer
from bot.ui.renderers import RENDERERS as THREE_RENDERERS
from engine.api import AnyGame
from engine.games import GAMES as THREE_GAMES
from tests.fourth_game.eights import Eights
from tests.fourth_game.renderer import EightsRenderer

GAMES: tuple[AnyGame, ...] = (*THREE_GAMES, Eights())
RENDERERS: tuple[AnyRenderer, ...] = (*THREE_RENDERERS, EightsRenderer())
