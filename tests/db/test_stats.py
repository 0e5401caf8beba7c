"""The leaderboard: places, ties, order, one's own place, by one query.

See `experience.md` section 7.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from bot.db.changes import person_change, ratings_change
from bot.db.engines import reading_engine
from bot.db.records import EVERYWHERE, PLACED, Person, Rating
from bot.db.stats import PAGE, BoardPage, StatsReader, board_query
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from tests.storage import FILE

GUILD = 1


class Db:
    """A database with a leaderboard in it."""

    def __init__(self, url: str) -> None:
        self.engine = reading_engine(url)
        self.writer = writing_engine(url)
        self.store = Store(self.writer)
        self.reader = Reader(self.engine)
        self.records = StatsReader(self.reader)

    async def fill(self, numbers: Sequence[int], **fields: Any) -> None:
        """Replace the board by these numbers, of the people 1, 2 …"""
        await self.writer.run(lambda connection: connection.execute(text("DELETE FROM ratings")))
        await self.add(dict(enumerate(numbers, 1)), **fields)

    async def add(self, numbers: dict[int, int], **fields: Any) -> None:
        """Add people with their numbers."""
        ratings = [
            Rating(
                **{
                    "guild": GUILD,
                    "game": "count",
                    "season": "",
                    "mu": 25.0,
                    "sigma": 8.0,
                    "games": PLACED,
                    "wins": 2,
                    "streak": 0,
                    **fields,
                    "person": person,
                    "number": number,
                }
            )
            for person, number in numbers.items()
        ]
        await self.store.commit(ratings_change(ratings))

    async def page(self, page: int = 0, reader: int = 0, **fields: Any) -> BoardPage:
        """Return a page of the board of server 1, or of another."""
        values = {"game": "count", "guild": GUILD, "season": "", **fields}
        return await self.records.board(page=page, reader=reader, **values)

    async def pages(self) -> list[tuple[int | None, int, int]]:
        """Return every line: place, number, person."""
        lines = []
        total = (await self.page()).total
        for number in range(-(-total // PAGE)):
            found = await self.page(number)
            lines += [(line.place, line.number, line.person) for line in found.lines]
        return lines


@pytest.fixture
async def db(url: str) -> AsyncIterator[Db]:
    """Return a migrated database."""
    db = Db(url)
    yield db
    await db.store.close()
    await db.reader.close()


async def test_ties_share_a_place_and_the_next_are_skipped(db: Db) -> None:
    """1, 1, 3: equal shown numbers are equal places."""
    await db.fill([7, 12, 12, -3])
    assert await db.pages() == [(1, 12, 3), (1, 12, 2), (3, 7, 1), (4, -3, 4)]


async def test_tie_across_pages_keeps_its_place(db: Db) -> None:
    """The first of a page shares the place of those like it on the page before."""
    await db.fill([9] * 8 + [5] * 7 + [1])
    places = [place for place, _, _ in await db.pages()]
    assert places == [1] * 8 + [9] * 7 + [16]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None
)
@given(numbers=st.lists(st.integers(-3, 3), max_size=35))
async def test_order_is_total_and_places_are_competition_places(db: Db, numbers: list[int]) -> None:
    """On every reload and across pages: everybody once, best first, place 1 + who is better."""
    await db.fill(numbers)
    lines = await db.pages()
    assert lines == await db.pages()
    assert sorted(person for _, _, person in lines) == list(range(1, len(numbers) + 1))
    assert [(-number, -person) for _, number, person in lines] == sorted(
        (-number, -person) for _, number, person in lines
    )
    for place, number, person in lines:
        assert place == 1 + sum(other > number for other in numbers)
        own = (await db.page(reader=person)).own
        assert own is not None
        assert (own.place, own.number) == (place, number)


async def test_own_place_is_shown_on_every_page(db: Db) -> None:
    """Also where one's line is on another page, or there are too few rated games."""
    await db.fill(list(range(30)))
    await db.add({77: 40}, games=PLACED - 1)
    first = await db.page(0, reader=3)
    assert [line.person for line in first.lines] == list(range(30, 20, -1))
    assert first.total == 30
    assert first.own is not None
    assert (first.own.place, first.own.person) == (28, 3)
    few = (await db.page(0, reader=77)).own
    assert few is not None
    assert (few.place, few.games) == (None, PLACED - 1)
    assert (await db.page(0, reader=99)).own is None


