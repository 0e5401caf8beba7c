"""The only writer: changes queue up and are committed together (`architecture.md`).

The changes waiting when a commit ends make the next batch: one bulk statement per database table in
one transaction. If one of them is refused (a key that exists already), the batch is rolled back and
repeated with a savepoint per change, so that each fails alone. A database that is locked or full
refuses the whole batch.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Delete, Insert, Table, Update, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.db.changes import EXPECTED, MATCH, ORDER, Change, Kind, Row
from bot.db.forget import forgetting, redacting
from bot.db.models import Base, LifeRow, TableRow
from bot.db.session import Conflict, StorageError

_Waiting = tuple[Change, "asyncio.Future[None]"]


class Store:
    """Commits changes in the order they come.

    Args:
        engine: of the writer (`writing_engine`).
        most: how many changes one batch takes.
    """

    def __init__(self, engine: AsyncEngine, most: int = 500) -> None:
        self._engine = engine
        self._most = most
        self._queue: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._statements: dict[tuple[type[Base], Kind], Insert | Update | Delete] = {}
        self.batches = 0
        """How many transactions were committed or tried."""

    async def commit(self, change: Change) -> None:
        """Return when the change is durable.

        Raises:
            Conflict: one of its keys exists; nothing of it is stored.
            StorageError: the database cannot take it now; nothing of it is stored. (When the
                connection to a database server is lost in the middle of a COMMIT, it may be:
                whoever gets this reads again before going on.)
        """
        if not change.writes:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((change, done))
        if self._task is None:
            self._task = asyncio.create_task(self._write(), name="store")
        await done

    async def close(self) -> None:
        """Finish what is queued and let go of the database.

        Whoever waits no longer leaves the transaction in hand alone, which may hang on a lock.
        """
        if self._task is not None:
            await asyncio.shield(self._task)
        await self._engine.dispose()

    async def _write(self) -> None:
        try:
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(len(self._queue), self._most))]
                await self._settle(batch)
        finally:
            self._task = None

    async def _settle(self, batch: list[_Waiting]) -> None:
        """Write a batch and tell each of its changes how it went; never raises."""
        try:
            failures = await self._together([change for change, _ in batch])
        except (SQLAlchemyError, OSError) as error:
            failures = {i: StorageError(_cause(error)) for i in range(len(batch))}
        except BaseException as error:
            failures = {i: StorageError(f"the writer failed: {error!r}") for i in range(len(batch))}
            raise
        finally:
            for i, (_, done) in enumerate(batch):
                failure = failures.get(i)
                if done.done():
                    continue
                if failure is None:
                    done.set_result(None)
                else:
                    done.set_exception(failure)

    async def _together(self, changes: Sequence[Change]) -> dict[int, StorageError]:
        self.batches += 1
        try:
            async with self._engine.begin() as connection:
                await self._send(connection, changes)
        except OperationalError:
            raise
        except (SQLAlchemyError, Conflict) as error:
            if len(changes) == 1:
                return {0: _failure(error)}
            return await self._one_by_one(changes)
        return {}

    async def _one_by_one(self, changes: Sequence[Change]) -> dict[int, StorageError]:
        failures: dict[int, StorageError] = {}
        self.batches += 1
        async with self._engine.begin() as connection:
            for i, change in enumerate(changes):
                try:
                    async with connection.begin_nested():
                        await self._send(connection, [change])
                except OperationalError:
                    raise
                except (SQLAlchemyError, Conflict) as error:
                    failures[i] = _failure(error)
        return failures

    async def _send(self, connection: AsyncConnection, changes: Sequence[Change]) -> None:
        rows: dict[tuple[type[Base], Kind], list[Row]] = {}
        for change in changes:
            for write in change.writes:
                rows.setdefault((write.model, write.kind), []).extend(write.rows)
        # Of the times of life in a batch only the last one says anything.
        rows.update({place: rows[place][-1:] for place in rows if place[0] is LifeRow})
        await self._check(connection, rows.get((TableRow, "move"), []))
        await self._check(connection, rows.get((TableRow, "update"), []))
        for place in ORDER:
            if place in rows:
                await connection.execute(self._statement(*place), rows[place])

    async def _check(self, connection: AsyncConnection, rows: Sequence[Row]) -> None:
        """Raise `Conflict` if another process has stored events of one of these tables."""
        if not rows:
            return
        expected = {row[MATCH]: row[EXPECTED] for row in rows}
        present = select(TableRow.id, TableRow.seq).where(TableRow.id.in_(expected))
        for table, seq in await connection.execute(present.with_for_update()):
            if seq != expected[table]:
                raise Conflict(f"table {table} has moved on")

    def _statement(self, model: type[Base], kind: Kind) -> Insert | Update | Delete:
        statement = self._statements.get((model, kind))
        if statement is None:
            statement = _build(model.__table__, kind, self._engine.dialect.name)
            self._statements[model, kind] = statement
        return statement


def _build(table: Any, kind: Kind, dialect: str) -> Insert | Update | Delete:
    assert isinstance(table, Table)
    keys = [column.key for column in table.primary_key]
    others = [column.key for column in table.columns if column.key not in keys]
    match kind:
        case "insert":
            return insert(table)
        case "move" | "update":
            here, unmoved = table.c.id == bindparam(MATCH), table.c.seq == bindparam(EXPECTED)
            return update(table).where(here, unmoved)
        case "delete":
            return delete(table).where(table.c.table == bindparam(MATCH))
        case "drop":
            return delete(table).where(table.c.id == bindparam(MATCH))
        case "forget":
            return forgetting(table)
        case "redact":
            return redacting(table)
        case "upsert" | "name":
            build = postgresql.insert if dialect == "postgresql" else sqlite.insert
            new = build(table)
            changed = ["name"] if kind == "name" else others
            return new.on_conflict_do_update(
                index_elements=keys, set_={key: new.excluded[key] for key in changed}
            )


def _failure(error: SQLAlchemyError | Conflict) -> StorageError:
    if isinstance(error, Conflict):
        return error
    kind = Conflict if isinstance(error, IntegrityError) else StorageError
    return kind(_cause(error))


def _cause(error: BaseException) -> str:
    """Return the driver's words without the statement, whose values may be secret."""
    return str(error.orig) if isinstance(error, StatementError) else type(error).__name__
