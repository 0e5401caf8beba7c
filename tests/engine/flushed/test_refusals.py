"""Flushed: what exactly a refusal is about (`rules.md` section 3)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.api import AnyGame
from engine.errors import Refusal
from engine.games.flushed import Flushed, refusals
from tests.engine.flushed import tables as flushed
from tests.engine.record import refusal_of
from tests.games import refusals_of

Position = tuple[AnyGame, Any]
GAME = Flushed()

SUITED = "2S 3S 4S 5S 6S"


def following(hand: str, suit: str | None = "S", **options: Any) -> Position:
    """Return a game of Flushed in which seat 0 has the turn and this hand."""
    record = flushed.under_way((hand, "2D", "5D"), pile="7S", suit=suit, **options)
    return record.game, record.state


COMING: list[tuple[Refusal, Callable[[], Position], str]] = [
    (refusals.NOT_THE_SUIT, lambda: following("9S 8C"), "0 8C"),
    (refusals.NOT_TOGETHER, lambda: following("9S 8C"), "0 8C+9S"),
    (refusals.WRONG_TOP, lambda: following("9S 9C"), "0 9S+9C"),
    (refusals.NO_SEVERAL, lambda: following("9S 9C"), "0 9C+9S"),
    (refusals.NO_SEVERAL_LED, lambda: following("9S 9C", None, doubles=True), "0 9C+9S"),
    (refusals.NO_SEVERAL_LED, lambda: following(SUITED, None, flush=True), "0 2S+3S+4S+5S+6S"),
    (refusals.NO_WHOLE_HAND, lambda: following(SUITED), "0 2S+3S+4S+5S+6S"),
    (refusals.SUIT_OPEN, lambda: following("9S", None), "0 T"),
    (refusals.FOLLOW_SUIT, lambda: following("9S"), "0 T"),
    (refusals.PLAY_ACE, lambda: following("AH", void_ace="must"), "0 T"),
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
