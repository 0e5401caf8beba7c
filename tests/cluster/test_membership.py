"""Who runs beside whom, on a PostgreSQL: real heartbeats, some of which run out."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest
import pytest_asyncio

from bot.cluster.leases import ReplacedError
from bot.cluster.membership import Alone, Membership, OthersError
from bot.db.advisory import Advisory
from bot.db.leases import LeaseRows
from bot.db.listening import Lock
from bot.db.session import Server, StorageError, lasting_engine, sharing_engine
from tests.postgresql import Databases

SERVER = Server(timeout=60.0)


@pytest_asyncio.fixture
async def url(server: Databases) -> AsyncIterator[str]:
    """Return the URL of an empty database."""
    yield server.empty()


def with_shards(url: str, shards: int = 8) -> Membership:
    """Return a process that is for shard 0 of so many."""

    async def gained(shards: tuple[int, ...]) -> None:
        """Take over nothing."""

    return Membership(
        url,
        SERVER,
        shards,
        [0],
        spare=False,
        gained=gained,
        shared=lambda living: None,
        received=lambda letter: None,
        heard=lambda news: None,
    )


async def left(member: Membership) -> None:
    """Have a process end."""
    await member.silence()
    await member.leave((), 0.0)


async def refused(process: Alone | Membership, why: str) -> None:
    """Check that a process may not begin to live."""
    with pytest.raises(OthersError, match=why):
        await process.join()
    await (process.leave() if isinstance(process, Alone) else left(process))


async def test_nobody_shares_with_who_has_everything(url: str) -> None:
    """In either order; once it is gone, at once."""
    alone, member = Alone(url, SERVER), with_shards(url)
    await alone.join()
    await refused(with_shards(url), "without --shards")
    await alone.leave()
    assert await member.join() == ()
    await refused(Alone(url, SERVER), "with shards")
    await left(member)
    last = Alone(url, SERVER)
    await last.join()
    await last.leave()


async def test_one_process_alone_has_everything(url: str) -> None:
    """A second one is refused; it begins at once when the first one has died or left."""
    first, second = Alone(url, SERVER), Alone(url, SERVER)
    await first.join()
    await refused(second, "Another process of this bot")
    await first._lasting.dispose()  # its heartbeat stays, as that of a process that was killed
    assert first._lock._connection is not None
    await first._lock._connection.invalidate()
    heir = Alone(url, SERVER)
    await heir.join()
    await heir.leave()
    await first.leave()


async def test_lock_is_taken_again_after_the_server_was_away(url: str) -> None:
    """Whoever lost its connection has it again, and nobody else meanwhile has it for long."""
    engine = lasting_engine(url, SERVER)
    lock, other = Lock(engine, Advisory.EVERYTHING), Lock(engine, Advisory.EVERYTHING)
    assert await lock.take()
    assert not await other.take()
    assert lock._connection is not None
    raw: Any = (await lock._connection.get_raw_connection()).driver_connection
    raw.terminate()
    assert await lock.take()
    assert not await other.take()
    await lock.give()
    assert await other.take()
    await other.give()
    await engine.dispose()


async def test_who_was_refused_is_in_nobodys_way(url: str) -> None:
    """Its heartbeat ends with it."""
    member = with_shards(url)
    await member.join()
    await refused(Alone(url, SERVER), "with shards")
    await refused(with_shards(url, 4), "8 shards in all")
    second = with_shards(url)
    assert await second.join() == (0,)
    await left(member)
    await left(second)


@pytest.mark.parametrize("name", ["alone:died", "4:died"])
async def test_who_died_is_waited_for_not_refused(url: str, name: str) -> None:
    """A heartbeat that has not run out yet, and is never renewed, keeps nobody from starting."""
    engine = sharing_engine(url, SERVER)
    await LeaseRows(engine, name).beat(1.0)
    member = with_shards(url)
    assert await member.join() == ()
    assert await LeaseRows(engine, "looks").others() != {}
    await left(member)
    assert await LeaseRows(engine, "looks").others() == {}
    await engine.dispose()


async def test_nothing_is_told_where_somebody_else_may_tell_it(url: str) -> None:
    """It waits while the heartbeat is too old, and fails once another process has the shards."""
    member = with_shards(url)
    await member.leases.hold()  # nobody else can have anything yet
    assert await member.join() == ()
    await member.leases.hold()
    member.leases._until = 0.0  # it stood still
    waiting = asyncio.ensure_future(member.leases.hold())
    await asyncio.sleep(0)
    assert not waiting.done()
    async with asyncio.timeout(60):
        await waiting  # its heart beats again, and nobody has taken anything
    await left(member)
    with pytest.raises(ConnectionAbortedError):
        await member.leases.hold()


async def test_who_was_replaced_while_it_stood_still_tells_nothing(url: str) -> None:
    """What waited to be told fails."""
    member, heir = with_shards(url), with_shards(url)
    await member.join()
    member.leases._until = 0.0
    waiting = asyncio.ensure_future(member.leases.hold())
    await member._rows.beat(-1.0)
    assert await heir.join() == ()
    async with asyncio.timeout(60):
        with pytest.raises(ConnectionAbortedError):
            await waiting
        with pytest.raises(ReplacedError):
            await member.leases.over
    await left(member)
    await left(heir)


async def test_shards_are_given_away_though_the_database_is_away(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again, so that the heir knows what has been answered."""
    member, heir = with_shards(url), with_shards(url)
    await member.join()
    give, tries = member._rows.give, list[None]()

    async def away(answered: Iterable[int], ago: float = 0.0) -> None:
        tries.append(None)
        if len(tries) == 1:
            raise StorageError("the database system is starting up")
        await give(answered, ago)

    monkeypatch.setattr(member._rows, "give", away)
    await member.silence()
    await member.leave((5, 6), 0.0)
    assert await heir.join() == ()
    assert heir.answered() == (5, 6)
    await left(heir)
