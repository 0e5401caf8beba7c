"""How often a move goes to a database server and back: once, since the way there is long."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from msgspec import structs
from sqlalchemy.engine import make_url

from bot.db.changes import events_change, table_change
from bot.db.engines import sharing_engine
from bot.db.leases import Fence, LeaseRows
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from tests.db import values
from tests.postgresql import Databases

MOVES = 20


@dataclass
class Relay:
    """Passes everything on, and counts how often the client speaks after the server has.

    Attributes:
        url: of the database, through here.
        asked: how often.
    """

    url: str
    port: int
    asked: int = 0
    _answered: set[object] = field(default_factory=set)

    async def serve(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Carry one connection both ways."""
        far, there = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self._ask(near, there), self._answer(far, back, there))

    async def _ask(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await source.read(1 << 16):
                self.asked += target in self._answered
                self._answered.discard(target)
                target.write(piece)
        target.close()

    async def _answer(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, of: object
    ) -> None:
        with contextlib.suppress(OSError):
            while piece := await source.read(1 << 16):
                self._answered.add(of)
                target.write(piece)
        target.close()


@pytest_asyncio.fixture
async def relay(server: Databases) -> AsyncIterator[Relay]:
    """Return a relay before an empty database."""
    url = make_url(server.empty())
    assert url.port is not None
    found = Relay("", url.port)
    listening = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    found.url = url.set(port=port).render_as_string(hide_password=False)
    yield found
    listening.close()


@pytest.mark.parametrize("several", [False, True], ids=["alone", "several"])
async def test_a_move_is_one_round_trip(relay: Relay, several: bool) -> None:
    """Its event and its table's row, locked and durable; among several the lease is asked, too."""
    engine, fence = sharing_engine(relay.url), None
    if several:
        rows = LeaseRows(engine, "mover")
        await rows.beat(60.0)
        taken = await rows.take(0, 60.0)
        assert taken is not None
        fence = Fence({0: taken.epoch}, 1)
    store, table = Store(writing_engine(relay.url), fence=fence), values.table(1)
    await store.commit(table_change(None, table))
    for seq in range(1, 2 + MOVES):
        before = relay.asked
        after = structs.replace(table, ply=seq, seq=seq)
        await store.commit(table_change(table, after) + events_change([values.event(1, seq)]))
        table = after
        if seq > 1:  # the first one prepares the statement
            assert relay.asked - before == 1
    await store.close()
    await engine.dispose()
