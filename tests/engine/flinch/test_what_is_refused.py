"""Flinch: what exactly a refusal is about (`rules.md` section 1)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.api import AnyGame
from engine.errors import Refusal
from engine.games.flinch import Flinch, refusals
from tests.engine.flinch.record import Record, late, seat
from tests.engine.record import refusal_of
from tests.games import refusals_of

Position = tuple[AnyGame, Any]
GAME = Flinch()

FULL = [[9], [9], [9], [9], [9]]


def flinch(record: Record, *acts: str) -> Position:
    """Return a position of Flinch after these acts."""
    return Flinch(), record.do(*acts).state


def two(hand: list[int], reserve: list[list[int]] | None = None, **options: Any) -> Record:
    """Return two seats of which 0 has the turn, this hand and this reserve."""
    return late([seat([9, 9], hand, reserve or []), seat([9, 9], [9])], options=options)


def four(turn: int = 0, **options: Any) -> Record:
    """Return two pairs: seats 0 and 2 against 1 and 3."""
    seats = [seat([9, 9], [8, 1]), *(seat([9, 9], [9, 8]) for _ in range(3))]
    return late(seats, turn=turn, options={"partners": True, **options})


def shown(*acts: str) -> Position:
    """Return seat 0 after it has shown a 1 out of turn (strict)."""
    return flinch(four(turn=3, conduct="strict"), "0 H1", *acts)


def blocked(*acts: str) -> Position:
    """Return a blocked game: seat 0 can release a 3, which favours the last card of seat 1."""
    seats = [seat([9, 9], [], [[3], [8]]), seat([4], [], [[4]]), seat([9, 9])]
    return flinch(late(seats, centre=[2], idle=True, options={"conduct": "strict"}), *acts)


COMING: list[tuple[Refusal, Callable[[], Position], str]] = [
    (refusals.STRICT_ONLY, lambda: flinch(two([8])), "1 J0"),
    (refusals.STRICT_ONLY, lambda: flinch(two([8])), "1 D0*8"),
    (refusals.NO_PARTNERS, lambda: flinch(two([8])), "0 PF"),
    (refusals.NO_PARTNERS, lambda: flinch(two([8])), "0 PR1"),
    (refusals.NO_CALLS, lambda: flinch(two([8], conduct="assist")), "1 C"),
    (refusals.OWN_CALL, lambda: flinch(four(), "0 H1"), "0 C"),
    (refusals.PARTNERS_CALL, lambda: flinch(four(), "0 H1"), "2 C"),
    (refusals.TRIED, lambda: shown(), "0 C"),
    (refusals.TRIED, lambda: flinch(four(conduct="strict"), "0 H1", "1 H9"), "2 C"),
    (refusals.CALLED, lambda: flinch(four(false_call="none"), "0 H1", "1 C"), "1 C"),
    (refusals.CALL_LOCKED, lambda: flinch(four(), "0 H1", "3 C", "0 L8"), "3 C"),
    (refusals.CALL_LOCKED, lambda: flinch(four(), "0 H1", "3 C"), "3 C"),
    (refusals.OWN_DEMAND, lambda: shown("3 L9"), "0 D0*1"),
    (refusals.OWN_DEMAND, lambda: shown("3 L9"), "2 D0*1"),
    (refusals.NO_DEMAND, lambda: shown(), "1 D0*1"),
    (refusals.NO_DEMAND, lambda: shown("3 L9", "1 D0*1"), "3 D0*1"),
    (refusals.OWN_JUDGED, lambda: flinch(two([8], conduct="strict")), "1 J1"),
    (refusals.PARTNER_JUDGED, lambda: flinch(four(conduct="strict")), "2 J0"),
    (refusals.JUDGED, lambda: flinch(four(conduct="strict"), "1 J2"), "1 J2"),
    (refusals.DEMANDED, lambda: shown("3 L9", "1 D0*1"), "0 L8"),
    (refusals.DEMANDED, lambda: shown("3 L9", "1 D0*1"), "0 H8"),
    (refusals.OWED, lambda: flinch(two([8, 1], conduct="assist")), "0 L8"),
    (refusals.OWED, lambda: flinch(two([8, 1], [[1]], conduct="assist")), "0 R1"),
    (refusals.HAND_LEFT, lambda: flinch(two([8])), "0 N"),
    (refusals.BLOCKED, lambda: blocked(), "0 N"),
    (refusals.BLOCKED, lambda: blocked(), "0 R2"),
    (refusals.LAY_ONE, lambda: flinch(two([8, 1])), "0 L1"),
    (refusals.PLACE_NEEDED, lambda: flinch(two([8], FULL)), "0 L8"),
    (refusals.PLACE_FREE, lambda: flinch(two([8], [[9]])), "0 L8@1"),
    (refusals.BARRED, lambda: blocked("0 R1"), "1 F"),
]


@pytest.mark.parametrize(("refusal", "position", "act"), COMING)
def test_refusal_says_what_it_is_about(
    refusal: Refusal, position: Callable[[], Position], act: str
) -> None:
    """A person is told what exactly is wrong, a transcript its broad reason."""
    assert refusal_of(*position(), act) is refusal


def test_every_refusal_comes_about() -> None:
    """None is declared that nothing brings."""
    assert {refusal.key for refusal, _, _ in COMING} >= {
        refusal.key for refusal in refusals_of(GAME)
    }
