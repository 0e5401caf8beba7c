"""What bringing back 1,000 running tables costs before anybody is answered, and who waits for it.

`python -m tests.bench restart`: a game is played on, its rows are put into the database as often as
there are tables, and a new process brings them all back. Then the whole bot does, on the sandbox
(`tests.bench.back`).
"""

import asyncio
import gc
import sqlite3
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.db.migrate import upgraded
from bot.discord_api.rate_limit import Limiter, Priority
from tests.bench import back
from tests.bench.figure import Figure, say
from tests.messages.time import HandTime
from tests.tables.harness import HOST, House, restored, url_of

TABLES = 1_000
PLIES = 40
REQUESTS = 3_000


async def played(url: str) -> int:
    """Play a game on; return its table."""
    await upgraded(url)
    house = House(url)
    await restored(house.tables)
    table = await house.playing(2, "flinch", host=HOST)
    rules = house.tables.game(table)
    calls = {call.notation for call in rules.calls}
    while house.table(table).ply < PLIES:
        state = house.table(table).state
        seat = min(rules.to_act(state))
        words = (rules.format(action) for action in rules.actions(state, seat))
        notation = next(word for word in words if word not in calls)
        await house.acted(table, house.person_at(table, seat), notation)
    await house.close()
    return table.id


def multiplied(file: Path, table: int) -> None:
    """Put a table's rows into the database again and again, with other people."""
    counted = f"SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {TABLES - 1}"
    with sqlite3.connect(file) as database:
        for name, key in (("tables", "id"), ("seats", "table"), ("events", "table")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            moved = {key: "+ n.i", "channel": "+ n.i", "person": "+ 10 * n.i"}
            if name == "events":
                del moved["channel"], moved["person"]
            values = ", ".join(f'"{each}" {moved.get(each, "")}' for each in columns)
            database.execute(
                f"WITH RECURSIVE n(i) AS ({counted}) INSERT INTO {name} "
                f'SELECT {values} FROM {name}, n WHERE "{key}" = {table}'
            )


async def brought_back(url: str) -> tuple[float, float]:
    """Return the seconds of CPU of bringing all back, and those the loop was held at most."""
    house = House(url)
    longest, last = 0.0, time.thread_time()

    async def watch() -> None:
        nonlocal longest, last
        while True:
            await asyncio.sleep(0.001)
            now = time.thread_time()
            longest, last = max(longest, now - last), now

    gc.collect()
    gc.freeze()
    watching, begun = asyncio.ensure_future(watch()), time.process_time()
    back = await restored(house.tables)
    took = time.process_time() - begun
    watching.cancel()
    assert len(back) == TABLES
    await house.close()
    return took, longest


async def asked() -> float:
    """Return the seconds of CPU of so many requests that begin to wait at once."""
    limiter, begun = Limiter(HandTime()), time.process_time()
    waiting = [limiter.ask(Priority.TABLE, number % TABLES) for number in range(REQUESTS)]
    took = time.process_time() - begun
    for each in waiting:
        each.future.cancel()
    return took


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds."""
    costs, holds, waits = [], [], []
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            file = Path(folder) / "kalamazoo.sqlite3"
            multiplied(file, asyncio.run(played(url_of(file))))
            cost, hold = asyncio.run(brought_back(url_of(file)))
        costs.append(cost)
        holds.append(1000 * hold)
        waits.append(1000 * asyncio.run(asked()))
    return [
        Figure(what=f"{TABLES:,} tables brought back, CPU", unit="s", rounds=tuple(costs), must=5),
        Figure(what="… held the loop at most, CPU", unit="ms", rounds=tuple(holds), must=50),
        Figure(what=f"{REQUESTS:,} requests wait, CPU", unit="ms", rounds=tuple(waits), must=200),
        *back.figures(),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
