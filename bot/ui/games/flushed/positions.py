"""Positions of Flushed that its rules pages show."""

from collections.abc import Mapping, Sequence

from bot.locale import mark
from bot.ui.contract.rules_page import Position

DECK = 52


def _dealt(hands: Sequence[str], dealer: int) -> Mapping[int, str]:
    """Return where in the deck these hands lie: the last card dealt is drawn first."""
    seats = len(hands)
    each = DECK // seats
    cards: dict[int, str] = {}
    for seat, hand in enumerate(hands):
        turn = (dealer - 1 - seat) % seats
        for drawn, card in enumerate(hand.split()):
            cards[(each - 1 - drawn) * seats + turn] = card
    return cards


OTHERS = ("2S TH 6D 8C 3H", "TS JS QC 4H 6C", "7S KC 3D 9H 5D")
"""Hands of the three others; the one to the reader's right, last here, begins."""


def _first(mine: str) -> Mapping[int, str]:
    """Return the deal in which the reader comes last."""
    return _dealt((mine, *OTHERS), dealer=0)


DEAL = Position(
    mark(
        "Everybody has five cards in hand and eight in the stack. You sit to the dealer's right: "
        "you begin with any card you like."
    ),
    seats=4,
    dealer=1,
    cards=_dealt(("4S 9S KD QH 5C", *OTHERS), dealer=1),
)

FOLLOW = Position(
    mark(
        "Eva has led a 7 of spades, and Ben and Ana have followed. You have two spades: play one of"
        " them. Your other cards do not fit, and you may not pick up."
    ),
    seats=4,
    dealer=0,
    cards=_first("4S 9S KD QH 5C"),
    acts=("3 7S", "2 TS", "1 2S"),
)

PICK_UP = Position(
    mark(
        "The suit is spades and you have neither a spade nor an ace: you pick up the pile of three."
        " Then the next person plays any card."
    ),
    seats=4,
    dealer=0,
    cards=_first("4D 9C KD QH 5C"),
    acts=("3 7S", "2 TS", "1 2S"),
)

JACK = Position(
    mark(
        "Ben has played the jack of spades: the direction turns, and it is the turn of Eva, who "
        "played before him. You come next."
    ),
    seats=4,
    dealer=0,
    cards=_first("4S 9S KD QH 5C"),
    acts=("3 7S", "2 JS"),
)

QUEEN = Position(
    mark(
        "Ana has played a queen: the suit is open, and you choose the new one by playing any card. "
        "The pile stays."
    ),
    seats=4,
    dealer=0,
    cards=_dealt(("4S 9S KD QH 5C", "QS TH 6D 8C 3H", *OTHERS[1:]), dealer=0),
    acts=("3 7S", "2 TS", "1 QS"),
)

DOUBLES = Position(
    mark(
        "Doubles: the suit is spades, so your three nines may go together with the 9 of spades on "
        "top."
    ),
    seats=4,
    dealer=0,
    chosen={"doubles": True},
    cards=_dealt(("9S 9D 9C QH 5C", *OTHERS[:2], "7S KC 3D 8H 5D"), dealer=0),
    acts=("3 7S", "2 TS", "1 2S"),
)

FLUSH = Position(
    mark("Flush: all five cards of your hand are spades, so you may drop them all at once."),
    seats=4,
    dealer=0,
    chosen={"flush": True},
    cards=_first("4S 9S KS QS 5S"),
    acts=("3 7S", "2 TS", "1 2S"),
)
