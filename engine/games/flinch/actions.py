"""The actions of Flinch and their notation (`rules.md` section 1).

The notation is finite, so both directions are one table.
"""

from typing import TypeAlias

from msgspec import Struct

from engine.api import Seat
from engine.errors import UNREADABLE, Refused
from engine.games.flinch.state import PLACES, TOP, Card, Source

SEATS = 8
"""Seats that notation can name: 0…7."""


class Play(Struct, frozen=True, gc=False, tag_field="kind", tag="play"):
    """Play a card on the centre: `F`, `H7`, `R2`, `PF`, `PR2`.

    Attributes:
        number: the card of `H`, the place 1…5 of `R` and `PR`, else 0.
    """

    source: Source
    number: int = 0


class Lay(Struct, frozen=True, gc=False, tag_field="kind", tag="lay"):
    """Lay a card of the hand on the reserve: `L7`, or `L7@3` on the named place."""

    card: Card
    place: int | None = None


class LayNothing(Struct, frozen=True, gc=False, tag_field="kind", tag="lay-nothing"):
    """End the turn without laying: `N`."""


class CallFlinch(Struct, frozen=True, gc=False, tag_field="kind", tag="call"):
    """Call "Flinch!" about the seat that acted last: `C`."""


class DemandCard(Struct, frozen=True, gc=False, tag_field="kind", tag="demand"):
    """Demand a card a seat has shown: `D2*9` (strict)."""

    seat: Seat
    card: Card


class JudgeSeat(Struct, frozen=True, gc=False, tag_field="kind", tag="judge"):
    """Have a confirmed irregularity of a seat judged: `J2` (strict)."""

    seat: Seat


TurnAct: TypeAlias = Play | Lay | LayNothing
"""A play, or what ends a turn."""

FlinchAction: TypeAlias = TurnAct | CallFlinch | DemandCard | JudgeSeat

CARDS = range(1, TOP + 1)
NUMBERS = range(1, PLACES + 1)

FLINCH, PARTNER_FLINCH = Play("F"), Play("PF")
HAND_PLAYS = {card: Play("H", card) for card in CARDS}
RESERVE_PLAYS = tuple(Play("R", place) for place in NUMBERS)
PARTNER_RESERVE_PLAYS = tuple(Play("PR", place) for place in NUMBERS)
LAYS = {card: (Lay(card),) for card in CARDS}
"""The lay of each card while a place is empty."""
LAYS_ON = {card: tuple(Lay(card, place) for place in NUMBERS) for card in CARDS}
"""The lays of each card while none is."""
NOTHING = LayNothing()
CALL = CallFlinch()


def _all() -> dict[str, FlinchAction]:
    """Return every notation of the game with its action."""
    table: dict[str, FlinchAction] = {"F": FLINCH, "PF": PARTNER_FLINCH, "N": NOTHING, "C": CALL}
    for play in (*HAND_PLAYS.values(), *RESERVE_PLAYS, *PARTNER_RESERVE_PLAYS):
        table[f"{play.source}{play.number}"] = play
    for card in CARDS:
        table[f"L{card}"] = LAYS[card][0]
        table |= {f"L{card}@{lay.place}": lay for lay in LAYS_ON[card]}
        table |= {f"D{seat}*{card}": DemandCard(seat, card) for seat in range(SEATS)}
    return table | {f"J{seat}": JudgeSeat(seat) for seat in range(SEATS)}


ACTIONS = _all()
_NOTATIONS = {action: notation for notation, action in ACTIONS.items()}


def parse(notation: str) -> FlinchAction:
    """Return the action of a notation.

    >>> parse("L7@3")
    Lay(card=7, place=3)

    Raises:
        Refused: `unreadable`.
    """
    action = ACTIONS.get(notation)
    if action is None:
        raise Refused(UNREADABLE)
    return action


def notate(action: FlinchAction) -> str:
    """Return the notation of an action.

    >>> notate(DemandCard(seat=2, card=9))
    'D2*9'
    """
    return _NOTATIONS[action]
