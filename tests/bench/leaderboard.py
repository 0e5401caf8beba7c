"""How long a leaderboard takes among 100,000 players and a million results, on either database.

The figure is the time of one whole page: the query, the reader's own place, the places and names.
The first page, one in the middle and the last one are asked for by different readers in turn.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bot.db.engines import reading_engine
from bot.db.migrate import upgraded
from bot.db.stats import PAGE, StatsReader
from bot.db.tables import Reader
from tests.bench.figure import Figure, say
from tests.bench.rows import FIRST, GUILD, fill_board
from tests.postgresql import migrated_server
from tests.prerequisites import POSTGRESQL

PLAYERS, RESULTS = 100_000, 1_000_000


async def pages(url: str, rounds: int) -> dict[str, tuple[float, ...]]:
    """Return the milliseconds of the first, the middle and the last page of a filled database."""
    reader = Reader(reading_engine(url))
    records = StatsReader(reader)
    last = (PLAYERS - 1) // PAGE
    places = {"first": 0, "middle": last // 2, "last": last}
    times: dict[str, list[float]] = {name: [] for name in places}
    for i in range(3 * rounds):
        for name, page in places.items():
            begun = time.perf_counter()
            found = await records.board("count", GUILD, "", page, FIRST + i * 97 % PLAYERS)
            times[name].append((time.perf_counter() - begun) * 1000)
            assert found.own is not None
            assert found.total == PLAYERS
    await reader.close()
    return {name: tuple(values) for name, values in times.items()}


async def measured(database: str, url: str, rounds: int) -> list[Figure]:
    """Return the figures of one database."""
    await fill_board(url, PLAYERS, RESULTS)
    found = await pages(url, rounds)
    what = f"leaderboard of {PLAYERS:,} players, {database}: "
    return [
        Figure(what=f"{what}{name} page", unit="ms", rounds=values, must=50)
        for name, values in found.items()
    ]


async def on_sqlite(rounds: int) -> list[Figure]:
    """Return the figures of SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        await upgraded(url)
        return await measured("SQLite", url, rounds)


def main(rounds: int) -> list[Figure]:
    """Return the figures of both databases, as far as they are installed."""
    found = asyncio.run(on_sqlite(rounds))
    if not POSTGRESQL.there():
        return [*found, Figure(what="leaderboard, PostgreSQL", note="not installed")]
    with migrated_server() as url:
        return [*found, *asyncio.run(measured("PostgreSQL", url, rounds))]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
