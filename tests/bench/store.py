"""How many moves a second a hundred tables store, beside the goal: `python -m tests.bench.store`.

"store" is the writer alone: one event and the table's row a move, durable before the next move of
that table. "tables" is the whole way of a move: inbox, rules, commit, answer.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from msgspec import structs

from bot.clock import RealClock
from bot.db.changes import events_change, life_change, table_change
from bot.db.migrate import upgraded
from bot.db.records import TableRecord
from bot.db.session import reading_engine, writing_engine
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.tables.commands import Act, Join, Start
from bot.tables.model import NewTable
from bot.tables.replies import Acted, Done
from bot.tables.service import Tables
from bot.tables.settings import TableSettings
from tests.db import values
from tests.tables.acting_loop import press
from tests.tables.toy import TOYS

GOAL = 10_000
"""Moves a second of the writer for 100 tables, on an idle machine."""

SETTINGS = TableSettings(tables_per_person=10**6, lobbies_per_person=10**6)


async def measure_store(tables: int, moves: int) -> float:
    """Return the moves a second of the writer alone."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        await upgraded(url)
        store = Store(writing_engine(url))
        begun = [values.table(number) for number in range(1, tables + 1)]
        await asyncio.gather(*(store.commit(table_change(None, table)) for table in begun))
        start = time.perf_counter()
        await asyncio.gather(*(commit(store, table, moves) for table in begun))
        seconds = time.perf_counter() - start
        await store.close()
    return tables * moves / seconds


async def commit(store: Store, table: TableRecord, moves: int) -> None:
    """Store so many moves of one table, each durable before the next."""
    for seq in range(1, moves + 1):
        after = structs.replace(table, ply=seq, seq=seq)
        event = values.event(table.id, seq)
        change = table_change(table, after) + events_change([event]) + life_change(values.NOW)
        await store.commit(change)
        table = after


async def measure_tables(tables: int, moves: int) -> float:
    """Return the moves a second of that many tables the whole way."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        await upgraded(url)
        store, reader = Store(writing_engine(url)), Reader(reading_engine(url))
        house = Tables(TOYS, store, reader, RealClock(), lambda changed: None, SETTINGS)
        await house.restore()
        numbers = [await opened(house, 10 * i) for i in range(1, tables + 1)]
        begun = time.perf_counter()
        await asyncio.gather(*(play(house, number, moves) for number in numbers))
        seconds = time.perf_counter() - begun
        await house.close()
        await store.close()
        await reader.close()
    return tables * moves / seconds


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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=50)
    options = parser.parse_args()
    store = asyncio.run(measure_store(options.tables, options.moves))
    whole = asyncio.run(measure_tables(options.tables, options.moves))
    alone = asyncio.run(measure_tables(1, options.moves))
    sys.stdout.write(
        f"store: {store:,.0f} moves a second for {options.tables} tables (goal {GOAL:,})\n"
        f"tables: {whole:,.0f} the whole way; {alone:,.0f} for one table alone\n"
    )


if __name__ == "__main__":
    main()
