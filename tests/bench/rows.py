"""Databases filled with many rows at once, by the database itself."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

FIRST = 1_000_000
"""The first of the people made up."""
GUILD = 1
SERIES = """
WITH RECURSIVE n(i) AS (SELECT CAST(0 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
"""
RATINGS = """
INSERT INTO ratings (guild, game, season, person, mu, sigma, number, games, wins, streak)
{series} SELECT CAST(:guild AS bigint), 'count', '', 1000000 + i, 25 + (i * 7919 % 1000) / 50.0,
       3.0, (i * 7919 % 1000) / 20 - 5, 5 + i % 40, i % 5, i % 3 FROM n
"""
USERS = """
INSERT INTO users (person, guild, name, preferences)
{series} SELECT 1000000 + i, CAST(:guild AS bigint), 'Player ' || i, '{{}}' FROM n
"""
RESULTS = """
INSERT INTO results ("table", seat, guild, game, person, place, won, ended, team, "left", number,
                     rating_before, rating_after, overall_before, overall_after)
{series} SELECT i / 2, i % 2, CAST(:guild AS bigint), 'count', 1000000 + i * 7919 % :players,
       1 + i % 2, CAST(CAST(1 - i % 2 AS integer) AS boolean), {when}, i % 2, CAST(0 AS boolean),
       i / :players + 1, 1.0, 2.0, 1.0, 2.0 FROM n
"""
TABLES = """
INSERT INTO tables (id, game, chosen, options, pace, level, guild, channel, status, host,
                    ply, seq, turn_number, coins, seed, commitment, created, ended)
{series} SELECT i, 'flip', '{{}}', '{{}}', 'live', 'easy', :guild, 1, 'ended', 1000000, 50, 50,
       0, 0, '', '', {when}, {when} FROM n
"""
SEATS = """
INSERT INTO seats ("table", "index", person, name, timeouts, substitute)
{series} SELECT i, 0, 1000000, 'Player 0', 0, CAST(0 AS boolean) FROM n
"""
EVENTS = """
INSERT INTO events ("table", seq, ply, "by", kind, data, notation, stamp, at, auto)
{series} SELECT i / 50, i % 50 + 1, i % 50 + 1, '[0]', 'played', '{{"kind":"played"}}', '1L', 1.0,
       {when}, CAST(0 AS boolean) FROM n
"""
WHEN = {"sqlite": "'2026-01-01 12:00:00.000000'", "postgresql": "timestamptz '2026-01-01 12:00Z'"}


async def fill(url: str, *rows: tuple[str, dict[str, int]]) -> None:
    """Fill a migrated database; what rows refer to need not be there."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    kind = engine.dialect.name
    async with engine.connect() as connection:
        if kind == "postgresql":
            await connection.execute(text("SET session_replication_role = replica"))
        for statement, fields in rows:
            whole = statement.format(series=SERIES, when=WHEN[kind])
            await connection.execute(text(whole), fields)
        await connection.execute(text("VACUUM ANALYZE" if kind == "postgresql" else "ANALYZE"))
    await engine.dispose()


async def fill_board(url: str, players: int, results: int) -> None:
    """Fill in so many people's ratings and results of one game."""
    await fill(
        url,
        *((RATINGS, {"count": players, "guild": guild}) for guild in (0, GUILD)),
        (USERS, {"count": players, "guild": GUILD}),
        (RESULTS, {"count": results, "players": players, "guild": GUILD}),
    )


async def fill_person(url: str, person: int, guild: int, games: int) -> None:
    """Fill in so many finished games of one person, of fifty moves each."""
    own = [
        (each.replace("1000000", str(person)), fields)
        for each, fields in (
            (TABLES, {"count": games, "guild": guild}),
            (SEATS, {"count": games}),
            (EVENTS, {"count": games * 50}),
        )
    ]
    await fill(url, *own)
