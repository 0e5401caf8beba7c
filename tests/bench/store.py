"""How many moves a second are made durable, beside an ORM that commits each.

"The writer" is one event and the table's row a move, durable before the next move of that table;
"the whole way" is inbox, rules, commit, answer.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncSession

from bot.clock import RealClock
from bot.db.changes import events_change, table_change
from bot.db.engines import reading_engine
from bot.db.migrate import upgraded
from bot.db.models import EventRow, TableRow
from bot.db.records import TableRecord
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.tables.entries import Act, Join, Start
from bot.tables.model import NewTable
from bot.tables.replies import Acted, Done
from bot.tables.service import Tables
from bot.tables.settings import TableSettings
from tests.bench.figure import Figure, interleaved, say
from tests.db import values
from tests.tables.acting_loop import press
from tests.tables.harness import restored, tables_on
from tests.tables.toy import TOYS

SETTINGS = TableSettings(tables_per_person=10**6, lobbies_per_person=10**6)
MANY = 100
MOVES, ALONE = 30, 600
"""Moves of each of many tables, and of one table alone."""

Rate = Callable[[str], Awaitable[float]]


def measured(rate: Rate) -> Callable[[], float]:
    """Return how to measure a rate on an empty database."""

    async def once() -> float:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
            await upgraded(url)
            return await rate(url)

    return lambda: asyncio.run(once())


async def by_orm(url: str) -> float:
    """Return the moves a second of an ORM that commits each move for itself."""
    store = Store(writing_engine(url))
    await store.commit(table_change(None, values.table(1)))
    await store.close()
    engine = reading_engine(url)
    begun = time.perf_counter()
    for seq in range(1, ALONE + 1):
        async with AsyncSession(engine) as session:
            table = await session.get_one(TableRow, 1)
            table.ply = table.seq = seq
            event = structs.asdict(values.event(1, seq))
            session.add(EventRow(**event | {"by": list(event["by"])}))
            await session.commit()
    seconds = time.perf_counter() - begun
    await engine.dispose()
    return ALONE / seconds


async def by_writer(url: str) -> float:
    """Return the moves a second of the writer alone."""
    store = Store(writing_engine(url))
    begun = [values.table(number) for number in range(1, MANY + 1)]
    await asyncio.gather(*(store.commit(table_change(None, table)) for table in begun))
    start = time.perf_counter()
    await asyncio.gather(*(commit(store, table, MOVES) for table in begun))
    seconds = time.perf_counter() - start
    await store.close()
    return MANY * MOVES / seconds


async def commit(store: Store, table: TableRecord, moves: int) -> None:
    """Store so many moves of one table, each durable before the next."""
    for seq in range(1, moves + 1):
        after = structs.replace(table, ply=seq, seq=seq)
        event = values.event(table.id, seq)
        change = table_change(table, after) + events_change([event])
        await store.commit(change)
        table = after


def whole_way(tables: int, moves: int) -> Rate:
    """Return the measure of so many tables, moves each, the whole way."""

    async def rate(url: str) -> float:
        store, reader = Store(writing_engine(url)), Reader(reading_engine(url))
        house = tables_on(store, reader, RealClock(), games=TOYS, settings=SETTINGS)
        await restored(house)
        numbers = [await opened(house, 10 * i) for i in range(1, tables + 1)]
        begun = time.perf_counter()
        await asyncio.gather(*(play(house, number, moves) for number in numbers))
        seconds = time.perf_counter() - begun
        await house.close()
        await store.close()
        await reader.close()
        return tables * moves / seconds

    return rate


async def opened(house: Tables, host: int) -> int:
    """Return a running game of two people."""
    new = NewTable(game="count", guild=1, channel=host, host=host, host_name="a")
    answer = await house.open(new)
    assert isinstance(answer, Done), answer
    number = answer.table.id
    await house.submit(number, Join(**press(host + 1, name="b")))
    await house.submit(number, Start(**press(host)))
    return number


async def play(house: Tables, number: int, moves: int) -> None:
    """Show a card again and again: a move that never ends the game."""
    table = house.get(number)
    assert table is not None
    person = table.seats[1 - table.state.turn].person
    assert person is not None
    for _ in range(moves):
        act = Act(**press(person, notation="Z", confirmed=True))
        answer = await house.submit(number, act)
        assert isinstance(answer, Acted), answer


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds, everything in turn."""
    ways = (by_orm, by_writer, whole_way(MANY, MOVES), whole_way(1, ALONE))
    yards, writer, whole, alone = interleaved(rounds, *map(measured, ways))
    many = f"durable moves a second, {MANY} tables"
    return [
        Figure(
            what=f"{many}: the writer",
            rounds=writer,
            yards=yards,
            must=10_000,
            relative=False,
            better="more",
        ),
        Figure(
            what=f"{many}: the whole way",
            rounds=whole,
            yards=yards,
            must=5_000,
            relative=False,
            better="more",
        ),
        Figure(
            what="durable moves a second, one table alone",
            rounds=alone,
            yards=yards,
            must=1_000,
            aim=2_000,
            relative=False,
            better="more",
        ),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
