"""Flinch: each level of house player beats the one below it.

Forty fixed games always show the same; `tests/bench/strength.py` measures properly.
"""

import pytest

from engine.api import Level
from tests.bench.strength import measure
from tests.engine.flinch.record import GAME


@pytest.mark.parametrize(("seats", "least", "most"), [(2, 0.58, 0.95), (4, 0.35, 0.8)])
@pytest.mark.parametrize(("better", "other"), [("normal", "easy"), ("hard", "normal")])
def test_the_better_level_wins_clearly_but_not_always(
    better: Level, other: Level, seats: int, least: float, most: float
) -> None:
    """`experience.md` section 5: more than its share with two seats and with four."""
    assert least <= measure(GAME, seats, better, other, 40).rate <= most
