"""The only writer: changes queue up and are committed together (`architecture.md`).

The changes waiting when a commit ends make the next batch: one bulk statement per database table in
one transaction. If one of them is refused (a key that exists already), the batch is rolled back and
repeated with a savepoint per change, so that each fails alone. A database that is locked or full
refuses the whole batch.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Table,
    Update,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from bot.db.changes import EXPECTED, MATCH, MESSAGE, NUMBER, ORDER, Change, Kind, Row
from bot.db.forget import forgetting, redacting
from bot.db.leases import Fence
from bot.db.models import Base, LifeRow, RatingRow, ShardRow, TableRow, UserRow
from bot.db.session import Conflict, Replaced, StorageError, Writer, refused

log = logging.getLogger(__name__)

LATEST = 1.0
"""Seconds after which what rides along is written though nothing else is."""

SERVERS_FROM = 1 << 22
"""What a server's id is divided by to find its shard (`discord.md` section 5)."""

SHARED: dict[tuple[type[Base], Kind], Callable[[Row], Any]] = {
    (UserRow, "upsert"): lambda row: (row["person"], row["guild"]),
    (RatingRow, "upsert"): lambda row: (row["person"], row["guild"], row["game"], row["season"]),
}
"""What several processes write of, and in which order: nobody waits in a circle for a row."""

_Way = tuple[type[Base], Kind, tuple[str, ...]]
"""What the rows of one statement have in common: see `Write`."""

_Waiting = tuple[Change, "asyncio.Future[None]"]


class Store:
    """Commits changes in the order they come.

    Args:
        writer: the database's one (`writing_engine`).
        most: how many changes one batch takes.
        noted: is told of every batch how many changes it had and how many seconds it took.
        fence: what this process may write where it shares the database; None: everything.

    Attributes:
        since: since when the batch in hand is being written (monotonic seconds); None: there is
            none. Nothing waits longer.
    """

    def __init__(
        self,
        writer: Writer,
        most: int = 500,
        noted: Callable[[int, float], None] = lambda changes, seconds: None,
        fence: Fence | None = None,
    ) -> None:
        self._writer = writer
        self._fence = fence
        self._most = most
        self._queue: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._late: asyncio.TimerHandle | None = None
        self._statements: dict[_Way, Insert | Update | Delete] = {}
        self._traces = False
        self._noted = noted
        self.since: float | None = None
        self.batches = 0
        """How many transactions were committed or tried."""

    @property
    def gone(self) -> bool:
        """Whether what it writes to is no longer there, for good."""
        return self._writer.gone

    async def commit(self, change: Change) -> None:
        """Return when the change is durable.

        Raises:
            Conflict: one of its keys exists; nothing of it is stored.
            Replaced: another process has the table by now; nothing of it is stored.
            StorageError: the database cannot take it now; nothing of it is stored. (When the
                connection to a database server is lost in the middle of a COMMIT, it may be:
                whoever gets this reads again before going on.)
        """
        if not change.writes:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((change, done))
        self._begin()
        await done

    def ride(self, change: Change) -> "asyncio.Future[None]":
        """Store the change with the next batch, in its order; after a second by one of its own.

        For what need not be durable before somebody is told: it costs no transaction while moves
        are made. What cannot be stored is logged, and left to whoever looks at the future.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not change.writes:
            done.set_result(None)
            return done
        done.add_done_callback(_told)
        self._queue.append((change, done))
        if self._task is None and self._late is None:
            self._late = asyncio.get_running_loop().call_later(LATEST, self._begin)
        return done

    async def close(self) -> None:
        """Finish what is queued and let go of the database.

        Whoever waits no longer leaves the transaction in hand alone, which may hang on a lock.
        """
        if self._queue:
            self._begin()
        if self._task is not None:
            await asyncio.shield(self._task)
        await self._writer.dispose()

    def _begin(self) -> None:
        """Begin to write what is queued, unless that is being done."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write(), name="store")

    async def _write(self) -> None:
        try:
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(len(self._queue), self._most))]
                await self._settle(batch)
        finally:
            self._task = None

    async def _settle(self, batch: list[_Waiting]) -> None:
        """Write a batch and tell each of its changes how it went; never raises."""
        self.since = time.monotonic()
        try:
            failures = await self._together([change for change, _ in batch])
            await self._scrub([change for change, _ in batch])
        except Replaced as error:
            failures = dict.fromkeys(range(len(batch)), error)
        except (SQLAlchemyError, OSError) as error:
            failures = {i: refused(error) for i in range(len(batch))}
        except BaseException as error:
            failures = {i: StorageError(f"the writer failed: {error!r}") for i in range(len(batch))}
            raise
        finally:
            self._noted(len(batch), time.monotonic() - self.since)
            self.since = None
            for i, (_, done) in enumerate(batch):
                failure = failures.get(i)
                if done.done():
                    continue
                if failure is None:
                    done.set_result(None)
                else:
                    done.set_exception(failure)

    async def _scrub(self, changes: Sequence[Change]) -> None:
        """Leave no trace of who was forgotten, now or, while somebody reads, a batch later."""
        self._traces |= any(write.kind == "forget" for each in changes for write in each.writes)
        if self._traces:
            self._traces = not await self._writer.scrub()

    async def _together(self, changes: Sequence[Change]) -> dict[int, StorageError]:
        self.batches += 1
        try:
            await self._writer.run(lambda connection: self._send(connection, changes))
        except OperationalError:
            raise
        except (SQLAlchemyError, Conflict) as error:
            if len(changes) == 1:
                return {0: _failure(error)}
            self.batches += 1
            return await self._writer.run(lambda connection: self._each(connection, changes))
        return {}

    def _each(self, connection: Connection, changes: Sequence[Change]) -> dict[int, StorageError]:
        """Write each change in a savepoint of its own; return those that failed."""
        failures: dict[int, StorageError] = {}
        for i, change in enumerate(changes):
            try:
                with connection.begin_nested():
                    self._send(connection, [change])
            except OperationalError:
                raise
            except (SQLAlchemyError, Conflict) as error:
                failures[i] = _failure(error)
        return failures

    def _send(self, connection: Connection, changes: Sequence[Change]) -> None:
        rows: dict[_Way, list[Row]] = {}
        for change in changes:
            for write in change.writes:
                rows.setdefault((write.model, write.kind, write.columns), []).extend(write.rows)
        fence = self._fence
        if fence is not None and not any(way[:2] == (TableRow, "update") for way in rows):
            _require(connection, fence)
        for way in sorted(rows, key=lambda way: ORDER.index(way[:2])):
            # Of the times of life in a batch only the last one says anything.
            last = rows[way][-1:] if way[0] is LifeRow else rows[way]
            order = SHARED.get(way[:2])
            self._execute(connection, way, sorted(last, key=order) if order else last)

    def _execute(self, connection: Connection, way: _Way, rows: Sequence[Row]) -> None:
        """Write rows in one way; `Conflict` where somebody else has moved a table on."""
        guarded = way[:2] == (TableRow, "update")
        if guarded and not connection.dialect.supports_sane_multi_rowcount:
            _check(connection, rows, self._fence)
        written = connection.execute(self._statement(way), rows)
        if guarded and written.rowcount not in (-1, len(rows)):
            raise Conflict("a table has moved on")

    def _statement(self, way: _Way) -> Insert | Update | Delete:
        statement = self._statements.get(way)
        if statement is None:
            model, kind, columns = way
            statement = _build(model.__table__, kind, columns, self._writer.dialect)
            self._statements[way] = statement
        return statement


