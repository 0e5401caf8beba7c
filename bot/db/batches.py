"""How the changes that wait are stored together: what a database makes of a batch.

- SQLite: one bulk statement per database table in one transaction. If a change is refused (a key
  that exists already), the batch is rolled back and repeated with a savepoint per change, so that
  each fails alone. A database that is locked or full refuses the whole batch.
- PostgreSQL: the changes of single tables, as all moves are, by one statement (`bot.db.lots`). It
  leaves out those whose row somebody else has locked, which are tried again while they have
  patience. Any other change has a transaction of its own, on another connection.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from bot.db.changes import EXPECTED, MATCH, Change, Row
from bot.db.errors import Conflict, Locked, Replaced, StorageError, refused
from bot.db.leases import Fence
from bot.db.lots import Lot, Lots, lot_of
from bot.db.models import ShardRow, TableRow
from bot.db.statements import Statements
from bot.db.writers import FileWriter, ServerWriter, Writer

HURRY = 0.05
"""Seconds after which the next batch no longer waits for the one in hand."""

Failures = dict[int, StorageError]
"""What was refused, by its place in the batch."""


@dataclass(slots=True)
class Waiting:
    """A change that waits to be stored.

    Attributes:
        done: is told how it went.
        lot: what it is where tables are stored one by one.
        until: when it waits for a lock no longer (monotonic seconds), once it does.
        rides: whether it is written with others alone, for a while.
    """

    change: Change
    done: "asyncio.Future[None]"
    rides: bool = False
    lot: Lot | None = None
    until: float | None = None


class Batches(Protocol):
    """A database's way to store a batch.

    Attributes:
        width: how many batches are written beside each other at most.
        patience: seconds a change of a locked table waits.
    """

    width: int
    patience: float

    def next(self, queue: deque[Waiting], most: int) -> list[Waiting]:
        """Take the next batch out of the queue."""
        ...

    async def go_on(self, batch: Sequence[Waiting], work: Coroutine[Any, Any, None]) -> None:
        """Begin the work for a batch; return when that for the next one may be begun."""
        ...

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store it; return what was refused.

        Raises:
            SQLAlchemyError, StorageError, OSError: all of it was.
        """
        ...


def batches_of(writer: Writer, fence: Fence | None) -> Batches:
    """Return a database's way; `fence`: what this process may write where it shares it."""
    if isinstance(writer, ServerWriter):
        return Apart(writer, fence)
    assert isinstance(writer, FileWriter), "there are two"
    return InOne(writer)


