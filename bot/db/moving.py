"""All that is kept, from one database to another: SQLite to PostgreSQL, or any other way.

At no moment two databases answer for the same boards. In place of its revision the new one says
that it is coming in until everything is checked, and the old one that it is retired from then on;
whatever interrupts it, running it again goes on from there.
"""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.engines import reading_engine
from bot.db.errors import StorageError, refused
from bot.db.file import file_of
from bot.db.integrity import DamageError, check_files
from bot.db.lock import LockError, held
from bot.db.migrate import (
    INCOMING,
    RETIRED,
    MigrationError,
    check_unused,
    newest,
    revision,
    upgraded,
    where,
)
from bot.db.models import Base
from bot.db.tables import Reader
from bot.db.writers import Writer, writing_engine

BATCH = 1_000
"""Rows read and written at once."""
TABLES: tuple[Table, ...] = tuple(Base.metadata.sorted_tables)

Check = Callable[[Reader, Reader], Awaitable[None]]
"""Compares what both databases say; raises `MoveError`."""


class MoveError(Exception):
    """The move cannot be made; the text is one sentence, and the old database is as it was."""


async def move(source: str, target: str, check: Check) -> Mapping[str, int]:
    """Copy everything to an empty database, check it, and retire the old one.

    Args:
        source: the database; the bot must not run on it.
        target: where it goes; made if it is an SQLite file that is not there.
        check: looks at both before the old one is retired.

    Returns:
        How many rows of each table there are.

    Raises:
        MoveError: one cannot be used, the target is not empty, or the copies differ.
    """
    files = file_of(source), file_of(target)
    if where(source) == where(target) or _same(*files):
        raise MoveError("Both are the same database.")
    if files[0] is not None and not files[0].is_file():
        raise MoveError(f"There is no database {files[0]}.")
    try:
        for file in files:
            if file is not None:
                check_files(file)
        with held(source), held(target):
            await _prepare(target, goes_on=await _may_leave(source))
            return await _moved(source, target, check)
    except (DamageError, LockError, MigrationError) as error:
        raise MoveError(str(error)) from None
    except (SQLAlchemyError, StorageError, OSError) as error:
        raise MoveError(
            f"The database cannot be copied ({refused(error)}). Once that is mended, type it again."
        ) from None


def _same(one: Path | None, other: Path | None) -> bool:
    """Say whether both are one file, by whatever names."""
    if one is None or other is None or not (one.exists() and other.exists()):
        return False
    return one.samefile(other)


async def _prepare(target: str, *, goes_on: bool) -> None:
    """Make the tables of the target unless it is one whose copying was interrupted.

    Raises:
        MoveError: the tables have gone already (`goes_on`), and not there: two databases would
            answer for them.
    """
    found = await _state(target)
    if goes_on and found != INCOMING:
        raise MoveError(
            "The tables have been moved already; set database_url to where they are. A move that "
            f"was broken off goes on to a database half copied, which {where(target)} is not."
        )
    if found != INCOMING:
        await upgraded(target)


async def _state(url: str) -> str | None:
    """Return the revision of a database, or what stands in its place; None: it has none yet."""
    file = file_of(url)
    if file is not None and not file.exists():
        return None
    writer = writing_engine(url)
    try:
        return await writer.run(revision)
    finally:
        await writer.dispose()


async def _moved(source: str, target: str, check: Check) -> Mapping[str, int]:
    old, new = writing_engine(source), writing_engine(target)
    readers = reading_engine(source), reading_engine(target)
    try:
        await new.run(lambda connection: _emptied(connection, target))
        await _copy(readers[0], new)
        counts = [await _counts(each) for each in readers]
        different = [name for name in counts[0] if counts[0][name] != counts[1][name]]
        if different:
            raise MoveError(f"The copy of {different[0]} has not as many rows; nothing is retired.")
        await check(Reader(readers[0]), Reader(readers[1]))
        await old.run(lambda connection: _retire(connection, source))
        await new.run(lambda connection: _say(connection, newest()))
        return counts[0]
    finally:
        for each in readers:
            await each.dispose()
        await old.dispose()
        await new.dispose()


async def _may_leave(source: str) -> bool:
    """Refuse a source that is not of this version; say whether it is retired, as in half a move."""
    old = writing_engine(source)
    try:
        found = await old.run(revision)
        if found not in (newest(), RETIRED):
            raise MoveError(f"The database {where(source)} is not up to date; migrate it first.")
        await old.run(lambda connection: check_unused(connection, source))
        return found == RETIRED
    finally:
        await old.dispose()


def _retire(connection: Connection, source: str) -> None:
    """Say that the source is retired, unless a bot has been started on it meanwhile."""
    check_unused(connection, source)
    _say(connection, RETIRED)


def _emptied(connection: Connection, target: str) -> None:
    """Say that the target is coming in, and take out what a move in half has left there."""
    if revision(connection) != INCOMING:
        names = inspect(connection).get_table_names()
        for table in TABLES:
            made_with_it = table.name == "identity"
            if table.name in names and not made_with_it and _count(connection, table):
                raise MoveError(f"The database {where(target)} holds tables already.")
        _say(connection, INCOMING)
    for table in reversed(TABLES):
        connection.execute(delete(table))


def _say(connection: Connection, state: str) -> None:
    """Write a revision, or what stands in its place."""
    connection.execute(text("UPDATE alembic_version SET version_num = :state"), {"state": state})


async def _copy(source: AsyncEngine, new: Writer) -> None:
    for table in TABLES:
        async with contextlib.aclosing(_batches(source, table)) as batches:
            async for rows in batches:
                await new.run(lambda connection, t=table, r=rows: _insert(connection, t, r))  # type: ignore[misc]  # bound now


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)


async def _batches(source: AsyncEngine, table: Table) -> AsyncGenerator[list[dict[str, Any]], None]:
    async with source.connect() as connection:
        query = select(table).order_by(*table.primary_key)
        found = await connection.stream(query.execution_options(yield_per=BATCH))
        async for rows in found.mappings().partitions(BATCH):
            yield [dict(row) for row in rows]


async def _counts(engine: AsyncEngine) -> dict[str, int]:
    async with engine.connect() as connection:
        return {
            table.name: await connection.run_sync(lambda sync, t=table: _count(sync, t))  # type: ignore[misc]  # bound now
            for table in TABLES
        }


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()