async def test_fewer_than_five_rated_games_do_not_appear(db: Db) -> None:
    """Neither as a line nor in anybody's place."""
    await db.fill([50, 60], games=PLACED - 1)
    await db.add({5: 1})
    assert await db.pages() == [(1, 1, 5)]


async def test_boards_are_apart(db: Db) -> None:
    """Another server, game or season is another board; everywhere is server 0."""
    await db.fill([1])
    await db.add({8: 5}, guild=2)
    await db.add({8: 6}, season="2026-Q1")
    await db.add({8: 7}, game="snap")
    await db.add({8: 9}, guild=0)
    assert [line.person for line in (await db.page()).lines] == [1]
    for fields, number in (
        ({"guild": 2}, 5),
        ({"season": "2026-Q1"}, 6),
        ({"game": "snap"}, 7),
        ({"guild": None}, 9),
    ):
        assert [line.number for line in (await db.page(**fields)).lines] == [number]


async def test_board_opens_on_what_is_played_most_there(db: Db) -> None:
    """Where somebody has finished no game: by all rated games of all time, not by people."""
    games = ("count", "snap")
    assert await db.records.favourite(1, GUILD, games) is None
    await db.add({1: 5, 2: 5, 3: 5}, games=PLACED)
    await db.add({4: 5}, game="snap", games=4 * PLACED)
    await db.add({4: 5}, game="count", season="2026-Q1", games=9 * PLACED)
    await db.add({4: 5}, game="count", guild=2, games=9 * PLACED)
    await db.add({4: 5}, game="gone", games=9 * PLACED)
    assert await db.records.favourite(1, GUILD, games) == "snap"
    assert await db.records.favourite(1, 2, games) == "count"
    assert await db.records.favourite(1, None, games) is None


async def test_names_are_those_last_seen_there(db: Db) -> None:
    """A server's own name of somebody; "" where none was seen."""
    await db.fill([3, 2])
    await db.store.commit(person_change(Person(person=1, guild=GUILD, name="Ana")))
    await db.store.commit(person_change(Person(person=2, guild=2, name="Elsewhere")))
    assert [line.name for line in (await db.page()).lines] == ["Ana", ""]


async def test_board_of_all_servers_names_people_of_this_one_alone(db: Db) -> None:
    """Who was never seen here is a place without a name; readers see their own (`privacy.md`)."""
    await db.fill([3, 2, 1], guild=EVERYWHERE)
    for person, guild, name in ((1, GUILD, "Ana"), (2, 2, "Ben"), (3, EVERYWHERE, "Zoe")):
        await db.store.commit(person_change(Person(person=person, guild=guild, name=name)))
    await db.store.commit(person_change(Person(person=2, guild=EVERYWHERE, name="Ben")))

    here = await db.page(guild=None, known=GUILD)
    assert [line.name for line in here.lines] == ["Ana", "", ""]
    own = await db.page(guild=None, known=GUILD, reader=3)
    assert [line.name for line in own.lines] == ["Ana", "", "Zoe"]
    by_dm = await db.page(guild=None, reader=2)
    assert [line.name for line in by_dm.lines] == ["", "Ben", ""]


async def test_page_is_one_query_however_many_there_are(db: Db) -> None:
    """Not one more with people on it, with names and with one's own place."""
    await db.fill(list(range(40)))
    asked: list[str] = []

    @event.listens_for(db.engine.sync_engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    await db.page(2, reader=1)
    assert len([statement for statement in asked if "ratings" in statement]) == 1


@FILE
async def test_counts_are_ranges_of_the_index_alone(db: Db) -> None:
    """SQLite counts and finds a page by the index made for it, without looking up other rows."""
    compiled = board_query("count", GUILD, "", 3, 1, GUILD).compile(
        dialect=db.engine.dialect, compile_kwargs={"literal_binds": True}
    )
    async with db.engine.connect() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}")
        plan = [str(row.detail) for row in rows]
    searches = [line for line in plan if "SEARCH ratings" in line]
    assert all("USING" in line for line in searches)
    assert sum("COVERING INDEX ix_ratings_board" in line for line in searches) == 2
    assert not any("SCAN ratings" in line for line in plan)


async def test_rows_are_written_by_the_one_writer(db: Db) -> None:
    """A rating is renewed in place: one row a person and board."""
    await db.fill([3])
    await db.add({1: 8}, games=6)
    assert await db.pages() == [(1, 8, 1)]
