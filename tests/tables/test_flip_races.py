"""A thousand races for a FLIP: always one winner, and always the one the published rule says."""

import asyncio
from collections import Counter
from random import Random
from typing import Any

from msgspec import Struct

from bot.tables.entries import Act, Join, Start
from bot.tables.model import NewTable, Route, Table
from bot.tables.replies import Acted, Answer, Late, Pending, Slower
from bot.tables.settings import TableSettings
from engine.api import Setup
from engine.games.flip import Flip
from engine.play import act, start
from engine.shuffle import Stream
from tests.tables.harness import House, restored

RACES = 1_000
TICK = 0.01
WINDOW = 0.3
ROUTES: tuple[Route, ...] = ("button", "command", "reaction")


class Caller(Struct, frozen=True):
    """One call: by whom, how, and when it was made and arrived, in seconds of the race."""

    seat: int
    route: Route
    made: float
    arrives: float


def seeds_with_a_pair(count: int) -> list[str]:
    """Return seeds whose reveal shows a pair (P-20)."""
    rules, number = Flip(), 0
    found: list[str] = []
    options = rules.settle(2, {})
    while len(found) < count:
        number += 1
        seed = f"{number:064x}"
        dealt = start(rules, Setup(seats=2, options=options, seed=seed))
        shown = act(rules, dealt.state, (), "G").state
        if rules.call_is_good(shown, 0, rules.calls[0]):
            found.append(seed)
    return found


def margin(one: Route, other: Route) -> float:
    """Return within how many seconds two calls are at the same time, as published."""
    return 0.15 if "reaction" in (one, other) else 0.05


def winner(first: Caller, second: Caller, seed: str) -> int:
    """Return who has the FLIP by the published rule; `first` is the one that arrived first."""
    if second.arrives - first.arrives > WINDOW:
        return first.seat
    if abs(first.made - second.made) <= margin(first.route, second.route):
        return Stream(seed, "coin-1").draw(2)
    return min(first, second, key=lambda call: call.made).seat


def drawn(chance: Random) -> tuple[Caller, Caller]:
    """Return two calls at random, the one that arrives first in front."""
    seats = chance.sample((0, 1), 2)
    gap = chance.choice((chance.randint(0, 29), chance.randint(0, 29), chance.randint(31, 60)))
    calls = []
    for seat, arrives in zip(seats, (0.0, gap * TICK), strict=True):
        under_way = chance.randint(1, 400) / 1000 + 0.0005
        calls.append(Caller(seat, chance.choice(ROUTES), arrives - under_way, arrives))
    return calls[0], calls[1]


async def opened(house: House, number: int) -> Table:
    """Return a game of two people of its own."""
    host = 1_000 + 2 * number
    new = NewTable(game="flip", guild=1, channel=number, host=host, host_name="Ana")
    table = (await house.tables.open(new)).table  # type: ignore[union-attr]
    await house.do(table, Join(**house.press(host + 1, name="Ben")))
    await house.do(table, Start(**house.press(host)))
    return table


async def passed(house: House, seconds: float) -> None:
    """Let that much time pass at all tables together."""
    until = house.clock.monotonic() + seconds
    while house.clock.step(until):
        pass
    await house.tables.idle()


def submitted(house: House, table: Table, call: Caller) -> "asyncio.Future[Answer]":
    """Press FLIP as this caller does, now being its arrival."""
    fields: dict[str, Any] = {"notation": "FLIP", "route": call.route}
    person = house.person_at(table, call.seat)
    press = house.press(person, ago=call.arrives - call.made, **fields)
    return house.tables.submit(table.id, Act(**press))


async def final(answer: "asyncio.Future[Answer]") -> Answer:
    """Return the verdict behind an answer."""
    said = await answer
    return await said.verdict if isinstance(said, Pending) else said


async def dealt(house: House, seeds: list[str]) -> list[Table]:
    """Return as many games as there are races, a pair showing at each since some seconds."""
    tables: list[Table] = []
    each = RACES // len(seeds)
    for at, seed in enumerate(seeds):
        house.seed = seed
        numbers = range(at * each, (at + 1) * each)
        tables += await asyncio.gather(*(opened(house, number) for number in numbers))
    for _ in range(2):
        await passed(house, 3.5)
    return tables


async def test_a_thousand_races_have_one_winner_each_by_the_published_rule(url: str) -> None:
    """P-20: earliest by its own time, a fair recorded toss within the margin, nobody twice."""
    chance = Random(21)
    house = House(url, settings=TableSettings(heartbeat=10_000))
    await restored(house.tables)
    tables = await dealt(house, seeds_with_a_pair(8))
    races = [drawn(chance) for _ in tables]
    calls: dict[tuple[int, int], asyncio.Future[Answer]] = {}
    for now in range(62):
        for at, race in enumerate(races):
            for call in race:
                if round(call.arrives / TICK) == now:
                    calls[at, call.seat] = submitted(house, tables[at], call)
        await house.tables.idle()
        await passed(house, TICK)
    ends: Counter[type[Answer]] = Counter()
    for at, (table, race) in enumerate(zip(tables, races, strict=True)):
        won = winner(*race, house.table(table).seed)
        flips = [each for each in house.tables.history(table.id) if each.notation == "FLIP"]
        assert [each.by for each in flips] == [(won,)], race
        assert type(flips[0].event).__name__ == "FlipCalled"
        assert isinstance(await final(calls[at, won]), Acted)
        ends[type(await final(calls[at, 1 - won]))] += 1
    assert ends.keys() == {Late, Slower}
    await house.close()
