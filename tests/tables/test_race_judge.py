"""The judge of races, as a pure function of stamps (`architecture.md`, Races)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import CallMade, Route
from bot.tables.race_judge import Chance, Timing, judge, margin, quality, simultaneous
from bot.tables.settings import TableSettings
from engine.api import Call

SETTINGS = TableSettings()
ALWAYS = Call("C", joint=True, window="always")
WHILE_GOOD = Call("FLIP", joint=False, window="while-good")


def call(
    seat: int,
    stamp: float,
    route: Route = "button",
    *,
    arrived: float = 0.0,
    well_timed: bool = True,
) -> CallMade:
    """Return a call of a seat at a time."""
    return CallMade(
        seat=seat,
        person=seat,
        notation="C",
        route=route,
        stamp=stamp,
        arrived=arrived,
        well_timed=well_timed,
    )


@pytest.mark.parametrize(
    ("one", "other", "seconds"),
    [
        (call(0, 0, "button"), call(1, 0, "command"), 0.05),
        (call(0, 0, "reaction"), call(1, 0, "reaction"), 0.15),
        (call(0, 0, "reaction", well_timed=False), call(1, 0, "reaction"), 0.15),
        (call(0, 0, "reaction"), call(1, 0, "button"), 0.15),
        (call(0, 0, "command"), call(1, 0, "reaction", well_timed=False), 0.3),
    ],
)
def test_the_margin_depends_on_the_routes(one: CallMade, other: CallMade, seconds: float) -> None:
    """50 ms between buttons or commands, 150 between reactions or mixed, 300 if badly timed."""
    assert margin(one, other, SETTINGS) == margin(other, one, SETTINGS) == seconds


def test_simultaneous_are_the_earliest_and_those_within_its_margin() -> None:
    """The margin counts from the earliest call alone, never from one to the next."""
    calls = (call(0, 1.0), call(1, 1.04), call(2, 1.08), call(3, 1.14, "reaction"))

    assert [c.seat for c in simultaneous(calls, SETTINGS)] == [0, 1, 3]


def test_a_good_call_is_good_and_a_wrong_one_false() -> None:
    """Without anything that excuses it, a call is what the rules say."""
    for spec in (ALWAYS, WHILE_GOOD):
        assert quality(call(0, 5), spec, Chance(good=True), SETTINGS) == "good"
        assert quality(call(0, 5), spec, Chance(good=False), SETTINGS) == "false"


@pytest.mark.parametrize(
    ("shown", "arrived", "expected"),
    [(None, 99.0, "late"), (10.0, 9.0, "late"), (10.0, 11.5, "late"), (10.0, 11.51, "false")],
)
def test_a_call_within_the_grace_is_late(
    shown: float | None, arrived: float, expected: str
) -> None:
    """Late: before the edit showing what ended the chance, or up to 1.5 s after it (P-20)."""
    chance = Chance(good=False, ended=True, shown=shown)
    for spec in (ALWAYS, WHILE_GOOD):
        assert quality(call(0, 5, arrived=arrived), spec, chance, SETTINGS) == expected


def test_a_call_older_than_the_last_act_is_late_where_calls_are_always_judged() -> None:
    """Its own stamp excuses a call made before the table's last act (F-46)."""
    chance = Chance(good=False, last_act=7.0)

    assert quality(call(0, 6.9), ALWAYS, chance, SETTINGS) == "late"
    assert quality(call(0, 7.1), ALWAYS, chance, SETTINGS) == "false"
    assert quality(call(0, 6.9), WHILE_GOOD, chance, SETTINGS) == "false"


def test_a_call_older_than_what_it_is_about_was_a_guess() -> None:
    """A FLIP older than the act that made the pair, by more than the margin, is false (P-20)."""
    chance = Chance(good=True, made=Timing(7.0, "button"))

    assert quality(call(0, 6.96), WHILE_GOOD, chance, SETTINGS) == "good"
    assert quality(call(0, 6.94), WHILE_GOOD, chance, SETTINGS) == "false"
    assert quality(call(0, 6.86, "reaction"), WHILE_GOOD, chance, SETTINGS) == "good"
    assert quality(call(0, 6.84, "reaction"), WHILE_GOOD, chance, SETTINGS) == "false"
    assert quality(call(0, 1.0), ALWAYS, chance, SETTINGS) == "good"


def test_the_verdict_sorts_calls_by_what_they_are_worth() -> None:
    """Good calls first with the slower ones named, false ones by groups, late ones dropped."""
    calls = [call(0, 3.0), call(1, 1.0), call(2, 1.04), call(3, 1.2), call(4, 1.5), call(5, 0.5)]

    verdict = judge(calls, ["good", "good", "good", "false", "false", "late"], SETTINGS)

    assert [c.seat for c in verdict.order] == [5, 1, 2, 3, 4, 0]
    assert [c.seat for c in verdict.good] == [1, 2]
    assert [c.seat for c in verdict.slower] == [0]
    assert [[c.seat for c in group] for group in verdict.false] == [[3], [4]]
    assert [c.seat for c in verdict.late] == [5]


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.sampled_from(["button", "command", "reaction"]),
            st.sampled_from(["good", "false", "late"]),
        ),
        min_size=1,
        max_size=7,
    ),
    st.randoms(),
)
def test_the_verdict_never_depends_on_the_order_of_arrival(
    made: list[tuple[float, Route, str]], chance: object
) -> None:
    """Whatever order calls are read in, stamps alone decide; every call ends in one place."""
    pairs = [(call(seat, stamp, route), worth) for seat, (stamp, route, worth) in enumerate(made)]
    shuffled = list(pairs)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis' Random

    def verdict(of: list[tuple[CallMade, str]]) -> dict[str, object]:
        found = judge([c for c, _ in of], [w for _, w in of], SETTINGS)  # type: ignore[misc]
        placed = [*found.good, *found.slower, *found.late, *(c for g in found.false for c in g)]
        assert sorted(c.seat for c in placed) == sorted(c.seat for c, _ in pairs)
        return {
            "good": {c.seat for c in found.good},
            "slower": {c.seat for c in found.slower},
            "false": [{c.seat for c in group} for group in found.false],
        }

    if len({stamp for stamp, _, _ in made}) == len(made):
        assert verdict(pairs) == verdict(shuffled)
