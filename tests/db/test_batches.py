"""What becomes of each change of a batch (`architecture.md`, One writer to the database)."""

import asyncio
from collections import deque
from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.db.batches import Apart, Waiting
from bot.db.changes import EXPECTED, MATCH, Change, Write, events_change, table_change
from bot.db.engines import Server
from bot.db.errors import Conflict
from bot.db.lots import TEXTS, Lots, lot_of
from bot.db.models import TableRow
from bot.db.writers import ServerWriter
from tests.db import values


class Failing(ServerWriter):
    """A server that refuses tables together, and is out of reach for the first of them alone."""

    def __init__(self) -> None:
        super().__init__(create_async_engine("postgresql+asyncpg://nowhere/none"), Server())
        self.stored: list[int] = []

    async def fetch(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Store tables one by one, all but the first."""
        [first, *others] = values[0]
        if others:
            raise Conflict("a key is there already")
        if first == 1:
            raise ConnectionRefusedError
        for _ in range(5):
            await asyncio.sleep(0)
        self.stored.append(first)
        return [("stored",)]


async def test_what_is_stored_alone_is_not_refused_with_another() -> None:
    """A connection that cannot be had for one change costs that change, not what others hear."""
    writer = Failing()
    batches = Apart(writer)
    loop = asyncio.get_running_loop()
    queue = deque(
        Waiting(events_change([values.event(number, 1)]), loop.create_future())
        for number in (1, 2, 3)
    )
    failures = await batches.write(batches.next(queue, 500))
    assert set(failures) == {0}
    assert writer.stored == [2, 3]


async def test_nothing_is_written_before_what_came_before_it() -> None:
    """What writes a row of the batch waits, and so does what writes a row of that, in order."""
    loop = asyncio.get_running_loop()

    def waiting(*seqs: int) -> Waiting:
        change = events_change([values.event(1, seq) for seq in seqs])
        return Waiting(change, loop.create_future())

    first, both, later, other, last = (waiting(*seqs) for seqs in ((1,), (1, 2), (2,), (3,), (2,)))
    queue = deque((first, both, later, other, last))
    batches = Apart(Failing())
    assert batches.next(queue, 500) == [first, other]
    assert [*queue] == [both, later, last]
    assert batches.next(queue, 500) == [both]
    assert batches.next(queue, 500) == [later]
    assert batches.next(queue, 500) == [last]


async def test_next_batch_waits_a_moment_for_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are many, and meet in the next one; what takes long holds up nothing."""
    monkeypatch.setattr("bot.db.batches.HURRY", 60.0)
    batches, done = Apart(Failing()), list[str]()

    async def write(what: str) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        done.append(what)

    loop = asyncio.get_running_loop()
    lot = Waiting(events_change([values.event(1, 1)]), loop.create_future())
    other = Waiting(table_change(None, values.table()), loop.create_future())
    await batches.go_on(batches.next(deque([lot]), 500), write("tables"))
    assert done == ["tables"]
    await batches.go_on(batches.next(deque([other]), 500), write("another"))
    assert done == ["tables"]
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


async def test_no_more_statements_are_kept_than_are_of_use() -> None:
    """Which ways of writing meet in a batch is chance: there are more than memory should hold."""
    lots = Lots(Failing().sql, None)
    before = values.table()
    columns = ("coins", "dealer", "deadline", "host", "pace", "paused", "seed", "thread", "ended")
    for some in chain.from_iterable(combinations(columns, n) for n in range(1, 10)):
        row = {MATCH: before.id, EXPECTED: before.seq} | dict.fromkeys(some)
        lot = lot_of(Change((Write(TableRow, "update", (row,), some),)))
        assert lot is not None
        text, _ = lots.statement([lot])
        assert all(f'"{key}" = ' in text for key in some)
    assert len(lots._texts) == TEXTS < 2 ** len(columns) - 1
