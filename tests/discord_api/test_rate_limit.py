"""Budgets of `discord.md` section 1: forty a second in all, four in five seconds per channel."""

import asyncio
from itertools import pairwise

import pytest

from bot.discord_api.rate_limit import (
    CHANNEL_SPACING,
    CHANNELS,
    STARVED,
    Budget,
    ChannelPace,
    Limiter,
    Priority,
)
from tests.messages.time import HandTime, settle


async def leave(limiter: Limiter, time: HandTime, seconds: float) -> list[float]:
    """Ask endlessly for one channel; return when requests left, counted from the start."""
    start, left = time.seconds, []

    async def ask() -> None:
        while True:
            await limiter.admit(Priority.TABLE, 7)
            left.append(round(time.seconds - start, 2))

    task = asyncio.ensure_future(ask())
    await time.advance(seconds)
    task.cancel()
    return left


async def test_channel_never_takes_five_within_five_seconds() -> None:
    """The library would block on the fifth message or edit, so it is never sent."""
    time = HandTime()
    left = await leave(Limiter(time), time, 60)
    assert all(later - sooner >= 5 for sooner, later in zip(left, left[4:], strict=False))


async def test_channel_keeps_a_pace_of_one_and_a_quarter_seconds_under_load() -> None:
    """A busy table is edited every 1.25 s, with a burst of two after a rest, made up for evenly."""
    time = HandTime()
    left = await leave(Limiter(time), time, 60)
    assert left[:5] == [0, 0, 1.7, 3.4, 5.1]
    steady = [later - sooner for sooner, later in pairwise(left[5:])]
    assert max(steady) < 1.4


async def test_channels_do_not_hold_each_other_back() -> None:
    """A busy channel costs another one nothing."""
    time, seen = HandTime(), []
    limiter = Limiter(time)
    await leave(limiter, time, 2)

    async def other() -> None:
        await limiter.admit(Priority.TABLE, 8)
        seen.append(time.seconds)

    before = time.seconds
    task = asyncio.ensure_future(other())
    await settle()
    assert seen == [before]
    await task


async def test_global_budget_admits_one_after_the_other_the_most_important_first() -> None:
    """Four leave at once after a rest, then one in 25 ms; a hand overtakes cosmetics before it."""
    time = HandTime()
    limiter = Limiter(time, Budget(per_second=40))
    order: list[str] = []

    async def ask(name: str, priority: Priority) -> None:
        await limiter.admit(priority)
        order.append(name)

    tasks = [asyncio.ensure_future(ask("cosmetic", Priority.COSMETIC)) for _ in range(40)]
    await settle()
    assert len(order) == 4
    tasks.append(asyncio.ensure_future(ask("hand", Priority.HAND)))
    await time.advance(0.03)
    assert order == ["cosmetic"] * 4 + ["hand"]
    await time.advance(1.1)
    assert len(order) == 41
    await asyncio.gather(*tasks)


async def test_processes_share_the_budget() -> None:
    """Of two each takes half; whoever is left alone takes all of it again."""
    time = HandTime()
    limiter = Limiter(time, Budget(per_second=40))
    sent: list[float] = []

    async def ask() -> None:
        while True:
            await limiter.admit(Priority.TABLE)
            sent.append(time.seconds)

    task = asyncio.ensure_future(ask())
    counts = []
    for among in (1, 2, 4, 1):
        limiter.share(among)
        await time.advance(5)
        before = len(sent)
        await time.advance(10)
        counts.append(len(sent) - before)
    task.cancel()
    assert counts == pytest.approx([400, 200, 100, 400], abs=4)


async def test_late_requests_never_make_fifty_one_in_a_second() -> None:
    """Some are 150 ms longer on their way than others: Discord counts fifty in a second at most."""
    time, left = HandTime(), []
    limiter = Limiter(time)

    async def ask() -> None:
        await limiter.admit(Priority.TABLE)
        left.append(time.seconds)

    tasks = [asyncio.ensure_future(ask()) for _ in range(200)]
    await time.advance(6)
    await asyncio.gather(*tasks)
    late = 0.149
    assert all(later - sooner > 1 + late for sooner, later in zip(left, left[50:], strict=False))


async def test_nothing_is_starved_by_what_is_more_important() -> None:
    """Closing an old board in a channel that is never idle waits for seconds, not for ever."""
    time, left = HandTime(), []
    limiter = Limiter(time)

    async def moves() -> None:
        while True:
            await limiter.admit(Priority.MOVE, 7)

    async def closing() -> None:
        await limiter.admit(Priority.COSMETIC, 7)
        left.append(time.seconds)

    start = time.seconds
    busy = [asyncio.ensure_future(moves()) for _ in range(3)]
    await time.advance(2)
    done = asyncio.ensure_future(closing())
    await time.advance(60)
    for task in (*busy, done):
        task.cancel()
    assert len(left) == 1
    assert left[0] - start < 2 + STARVED + 3 * CHANNEL_SPACING


