"""The only writer: what it stores, what it refuses, and that nothing is ever half stored."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.db.changes import (
    Change,
    calls_change,
    dropping_change,
    events_change,
    guild_change,
    life_change,
    person_change,
    results_change,
    table_change,
    vote_change,
)
from bot.db.engines import reading_engine
from bot.db.errors import Conflict, StorageError
from bot.db.migrate import upgraded
from bot.db.records import Person
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import FileWriter, writing_engine
from tests.db import values
from tests.db.counted import CountedStore
from tests.db.values import NOW
from tests.storage import FILE
from tests.tables.harness import url_of


@dataclass
class Database:
    """A store and a reader on one database."""

    store: CountedStore
    reader: Reader


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """Return a store and a reader on an empty database."""
    database = Database(CountedStore(writing_engine(url)), Reader(reading_engine(url)))
    yield database
    await database.store.close()
    await database.reader.close()


async def test_everything_stored_comes_back_equal(db: Database) -> None:
    """Every field of a table, its seats, events and results survives storage."""
    first = values.table()
    await db.store.commit(table_change(None, first))
    assert await db.reader.table(1) == first

    changed = replace(
        first,
        status="ended",
        seats=first.seats[:1],
        thread=5,
        ply=4,
        seq=5,
        turn_number=2,
        turn_started=NOW,
        deadline=NOW,
        coins=1,
        dealer=1,
        seed="ab" * 32,
        commitment="cd" * 32,
        started=NOW,
        ended=NOW,
        outcome=values.OUTCOME,
        end_reason="won",
        rematch_of=1,
        rematch=1,
    )
    events = [
        values.event(seq=1, by=(), stamp=None, ply=0, notation=""),
        values.event(seq=2, press="x", auto=True, race={"calls": [{"seat": 1}], "coin": None}),
    ]
    results = [values.result(seat=0), values.result(seat=1, person=None, house="easy")]
    await db.store.commit(
        table_change(first, changed) + events_change(events) + results_change(results)
    )
    assert await db.reader.table(1) == changed
    assert await db.reader.events(1) == tuple(events)
    assert await db.reader.results(1) == tuple(results)


async def test_open_calls_and_votes_come_back_until_they_are_closed(db: Database) -> None:
    """What is open is read with its table; what has a verdict is not."""
    table, race, vote = values.table(), values.race(), values.vote()
    await db.store.commit(
        table_change(None, table)
        + calls_change(1, race.ply, [(call, None) for call in race.calls])
        + vote_change(1, vote, None)
    )
    [found] = await db.reader.active()
    assert (found.race, found.vote) == (race, vote)

    await db.store.commit(
        calls_change(1, race.ply, [(call, "good") for call in race.calls])
        + vote_change(1, vote, "passed")
    )
    [found] = await db.reader.active()
    assert (found.race, found.vote) == (None, None)


async def test_only_lobbies_and_running_games_are_active(db: Database) -> None:
    """Tables that are over are not brought back."""
    for number, status in enumerate(("lobby", "playing", "ended", "closed", "set-aside"), 1):
        await db.store.commit(table_change(None, values.table(number, status=status)))

    assert [table.id for table in await db.reader.active()] == [1, 2]
    assert await db.reader.last_id() == 5


async def test_a_key_that_exists_refuses_its_change_alone(db: Database) -> None:
    """Of changes committed together the one with a used key fails, whole; the others are kept."""
    for number in (1, 2, 3):
        await db.store.commit(table_change(None, values.table(number)))
    await db.store.commit(events_change([values.event(2, 1)]))

    changes = [
        events_change([values.event(number, 1), values.event(number, 2)]) for number in (1, 2, 3)
    ]
    outcomes = await asyncio.gather(
        *(db.store.commit(change) for change in changes), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert [len(await db.reader.events(number)) for number in (1, 2, 3)] == [2, 1, 2]


async def test_change_of_a_table_that_has_moved_on_is_refused(db: Database) -> None:
    """Whoever has read it before: alone, among others, and in a change of more than one table."""
    first, other = values.table(1), values.table(2)
    for table in (first, other):
        await db.store.commit(table_change(None, table))
    moved = replace(first, seq=1, ply=1)
    await db.store.commit(table_change(first, moved) + events_change([values.event(1, 1)]))

    stale = table_change(first, replace(first, host=7))
    outcomes = await asyncio.gather(
        db.store.commit(stale),
        db.store.commit(table_change(other, replace(other, host=8))),
        db.store.commit(stale + table_change(None, values.table(3))),
        return_exceptions=True,
    )
    with pytest.raises(Conflict):
        await db.store.commit(stale)

    assert [type(outcome) for outcome in outcomes] == [Conflict, type(None), Conflict]
    found = [await db.reader.table(number) for number in (1, 2, 3)]
    assert [each and each.host for each in found] == [first.host, 8, None]
    await db.store.commit(table_change(moved, replace(moved, host=9)))
    now = await db.reader.table(1)
    assert now is not None
    assert (now.host, now.seq) == (9, 1)


async def test_what_a_refused_change_had_written_is_taken_back(db: Database) -> None:
    """A change that fails at its last statement leaves nothing of its first, in a batch or not."""
    for number in (1, 2):
        await db.store.commit(table_change(None, values.table(number)))
    await db.store.commit(results_change([values.result(1)]))
    failing = events_change([values.event(1, 1)]) + results_change([values.result(1)])
    fine = events_change([values.event(2, 1)])

    with pytest.raises(Conflict):
        await db.store.commit(failing)
    together = await asyncio.gather(
        db.store.commit(failing), db.store.commit(fine), return_exceptions=True
    )

    assert [type(outcome) for outcome in together] == [Conflict, type(None)]
    assert await db.reader.events(1) == ()
    assert len(await db.reader.events(2)) == 1


async def test_the_same_press_is_stored_once_per_table(db: Database) -> None:
    """One press delivered twice cannot be stored twice; tables do not share presses."""
    for number in (1, 2):
        await db.store.commit(table_change(None, values.table(number)))
        await db.store.commit(events_change([values.event(number, 1, press="p")]))

    with pytest.raises(Conflict):
        await db.store.commit(events_change([values.event(1, 2, press="p")]))
    await db.store.commit(events_change([values.event(1, 2), values.event(1, 3)]))
    assert await db.reader.pressed(1, "p")
    assert not await db.reader.pressed(1, "q")


async def test_what_refers_to_nothing_is_refused(db: Database) -> None:
    """Foreign keys are on: an event of no table is not stored."""
    with pytest.raises(Conflict):
        await db.store.commit(events_change([values.event(99, 1)]))
    assert await db.reader.events(99) == ()


async def test_a_faulty_change_does_not_hurt_the_others(db: Database) -> None:
    """A value that cannot be stored fails its own change; the error tells no stored value."""
    secret = "5e" * 32
    naive = values.table(1, created=NOW.replace(tzinfo=None), seed=secret)
    outcomes = await asyncio.gather(
        db.store.commit(table_change(None, naive)),
        db.store.commit(table_change(None, values.table(2))),
        return_exceptions=True,
    )

    assert isinstance(outcomes[0], StorageError)
    assert secret not in str(outcomes[0])
    assert outcomes[1] is None
    assert [table.id for table in await db.reader.active()] == [2]


async def test_changes_that_wait_are_committed_together(db: Database) -> None:
    """While one commit runs the next changes gather into one batch, in order."""
    await db.store.commit(table_change(None, values.table()))
    before = db.store.batches

    await asyncio.gather(
        *(db.store.commit(events_change([values.event(1, seq)])) for seq in range(1, 200))
    )

    assert db.store.batches - before <= 2
    assert [event.seq for event in await db.reader.events(1)] == list(range(1, 200))


async def test_an_empty_change_writes_nothing(db: Database) -> None:
    """Nothing to store costs no transaction."""
    await db.store.commit(Change(()))
    table = values.table()
    await db.store.commit(table_change(table, table))

    assert db.store.batches == 0


async def test_a_change_is_durable_when_commit_returns(url: str, db: Database) -> None:
    """Another connection sees a change as soon as `commit` has returned."""
    await db.store.commit(table_change(None, values.table()))
    other = Reader(reading_engine(url))
    assert await other.last_id() == 1
    await other.close()


async def test_what_is_known_of_people_and_servers_is_renewed(db: Database) -> None:
    """People and server settings are written over; those unknown are simply not there."""
    person = Person(person=5, name="Ana", locale="es-ES", dm_channel=7)
    await db.store.commit(person_change(person) + guild_change(1, {"language": "es"}))
    await db.store.commit(person_change(replace(person, dm_channel=8)))
    await db.store.commit(guild_change(1, {"language": "en"}))
    there = Person(person=5, guild=1, name="Anita", preferences={"print": "big"})
    await db.store.commit(person_change(there))

    assert await db.reader.person(5) == replace(person, dm_channel=8)
    assert await db.reader.people((5, 6), 1) == {5: there}
    assert await db.reader.person(6) is None
    assert await db.reader.guild(1) == {"language": "en"}
    assert await db.reader.guild(2) == {}


async def test_the_heartbeat_is_one_row(db: Database) -> None:
    """The time of life is written over."""
    assert await db.reader.alive() is None
    for _ in range(2):
        await db.store.commit(life_change(NOW))
    assert await db.reader.alive() == NOW


async def test_a_result_is_stored_once_a_seat(db: Database) -> None:
    """A game cannot end twice: table and seat are unique."""
    await db.store.commit(table_change(None, values.table()))
    await db.store.commit(results_change([values.result()]))

    with pytest.raises(Conflict):
        await db.store.commit(results_change([values.result()]))


async def test_what_rides_along_costs_no_transaction(db: Database) -> None:
    """What need not be told durable is written with the next batch."""
    for number in (1, 2):
        await db.store.commit(table_change(None, values.table(number)))
    db.store.ride(events_change([values.event(1, 1)]))
    await asyncio.sleep(0)
    assert db.store.batches == 2

    await db.store.commit(events_change([values.event(2, 1)]))

    assert db.store.batches == 3
    assert len(await db.reader.events(1)) == 1


async def test_what_rides_along_is_written_before_what_came_after_it(db: Database) -> None:
    """A move that follows finds its table as the one before has left it."""
    opened, first, second = (values.table(ply=ply, seq=ply) for ply in range(3))
    await db.store.commit(table_change(None, opened))
    db.store.ride(table_change(opened, first))
    await db.store.commit(table_change(first, second))
    assert await db.reader.table(1) == second


async def test_what_can_wait_for_ever_has_no_transaction_of_its_own(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written with what comes next, however much later, or in the end."""
    monkeypatch.setattr("bot.db.unit_of_work.LATEST", 0.01)
    for number in (1, 2):
        await db.store.commit(table_change(None, values.table(number)))
    patient = db.store.ride(events_change([values.event(1, 1)]), alone=False)
    own = db.store.ride(events_change([values.event(2, 1)]))
    async with asyncio.timeout(60):
        await own
    assert patient.done()
    assert db.store.batches == 3
    waiting = db.store.ride(events_change([values.event(1, 2)]), alone=False)
    assert db.store._late is None
    await db.store.close()
    assert waiting.done()


