"""An event as one seat may know it."""

from typing import assert_never

from msgspec.structs import replace

from engine.api import Seat
from engine.games.flinch.events import (
    ActUndone,
    CardDemanded,
    CardLaid,
    CardMisfitted,
    CardPlayed,
    CardShown,
    Dealt,
    Favoured,
    FlinchCalled,
    FlinchCardGiven,
    FlinchEvent,
    GameEnded,
    HandDrawn,
    HandsLaidDown,
    IrregularityJudged,
    NothingLaid,
    StockCardGiven,
    StockShuffled,
    TurnBegan,
    TurnPassed,
    TurnStopped,
)
from engine.games.flinch.state import Card


def redact(event: FlinchEvent, seat: Seat | None) -> FlinchEvent:
    """Return the event without what this seat (None: a spectator) may not know.

    Faults are shown to nobody (F-64); the seed and the stock neither; a hand to its seat alone.
    """
    match event:
        case Dealt():
            return replace(
                event,
                seed="",
                stock=(),
                flinch=tuple(pile[-1:] for pile in event.flinch),
                hands=_own(event.hands, seat),
            )
        case HandsLaidDown():
            return replace(event, hands=_own(event.hands, seat))
        case StockShuffled():
            return replace(event, cards=())
        case HandDrawn():
            return event if event.seat == seat else replace(event, cards=())
        case StockCardGiven():
            return replace(event, card=0)
        case CardPlayed() | CardLaid() | NothingLaid() | CardMisfitted():
            return replace(event, fault=None) if event.fault is not None else event
        case (
            TurnBegan()
            | TurnPassed()
            | TurnStopped()
            | CardShown()
            | CardDemanded()
            | FlinchCalled()
            | ActUndone()
            | FlinchCardGiven()
            | IrregularityJudged()
            | Favoured()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)


def _own(hands: tuple[tuple[Card, ...], ...], seat: Seat | None) -> tuple[tuple[Card, ...], ...]:
    """Return the hands with all but this seat's seen from behind."""
    return tuple(hand if owner == seat else (0,) * len(hand) for owner, hand in enumerate(hands))
