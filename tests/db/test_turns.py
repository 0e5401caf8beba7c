"""Turns to identify among processes, by locks of a PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.advisory import Advisory
from bot.db.engines import lasting_engine
from bot.db.turns import Turns
from tests.postgresql import Databases

PAUSE = 0.3
BOUND = 60.0


@pytest_asyncio.fixture
async def engine(server: Databases) -> AsyncIterator[AsyncEngine]:
    """Return connections to an empty database."""
    made = lasting_engine(server.empty())
    yield made
    await made.dispose()


async def test_a_bucket_has_one_turn_at_a_time(engine: AsyncEngine) -> None:
    """Whoever asks; another bucket's turns come beside them, the next one after the pause."""
    one, other = Turns(engine, BOUND), Turns(engine, BOUND)
    async with asyncio.timeout(BOUND):
        await one.wait(0)
        second = asyncio.ensure_future(other.wait(0))
        await other.wait(1)
        await one.wait(2)
        assert not second.done()
        await asyncio.sleep(0)  # the pauses begin
        for pause in one._kept:
            pause.cancel()
        await second
    await asyncio.sleep(0)  # as above
    left = [*one._kept, *other._kept]
    for pause in left:
        pause.cancel()
    await asyncio.gather(*left, return_exceptions=True)


async def test_turn_of_who_stands_still_ends(engine: AsyncEngine) -> None:
    """Its connection stays open, and nobody gives the lock back."""
    frozen = await engine.connect()
    values = {"key": Advisory.IDENTIFYING, "bucket": 3}
    await frozen.execute(text("SELECT pg_advisory_lock(:key, :bucket)"), values)
    await frozen.commit()
    turns = Turns(engine, PAUSE)
    async with asyncio.timeout(BOUND):
        await turns.wait(3)
        await asyncio.gather(*turns._kept)
    await frozen.invalidate()
    await frozen.close()
