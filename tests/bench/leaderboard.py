"""How long a leaderboard takes with many players: `python -m tests.bench.leaderboard`.

The figure is the time of one whole page: the query, the reader's own place, the places and names.
The first page, one in the middle and the last one are asked for by different readers in turn.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.db.migrate import upgraded
from bot.db.session import reading_engine
from bot.db.stats import PAGE, RecordReader
from bot.db.tables import Reader

GOAL = 0.050
"""Seconds of the slowest kind of page (issue: 100,000 players, a million results)."""

GUILD = 1
FILL = """
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
"""
RATINGS = (
    FILL
    + """
INSERT INTO ratings (guild, game, season, person, mu, sigma, number, games, wins, streak)
SELECT :guild, 'count', '', 1000000 + i, 25 + (i * 7919 % 1000) / 50.0, 3.0,
       (i * 7919 % 1000) / 20 - 5, 5 + i % 40, i % 5, i % 3 FROM n
"""
)
USERS = (
    FILL
    + """
INSERT INTO users (person, guild, name, dm_closed, preferences)
SELECT 1000000 + i, :guild, 'Player ' || i, 0, '{}' FROM n
"""
)
RESULTS = (
    FILL
    + """
INSERT INTO results ("table", seat, guild, game, person, place, won, ended, team, "left", number,
                     rating_before, rating_after, overall_before, overall_after)
SELECT i / 2, i % 2, :guild, 'count', 1000000 + i * 7919 % :players, 1 + i % 2, 1 - i % 2,
       '2026-01-01 12:00:00.000000', i % 2, 0, i / :players + 1, 1.0, 2.0, 1.0, 2.0 FROM n
"""
)


def fill(path: Path, players: int, results: int) -> None:
    """Fill a migrated database; what the results refer to is left out, as no query needs it."""
    with sqlite3.connect(path) as connection:
        for guild in (0, GUILD):
            connection.execute(RATINGS, {"count": players, "guild": guild})
        connection.execute(USERS, {"count": players, "guild": GUILD})
        fields = {"count": results, "players": players, "guild": GUILD}
        connection.execute(RESULTS, fields)
        connection.execute("ANALYZE")
    connection.close()


async def measure(players: int, results: int, rounds: int = 15) -> dict[str, float]:
    """Return the median seconds of the first, the middle and the last page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        url = f"sqlite+aiosqlite:///{path}"
        await upgraded(url)
        await asyncio.to_thread(fill, path, players, results)
        reader = Reader(reading_engine(url))
        records = RecordReader(reader)
        last = (players - 1) // PAGE
        figures = {}
        for name, page in {"first": 0, "middle": last // 2, "last": last}.items():
            times = []
            for i in range(rounds):
                begun = time.perf_counter()
                found = await records.board("count", GUILD, "", page, 1_000_000 + i * 97 % players)
                times.append(time.perf_counter() - begun)
                assert found.own is not None
                assert found.total == players
            figures[name] = statistics.median(times)
        await reader.close()
    return figures


def main() -> None:
    """Print the figures beside the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    options = parser.parse_args()
    figures = asyncio.run(measure(options.players, options.results))
    pages = ", ".join(f"{name} {seconds * 1000:.1f} ms" for name, seconds in figures.items())
    sys.stdout.write(
        f"leaderboard: a page of {options.players:,} players and {options.results:,} results: "
        f"{pages} (goal under {GOAL * 1000:.0f} ms)\n"
    )


if __name__ == "__main__":
    main()
