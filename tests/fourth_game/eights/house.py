"""Eights: what a house player does."""

from collections import Counter
from random import Random

from engine.api import Level, Seat, Thought
from engine.cards import rank_of, suit_of
from tests.fourth_game.eights.actions import WILD
from tests.fourth_game.eights.decide import fits
from tests.fourth_game.eights.view import EightsView

NOTICES: dict[Level, float] = {"easy": 0.3, "normal": 0.7, "hard": 1.0}
"""How often an exposed seat is noticed."""


def think(level: Level, seat: Seat, view: EightsView, chance: Random) -> tuple[Thought, ...]:
    """Return the act in turn, and the call of an exposed seat."""
    if view.outcome is not None:
        return ()
    thoughts = []
    if view.exposed is not None and chance.random() < NOTICES[level]:
        thoughts.append(Thought("LAST", chance.uniform(0.8, 2.0)))
    if view.turn == seat:
        thoughts.append(Thought(_act(view), chance.uniform(2.0, 4.0)))
    return tuple(thoughts)


def _act(view: EightsView) -> str:
    """Return the first plain card that fits, else an eight for the suit most held, else draw."""
    fitting = [card for card in view.hand if fits(card, view.top, view.suit)]
    plain = [card for card in fitting if rank_of(card) != WILD]
    if plain:
        return plain[0]
    if fitting:
        suits = Counter(suit_of(card) for card in view.hand)
        return f"{fitting[0]}+{suits.most_common(1)[0][0]}"
    left = view.stock + view.height - 1
    return "D" if left and view.drawn < view.options.draws else "P"
