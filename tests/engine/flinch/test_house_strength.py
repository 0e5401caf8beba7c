"""Flinch: each level of house player beats the one below it.

Forty fixed games always show the same; `tests/bench/strength.py` measures properly.
"""

import pytest

from engine.api import Level
from tests.bench.strength import measure
from tests.engine.flinch.record import GAME


@pytest.mark.parametrize(("better", "other"), [("normal", "easy"), ("hard", "normal")])
def test_the_better_level_wins_more_than_its_share(better: Level, other: Level) -> None:
    """With two seats at least 58 % of the games."""
    assert measure(GAME, 2, better, other, 40).rate >= 0.58
