"""What a database server does to moves: locks, freezes, closes, is away (`operating.md`)."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no stubs
import pytest
from msgspec import structs
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from bot.db import migrate
from bot.db.backup import CopyError, backup
from bot.db.batches import Failures, Waiting
from bot.db.changes import Change, events_change, guild_change, person_change, table_change
from bot.db.engines import Server, reading_engine
from bot.db.errors import Conflict, StorageError
from bot.db.migrate import (
    MigrationError,
    UnreachableError,
    current,
    existing,
    newest,
    upgrade,
    upgraded,
)
from bot.db.people import PersonalReader
from bot.db.records import Person
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.operations import database
from tests.db import values
from tests.db.counted import CountedStore
from tests.db.test_unit_of_work import Database
from tests.postgresql import BINARIES, Databases, migrated_server
from tests.prerequisites import POSTGRESQL, require

MOST = 8.0
"""Seconds after which a move is refused at the latest."""
SERVER = Server(timeout=3.0, lock_timeout=0.5)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Return the URL of an empty, migrated PostgreSQL database."""
    require(POSTGRESQL)
    with migrated_server() as address:
        yield address


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """Yield a store and a reader as patient as the bot's."""
    writer = writing_engine(url, server=SERVER)
    found = Database(CountedStore(writer), Reader(reading_engine(url, server=SERVER)))
    yield found
    await found.store.close()
    await found.reader.close()


async def other(url: str) -> Any:
    """Return a connection of another program."""
    parsed = make_url(url)
    return await asyncpg.connect(
        host=parsed.host, port=parsed.port, user=parsed.username, database=parsed.database
    )


def backend(connection: Connection) -> int:
    """Return the number of the server's process behind a connection."""
    return int(connection.scalar(text("SELECT pg_backend_pid()")) or 0)


def move(number: int, **fields: Any) -> Change:
    """Return the first move of a table."""
    before = values.table(number)
    after = structs.replace(before, ply=1, seq=1)
    return table_change(before, after) + events_change([values.event(number, 1, **fields)])


async def test_locked_row_holds_up_its_own_move_and_no_other(url: str) -> None:
    """Moves of other tables are stored meanwhile; with the lock gone it is stored too."""
    writer = writing_engine(url, server=Server(timeout=60, lock_timeout=60))
    store = Store(writer)
    for number in (11, 12):
        await store.commit(table_change(None, values.table(number)))
    stranger = await other(url)
    lock = stranger.transaction()
    await lock.start()
    await stranger.execute("SELECT * FROM tables WHERE id = 11 FOR UPDATE")
    locked = asyncio.ensure_future(store.commit(move(11)))
    await store.commit(move(12))
    await store.commit(events_change([values.event(12, 2)]))
    assert not locked.done()
    await lock.rollback()
    await stranger.close()
    await locked
    await store.close()


async def test_nobody_is_forgotten_before_what_was_stored_of_them_first(url: str) -> None:
    """What waits for a lock is written first, or the row would come back after it is gone."""
    store = Store(writing_engine(url, server=Server(timeout=60, lock_timeout=60)))
    reader = Reader(reading_engine(url))
    stranger = await other(url)
    lock = stranger.transaction()
    await lock.start()
    await stranger.execute(
        "INSERT INTO users (person, guild, name, preferences) VALUES (31, 0, 'Zoe', '{}')"
    )
    write, begun = store._batches.write, list[str]()

    async def noted(batch: Sequence[Waiting]) -> Failures:
        begun.extend(each.kind for waiting in batch for each in waiting.change.writes)
        return await write(batch)

    store._batches.write = noted  # type: ignore[method-assign]  # to know what is begun
    stored = asyncio.ensure_future(store.commit(person_change(Person(person=31, name="Zoe"))))
    await store.commit(guild_change(31, {}))
    forgotten = asyncio.ensure_future(store.commit(await PersonalReader(reader).forgetting(31, ())))
    for _ in range(5):
        await store.commit(guild_change(31, {}))
    assert not stored.done()
    assert "forget" not in begun
    await lock.rollback()
    await stranger.close()
    await asyncio.gather(stored, forgotten)
    assert "forget" in begun
    assert await reader.person(31) is None
    await store.close()
    await reader.close()