class InOne:
    """One transaction after the other, each with everything that waits."""

    width = 1
    patience = 0.0

    def __init__(self, writer: FileWriter) -> None:
        self._writer = writer
        self._statements = Statements(writer.sql)
        self._traces = False

    def next(self, queue: deque[Waiting], most: int) -> list[Waiting]:
        """Take the first changes."""
        return [queue.popleft() for _ in range(min(len(queue), most))]

    async def go_on(self, batch: Sequence[Waiting], work: Coroutine[Any, Any, None]) -> None:
        """Do it."""
        await work

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store them in one transaction, with a savepoint each if one is refused."""
        changes = [waiting.change for waiting in batch]
        failures = await self._together(changes)
        await self._scrub(changes)
        return failures

    async def _together(self, changes: Sequence[Change]) -> Failures:
        try:
            try:
                await self._writer.batch(lambda driver: self._send(driver, changes))
            except sqlite3.OperationalError:
                raise
            except (sqlite3.Error, StorageError) as error:
                if len(changes) == 1:
                    return {0: refused(error)}
                return await self._writer.batch(lambda driver: self._each(driver, changes))
        except sqlite3.Error as error:
            raise refused(error) from error
        return {}

    def _send(self, driver: sqlite3.Connection, changes: Sequence[Change]) -> None:
        for each in self._statements.of(changes):
            written = driver.executemany(each.text, each.values)
            if each.guarded and written.rowcount != len(each.rows):
                raise Conflict("a table has moved on")

    def _each(self, driver: sqlite3.Connection, changes: Sequence[Change]) -> Failures:
        """Write each change in a savepoint of its own; return those that failed."""
        failures = Failures()
        for i, change in enumerate(changes):
            driver.execute("SAVEPOINT change")
            try:
                self._send(driver, [change])
            except sqlite3.OperationalError:
                raise
            except (sqlite3.Error, StorageError) as error:
                driver.execute("ROLLBACK TO change")
                failures[i] = refused(error)
            driver.execute("RELEASE change")
        return failures

    async def _scrub(self, changes: Sequence[Change]) -> None:
        """Leave no trace of who was forgotten, now or, while somebody reads, a batch later."""
        self._traces |= any(write.kind == "forget" for each in changes for write in each.writes)
        if self._traces:
            self._traces = not await self._writer.scrub()


class Apart:
    """Tables by the hundred in one statement, each for itself; a batch that hangs is passed by."""

    def __init__(self, writer: ServerWriter, fence: Fence | None = None) -> None:
        self._writer = writer
        self._fence = fence
        self._statements = Statements(writer.sql)
        self._lots = Lots(writer.sql, fence)
        self.width = writer.connections
        self.patience = writer.patience

    def next(self, queue: deque[Waiting], most: int) -> list[Waiting]:
        """Take the first change, and if it is a lot others that write none of the same rows."""
        first = queue.popleft()
        first.lot = first.lot or lot_of(first.change)
        if first.lot is None:
            return [first]
        batch, taken, left = [first], set(first.lot.keys), deque[Waiting]()
        while queue and len(batch) < most:
            waiting = queue.popleft()
            waiting.lot = waiting.lot or lot_of(waiting.change)
            if waiting.lot is None or not taken.isdisjoint(waiting.lot.keys):
                left.append(waiting)
            else:
                batch.append(waiting)
            if waiting.lot is not None:
                taken.update(waiting.lot.keys)  # nothing is written before what came before it
        queue.extendleft(reversed(left))
        return batch

    async def go_on(self, batch: Sequence[Waiting], work: Coroutine[Any, Any, None]) -> None:
        """Begin it; wait a moment for lots, which are many, and for nothing else."""
        task = asyncio.get_running_loop().create_task(work, name="batch")
        if batch[0].lot is not None:
            await asyncio.wait([task], timeout=HURRY)
        else:
            await asyncio.sleep(0)

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store lots by one statement, each alone if one is refused; others by a transaction."""
        lots = [waiting.lot for waiting in batch if waiting.lot is not None]
        if not lots:
            [waiting] = batch
            await self._writer.run(lambda connection: self._send(connection, waiting.change))
            return {}
        try:
            return await self._stored(lots)
        except (StorageError, ValueError) as error:  # the latter of what cannot be stored at all
            if len(lots) == 1:
                return {0: refused(error)}
        alone = await asyncio.gather(*(self._alone(waiting) for waiting in batch))
        return {i: failure for i, failure in enumerate(alone) if failure is not None}

    async def _alone(self, waiting: Waiting) -> StorageError | None:
        """Store one; return why not, whatever keeps it alone from being stored."""
        try:
            return (await self.write([waiting])).get(0)
        except (SQLAlchemyError, OSError) as error:
            return refused(error)

    def _send(self, connection: Connection, change: Change) -> None:
        if self._fence is not None:
            _require(connection, self._fence)
        for each in self._statements.of([change]):
            if each.guarded:
                _check(connection, each.rows, self._fence)
            written = connection.exec_driver_sql(each.text, each.values)
            if each.guarded and written.rowcount not in (-1, len(each.rows)):
                raise Conflict("a table has moved on")

    async def _stored(self, lots: Sequence[Lot]) -> Failures:
        statement, values = self._lots.statement(lots)
        failures = Failures()
        for i, (outcome,) in enumerate(await self._writer.fetch(statement, values)):
            if outcome == "locked":
                failures[i] = Locked("the table's row is locked")
            elif outcome == "moved":
                failures[i] = Conflict("the table has moved on")
            elif outcome == "replaced":
                failures[i] = Replaced("another process has the table")
        return failures


def _check(connection: Connection, rows: Sequence[Row], fence: Fence | None) -> None:
    """Raise `Conflict` if another process has stored events of one of these tables.

    Asked first, and locked, where the driver does not count what a statement for many rows wrote.
    With a fence a table of no shard that is held is `Replaced`.
    """
    expected = {row[MATCH]: row[EXPECTED] for row in rows}
    present = select(TableRow.id, TableRow.seq, TableRow.guild).where(TableRow.id.in_(expected))
    for table, seq, guild in connection.execute(present.with_for_update()):
        if fence is not None and not fence.reaches(guild):
            raise Replaced("another process has the table")
        if seq != expected[table]:
            raise Conflict(f"table {table} has moved on")


def _require(connection: Connection, fence: Fence) -> None:
    """Raise `Replaced` unless everything this process holds is still its own.

    Whoever takes a shard waits for those who have asked.
    """
    query = select(ShardRow.shard).where(fence.open()).with_for_update(read=True)
    if len(connection.execute(query).all()) < len(fence.held):
        raise Replaced("another process has the shards")