def _build(
    table: Any, kind: Kind, columns: tuple[str, ...], dialect: str
) -> Insert | Update | Delete:
    assert isinstance(table, Table)
    keys = [column.key for column in table.primary_key]
    others = [column.key for column in table.columns if column.key not in keys]
    match kind:
        case "insert":
            return insert(table)
        case "update":
            here, unmoved = table.c.id == bindparam(MATCH), table.c.seq == bindparam(EXPECTED)
            return update(table).where(here, unmoved)
        case "delete":
            return delete(table).where(table.c.table == bindparam(MATCH))
        case "remove":
            here = table.c.table == bindparam(MATCH)
            return delete(table).where(here, table.c.message == bindparam(MESSAGE))
        case "count":
            last = table.c.last_table
            given = bindparam(NUMBER, type_=last.type)
            return update(table).values(last_table=case((last < given, given), else_=last))
        case "drop":
            return delete(table).where(table.c.id == bindparam(MATCH))
        case "forget":
            return forgetting(table)
        case "redact":
            return redacting(table)
        case "upsert":
            new = _insert(table, dialect)
            statement: Insert = new.on_conflict_do_update(
                index_elements=keys, set_={key: new.excluded[key] for key in columns or others}
            )
            return statement


def _insert(table: Table, dialect: str) -> Any:
    """Return an insert that can say what becomes of a row that is there."""
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]  # the same there
    return insert(table)


def _told(done: "asyncio.Future[None]") -> None:
    """Log what nobody waits for."""
    error = done.exception()
    if error is not None:
        log.warning("what was to be stored along with a move was not: %s", error)


def _check(connection: Connection, rows: Sequence[Row], fence: Fence | None) -> None:
    """Raise `Conflict` if another process has stored events of one of these tables.

    Asked first, and locked, where the driver does not count what a statement for many rows wrote.
    With a fence it also asks, and locks, whose the tables are: `Replaced` if no longer ours.
    """
    expected = {row[MATCH]: row[EXPECTED] for row in rows}
    present = select(TableRow.id, TableRow.seq).where(TableRow.id.in_(expected))
    if fence is None:
        found: Sequence[Any] = connection.execute(present.with_for_update()).all()
    else:
        shard = (func.coalesce(TableRow.guild, 0) // SERVERS_FROM) % fence.shards
        ours = present.join(ShardRow, ShardRow.shard == shard).where(fence.open())
        ours = ours.add_columns(_held(fence)).with_for_update(of=(TableRow, ShardRow))
        found = connection.execute(ours).all()
        if len(found) < len(expected) or found[0][-1] < len(fence.held):
            raise Replaced("another process has the table")
    for table, seq, *_ in found:
        if seq != expected[table]:
            raise Conflict(f"table {table} has moved on")


def _require(connection: Connection, fence: Fence) -> None:
    """Raise `Replaced` unless everything this process holds is still its own; lock that."""
    query = select(ShardRow.shard).where(fence.open()).order_by(ShardRow.shard)
    if len(connection.execute(query.with_for_update()).all()) < len(fence.held):
        raise Replaced("another process has the shards")


def _held(fence: Fence) -> Any:
    """Return how many of one's shards are still one's own, as a column."""
    return select(func.count()).select_from(ShardRow).where(fence.open()).scalar_subquery()


def _failure(error: SQLAlchemyError | Conflict) -> StorageError:
    if isinstance(error, Conflict):
        return error
    return Conflict(str(error.orig)) if isinstance(error, IntegrityError) else refused(error)
