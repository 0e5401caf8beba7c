"""Eights: what can be asked for, and its notation."""

import re
from typing import TypeAlias

from msgspec import Struct

from engine.cards import RANKS, SUITS, Card, rank_of
from engine.errors import UNREADABLE, Refused

WILD = "8"
_PLAY = re.compile(rf"([{RANKS}][{SUITS}])(?:\+([{SUITS}]))?")


class PlayCard(Struct, frozen=True, tag_field="kind", tag="play-card"):
    """`7S`, `8S+H`: play a card, with an eight naming the suit to follow."""

    card: Card
    suit: str | None = None


class DrawCard(Struct, frozen=True, tag_field="kind", tag="draw-card"):
    """`D`: draw a card."""


class Pass(Struct, frozen=True, tag_field="kind", tag="pass"):
    """`P`: end the turn without a play."""


class CallLast(Struct, frozen=True, tag_field="kind", tag="call-last"):
    """`LAST`: say that somebody, maybe oneself, holds one card."""


EightsAction: TypeAlias = PlayCard | DrawCard | Pass | CallLast

_WORDS: dict[str, EightsAction] = {"D": DrawCard(), "P": Pass(), "LAST": CallLast()}


def parse(notation: str) -> EightsAction:
    """Return the action of a notation; raise `Refused` (`unreadable`)."""
    if notation in _WORDS:
        return _WORDS[notation]
    found = _PLAY.fullmatch(notation)
    if found is None or (rank_of(found[1]) == WILD) != bool(found[2]):
        raise Refused(UNREADABLE)
    return PlayCard(card=found[1], suit=found[2])


def notate(action: EightsAction) -> str:
    """Return the notation of an action."""
    if isinstance(action, PlayCard):
        return action.card if action.suit is None else f"{action.card}+{action.suit}"
    return next(word for word, simple in _WORDS.items() if simple == action)
