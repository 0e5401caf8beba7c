"""How the changes that wait are stored together: what a database makes of a batch.

- SQLite: one bulk statement per database table in one transaction. If a change is refused (a key
  that exists already), the batch is rolled back and repeated with a savepoint per change, so that
  each fails alone. A database that is locked or full refuses the whole batch.
- PostgreSQL: the changes of single tables, as all moves are, by one statement (`bot.db.lots`). It
  leaves out those whose row somebody else has locked, which are tried again while they have
  patience. Any other change has a transaction of its own, on another connection.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bot.db.changes import Change
from bot.db.leases import Fence
from bot.db.lots import Lot, Lots, lot_of
from bot.db.session import Conflict, Locked, Replaced, ServerWriter, StorageError, Writer, refused
from bot.db.statements import Statements

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
        count: how many transactions were committed or tried.
    """

    width: int
    patience: float
    count: int

    def next(self, queue: deque[Waiting], most: int) -> list[Waiting]:
        """Take the next batch out of the queue."""
        ...

    async def finished(self, batch: Sequence[Waiting], work: "asyncio.Task[None]") -> None:
        """Wait until the next batch may be begun though this one is perhaps not written."""
        ...

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store it; return what was refused.

        Raises:
            SQLAlchemyError, StorageError, OSError: all of it was.
        """
        ...


def batches_of(writer: Writer, fence: Fence | None) -> Batches:
    """Return a database's way; `fence`: what this process may write where it shares it."""
    return Apart(writer, fence) if isinstance(writer, ServerWriter) else InOne(writer)


class InOne:
    """One transaction after the other, each with everything that waits."""

    width = 1
    patience = 0.0

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._statements = Statements(writer.dialect)
        self._traces = False
        self.count = 0

    def next(self, queue: deque[Waiting], most: int) -> list[Waiting]:
        """Take the first changes."""
        return [queue.popleft() for _ in range(min(len(queue), most))]

    async def finished(self, batch: Sequence[Waiting], work: "asyncio.Task[None]") -> None:
        """Wait until it is written."""
        await asyncio.wait([work])

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store them in one transaction, with a savepoint each if one is refused."""
        changes = [waiting.change for waiting in batch]
        failures = await self._together(changes)
        await self._scrub(changes)
        return failures

    async def _together(self, changes: Sequence[Change]) -> Failures:
        self.count += 1
        try:
            await self._writer.run(lambda connection: self._statements.send(connection, changes))
        except OperationalError:
            raise
        except (SQLAlchemyError, StorageError) as error:
            if len(changes) == 1:
                return {0: refused(error)}
            self.count += 1
            return await self._writer.run(lambda connection: self._each(connection, changes))
        return {}

    def _each(self, connection: Connection, changes: Sequence[Change]) -> Failures:
        """Write each change in a savepoint of its own; return those that failed."""
        failures = Failures()
        for i, change in enumerate(changes):
            try:
                with connection.begin_nested():
                    self._statements.send(connection, [change])
            except OperationalError:
                raise
            except (SQLAlchemyError, StorageError) as error:
                failures[i] = refused(error)
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
        self._statements = Statements(writer.dialect, fence)
        self._lots = Lots(writer.sql, fence)
        self.width = writer.connections
        self.patience = writer.patience
        self.count = 0

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

    async def finished(self, batch: Sequence[Waiting], work: "asyncio.Task[None]") -> None:
        """Wait a moment for lots, which are many; for nothing else."""
        if batch[0].lot is not None:
            await asyncio.wait([work], timeout=HURRY)

    async def write(self, batch: Sequence[Waiting]) -> Failures:
        """Store lots by one statement, each alone if one is refused; others by a transaction."""
        self.count += 1
        lots = [waiting.lot for waiting in batch if waiting.lot is not None]
        if not lots:
            [waiting] = batch
            send = self._statements.send
            await self._writer.run(lambda connection: send(connection, [waiting.change]))
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
        except (SQLAlchemyError, StorageError, OSError) as error:
            return refused(error)

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
