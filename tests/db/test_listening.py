"""Announcements of a database server, on a PostgreSQL of their own."""

import asyncio
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no stubs
import pytest

from bot.db import listening
from bot.db.engines import lasting_engine
from tests.postgresql import Databases

BOUND = 60.0


async def test_listener_outlives_a_connection_that_closes_as_it_begins(
    server: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection is made, and whatever was announced meanwhile is looked for."""
    begin, tries, heard = asyncpg.Connection.add_listener, list[None](), asyncio.Event()

    async def closing(self: Any, *args: Any) -> None:
        tries.append(None)
        if len(tries) == 1:
            await self.close()
        await begin(self, *args)

    monkeypatch.setattr(asyncpg.Connection, "add_listener", closing)
    monkeypatch.setattr(listening, "AGAIN", 0.01)
    engine = lasting_engine(server.empty())
    task = asyncio.ensure_future(listening.listen(engine, heard.set))
    try:
        async with asyncio.timeout(BOUND):
            await asyncio.wait(
                (task, asyncio.ensure_future(heard.wait())), return_when=asyncio.FIRST_COMPLETED
            )
        assert heard.is_set()
        assert len(tries) == 2
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await engine.dispose()
