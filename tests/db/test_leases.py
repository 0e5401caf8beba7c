"""Leases of shards and the fence around what a process may write, on a PostgreSQL of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from msgspec import structs
from sqlalchemy import select, text

from bot.db.batches import _require
from bot.db.changes import table_change
from bot.db.engines import Server, reading_engine, sharing_engine
from bot.db.errors import Replaced
from bot.db.leases import Fence, LeaseRows
from bot.db.lots import Lots, lot_of
from bot.db.models import ProcessRow
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import ServerWriter, writing_engine
from tests.db import values
from tests.postgresql import migrated_server
from tests.prerequisites import POSTGRESQL, require

SHARDS = 4
BEAT = 30.0


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Return the URL of an empty, migrated PostgreSQL database."""
    require(POSTGRESQL)
    with migrated_server() as address:
        yield address


@dataclass
class Process:
    """What one process has of the database."""

    rows: LeaseRows
    store: Store
    held: dict[int, int]

    async def take(self, shard: int) -> bool:
        """Take a shard as a process does; say whether it could be had."""
        await self.rows.beat(BEAT)
        taken = await self.rows.take(shard, BEAT)
        if taken is not None:
            self.held[shard] = taken.epoch
        return taken is not None


@pytest_asyncio.fixture
async def two(url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Return two processes on one database."""
    engine, made = sharing_engine(url), []
    for name in ("first", "second"):
        held = dict[int, int]()
        store = Store(writing_engine(url), fence=Fence(held, SHARDS))
        made.append(Process(LeaseRows(engine, name), store, held))
    yield made[0], made[1]
    for each in made:
        await each.rows.give(())
        await each.store.close()
    await engine.dispose()


def guild_on(shard: int) -> int:
    """Return a server of a shard."""
    return (SHARDS * 1000 + shard) << 22


async def dies(process: Process) -> None:
    """Let a process' heartbeat run out: it knows nothing of it."""
    await process.rows.beat(-1.0)


async def test_a_shard_has_one_owner(two: tuple[Process, Process]) -> None:
    """It is had by who came first, until it is given away or its owner's heartbeat runs out."""
    first, second = two
    assert await first.take(0)
    assert not await second.take(0)
    await first.rows.give((5, 6))
    taken = await second.rows.take(0, BEAT)
    assert taken is not None
    assert taken.answered == (5, 6)
    await dies(second)
    (lease,) = [each for each in await first.rows.look() if each.shard == 0]
    assert (lease.owner, lease.free > 0) == ("second", True)
    assert await first.take(0)
    assert first.held[0] > taken.epoch


async def test_shard_that_was_given_away_is_nobodys(two: tuple[Process, Process]) -> None:
    """Free since what came last was taken in, and with what was taken in; both are told once."""
    first, second = two
    assert await first.take(0)
    await first.rows.give((5, 6), ago=40.0)
    (lease,) = [each for each in await second.rows.look() if each.shard == 0]
    assert (lease.owner, lease.free >= 40.0) == (None, True)
    await second.rows.beat(BEAT)
    taken = await second.rows.take(0, BEAT)
    assert taken is not None
    assert taken.free is not None
    assert (taken.answered, taken.free >= 40.0) == ((5, 6), True)
    await dies(second)
    third = await first.rows.take(0, BEAT)
    assert third is not None
    assert third.answered == ()


async def test_who_died_had_its_shards_until_its_last_heartbeat(
    two: tuple[Process, Process],
) -> None:
    """By the server's clock: so long ago is what its heir has to make good."""
    first, second = two
    assert await first.take(0)
    await first.rows.beat(-100.0)
    taken = await second.rows.take(0, BEAT)
    assert taken is not None
    assert taken.free is not None
    assert taken.free > 100.0 + BEAT


async def test_processes_of_long_ago_are_forgotten(two: tuple[Process, Process]) -> None:
    """Each start is another: but for whoever had a shard last, of which its heir has to know."""
    first, second = two
    day = 86_400.0
    assert await first.take(0)
    await first.rows.beat(-2 * day)
    await second.rows.beat(-2 * day)
    await first.rows.sweep()
    known = [name for (name,) in await first.rows.read(select(ProcessRow.id))]
    assert "first" in known
    assert "second" not in known
    taken = await second.rows.take(0, BEAT)
    assert taken is not None
    assert taken.free is not None
    assert taken.free > 2 * day


async def test_heartbeat_of_before_the_servers_clock_was_put_back_is_none(
    two: tuple[Process, Process],
) -> None:
    """Whoever died is not taken for alive for an hour; whoever lives has another one by then."""
    first, second = two
    assert await first.take(0)
    await first.rows.beat(3_600.0)
    assert await second.rows.others() == {}
    (lease,) = [each for each in await second.rows.look() if each.shard == 0]
    assert lease.free > 0
    assert (await second.rows.beat(BEAT))[1] == 1
    taken = await second.rows.take(0, BEAT)
    assert taken is not None
    assert taken.free == 0.0  # how long it has been nobody can tell


async def test_who_asks_for_a_shard_is_known_until_it_is_taken(
    two: tuple[Process, Process],
) -> None:
    """Whoever has it then was asked by nobody."""
    first, second = two
    assert await first.take(0)
    await second.rows.ask((0,))
    heirs = [each.heir for each in await first.rows.look() if each.shard == 0]
    await first.rows.give(())
    assert await second.take(0)
    heirs += [each.heir for each in await first.rows.look() if each.shard == 0]
    assert heirs == ["second", None]


async def test_others_are_those_who_live_but_oneself(two: tuple[Process, Process]) -> None:
    """Whoever has died or left is none of them."""
    first, second = two
    for each in two:
        await each.rows.beat(BEAT)
    assert [*await first.rows.others()] == ["second"]
    assert (await first.rows.beat(BEAT))[1] == 2
    await dies(second)
    assert await first.rows.others() == {}
    assert (await first.rows.beat(BEAT))[1] == 1


async def test_who_was_replaced_stores_nothing(two: tuple[Process, Process]) -> None:
    """Neither moves nor new tables nor anything else, though nobody has told it."""
    first, second = two
    assert await first.take(1)
    table = values.table(901, guild=guild_on(1))
    await first.store.commit(table_change(None, table))
    await dies(first)
    assert await second.take(1)
    moved = structs.replace(table, ply=1, seq=table.seq)
    for change in (
        table_change(table, moved),
        table_change(None, values.table(902, guild=guild_on(1))),
    ):
        with pytest.raises(Replaced):
            await first.store.commit(change)
    await second.store.commit(table_change(table, moved))


async def test_a_table_of_another_shard_is_out_of_reach(two: tuple[Process, Process]) -> None:
    """Who holds some shards moves only their tables."""
    first, second = two
    assert await first.take(2)
    assert await second.take(3)
    table = values.table(903, guild=guild_on(3))
    await second.store.commit(table_change(None, table))
    moved = table_change(table, structs.replace(table, ply=1))
    beside = table_change(None, values.table(905, guild=guild_on(3)))
    for change in (moved, moved + beside):
        with pytest.raises(Replaced):
            await first.store.commit(change)
    await second.store.commit(moved + beside)


async def test_taking_waits_for_the_commit_in_hand(two: tuple[Process, Process], url: str) -> None:
    """What is read after a shard was taken is all that its owner before has stored."""
    first, second = two
    assert await first.take(1)
    table = values.table(904, guild=guild_on(1))
    await first.store.commit(table_change(None, table))
    await dies(first)
    ply = 0
    moves = []
    for _ in range(40):
        after = structs.replace(table, ply=ply + 1)
        moves.append(asyncio.ensure_future(first.store.commit(table_change(table, after))))
        table, ply = after, ply + 1
        await asyncio.sleep(0)
    assert await second.take(1)
    reader = Reader(reading_engine(url))
    found = await reader.table(904)
    done = await asyncio.gather(*moves, return_exceptions=True)
    assert {type(each) for each in done} <= {type(None), Replaced}
    again = await reader.table(904)
    await reader.close()
    assert found == again


@pytest.mark.parametrize("several", [False, True])
async def test_taking_a_shard_waits_until_what_is_being_stored_is(
    two: tuple[Process, Process], url: str, several: bool
) -> None:
    """A statement in the middle of its transaction has locked the shard, not the table alone."""
    first, second = two
    assert await first.take(1)
    table = values.table(906 + several, guild=guild_on(1))
    await first.store.commit(table_change(None, table))
    change = table_change(table, structs.replace(table, ply=1))
    engine, writer = sharing_engine(url), writing_engine(url)
    assert isinstance(writer, ServerWriter)
    fence, lot = Fence(first.held, SHARDS), lot_of(change)
    assert lot is not None
    async with engine.connect() as connection:
        await connection.begin()
        if several:
            await connection.run_sync(lambda known: _require(known, fence))
        else:
            await connection.execute(text("SELECT 1"))  # with which the transaction begins
            statement, given = Lots(writer.sql, fence).statement([lot])
            raw: Any = (await connection.get_raw_connection()).driver_connection
            assert [each[0] for each in await raw.fetch(statement, *given)] == ["stored"]
        await dies(first)
        taking = asyncio.ensure_future(second.rows.take(1, BEAT))
        waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        async with asyncio.timeout(60), engine.connect() as other:
            while not taking.done() and not (await other.execute(waits)).scalar_one():  # noqa: ASYNC110 - the server tells nobody
                await asyncio.sleep(0.01)
        assert not taking.done()
        await connection.rollback()
    assert await taking is not None
    await writer.dispose()
    await engine.dispose()


async def test_who_has_lost_one_shard_stores_nothing_of_the_others(
    two: tuple[Process, Process],
) -> None:
    """Somebody else goes on, and ends it as a whole: it must not be told from two sides."""
    first, second = two
    for shard in (2, 3):
        assert await first.take(shard)
    table = values.table(908, guild=guild_on(2))
    await first.store.commit(table_change(None, table))
    await dies(first)
    assert await second.take(3)
    moved = table_change(table, structs.replace(table, ply=1))
    for change in (moved, moved + table_change(None, values.table(909, guild=guild_on(2)))):
        with pytest.raises(Replaced):
            await first.store.commit(change)


async def test_taking_waits_for_nobody_who_stands_still(
    two: tuple[Process, Process], url: str
) -> None:
    """In the middle of a transaction that has locked the shard, too."""
    first, second = two
    assert await first.take(1)
    writer = writing_engine(url, server=Server(timeout=1.0))
    assert isinstance(writer, ServerWriter)
    stands_still = await writer._engine.connect()
    await stands_still.begin()
    await stands_still.execute(text("SELECT * FROM shards FOR SHARE"))
    await dies(first)
    async with asyncio.timeout(60):
        assert await second.take(1)
    await stands_still.invalidate()
    await stands_still.close()
    await writer.dispose()


async def test_numbers_of_tables_are_given_once(two: tuple[Process, Process]) -> None:
    """Also those that were given before they came from the server."""
    first, second = two
    assert await first.take(0)
    await first.store.commit(table_change(None, values.table(5_000, guild=guild_on(0))))
    await first.rows.catch_up()
    given = [await each.rows.table_id() for each in (first, second, first)]
    assert given == [5_001, 5_002, 5_003]


@pytest.mark.parametrize("shard", range(SHARDS))
async def test_one_of_many_who_try_at_once_has_it(
    two: tuple[Process, Process], url: str, shard: int
) -> None:
    """Whoever has waited for the row finds that its new owner lives."""
    dead, _ = two
    assert await dead.take(shard)
    await dies(dead)
    engines = [sharing_engine(url) for _ in range(4)]
    rows = [LeaseRows(engine, f"heir {number}") for number, engine in enumerate(engines)]
    await asyncio.gather(*(each.beat(BEAT) for each in rows))
    taken = await asyncio.gather(*(each.take(shard, BEAT) for each in rows))
    for each, engine in zip(rows, engines, strict=True):
        await each.give(())
        await engine.dispose()
    assert sum(each is not None for each in taken) == 1
