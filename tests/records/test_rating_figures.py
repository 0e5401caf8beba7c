"""Rating figures are openskill's own; a win never lowers what is shown.

See `experience.md` section 7.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.records.ratings import Side, Skill, after_game

Teams = tuple[tuple[tuple[float, float], ...], ...]
FRESH = (25.0, 25.0 / 3)

WORKED: tuple[tuple[str, Teams, tuple[int, ...]], ...] = (
    ("two beginners", ((FRESH,), (FRESH,)), (1, 2)),
    ("the weaker wins", (((32.0, 2.5),), ((20.0, 3.0),)), (2, 1)),
    ("the stronger wins", (((32.0, 2.5),), ((20.0, 3.0),)), (1, 2)),
    ("a draw of unequals", (((32.0, 2.5),), ((20.0, 3.0),)), (1, 1)),
    ("three, one of them new", (((28.0, 4.0),), (FRESH,), ((22.0, 1.5),)), (2, 1, 3)),
    ("four, two share the second place", ((FRESH,), (FRESH,), (FRESH,), (FRESH,)), (1, 2, 2, 4)),
    ("four, three share the last", ((FRESH,), ((30.0, 2.0),), (FRESH,), (FRESH,)), (2, 1, 2, 2)),
    ("eight", tuple(((20.0 + i, 2.0 + i / 4),) for i in range(8)), (3, 1, 2, 8, 5, 6, 7, 4)),
    ("two pairs", ((FRESH, (30.0, 2.0)), ((22.0, 5.0), (26.0, 3.0))), (2, 1)),
    (
        "three pairs, two of them equal",
        ((FRESH, FRESH), ((28.0, 4.0), FRESH), (FRESH, FRESH)),
        (1, 2, 2),
    ),
)


def sides_of(teams: Teams, places: tuple[int, ...], won: tuple[bool, ...]) -> tuple[Side, ...]:
    """Return the sides, seats numbered through."""
    sides, seat = [], 0
    for team, place, first in zip(teams, places, won, strict=True):
        sides.append(Side(tuple(range(seat, seat + len(team))), place, first))
        seat += len(team)
    return tuple(sides)


def skills_of(teams: Teams) -> dict[int, Skill]:
    """Return the figures before the game by seat."""
    flat = [one for team in teams for one in team]
    return {seat: Skill(mu, sigma) for seat, (mu, sigma) in enumerate(flat)}


@pytest.mark.parametrize(
    ("teams", "places"), [game[1:] for game in WORKED], ids=[game[0] for game in WORKED]
)
def test_figures_are_those_of_openskill(teams: Teams, places: tuple[int, ...]) -> None:
    """Ten worked games, ties and teams among them: mu and sigma to the last digit."""
    model = PlackettLuce(tau=0.0)
    rated: Any = model.rate(
        [[model.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in teams],
        ranks=[float(place) for place in places],
    )
    after = after_game(sides_of(teams, places, (False,) * len(teams)), skills_of(teams))
    expected = [Skill(one.mu, one.sigma) for team in rated for one in team]
    assert [after[seat] for seat in range(len(expected))] == expected


def test_shown_number_is_rounded_and_never_clamped() -> None:
    """round(mu - 3 sigma): a beginner shows 0, and who loses at first shows less."""
    assert Skill().number == 0
    after = after_game((Side((0,), 1, True), Side((1,), 2, False)), {0: Skill(), 1: Skill()})
    assert (after[0].number, after[1].number) == (3, -2)
    assert Skill(10.0, 5.0).number == -5


skill = st.tuples(st.floats(-20, 80), st.floats(0.4, 9))


@settings(deadline=None)
@given(
    st.lists(st.lists(skill, min_size=1, max_size=2), min_size=2, max_size=8),
    st.data(),
)
def test_win_never_lowers_a_rating(teams: list[list[tuple[float, float]]], data: Any) -> None:
    """Whoever wins, alone or with others, and however strong they all are."""
    places = tuple(data.draw(st.lists(st.integers(1, 8), min_size=len(teams), max_size=len(teams))))
    frozen = tuple(tuple(team) for team in teams)
    sides = sides_of(frozen, places, tuple(place == min(places) for place in places))
    before = skills_of(frozen)
    after = after_game(sides, before)
    for side in sides:
        for seat in side.seats:
            if side.won:
                assert after[seat].exact >= before[seat].exact
                assert after[seat].number >= before[seat].number


def test_shared_win_leaves_the_stronger_as_he_was() -> None:
    """The one departure from openskill: it would lower the stronger of two that win together."""
    skills = {0: Skill(35.0, 2.0), 1: Skill(20.0, 2.0)}
    after = after_game((Side((0,), 1, True), Side((1,), 1, True)), skills)
    assert after[0] == skills[0]
    assert after[1].exact > skills[1].exact
    drawn = after_game((Side((0,), 1, False), Side((1,), 1, False)), skills)
    assert drawn[0].exact < skills[0].exact


@settings(deadline=None)
@given(st.lists(skill, min_size=2, max_size=6), st.randoms())
def test_order_of_seats_does_not_matter(skills: list[tuple[float, float]], chance: Any) -> None:
    """Who sits where changes nothing about what a game does to ratings."""
    sides = [Side((seat,), seat + 1, seat == 0) for seat in range(len(skills))]
    figures = {seat: Skill(*one) for seat, one in enumerate(skills)}
    expected = after_game(sides, figures)
    chance.shuffle(sides)
    shuffled = after_game(sides, figures)
    for seat in figures:
        assert shuffled[seat].mu == pytest.approx(expected[seat].mu)
        assert shuffled[seat].sigma == pytest.approx(expected[seat].sigma)
