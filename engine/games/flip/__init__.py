"""FLIP, the game of speed and observation."""

from engine.games.flip.rules import Flip

__all__ = ["Flip"]
