"""FLIP: what can be asked for, and its notation (`rules.md` section 2)."""

import re
from typing import TypeAlias, assert_never

from msgspec import Struct

from engine.errors import UNREADABLE, Refused
from engine.games.flip.state import PILES, Pile

_PLAY = re.compile(r"([1-4])([LR])", re.ASCII)
_SIDES = "LR"


class Reveal(Struct, frozen=True, gc=False, tag_field="kind", tag="reveal"):
    """`G`, by the table: turn everything up."""


class PlaySlot(Struct, frozen=True, gc=False, tag_field="kind", tag="play-slot"):
    """`2L`: play the card of a slot (1 to 4) on a pile."""

    slot: int
    pile: Pile


class CallFlip(Struct, frozen=True, gc=False, tag_field="kind", tag="call-flip"):
    """`FLIP`: claim the pair in the middle."""


class Unstick(Struct, frozen=True, gc=False, tag_field="kind", tag="unstick"):
    """`S`, by the table: go on when no slot may be played."""


FlipAction: TypeAlias = Reveal | PlaySlot | CallFlip | Unstick


def parse(notation: str) -> FlipAction:
    """Return the action of a notation; raise `Refused` (`unreadable`).

    >>> parse("2R")
    PlaySlot(slot=2, pile=1)
    """
    match notation:
        case "G":
            return Reveal()
        case "S":
            return Unstick()
        case "FLIP":
            return CallFlip()
    found = _PLAY.fullmatch(notation)
    if found is None:
        raise Refused(UNREADABLE)
    return PlaySlot(slot=int(found[1]), pile=PILES[_SIDES.index(found[2])])


def notate(action: FlipAction) -> str:
    """Return the notation of an action."""
    match action:
        case Reveal():
            return "G"
        case Unstick():
            return "S"
        case CallFlip():
            return "FLIP"
        case PlaySlot():
            return f"{action.slot}{_SIDES[action.pile]}"
        case _:
            assert_never(action)
