"""Flinch (`rules.md` section 1): the game of 1901 as revised in 1913."""

from engine.games.flinch.rules import Flinch

__all__ = ["Flinch"]
