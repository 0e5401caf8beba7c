"""FLIP: what exactly a refusal is about (`rules.md` section 2)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.api import AnyGame
from engine.errors import DOES_NOT_FIT, TABLES_OWN, Refusal
from engine.games.flip import Flip, refusals
from tests.engine.flip import tables as flip
from tests.engine.record import refusal_of
from tests.games import refusals_of

Position = tuple[AnyGame, Any]
GAME = Flip()


def open_cards(**options: Any) -> Position:
    """Return a game of FLIP in which a pair shows and the first slot fits on it."""
    record = flip.under_way("9C", "9D", ("8C 2C - -", "KH KS KD KC"), **options)
    return record.game, record.state


def two_piles() -> Position:
    """Return a game in which the first slot fits on the left pile alone, the second nowhere."""
    record = flip.under_way("9C", "QD", ("8C 2C - -", "KH KS KD KC"))
    return record.game, record.state


def face_down() -> Position:
    """Return a game of FLIP that is dealt and not turned up."""
    record = flip.dealt("8C 3C 4C 5C 9C", "2D 3D 4D 5D 9D")
    return record.game, record.state


COMING: list[tuple[Refusal, Callable[[], Position], str]] = [
    (TABLES_OWN, lambda: open_cards(), "0 S"),
    (refusals.FACE_DOWN, lambda: face_down(), "0 1L"),
    (refusals.OTHER_PILE, lambda: two_piles(), "0 1R"),
    (DOES_NOT_FIT, lambda: two_piles(), "0 2R"),
    (refusals.FROZEN_PAIR, lambda: open_cards(pair_play="frozen"), "0 1L"),
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
