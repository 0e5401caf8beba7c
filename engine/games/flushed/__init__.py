"""Flushed, the game of suits."""

from engine.games.flushed.rules import Flushed

__all__ = ["Flushed"]
