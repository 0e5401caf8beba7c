"""French cards and decks (`rules.md` section 0)."""

from typing import TypeAlias

Card: TypeAlias = str
"""Rank and suit in two characters (`TH` = ten of hearts); the jokers are `XR` and `XB`."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS: tuple[Card, ...] = ("XR", "XB")

_PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

BACK: Card = "??"
"""What stands for a card whose face is not for this pair of eyes."""


def french_deck(decks: int = 1, *, jokers: bool = False) -> tuple[Card, ...]:
    """Return a fresh deck: suits C, D, H, S, each ace to king, then the jokers; deck after deck.

    >>> french_deck()[:3], french_deck(jokers=True)[-3:]
    (('AC', '2C', '3C'), ('KS', 'XR', 'XB'))
    """
    return (_PACK + JOKERS if jokers else _PACK) * decks


def rank_of(card: Card) -> str:
    """Return the rank of a card, `X` for both jokers."""
    return card[0]


def suit_of(card: Card) -> str:
    """Return the suit of a card; of a joker its colour, `R` or `B`."""
    return card[1]


def is_joker(card: Card) -> bool:
    """Say whether a card is a joker."""
    return card[0] == "X"


def backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return as many cards seen from behind."""
    return (BACK,) * len(cards)
