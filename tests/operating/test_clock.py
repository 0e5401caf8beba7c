"""A machine whose clock is wrong, and wrong by something else at the next start."""

import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

from tests.operating.conftest import Operator

HOUR, DAY = 3_600.0, 86_400.0
IDLE = 600.0
"""Seconds after which a lobby is closed."""

MACHINE = """
import datetime, sys, time

wrong, told = float(sys.argv.pop(1)), time.time

class Set(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(told() + wrong, tz)

import bot.clock
bot.clock.datetime = Set
time.time = lambda: told() + wrong
from bot.cli import main
main()
"""
"""The bot where it is so many seconds later than it is."""


def seconds_from_now(operator: Operator, query: str) -> float:
    """Return how far away a stored time is, by a clock that is right."""
    with closing(sqlite3.connect(operator.database)) as connection:
        (found,) = connection.execute(query).fetchone()
    stored = datetime.fromisoformat(found).replace(tzinfo=UTC)
    return (stored - datetime.now(UTC)) / timedelta(seconds=1)


async def test_wrong_clocks_at_two_starts_move_nothing(operator: Operator) -> None:
    """An hour behind, then a day ahead, then right: Discord tells the time with the login.

    Before anybody presses anything, what is stored is of the right time, and a lobby is as far from
    its end as it was: neither closed at once nor standing for a day.
    """
    room = operator.room.id
    for number, wrong in enumerate((-HOUR, DAY, 0.0)):
        operator.program = (sys.executable, "-c", MACHINE, str(wrong))
        running = await operator.starts()
        await running.says(f"tables brought back: 0 games, {min(number, 1)} lobbies")
        await running.ready()
        assert ("the time was set by" in running.log) == bool(wrong)
        assert abs(seconds_from_now(operator, "SELECT alive FROM life")) < IDLE / 4
        if number == 0:
            await operator.people[0].slash(room, "play flip")
            await operator.people[0].wait_for(lambda seen: bool(seen.controls), room)
        left = seconds_from_now(operator, "SELECT deadline FROM tables")
        assert abs(left - IDLE) < IDLE / 4
        running.process.kill()  # which says no goodbye
        await running.ended()
    assert abs(seconds_from_now(operator, "SELECT created FROM tables")) < IDLE / 4
