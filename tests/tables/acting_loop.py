"""A process that acts for ever and prints the key of every act answered as accepted.

Run by the durability test, which kills it: `python -m tests.tables.acting_loop URL TABLES`.
"""

import asyncio
import itertools
import random
import sys
import time
import uuid
from typing import Any

from bot.clock import RealClock
from bot.db.engines import reading_engine
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.tables.entries import Act, Join, Start
from bot.tables.model import NewTable
from bot.tables.replies import Acted, Done
from bot.tables.service import Tables
from bot.tables.settings import TableSettings
from tests.tables.harness import restored, tables_on
from tests.tables.toy import TOYS


def press(person: int, **fields: Any) -> dict[str, Any]:
    """Return the fields of a press now."""
    return {
        "person": person,
        "route": "button",
        "stamp": time.time(),
        "arrived": time.monotonic(),
        "key": uuid.uuid4().hex,
        **fields,
    }


async def opened(tables: Tables, number: int) -> int:
    """Return a running game of two people."""
    host = number * 10
    new = NewTable(game="count", guild=1, channel=number, host=host, host_name="a")
    answer = await tables.open(new)
    assert isinstance(answer, Done), answer
    table = answer.table.id
    await tables.submit(table, Join(**press(host + 1, name="b")))
    await tables.submit(table, Start(**press(host)))
    return table


async def act_for_ever(tables: Tables, table: int) -> None:
    """Act, and print what was answered as accepted only once it was."""
    chance = random.Random(table)
    while True:
        now = tables.get(table)
        assert now is not None
        person = now.seats[now.state.turn].person
        assert person is not None
        entry = Act(**press(person, notation=chance.choice("ABX")))
        answer = await tables.submit(table, entry)
        assert isinstance(answer, Acted), answer
        sys.stdout.write(f"{table} {entry.key}\n")
        sys.stdout.flush()
        if answer.after.status != "playing":
            return


async def main(url: str, count: int) -> None:
    """Open tables in a channel of their own each, and act at all of them."""
    store, reader = Store(writing_engine(url)), Reader(reading_engine(url))
    settings = TableSettings(tables_per_person=10**6, lobbies_per_person=10**6)
    tables = tables_on(store, reader, RealClock(), games=TOYS, settings=settings)
    await restored(tables)
    base = int(time.time() * 1000) % 10**9

    async def keep_busy(number: int) -> None:
        for again in itertools.count():
            await act_for_ever(tables, await opened(tables, base + number + 1000 * again))

    await asyncio.gather(*(keep_busy(number) for number in range(count)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
