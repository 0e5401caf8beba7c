"""The times one table waits for."""

from datetime import datetime, timedelta, tzinfo

import pytest

from bot.tables.clock import RealClock, Times
from bot.tables.commands import Due
from tests.tables.time import ManualClock


def waiting() -> tuple[ManualClock, Times, list[Due]]:
    """Return a clock, times on it, and what has come due."""
    clock = ManualClock()
    come: list[Due] = []
    return clock, Times(clock, come.append), come


def go(clock: ManualClock, seconds: float) -> None:
    """Let time pass."""
    until = clock.monotonic() + seconds
    while clock.step(until):
        pass


def test_a_time_comes_once_and_is_taken_once() -> None:
    """What is planned comes due, counts once, and is no longer planned."""
    clock, times, come = waiting()
    times.plan("x", 2)
    go(clock, 1.9)
    assert come == []
    go(clock, 0.2)

    assert len(come) == 1
    assert times.planned("x")
    assert times.take(come[0])
    assert not times.take(come[0])
    assert not times.planned("x")


def test_a_time_planned_anew_makes_the_old_one_void() -> None:
    """What lies in the inbox while it is planned anew does not count any more."""
    clock, times, come = waiting()
    times.plan("x", 1)
    go(clock, 1)
    times.plan("x", 1)

    assert not times.take(come[0])
    go(clock, 1)
    assert times.take(come[1])


def test_what_is_forgotten_does_not_come() -> None:
    """A plan dropped, alone or with all others, neither comes nor counts."""
    clock, times, come = waiting()
    times.plan("a", 0)
    go(clock, 0)
    for what in ("a", "b", "c"):
        times.plan(what, 1)
    times.forget("b")
    times.forget_all()
    go(clock, 5)

    assert len(come) == 1
    assert not times.take(come[0])


def test_machines_clock_that_is_set_moves_no_time_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour forward or back on the machine: deadlines are as far away as before."""
    clock = RealClock()
    before = clock.now()
    for hours in (1, -2):

        class Set(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None, hours: int = hours) -> "Set":
                return cls.fromtimestamp((before + timedelta(hours=hours)).timestamp(), tz)

        monkeypatch.setattr("bot.tables.clock.datetime", Set)
        assert timedelta() <= clock.now() - before < timedelta(minutes=1)
