"""Moves are kept for a time, results for good (`docs/privacy.md`)."""

from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

from bot.clock import Timer
from bot.db.people import games_to_drop
from bot.records.retention import BATCH, DAY, FIRST, Retention
from bot.tables.entries import Accuse, End, Leave
from bot.tables.replies import Done
from tests.records.games import play, results
from tests.records.scan import found
from tests.tables.harness import HOST, House
from tests.tables.time import ManualClock


class Later:
    """The clock of so many days later."""

    def __init__(self, house: House, days: float) -> None:
        self._house = house
        self._days = days

    def now(self) -> datetime:
        """Return that time."""
        return self._house.clock.now() + timedelta(days=self._days)

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return self._house.clock.monotonic()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call nothing."""
        raise AssertionError("the job was asked for once")


async def drop(house: House, days: float, keep: int = 30) -> int:
    """Do the job once, so many days later."""

    def start(work: Coroutine[Any, Any, None]) -> None:
        raise AssertionError("the job was asked for once")

    return await Retention(house.reader, house.store, Later(house, days), keep, start).run()


async def test_events_are_dropped_after_the_days_set_and_results_stay(house: House) -> None:
    """Games that ended long enough ago lose their events, running ones keep them."""
    old = await play(house, HOST)
    stored = await results(house, old)
    running = await house.playing(2)
    assert await drop(house, 29) == 0
    assert await house.reader.events(old.id)

    assert await drop(house, 31) == 1

    assert await house.reader.events(old.id) == ()
    assert await results(house, old) == stored
    assert await house.reader.events(running.id)
    assert await drop(house, 31) == 0
    table = await house.reader.table(old.id)
    assert table is not None
    assert table.outcome == old.outcome


async def test_votes_are_dropped_with_the_moves(house: House) -> None:
    """What somebody wrote as the reason of an accusation is kept no longer than the game."""
    table = await house.playing(4)
    reason = "peeked at the stock"
    accuse = Accuse(**house.press(HOST, notation="J1", accused=1, reason=reason))
    assert isinstance(await house.do(table, accuse), Done)
    await house.do(table, End(**house.press(1, moderator=True)))
    assert await found(house.url, reason)
    assert await drop(house, 31) == 1
    assert not await found(house.url, reason)


async def test_many_games_are_dropped_a_few_at_a_time(house: House) -> None:
    """No transaction holds up the moves of others for long."""
    for _ in range(12):
        await play(house, HOST)
    before = house.store.batches
    assert await drop(house, 31) == 12
    assert house.store.batches - before == 2


async def test_games_dropped_before_are_not_gone_through_again(house: House) -> None:
    """What is read grows with what is dropped, not with its square."""
    for _ in range(2 * BATCH + 1):
        await play(house, HOST)
    later = house.clock.now() + timedelta(days=1)
    found = [each async for each in games_to_drop(house.reader, later, BATCH)]
    assert [len(each) for each in found] == [BATCH, BATCH, 1]
    assert await drop(house, 31) == 2 * BATCH + 1


async def test_dropped_game_can_still_be_loaded(house: House) -> None:
    """It has a result and no state any more."""
    old = await play(house, HOST)
    await drop(house, 31)
    again = await house.again()
    table = await again.tables.load(old.id)
    assert table is not None
    assert (table.status, table.state, table.outcome) == ("ended", None, old.outcome)
    await again.close()


async def test_zero_days_keep_everything(house: House) -> None:
    """0 keeps moves for ever."""
    old = await play(house, HOST)
    assert await drop(house, 4_000, keep=0) == 0
    assert await house.reader.events(old.id)


async def test_old_lobbies_are_dropped_altogether(house: House) -> None:
    """A lobby that never became a game leaves nothing after a week."""
    lobby = await house.lobby()
    await house.do(lobby, Leave(**house.press(HOST)))
    ended = await house.playing(2)
    await house.do(ended, End(**house.press(900, moderator=True)))
    await drop(house, 6)
    assert await house.reader.table(lobby.id) is not None
    await drop(house, 8, keep=0)
    assert await house.reader.table(lobby.id) is None
    assert await house.reader.table(ended.id) is not None


async def test_job_runs_soon_after_the_start_and_daily(house: House) -> None:
    """It plans itself anew; what it does runs in the background."""
    clock, started = ManualClock(), list[Coroutine[Any, Any, None]]()
    retention = Retention(house.reader, house.store, clock, 30, started.append)
    retention.plan()
    begun = clock.monotonic()
    times = []
    for _ in range(3):
        while not started:
            assert clock.step(begun + 3 * DAY)
        times.append(clock.monotonic() - begun)
        await started.pop()
    assert times == [FIRST, FIRST + DAY, FIRST + 2 * DAY]