async def test_locked_row_refuses_its_own_move_in_time(db: Database, url: str) -> None:
    """Once its patience has ended; with the lock gone it can be made."""
    for number in (13, 14):
        await db.store.commit(table_change(None, values.table(number)))
    stranger = await other(url)
    lock = stranger.transaction()
    await lock.start()
    await stranger.execute("SELECT * FROM tables WHERE id = 13 FOR UPDATE")
    begun = time.monotonic()
    locked, free = await asyncio.gather(
        *(db.store.commit(move(number)) for number in (13, 14)), return_exceptions=True
    )
    assert time.monotonic() - begun < MOST
    assert isinstance(locked, StorageError)
    assert free is None
    await lock.rollback()
    await stranger.close()
    await db.store.commit(move(13))


async def test_frozen_backend_refuses_a_move_and_holds_up_no_other(db: Database) -> None:
    """A server's process that answers no more is let go of; others go on beside it."""
    for number in (21, 23):
        await db.store.commit(table_change(None, values.table(number)))
    frozen = await db.store._writer.run(backend)
    os.kill(frozen, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        hanging = asyncio.ensure_future(db.store.commit(move(21)))
        for _ in range(3):  # until it is in hand
            await asyncio.sleep(0)
        await db.store.commit(move(23))
        assert not hanging.done()
        with pytest.raises(StorageError):
            await hanging
        assert time.monotonic() - begun < MOST
        await db.store.commit(move(21))
        assert await db.store._writer.run(backend) != frozen
    finally:
        os.kill(frozen, signal.SIGCONT)


async def test_a_process_that_was_overtaken_is_refused_alone(db: Database) -> None:
    """Of moves stored together that fails whose table another process has moved on."""
    for number in (51, 52):
        await db.store.commit(table_change(None, values.table(number)))
    await db.store.commit(move(51))
    again, free = await asyncio.gather(
        *(db.store.commit(move(number, press="x")) for number in (51, 52)), return_exceptions=True
    )
    assert isinstance(again, Conflict)
    assert free is None
    assert [len(await db.reader.events(number)) for number in (51, 52)] == [1, 1]


async def test_frozen_backend_refuses_a_reading_and_the_next_is_answered(db: Database) -> None:
    """Nor does reading wait for a process of the server that is gone in all but name."""
    await db.store.commit(table_change(None, values.table(22)))
    async with db.reader.session() as session:
        frozen = await session.scalar(text("SELECT pg_backend_pid()"))
    os.kill(frozen, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with pytest.raises(StorageError):
            await db.reader.table(22)
        assert time.monotonic() - begun < MOST
        assert await db.reader.table(22) is not None
    finally:
        os.kill(frozen, signal.SIGCONT)


async def test_closed_connections_cost_nobody_a_move(db: Database, url: str) -> None:
    """As after the server was started anew: what was to be stored or read is tried again."""
    await db.store.commit(table_change(None, values.table(31)))
    assert await db.reader.table(31) is not None
    stranger = await other(url)
    await stranger.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
        "kalamazoo",
    )
    await stranger.close()
    await db.store.commit(events_change([values.event(31, 1)]))
    assert len(await db.reader.events(31)) == 1


async def test_one_reading_sees_one_moment(db: Database) -> None:
    """What is stored between two of its queries, a reader does not see half of."""
    await db.store.commit(table_change(None, values.table(41)))
    count = text('SELECT count(*) FROM events WHERE "table" = 41')
    async with db.reader.session() as session:
        before = await session.scalar(count)
        await db.store.commit(events_change([values.event(41, 1)]))
        assert await session.scalar(count) == before
    async with db.reader.session() as session:
        assert await session.scalar(count) == 1


async def test_two_who_migrate_wait_for_each_other(url: str) -> None:
    """The second finds it done: neither fails on what the other has just made."""
    stranger = await other(url)
    await stranger.execute("CREATE DATABASE twice")
    await stranger.close()
    fresh = make_url(url).set(database="twice").render_as_string(hide_password=False)
    said = await asyncio.gather(upgraded(fresh), upgraded(fresh))
    assert sorted(map(bool, said)) == [False, True]
    assert await asyncio.to_thread(current, fresh) == newest()


def test_start_waits_for_a_server_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says where it looks, and looks ever more seldom; the password is in no line."""

    class EnoughError(Exception):
        pass

    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 5:
            raise EnoughError

    monkeypatch.setattr(time, "sleep", sleep)
    with pytest.raises(EnoughError):
        database.prepared("postgresql+asyncpg://kalamazoo:secret@127.0.0.1:9/cards")
    assert waited == [1.0, 2.0, 5.0, 10.0, 10.0]
    said = caplog.messages[-1]
    assert said.startswith("The database cards on 127.0.0.1 cannot be opened")
    assert said.endswith("Trying again in 10 s.")
    assert "secret" not in caplog.text


def test_backup_says_how_postgresql_does_it(tmp_path: Path) -> None:
    """Both commands, with this database's own names and without its password."""
    address = "postgresql+asyncpg://ana:secret@db.example:5433/cards"
    with pytest.raises(CopyError) as refused:
        backup(address, tmp_path / "copy")
    said = str(refused.value)
    options = "-h db.example -p 5433 -U ana -Fc --exclude-table-data=inbox"
    assert f"pg_dump {options} -f kalamazoo.dump cards" in said
    assert "pg_restore -h db.example -p 5433 -U ana --single-transaction -d cards" in said
    with pytest.raises(CopyError, match=r"pg_dump -h /run/cards -p 5433 -U ana -Fc"):
        backup("postgresql+asyncpg://ana@/cards?host=/run/cards&port=5433", tmp_path / "copy")
    assert "secret" not in said


def test_copy_of_an_older_version_is_put_back_as_it_says(server: Databases, tmp_path: Path) -> None:
    """Typed word for word: nothing of the newer version is left, and it can be upgraded again."""
    address = server.empty()
    name = make_url(address).database

    async def begin_anew() -> None:
        for each in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
            await said_to(address, each)
        await migrate._connected(address, lambda to: migrate._migrate(to, "0008"))

    async def tag() -> str:
        reader = Reader(reading_engine(address))
        try:
            return await reader.tag()
        finally:
            await reader.close()

    def typed(commands: str) -> None:
        path = f"{BINARIES[-1]}:{os.environ['PATH']}"
        subprocess.run(
            ["/bin/sh", "-ec", commands],
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            check=True,
            capture_output=True,
        )

    asyncio.run(begin_anew())
    with pytest.raises(CopyError) as said:
        backup(address, tmp_path / "copy")
    found = re.fullmatch(
        rf".*this one: (.*) - and, .* keep this one as {name}_before: (.*)", str(said.value)
    )
    assert found is not None
    before = asyncio.run(tag())
    typed(found[1])
    assert "from revision 0008 to " in upgrade(address)
    typed(found[2])
    assert asyncio.run(tag()) != before
    assert "from revision 0008 to " in upgrade(address)
    existing(f"{address}_before")


def test_server_for_reading_alone_is_waited_for_and_still_read(server: Databases) -> None:
    """One that stands by for another: `check` says so, the start waits, an export goes on."""
    address = server.empty()
    name = make_url(address).database
    asyncio.run(said_to(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    for use in (current, upgrade):
        with pytest.raises(UnreachableError, match="it is for reading alone"):
            use(address)
    existing(address)
    with pytest.raises(UnreachableError, match=r"rejected SSL upgrade\)\.$"):
        existing(f"{address}?ssl=require")


def test_database_is_not_upgraded_below_a_bot_that_lives(server: Databases) -> None:
    """A newer version that is started beside an older one waits for its end."""
    address = server.empty()
    older = "UPDATE alembic_version SET version_num = '0001'"
    beat = "INSERT INTO processes VALUES ('old', clock_timestamp() + interval '1 minute')"
    asyncio.run(said_to(address, beat))
    upgrade(address)
    asyncio.run(said_to(address, older))
    with pytest.raises(UnreachableError, match=r"is in use by another kalamazoo; stop that"):
        upgrade(address)
    assert current(address) == "0001"


async def said_to(address: str, statement: str) -> None:
    """Do that on a database, whatever it is."""
    writer = writing_engine(address)
    await writer.run(lambda connection: connection.execute(text(statement)))
    await writer.dispose()


def test_what_the_driver_will_not_have_is_one_clear_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A variable of PostgreSQL's own that is wrong."""
    monkeypatch.setenv("PGPORT", "abc")
    with pytest.raises(MigrationError, match=r"cannot be opened \(.*'abc'\)\.$"):
        current("postgresql+asyncpg://kalamazoo@127.0.0.1/cards")


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