async def test_what_rides_along_is_written_in_the_end(url: str, db: Database) -> None:
    """Without another change it is written by a stop; one that is refused hurts nobody."""
    db.store.ride(events_change([values.event(99, 1)]))
    db.store.ride(table_change(None, values.table()))

    await db.store.close()

    assert await db.reader.last_id() == 1


async def test_what_rides_along_waits_a_second_at_most(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing else is written it gets a transaction of its own."""
    monkeypatch.setattr("bot.db.unit_of_work.LATEST", 0.01)
    async with asyncio.timeout(60):
        await db.store.ride(table_change(None, values.table()))
    assert await db.reader.last_id() == 1


@FILE
async def test_one_batch_is_one_hop(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """All statements of a batch run in the writer's thread, by one call there and one back."""
    await db.store.commit(table_change(None, values.table()))
    hops = 0
    loop = asyncio.get_running_loop()
    hop = loop.call_soon_threadsafe

    def counted(*arguments: Any) -> Any:
        nonlocal hops
        hops += 1
        return hop(*arguments)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    before, after = values.table(), values.table(ply=1, seq=1)
    move = table_change(before, after) + events_change([values.event(1, 1)]) + life_change(NOW)
    await db.store.commit(move)
    assert hops == 1


async def test_what_another_process_set_is_not_undone(db: Database) -> None:
    """Columns are written, not whole rows: what is known here of the others may be old."""
    known = Person(person=5, name="Ana")
    await db.store.commit(person_change(known))
    await db.store.commit(person_change(replace(known, preferences={"big": True}), "preferences"))
    await db.store.commit(person_change(replace(known, name="Anita"), "name"))
    assert await db.reader.person(5) == replace(known, name="Anita", preferences={"big": True})

    here = values.table()
    await db.store.commit(table_change(None, here))
    await db.store.commit(table_change(here, replace(here, rematch=9)))
    await db.store.commit(table_change(here, replace(here, level="hard", pace="daily")))
    assert await db.reader.table(1) == replace(here, rematch=9, level="hard", pace="daily")


async def test_no_number_of_a_table_comes_twice(db: Database) -> None:
    """Not even that of a lobby dropped long ago, the last there was."""
    for number in (1, 2):
        await db.store.commit(table_change(None, values.table(number, seats=())))
    await db.store.commit(dropping_change((), (2,)))
    assert await db.reader.table(2) is None
    assert await db.reader.last_id() == 2


async def test_every_database_has_a_tag_of_its_own(db: Database, tmp_path: Path) -> None:
    """Eight characters that fit into a control, drawn when it is made, kept while it lives."""
    other = url_of(tmp_path / "other" / "k.sqlite3")
    await upgraded(other)
    reader = Reader(reading_engine(other))
    tags = {await reader.tag(), await reader.tag(), await db.reader.tag()}
    await reader.close()
    assert len(tags) == 2
    assert all(re.fullmatch("[a-z0-9]{1,8}", tag) for tag in tags)


async def test_numbers_of_tables_never_go_back(db: Database) -> None:
    """Though a table with a smaller one is stored later, by another process say."""
    for number in (5, 3):
        await db.store.commit(table_change(None, replace(values.table(), id=number, opening=None)))
    assert await db.reader.last_id() == 5


async def test_a_batch_takes_so_many_changes_at_most(url: str, db: Database) -> None:
    """What waits beyond that is for the next one: no transaction grows without a bound."""
    sizes: list[int] = []
    store = Store(writing_engine(url), most=2, noted=lambda changes, seconds: sizes.append(changes))
    for number in range(5):
        await db.store.commit(table_change(None, values.table(number)))
    moves = (events_change([values.event(number, 1)]) for number in range(5))
    await asyncio.gather(*map(store.commit, moves))
    await store.close()
    assert sorted(sizes) == [1, 2, 2]


async def test_program_that_looks_at_the_file_takes_no_log_away(tmp_path: Path) -> None:
    """The locks on it hold while connections come and go: the last one to close is another's."""
    path = tmp_path / "k.sqlite3"
    await upgraded(url_of(path))
    store, reader = Store(writing_engine(url_of(path))), Reader(reading_engine(url_of(path)))
    await store.commit(life_change(NOW))
    assert await reader.alive() == NOW
    look = f"import sqlite3; sqlite3.connect({str(path)!r}).execute('SELECT * FROM life').close()"
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", look], check=True)
    assert await asyncio.to_thread(Path(f"{path}-wal").exists)
    await store.commit(life_change(NOW))
    await store.close()
    await reader.close()


async def test_what_is_stored_already_is_no_fault_of_the_database(db: Database) -> None:
    """A second writer is refused, and people go on playing."""
    await db.store.commit(table_change(None, values.table()))
    with pytest.raises(Conflict):
        await db.store.commit(table_change(None, values.table()))
    assert not db.store.refused


async def test_locked_database_refuses_a_batch_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, and nobody waits for the lock a second time, change by change."""
    url = url_of(tmp_path / "k.sqlite3")
    await upgraded(url)
    writer, tried = writing_engine(url, busy_timeout=0.05), list[bool]()
    assert isinstance(writer, FileWriter)
    write = writer.batch

    async def batch(work: Callable[[sqlite3.Connection], Any]) -> Any:
        tried.append(True)
        return await write(work)

    monkeypatch.setattr(writer, "batch", batch)
    store = Store(writer)
    with closing(sqlite3.connect(tmp_path / "k.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        both = (store.commit(life_change(NOW)) for _ in range(2))
        failures = await asyncio.gather(*both, return_exceptions=True)
    assert [type(each) for each in failures] == [StorageError, StorageError]
    assert len(tried) == 1
    assert store.refused
    await store.commit(life_change(NOW))
    assert not store.refused
    await store.close()
