"""The soak in small: twenty games per seat count, every house rule, faults and calls."""

import io

import pytest

from engine.games import GAMES
from tests.bench import screens, soak

SEATINGS = [(game.key, seats) for game in GAMES for seats in game.seat_counts]


@pytest.mark.parametrize(("key", "seats"), SEATINGS)
def test_twenty_games_keep_every_promise(key: str, seats: int) -> None:
    """Cards conserved, state the fold of its events, stand-in accepted, every value played."""
    out = io.StringIO()
    assert soak.main(["--games", "20", "--game", key, "--seats", str(seats)], out) == 0
    assert f"{key}, {seats} seats: 20 games" in out.getvalue()


def test_value_that_never_comes_up_is_missed() -> None:
    """Two games cannot show three values of an option: the soak says which, exit status 1."""
    out = io.StringIO()
    assert soak.main(["--games", "2", "--game", "flinch", "--seats", "2"], out) == 1
    assert "WRONG flinch, 2 seats: " in out.getvalue()


def test_screens_of_random_states_fit() -> None:
    """The check of screens in small: a state of every kind, no screen outside its limits."""
    out = io.StringIO()
    assert screens.main(["--states", "40"], out) == 0
    assert out.getvalue().startswith("40 states, ")
