"""The store on PostgreSQL, on a server of its own in a temporary folder."""

import asyncio
import socket
from collections.abc import Iterator
from datetime import timedelta

import pytest
from msgspec import structs

from bot.db.backup import lines
from bot.db.changes import (
    calls_change,
    dropping_change,
    events_change,
    names_change,
    person_change,
    ratings_change,
    results_change,
    table_change,
    vote_change,
)
from bot.db.migrate import MigrationError, current
from bot.db.people import PersonalReader, games_to_drop
from bot.db.records import Person, Rating, Seat
from bot.db.session import Conflict
from bot.db.stats import RecordReader
from tests.db import values
from tests.db.test_unit_of_work import Database, everything_comes_back, opened
from tests.postgresql import migrated_server
from tests.prerequisites import POSTGRESQL, require


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Return the URL of an empty, migrated PostgreSQL database."""
    require(POSTGRESQL)
    with migrated_server() as address:
        yield address


async def test_everything_stored_comes_back_equal_on_postgresql(url: str) -> None:
    """The same values survive a PostgreSQL database, and keys are guarded alike."""
    async for db in opened(url):
        await everything_comes_back(db)
        await conflicts_fail_alone(db)
        await open_things_come_back(db)
        await preferences_are_found(db)


async def conflicts_fail_alone(db: Database) -> None:
    """A used key fails its own change; the others of the batch are kept."""
    for number in (2, 3):
        await db.store.commit(table_change(None, values.table(number)))
    await db.store.commit(events_change([values.event(2, 1)]))
    outcomes = await asyncio.gather(
        *(db.store.commit(events_change([values.event(number, 1)])) for number in (2, 3)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Conflict, type(None)]


async def open_things_come_back(db: Database) -> None:
    """Calls and votes are written over, also on PostgreSQL."""
    race, vote = values.race(), values.vote()
    change = calls_change(2, race.ply, [(call, None) for call in race.calls])
    for _ in range(2):
        await db.store.commit(change + vote_change(2, vote, None))
    found = await db.reader.table(2)
    assert found is not None
    assert (found.race, found.vote) == (race, vote)


async def preferences_are_found(db: Database) -> None:
    """Who has set something is found, also on PostgreSQL, whose JSON has no equality."""
    await db.store.commit(person_change(Person(person=71)))
    set_by = Person(person=72, preferences={"text": True})
    await db.store.commit(person_change(set_by))
    found = {person.person: person for person in await db.reader.choosers()}
    assert found.get(72) == set_by
    assert 71 not in found


def test_a_server_that_is_not_there_is_one_clear_sentence() -> None:
    """An address nobody listens at is told in a sentence without the password."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"postgresql+asyncpg://kalamazoo:secret@127.0.0.1:{port}/postgres"

    with pytest.raises(
        MigrationError, match=r"^The database postgres on 127.0.0.1 cannot be opened"
    ) as refused:
        current(address)
    assert "secret" not in str(refused.value)


async def test_records_are_read_and_people_forgotten_on_postgresql(url: str) -> None:
    """Board, statistics, own data, forgetting, dropping: the same statements serve both."""
    person, other, number = 2**61 + 7, 2**61 + 8, 71
    async for db in opened(url):
        records, personal = RecordReader(db.reader), PersonalReader(db.reader)
        seats = tuple(
            Seat(index=at, person=who, name=name)
            for at, (who, name) in enumerate(((person, "Zoe"), (other, "Al")))
        )
        over = values.table(number, status="ended", ended=values.NOW, seats=seats, host=person)
        race = {"calls": [{"seat": 0, "person": person, "stamp": 1.0}]}
        event = values.event(number, press=f"m {person} x", race=race)
        first, second = values.result(number, 0), values.result(number, 1)
        won = structs.replace(first, person=person, number=1, rating_after=3.0, overall_after=3.0)
        lost = structs.replace(second, person=other, number=1, team=1)
        rating = Rating(
            guild=1, game="count", season="", person=person, mu=25.0, sigma=7.0, number=4,
            games=5, wins=1, streak=1,
        )  # fmt: skip
        change = table_change(None, over) + events_change([event])
        change += results_change([won, lost]) + ratings_change([rating])
        change += person_change(Person(person=person, guild=1, name="Zoe", locale="es"))
        vote = values.vote(voters=(person, other), yes=(person,), reason="Zoe did")
        await db.store.commit(change + vote_change(number, vote, "failed"))
        await db.store.commit(names_change(1, {person: "Zoé", other: "Al"}))

        page = await records.board("count", 1, "", 0, person)
        assert [(line.place, line.name, line.number) for line in page.lines] == [(1, "Zoé", 4)]
        assert page.own == page.lines[0]
        assert (await records.totals(person, 1))["count"].won == 1
        assert await records.series(person, 1, 9) == {"count": (3.0,)}
        assert [one.person for one in await records.opponents(person, 1, 3)] == [other]
        assert [one.seats for one in await records.played(person, None)] == [2]
        assert await records.rated_together({person, other}, values.NOW) == 1
        assert len((await personal.export(person))["results"]) == 1
        rows = [line async for line in lines(db.reader)]
        assert any("Zo\\u00e9" in row for row in rows)

        tables = await personal.tables(person)
        assert tables == (number,)
        await db.store.commit(await personal.forgetting(person, tables))
        rows = [line async for line in lines(db.reader)]
        assert not [row for row in rows if str(person) in row or "Zo" in row]
        assert number in await games_to_drop(db.reader, values.NOW + timedelta(days=1), 9)
        await db.store.commit(dropping_change((number,), ()))
        assert await db.reader.events(number) == ()
        assert len(await db.reader.results(number)) == 2
