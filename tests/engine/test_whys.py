"""What exactly a refusal is about (`engine.errors.Why`): each comes about where it is meant.

The reasons of `rules.md` section 0 stay as they are; these are for people.
"""

from collections.abc import Callable
from typing import Any

import pytest

from engine import play
from engine.api import AnyGame
from engine.errors import Refused, Why
from engine.games.flinch import Flinch
from tests.engine.flinch.record import Record, late, seat
from tests.engine.flip import tables as flip
from tests.engine.flushed import tables as flushed

FULL = [[9], [9], [9], [9], [9]]
SUITED = "2S 3S 4S 5S 6S"
Position = tuple[AnyGame, Any]


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


def open_cards(**options: Any) -> Position:
    """Return a game of FLIP in which a pair shows and the first slot fits on it."""
    record = flip.under_way("9C", "9D", ("8C 2C - -", "KH KS KD KC"), **options)
    return record.game, record.state


def face_down() -> Position:
    """Return a game of FLIP that is dealt and not turned up."""
    record = flip.dealt("8C 3C 4C 5C 9C", "2D 3D 4D 5D 9D")
    return record.game, record.state


def following(hand: str, suit: str | None = "S", **options: Any) -> Position:
    """Return a game of Flushed in which seat 0 has the turn and this hand."""
    record = flushed.under_way((hand, "2D", "5D"), pile="7S", suit=suit, **options)
    return record.game, record.state


WHYS: list[tuple[Why, Callable[[], Position], str]] = [
    (Why.TABLES_OWN, lambda: open_cards(), "0 S"),
    (Why.STRICT_ONLY, lambda: flinch(two([8])), "1 J0"),
    (Why.STRICT_ONLY, lambda: flinch(two([8])), "1 D0*8"),
    (Why.NO_PARTNERS, lambda: flinch(two([8])), "0 PF"),
    (Why.NO_PARTNERS, lambda: flinch(two([8])), "0 PR1"),
    (Why.NO_CALLS, lambda: flinch(two([8], conduct="assist")), "1 C"),
    (Why.OWN_CALL, lambda: flinch(four(), "0 H1"), "0 C"),
    (Why.PARTNERS_CALL, lambda: flinch(four(), "0 H1"), "2 C"),
    (Why.CALLED, lambda: flinch(four(), "0 H1", "1 C"), "1 C"),
    (Why.CALL_LOCKED, lambda: flinch(four(), "0 H1", "3 C", "0 L8"), "3 C"),
    (Why.OWN_DEMAND, lambda: shown("3 L9"), "0 D0*1"),
    (Why.OWN_DEMAND, lambda: shown("3 L9"), "2 D0*1"),
    (Why.NO_DEMAND, lambda: shown(), "1 D0*1"),
    (Why.NO_DEMAND, lambda: shown("3 L9", "1 D0*1"), "3 D0*1"),
    (Why.OWN_JUDGED, lambda: flinch(two([8], conduct="strict")), "1 J1"),
    (Why.PARTNER_JUDGED, lambda: flinch(four(conduct="strict")), "2 J0"),
    (Why.JUDGED, lambda: flinch(four(conduct="strict"), "1 J2"), "1 J2"),
    (Why.DEMANDED, lambda: shown("3 L9", "1 D0*1"), "0 L8"),
    (Why.DEMANDED, lambda: shown("3 L9", "1 D0*1"), "0 H8"),
    (Why.OWED, lambda: flinch(two([8, 1], conduct="assist")), "0 L8"),
    (Why.OWED, lambda: flinch(two([8, 1], [[1]], conduct="assist")), "0 R1"),
    (Why.HAND_LEFT, lambda: flinch(two([8])), "0 N"),
    (Why.BLOCKED, lambda: blocked(), "0 N"),
    (Why.BLOCKED, lambda: blocked(), "0 R2"),
    (Why.LAY_ONE, lambda: flinch(two([8, 1])), "0 L1"),
    (Why.PLACE_NEEDED, lambda: flinch(two([8], FULL)), "0 L8"),
    (Why.PLACE_FREE, lambda: flinch(two([8], [[9]])), "0 L8@1"),
    (Why.BARRED, lambda: blocked("0 R1"), "1 F"),
    (Why.FACE_DOWN, lambda: face_down(), "0 1L"),
    (Why.FROZEN_PAIR, lambda: open_cards(pair_play="frozen"), "0 1L"),
    (Why.NOT_TOGETHER, lambda: following("9S 8C"), "0 8C+9S"),
    (Why.WRONG_TOP, lambda: following("9S 9C"), "0 9S+9C"),
    (Why.NO_SEVERAL, lambda: following("9S 9C"), "0 9C+9S"),
    (Why.NO_SEVERAL_LED, lambda: following("9S 9C", None, doubles=True), "0 9C+9S"),
    (Why.NO_SEVERAL_LED, lambda: following(SUITED, None, flush=True), "0 2S+3S+4S+5S+6S"),
    (Why.NO_WHOLE_HAND, lambda: following(SUITED), "0 2S+3S+4S+5S+6S"),
    (Why.SUIT_OPEN, lambda: following("9S", None), "0 T"),
    (Why.FOLLOW_SUIT, lambda: following("9S"), "0 T"),
    (Why.PLAY_ACE, lambda: following("AH", void_ace="must"), "0 T"),
]


@pytest.mark.parametrize(("why", "position", "act"), WHYS)
def test_refusal_says_what_it_is_about(
    why: Why, position: Callable[[], Position], act: str
) -> None:
    """The reason is the broad one of the rules, the `why` what a person is told."""
    (game, state), (by, notation) = position(), act.split()
    with pytest.raises(Refused) as refused:
        play.act(game, state, (int(by),), notation)
    assert refused.value.why is why
    assert refused.value.reason is why.reason
    assert str(refused.value) == why.reason.value


def test_every_why_comes_about() -> None:
    """None is told that nothing brings, and each has a key of its own."""
    assert {why for why, _, _ in WHYS} == set(Why)
    assert len({why.key for why in Why}) == len(Why)
