"""Flushed: what can be asked for, and its notation (`rules.md` section 3)."""

import re
from typing import TypeAlias, assert_never

from msgspec import Struct

from engine.cards import RANKS, SUITS, Card
from engine.errors import UNREADABLE, Refused

_CARD = f"[{RANKS}][{SUITS}]"
_PLAY = re.compile(rf"{_CARD}(?:\+{_CARD}){{0,4}}")


class PlayCards(Struct, frozen=True, gc=False, tag_field="kind", tag="play-cards"):
    """`7S`, `7D+7C+7S`: play one to five cards, the last on top."""

    cards: tuple[Card, ...]


class TakePile(Struct, frozen=True, gc=False, tag_field="kind", tag="take-pile"):
    """`T`: take the pile."""


FlushedAction: TypeAlias = PlayCards | TakePile


def parse(notation: str) -> FlushedAction:
    """Return the action of a notation; raise `Refused` (`unreadable`).

    One to five cards can be read, whatever they are; whether they go together is for the rules.

    >>> parse("7D+7S")
    PlayCards(cards=('7D', '7S'))
    """
    if notation == "T":
        return TakePile()
    if not _PLAY.fullmatch(notation):
        raise Refused(UNREADABLE)
    return PlayCards(cards=tuple(notation.split("+")))


def notate(action: FlushedAction) -> str:
    """Return the notation of an action."""
    match action:
        case PlayCards():
            return "+".join(action.cards)
        case TakePile():
            return "T"
        case _:
            assert_never(action)
