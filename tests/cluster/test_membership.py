"""Who runs beside whom, on a PostgreSQL: real heartbeats, some of which run out."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from multidict import CIMultiDict
from yarl import URL

from bot.cluster import leases
from bot.cluster.leases import LEASE, ReplacedError
from bot.cluster.membership import Alone, Membership, OthersError
from bot.db.advisory import Advisory, AdvisoryLock
from bot.db.engines import Server, lasting_engine, sharing_engine
from bot.db.errors import StorageError
from bot.db.leases import Lease, LeaseRows
from tests.postgresql import Databases

SERVER = Server(timeout=60.0)


@pytest_asyncio.fixture
async def url(server: Databases) -> AsyncIterator[str]:
    """Return the URL of an empty database."""
    yield server.empty()


def with_shards(
    url: str,
    shards: int = 8,
    *,
    spare: bool = False,
    gained: Callable[[tuple[int, ...]], None] = lambda shards: None,
    shared: Callable[[int], None] = lambda living: None,
) -> Membership:
    """Return a process that is for shard 0 of so many."""

    async def taken(shards: tuple[int, ...]) -> None:
        gained(shards)

    return Membership(
        url,
        SERVER,
        shards,
        [0],
        spare=spare,
        gained=taken,
        shared=shared,
        received=lambda letter: None,
        heard=lambda news: None,
    )


def by_hand(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> None:
    """Let the leases' time be the last of these."""
    monkeypatch.setattr(leases, "time", SimpleNamespace(monotonic=lambda: now[-1]))


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
    lock, other = (
        AdvisoryLock(engine, Advisory.EVERYTHING),
        AdvisoryLock(engine, Advisory.EVERYTHING),
    )
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


async def test_what_waits_to_be_told_fails_once_the_shards_are_given_away(url: str) -> None:
    """It does not wait for a heartbeat that never comes; nor may anything be stored any more."""
    member = with_shards(url)
    await member.join()
    member.leases._until = 0.0
    waiting = asyncio.ensure_future(member.leases.hold())
    await asyncio.sleep(0)
    await left(member)
    async with asyncio.timeout(60):
        with pytest.raises(ConnectionAbortedError):
            await waiting
    assert member.leases.held == {}