async def test_thousands_that_wait_hold_nobody_up() -> None:
    """Each of 3,000 requests is looked at a few times, not each time another one asks."""
    time = HandTime()
    limiter = Limiter(time)
    looked = 0
    monotonic = ChannelPace.next_time

    def counted(pace: ChannelPace, now: float) -> float:
        nonlocal looked
        looked += 1
        return monotonic(pace, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChannelPace, "next_time", counted)
        asking = [
            asyncio.ensure_future(limiter.admit(Priority.TABLE, number % 1_000))
            for number in range(3_000)
        ]
        await time.advance(80)
    assert all(each.done() for each in asking)
    assert looked < 10 * len(asking)


async def test_next_of_a_channel_leaves_when_the_one_before_it_gives_up() -> None:
    """A request that nobody waits for any more takes no turn and stops none."""
    time = HandTime()
    limiter = Limiter(time)
    await limiter.admit(Priority.TABLE, 7)
    await limiter.admit(Priority.TABLE, 7)
    first, second = (asyncio.ensure_future(limiter.admit(Priority.TABLE, 7)) for _ in range(2))
    await settle()
    first.cancel()
    await time.advance(1.8)
    assert second.done()
    assert limiter.age == 0


async def test_hand_overtakes_within_its_channel() -> None:
    """Of one channel, too, the most important leaves first, whenever it has come."""
    time, order = HandTime(), []
    limiter = Limiter(time)

    async def ask(name: str, priority: Priority) -> None:
        await limiter.admit(priority, 7)
        order.append(name)

    wishes = [("a", Priority.TABLE), ("b", Priority.TABLE), ("late", Priority.COSMETIC)]
    tasks = [asyncio.ensure_future(ask(*each)) for each in [*wishes, ("hand", Priority.HAND)]]
    await time.advance(6)
    assert order == ["a", "b", "hand", "late"]
    await asyncio.gather(*tasks)


async def test_upkeep_takes_what_others_leave() -> None:
    """However long thousands of such requests wait, a move is before them; one can be hurried."""
    time, order = HandTime(), []
    limiter = Limiter(time, Budget(per_second=10))
    upkeep = [limiter.ask(Priority.UPKEEP, number) for number in range(200)]
    await time.advance(8)
    assert 80 <= sum(each.future.done() for each in upkeep) <= 100

    async def move() -> None:
        await limiter.admit(Priority.MOVE, 1_000)
        order.append("move")

    task = asyncio.ensure_future(move())
    limiter.hurry(upkeep[-1], Priority.HAND)
    upkeep[-1].future.add_done_callback(lambda _: order.append("hurried"))
    await time.advance(1.1)
    assert order == ["move", "hurried"]
    await time.advance(20)
    assert all(each.future.done() for each in upkeep)
    await task


async def test_what_was_not_needed_costs_no_time() -> None:
    """Of requests that need not be made the next ones are no later, in a channel and in all."""
    time = HandTime()
    limiter = Limiter(time, Budget(per_second=10))
    for _ in range(200):
        waiting = limiter.ask(Priority.UPKEEP, 7)
        await time.advance(0.001)
        assert waiting.future.done()
        limiter.give_back(waiting)
    needed = [limiter.ask(Priority.TABLE, 7) for _ in range(3)]
    await time.advance(0.2)
    assert [each.future.done() for each in needed] == [True, True, False]
    await time.advance(3)
    assert needed[2].future.done()


def test_each_kind_of_request_has_a_place_of_its_own() -> None:
    """What people wait for most comes first."""
    kinds = ["MOVE", "HAND", "TABLE", "LOBBY", "COSMETIC", "UPKEEP"]
    assert [each.name for each in sorted(Priority)] == kinds


def test_next_of_a_channel_keeps_its_distance_also_once_the_window_opens() -> None:
    """The first of four is old enough, the last one is not."""
    pace = ChannelPace(Budget())
    for moment in (100.0, 101.0, 102.0, 104.9):
        pace.note(moment)
    assert pace.next_time(104.9) == pytest.approx(104.9 + CHANNEL_SPACING)


def test_what_did_not_leave_is_one_request_less() -> None:
    """The others of its channel count on."""
    given_back, fewer = ChannelPace(Budget()), ChannelPace(Budget())
    for moment in (100.0, 101.0, 102.0):
        given_back.note(moment)
        fewer.note(moment)
    given_back.note(103.0)
    given_back.forget()
    assert given_back.next_time(103.0) == fewer.next_time(103.0)


async def test_channels_are_remembered_as_long_as_they_hold_something_back() -> None:
    """However many others there are meanwhile; afterwards they take no room."""
    time = HandTime()
    limiter = Limiter(time, Budget(per_second=100_000))
    for _ in range(2):
        await limiter.admit(Priority.TABLE, 7)
    for channel in range(100, 100 + 2 * CHANNELS):
        await limiter.admit(Priority.TABLE, channel)
    assert not limiter.ask(Priority.TABLE, 7).future.done()
    await time.advance(60)
    for channel in range(10_000, 10_000 + 3 * CHANNELS):
        await limiter.admit(Priority.TABLE, channel)
        if not channel % CHANNELS:
            await time.advance(60)
    assert len(limiter._lines) <= 2 * CHANNELS
