"""The times one table waits for."""

from datetime import datetime, timedelta, tzinfo

import pytest

from bot.clock import RealClock
from bot.discord_clock import DiscordClock, Hint
from bot.tables.clock import Times
from bot.tables.entries import Due
from bot.tables.notes import TimedOut
from tests.tables.harness import HOST, House
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

        monkeypatch.setattr("bot.clock.datetime", Set)
        assert timedelta() <= clock.now() - before < timedelta(minutes=1)


def test_time_is_set_by_what_the_presses_tell() -> None:
    """An hour wrong, it is right from the first press on; slow presses set nothing."""
    machine = ManualClock()
    machine.wrong = 3_600.0
    clock = DiscordClock(machine)
    assert clock.now() - machine.true_now() == timedelta(hours=1)
    assert clock.note(machine.stamp() - 0.1, machine.monotonic()) < -3_600
    assert abs(clock.now() - machine.true_now()) < timedelta(seconds=0.2)
    assert clock.note(machine.stamp() - 1.5, machine.monotonic()) == 0.0


def test_time_is_set_by_the_login_until_somebody_presses() -> None:
    """What Discord's answers carry is enough for days and deadlines, and no more than that."""
    machine, hint = ManualClock(), Hint()
    machine.wrong = -86_400.0
    clock = DiscordClock(machine)
    assert clock.told(hint) == 0.0  # nothing was answered yet
    hint.note(machine.stamp() - 0.4, machine.monotonic())
    assert abs(clock.told(hint) - 86_400) < 1
    assert clock.told(hint) == 0.0
    assert abs(clock.now() - machine.true_now()) < timedelta(seconds=1)
    clock.note(machine.stamp() - 0.1, machine.monotonic())
    hint.note(machine.stamp() + 60, machine.monotonic())
    assert clock.told(hint) == 0.0


async def test_deadlines_shown_are_right_though_the_machines_clock_is_not(house: House) -> None:
    """With a clock an hour wrong, and set right later, nobody is shown a deadline an hour off.

    Nothing comes earlier or later by it.
    """
    house.clock.wrong = 3_600.0
    table = await house.lobby()
    await house.join(table, HOST + 1)
    for wrong in (3_600.0, 0.0, -60.0):
        house.clock.wrong = wrong
        await house.join(table, HOST + 2 + int(abs(wrong)))
        await house.tables.idle()
        shown = house.table(table).deadline
        assert shown is not None
        left = (shown - house.clock.true_now()).total_seconds()
        assert abs(left - 600) < 2, (wrong, left)
    await house.wait(599)
    assert house.table(table).status == "lobby"
    await house.wait(2)
    assert house.table(table).status == "closed"


async def test_running_games_keep_their_times_when_the_machine_has_slept(house: House) -> None:
    """Presses at another table tell that it slept: the deadline shown moves, the time left stays.

    Five in a row, so that one slow press sets nothing (`architecture.md`, Races).
    """
    playing = await house.playing(2)
    await house.wait(20)
    before = house.table(playing).deadline
    assert before is not None
    other = await house.lobby(host=500, channel=9)
    house.clock.sleep(300)
    for person in range(501, 505):
        await house.join(other, person)
    await house.tables.idle()
    assert house.table(playing).deadline == before

    await house.join(other, 505)
    await house.tables.idle()
    shown = house.table(playing).deadline
    assert shown is not None
    assert abs((shown - before).total_seconds() - 300) < 2
    stored = await house.reader.table(playing.id)
    assert stored is not None
    assert stored.deadline == shown
    await house.wait(39)
    assert house.notes(TimedOut) == []
    await house.wait(2)
    assert len(house.notes(TimedOut)) == 1
