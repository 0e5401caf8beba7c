"""The registry of games: an explicit tuple, one package per game."""

from engine.api import AnyGame

GAMES: tuple[AnyGame, ...] = ()
