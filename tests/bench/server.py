"""How many moves a second are made durable on a PostgreSQL a millisecond of network away.

The same writer, the same moves as those of `store`; the server is one of the bench's own.
"""

import asyncio
import sys
import time

from sqlalchemy.engine import make_url

from bot.db.changes import table_change
from bot.db.engines import Server
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from tests.bench.distant import distant
from tests.bench.figure import Figure, say
from tests.bench.store import ALONE, MANY, commit
from tests.db import values
from tests.postgresql import migrated_server
from tests.prerequisites import POSTGRESQL

PATIENT = Server(timeout=60, lock_timeout=1)
SPANS = {MANY: 100, 1: ALONE}


async def moves(url: str, tables: int, first: int) -> float:
    """Return the moves a second of so many tables, which are numbered from `first`."""
    store = Store(writing_engine(url, server=PATIENT))
    begun = [values.table(number) for number in range(first, first + tables)]
    await asyncio.gather(*(store.commit(table_change(None, table)) for table in begun))
    start = time.perf_counter()
    await asyncio.gather(*(commit(store, table, SPANS[tables]) for table in begun))
    seconds = time.perf_counter() - start
    await store.close()
    return tables * SPANS[tables] / seconds


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds."""
    what = "durable moves a second, PostgreSQL at 1 ms, "
    if not POSTGRESQL.there():
        return [Figure(what=what, note=f"needs {POSTGRESQL.name}")]
    many, alone = [], []
    with migrated_server() as url:
        parsed = make_url(url)
        assert parsed.port is not None
        with distant(parsed.port) as port:
            away = parsed.set(port=port).render_as_string(hide_password=False)
            for number in range(rounds):
                many.append(asyncio.run(moves(away, MANY, 1_000 * number + 1)))
                alone.append(asyncio.run(moves(away, 1, 1_000 * number + 900)))
    return [
        Figure(
            what=f"{what}{MANY} tables",
            rounds=tuple(many),
            must=10_000,
            relative=False,
            better="more",
        ),
        Figure(
            what=f"{what}one table alone",
            rounds=tuple(alone),
            must=400,
            relative=False,
            better="more",
        ),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
