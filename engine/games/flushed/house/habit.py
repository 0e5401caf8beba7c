"""Flushed: which single card somebody likes to play who does not count: of habit, or for show."""

from collections.abc import Sequence

from engine.cards import Card

_DISLIKES = {"A": 8.0, "Q": 3.0, "J": 1.0}
"""How much a special is kept back, in cards of its suit held; an ace is for need."""

_SHOWY = {"K": 3.0, "Q": 2.0, "J": 2.0}
"""How much somebody likes specials who keeps nothing back."""

WORTHY = 2
"""Cards on the pile that make a king worth playing."""


def liking(card: Card, hand: Sequence[Card], height: int) -> float:
    """Return how much such a player likes a card on a pile of this height.

    Plain cards of the suit it holds most of first, so that it can follow again; kings on a pile
    worth giving away.
    """
    rank, suit = card[0], card[1]
    held = 0.0
    for other in hand:
        if other[1] == suit:
            held += 1.0
    if rank == "K":
        return held + (6.0 if height >= WORTHY else -4.0)
    return held - _DISLIKES.get(rank, 0.0)


def showy_liking(card: Card, *, keeps: bool) -> float:
    """Return how much a beginner likes a card: kings, queens and jacks, as soon as they fit.

    It looks neither at the pile, which may not be worth a king, nor at what it could follow with;
    an ace is a card like any other, unless it thinks of keeping it (`keeps`).
    """
    if keeps and card[0] == "A":
        return -1.0
    return _SHOWY.get(card[0], 0.0)
