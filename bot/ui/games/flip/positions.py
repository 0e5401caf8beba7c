"""Positions of FLIP that its rules pages show."""

from collections.abc import Mapping

from bot.locale import mark
from bot.ui.contract.rules_page import Position


def _dealt(mine: str, others: str) -> Mapping[int, str]:
    """Return where in the deck these cards lie: four slots, the middle card, then the stock."""
    rows = (mine.split(), others.split())
    return {2 * at + seat: card for seat, row in enumerate(rows) for at, card in enumerate(row)}


ROWS = _dealt("8H 6C KD 2S 7S", "JH 5D 3C 4C QD")

DEAL = Position(
    mark(
        "Before the count of 3, 2, 1: four cards in front of each and one each in the middle, all "
        "face down."
    ),
    seats=2,
    cards=ROWS,
)

FITS = Position(
    mark(
        "All cards are turned up. Your 8 and your 6 fit on the 7. Your king fits on the queen, and "
        "so does Ana's jack: the quicker one is played. Your 2 fits nowhere."
    ),
    seats=2,
    cards=ROWS,
    acts=("- G",),
)

PAIR = Position(
    mark(
        "You have put a 9 on the left pile, and on the right one lies a 9 too. Whoever says FLIP "
        "first makes the other take both piles."
    ),
    seats=2,
    cards=_dealt("9H 6C KD 2S 8S 4D", "JH 5D 3C QC 9D"),
    acts=("- G", "0 1L"),
)

STUCK = Position(
    mark(
        "Nobody has a card that fits on the 7 or on the queen: after 3 seconds both get four new "
        "cards."
    ),
    seats=2,
    cards=_dealt("2H 4C 9D 2S 7S", "3H 5D 3C 9C QD"),
    acts=("- G",),
)