async def test_heartbeat_counts_from_when_it_was_begun(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's clock may have started the lease then: a slow answer makes it no longer."""
    member, now = with_shards(url), [100.0]
    beat = member._rows.beat

    async def slowly(seconds: float) -> tuple[dict[int, int], int]:
        told = await beat(seconds)
        now[0] += 4.0
        return told

    monkeypatch.setattr(member._rows, "beat", slowly)
    by_hand(monkeypatch, now)
    await member.leases._beat()
    now[0] = 100.0 + LEASE - 0.1
    assert member.leases.fresh
    now[0] = 100.0 + LEASE
    assert not member.leases.fresh
    await left(member)


async def test_what_comes_is_answered_by_who_has_its_shard_for_certain(url: str) -> None:
    """Not by who only had it when its heart beat last; its gateway it hears all the same."""
    member = with_shards(url)
    await member.join()
    own, other = 8 << 22, 9 << 22
    assert [member.may_answer(each) for each in (own, other, None)] == [True, False, True]
    member.leases._until = 0.0
    assert not member.may_answer(own)
    config = member.trace(aiohttp.TraceConfig())
    [asked] = config.on_request_start
    session: Any = None

    async def leaves(address: str) -> None:
        params = aiohttp.TraceRequestStartParams("GET", URL(address), CIMultiDict())
        await asked(session, SimpleNamespace(), params)

    await leaves("wss://gateway.discord.gg/?v=10")
    request = asyncio.ensure_future(leaves("https://discord.com/api/v10/channels/1"))
    await asyncio.sleep(0)
    assert not request.done()
    await member.leases._beat()
    async with asyncio.timeout(60):
        await request
    await left(member)


async def test_each_process_learns_how_many_live(url: str) -> None:
    """With the next heartbeat after another one has come or gone, and only then."""
    told = list[int]()
    member, second = with_shards(url, shared=told.append), with_shards(url)
    await member.join()
    await member.leases._beat()
    await second.join()
    await member.leases._beat()
    await left(second)
    await member.leases._beat()
    assert told == [1, 2, 1]
    await left(member)


async def test_shard_taken_during_a_heartbeat_is_not_taken_for_lost(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the heartbeat tells of was read before."""
    member = with_shards(url)
    await member.join()
    beat = member._rows.beat

    async def meanwhile(seconds: float) -> tuple[dict[int, int], int]:
        told = await beat(seconds)
        assert await member.leases._take((5,)) == ()
        return told

    monkeypatch.setattr(member._rows, "beat", meanwhile)
    await member.leases._beat()
    assert not member.leases.over.done()
    assert sorted(member.leases.held) == [0, 5]
    monkeypatch.undo()
    await left(member)


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


async def test_heir_asks_and_is_given_the_shards(url: str) -> None:
    """Whoever has them learns it by itself; whoever has them now was asked by nobody."""
    member, heir = with_shards(url), with_shards(url)
    await member.join()
    member.begin()
    assert await heir.join() == (0,)
    inheriting = asyncio.ensure_future(heir.inherit((0,)))
    async with asyncio.timeout(60):
        with pytest.raises(ReplacedError) as ended:
            await member.leases.over
        assert ended.value.planned
        await left(member)
        await inheriting
    assert [*heir.leases.held] == [0]
    await heir.leases._look()
    assert not heir.leases.over.done()
    await left(heir)


async def test_how_long_ago_shards_fell_silent_is_counted_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heir does what has come since: also while they could not be given away."""
    member, now, told = with_shards(url), [100.0], list[float]()
    await member.join()
    give = member._rows.give

    async def away(answered: Iterable[int], ago: float = 0.0) -> None:
        told.append(ago)
        if len(told) == 1:
            now.append(now[-1] + 4.0)
            raise StorageError("the database system is starting up")
        await give(answered, ago)

    monkeypatch.setattr(member._rows, "give", away)
    by_hand(monkeypatch, now)
    await member.silence()
    await member.leave((), 1.0)
    assert told == [1.0, 5.0]


@pytest_asyncio.fixture
async def others(url: str) -> AsyncIterator[LeaseRows]:
    """Return shards as they stand: 3 of a process that died, 4 of one that lives, 5 given away."""
    engine = sharing_engine(url, SERVER)
    died, lives, gave = (LeaseRows(engine, f"8:{name}") for name in ("died", "lives", "gave"))
    for shard, rows in ((3, died), (4, lives), (5, gave)):
        await rows.beat(60.0)
        assert await rows.take(shard, LEASE) is not None
    await died.beat(-1.0)
    await gave.give(())
    yield lives
    await engine.dispose()


async def test_spare_process_takes_what_nobody_has(
    url: str, others: LeaseRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it has seen so for as long as a lease lasts; not what was just given to an heir."""
    gained, coming, now = list[tuple[int, ...]](), list[frozenset[int]](), [100.0]

    def take_over(shards: tuple[int, ...]) -> None:
        gained.append(shards)
        coming.append(spare.leases.coming)

    spare = with_shards(url, spare=True, gained=take_over)
    by_hand(monkeypatch, now)
    for seconds in (0.0, LEASE, LEASE + 0.1):
        now.append(100.0 + seconds)
        assert gained == []
        await spare.leases._look()
    assert gained == [(3,)]
    assert [*spare.leases.held] == [3]
    assert [*coming, spare.leases.coming] == [{3}, frozenset()], "its tables were not back yet"
    assert (await others.take(4, LEASE)) is not None, "nobody has taken that of who lives"
    await left(spare)


async def test_outage_of_the_server_costs_nobody_a_shard(
    url: str, others: LeaseRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could not be heard meanwhile may live: the spare one begins to wait anew."""
    now = [100.0]
    spare = with_shards(url, spare=True)
    by_hand(monkeypatch, now)
    look = spare.leases._rows.look

    async def away() -> tuple[Lease, ...]:
        raise StorageError("the server is away")

    await spare.leases._look()
    now.append(now[-1] + LEASE)
    monkeypatch.setattr(spare.leases._rows, "look", away)
    await spare.leases._look()
    monkeypatch.setattr(spare.leases._rows, "look", look)
    for _ in range(2):
        now.append(now[-1] + LEASE)
        await spare.leases._look()
    assert spare.leases.held == {}
    await left(spare)


async def test_other_processes_take_no_shards_of_who_died(
    url: str, others: LeaseRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a spare one does; the others have enough to do."""
    now = [100.0]
    member = with_shards(url)
    by_hand(monkeypatch, now)
    for _ in range(3):
        now.append(now[-1] + LEASE)
        await member.leases._look()
    assert member.leases.held == {}
    await left(member)


@pytest.mark.parametrize(("shard", "planned"), [(0, True), (3, False)])
async def test_who_is_asked_for_a_shard_ends(
    url: str, others: LeaseRows, monkeypatch: pytest.MonkeyPatch, shard: int, planned: bool
) -> None:
    """As planned where its own are asked for: else it is started again, for those."""
    now = [100.0]
    spare = with_shards(url, spare=True)
    assert await spare.join() == ()
    by_hand(monkeypatch, now)
    for seconds in (0.0, LEASE + 0.1):
        now.append(100.0 + seconds)
        await spare.leases._look()
    await others.ask((4, 5))
    await spare.leases._look()
    await spare.leases._beat()
    assert not spare.leases.over.done()
    await others.ask((shard,))
    await spare.leases._look()
    with pytest.raises(ReplacedError) as ended:
        await spare.leases.over
    assert ended.value.planned is planned
    assert spare.leases.fresh is planned, "who ends as planned answers what it has taken in"
    await left(spare)


async def test_server_whose_clock_is_put_forward_costs_nobody_a_shard(
    url: str, others: LeaseRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All heartbeats have run out at once; who lives has another one soon, who died has none."""
    gained, now = list[tuple[int, ...]](), [100.0]
    spare = with_shards(url, spare=True, gained=gained.append)
    by_hand(monkeypatch, now)
    await spare.leases._look()
    now.append(100.0 + LEASE + 0.1)
    await spare.leases._look()
    assert gained == [(3,)]
    await others.beat(-86_400.0)
    for after, beat in ((1.0, 60.0), (1.0 + leases.SEEN, -1.0), (2.0 + leases.SEEN, -1.0)):
        now.append(100.0 + LEASE + after)
        await spare.leases._look()
        assert gained == [(3,)]
        await others.beat(beat)
    now.append(now[-1] + leases.SEEN)
    await spare.leases._look()
    assert 4 in gained[-1]
    await left(spare)
