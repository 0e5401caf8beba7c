"""The registry of games: an explicit tuple, one package per game."""

from engine.api import AnyGame
from engine.games.flinch import Flinch
from engine.games.flip import Flip
from engine.games.flushed import Flushed

GAMES: tuple[AnyGame, ...] = (Flinch(), Flip(), Flushed())
