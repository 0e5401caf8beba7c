"""What is stored of people: read for boards and for themselves, and forgotten."""

from datetime import timedelta

from msgspec import structs

from bot.db.backup import lines
from bot.db.changes import (
    dropping_change,
    events_change,
    names_change,
    person_change,
    ratings_change,
    results_change,
    table_change,
    vote_change,
)
from bot.db.people import PersonalReader, games_to_drop
from bot.db.records import Person, Rating, Seat
from bot.db.stats import StatsReader
from tests.db import values
from tests.storage import Kept


async def test_who_has_set_something_is_found(kept: Kept) -> None:
    """Though the JSON of PostgreSQL has no equality."""
    await kept.store.commit(person_change(Person(person=71)))
    set_by = Person(person=72, preferences={"text": True})
    await kept.store.commit(person_change(set_by))
    assert [*await kept.reader.choosers()] == [set_by]


async def test_records_are_read_and_people_forgotten(kept: Kept) -> None:
    """Board, statistics, own data, forgetting, dropping: the same statements serve both."""
    person, other, number = 2**61 + 7, 2**61 + 8, 71
    records, personal = StatsReader(kept.reader), PersonalReader(kept.reader)
    seats = tuple(
        Seat(index=at, person=who, name=name)
        for at, (who, name) in enumerate(((person, "Zoe"), (other, "Al")))
    )
    over = values.table(number, status="ended", ended=values.NOW, seats=seats, host=person)
    race = {"calls": [{"seat": 0, "person": person, "stamp": 1.0}]}
    event = values.event(number, press=f"m {person} x", race=race)
    first, second = values.result(number, 0), values.result(number, 1)
    won = structs.replace(
        first, person=person, number=1, rating_before=0.0, rating_after=3.0, overall_after=3.0
    )
    lost = structs.replace(second, person=other, number=1, team=1)
    rating = Rating(
        guild=1, game="count", season="", person=person, mu=25.0, sigma=7.0, number=4,
        games=5, wins=1, streak=1,
    )  # fmt: skip
    change = table_change(None, over) + events_change([event])
    change += results_change([won, lost]) + ratings_change([rating])
    change += person_change(Person(person=person, guild=1, name="Zoe", locale="es"))
    vote = values.vote(voters=(person, other), yes=(person,), reason="Zoe did")
    await kept.store.commit(change + vote_change(number, vote, "failed"))
    await kept.store.commit(names_change(1, {person: "Zoé", other: "Al"}))

    page = await records.board("count", 1, "", 0, person)
    assert [(line.place, line.name, line.number) for line in page.lines] == [(1, "Zoé", 4)]
    assert page.own == page.lines[0]
    assert (await records.totals(person, 1))["count"].won == 1
    assert await records.series(person, 1, 9) == {"count": (0.0, 3.0)}
    assert [one.person for one in await records.opponents(person, 1, 3)] == [other]
    assert [one.seats for one in await records.played(person, None)] == [2]
    assert await records.rated_together({person, other}, values.NOW) == 1
    assert len((await personal.export(person))["results"]) == 1
    rows = [line async for line in lines(kept.reader)]
    assert any("Zo\\u00e9" in row for row in rows)

    tables = await personal.tables(person)
    assert tables == (number,)
    await kept.store.commit(await personal.forgetting(person, tables))
    rows = [line async for line in lines(kept.reader)]
    assert not [row for row in rows if str(person) in row or "Zo" in row]
    later = values.NOW + timedelta(days=1)
    assert [each async for each in games_to_drop(kept.reader, later, 9)] == [(number,)]
    await kept.store.commit(dropping_change((number,), ()))
    assert await kept.reader.events(number) == ()
    assert len(await kept.reader.results(number)) == 2
