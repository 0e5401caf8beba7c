"""Who runs beside whom, on a PostgreSQL: real heartbeats, some of which run out."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.cluster.membership import Alone, Membership, OthersError
from bot.db.leases import LeaseRows
from bot.db.session import Server, sharing_engine
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
