"""Positions of Flinch that its rules pages show."""

from collections.abc import Mapping, Sequence

from bot.locale import mark
from bot.ui.contract.rules_page import Position

PILE, HAND = 10, 5
"""Flinch cards and hand cards dealt to each seat, by the usual rules."""


def _dealt(
    tops: Sequence[int], hands: Sequence[Sequence[int]], stock: Sequence[int] = ()
) -> Mapping[int, int]:
    """Return where in the deck these cards lie; seat 0 sits at the dealer's left."""
    seats = len(tops)
    cards = {PILE * seat + PILE - 1: top for seat, top in enumerate(tops)}
    for seat, hand in enumerate(hands):
        cards |= dict(enumerate(hand, PILE * seats + HAND * seat))
    return cards | dict(enumerate(stock, (PILE + HAND) * seats))


DEAL = Position(
    mark(
        "Nothing lies in the middle yet. Of each Flinch pile you see the top card; +9 stands for "
        "the nine under it. You have the 1, so you begin."
    ),
    seats=2,
    dealer=1,
    cards=_dealt((8, 12), ((1, 7, 3, 12, 9), (5, 14, 10, 6, 11))),
)

CENTRE = Position(
    mark(
        "Two piles have been started. A 3 fits on the 2, a 2 fits on the 1, and another 1 would "
        "start a third pile. You have the 3: it may be played, but need not."
    ),
    seats=2,
    dealer=1,
    cards=_dealt((8, 12), ((1, 1, 2, 3, 14), (5, 14, 10, 6, 11))),
    acts=("0 H1", "0 H1", "0 H2"),
)

OWED = Position(
    mark(
        "The 2 on your Flinch pile fits on the 1 in the middle: it must be played now, before any "
        "other card, also before the 1 in your hand."
    ),
    seats=2,
    dealer=1,
    cards=_dealt((2, 12), ((1, 1, 7, 9, 14), (5, 14, 10, 6, 11))),
    acts=("0 H1",),
)

RESERVE = Position(
    mark(
        "You have laid six cards, one a turn. The sixth could go on top of any of your five: the "
        "11 lies on a 12 now, and ×2 says so."
    ),
    seats=2,
    dealer=1,
    cards=_dealt(
        (4, 8),
        ((1, 12, 10, 14, 9), (13, 10, 15, 7, 12)),
        (8, 11, 6, 13, 5, 9, 14, 6, 11, 10),
    ),
    acts=(
        *("0 H1", "0 L12", "1 L13", "0 L10", "1 L10", "0 L14", "1 L15", "0 L9", "1 L12"),
        *("0 L8", "1 L7", "0 L11@1", "1 L9@2"),
    ),
)

FAULT = Position(
    mark(
        "The 2 on Ana's Flinch pile fits on the 1, but she has laid her 9 on the reserve. Until you"
        " act you may call Flinch!"
    ),
    seats=2,
    dealer=1,
    cards=_dealt((8, 2), ((1, 7, 3, 12, 6), (9, 14, 10, 6, 11))),
    acts=("0 H1", "0 L12", "1 L9"),
)

PARTNERS = Position(
    mark(
        "Ben sits opposite and is your partner. His 2 fits on the 1, and your own 8 fits nowhere: "
        "you must play his 2 for him."
    ),
    seats=4,
    dealer=3,
    chosen={"partners": True},
    cards=_dealt(
        (8, 12, 2, 6),
        ((1, 7, 3, 12, 9), (5, 14, 10, 6, 11), (4, 13, 9, 7, 15), (10, 3, 8, 13, 5)),
    ),
    acts=("0 H1",),
)
