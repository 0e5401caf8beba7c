"""The whole database as JSON lines, for people's own evaluations (`kalamazoo export`)."""

import json
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.exc import SQLAlchemyError

from bot.db.errors import StorageError
from bot.db.models import Base, EventRow, GuildRow, LifeRow, TableRow
from bot.db.tables import Reader

RUNNING = ("lobby", "playing", "set-aside")
BATCH = 1_000
LEFT_OUT = (LifeRow.__tablename__, GuildRow.__tablename__)
"""What is of use to the bot alone."""


async def lines(reader: Reader) -> AsyncIterator[str]:
    """Yield one JSON object a row, `row` naming its table, oldest tables first.

    Seeds of games that are not over are left out, and so are their events, which hold the cards.

    Raises:
        StorageError: the database cannot be read.
    """
    try:
        async with reader.sessions() as session:
            for name, table in Base.metadata.tables.items():
                if name in LEFT_OUT:
                    continue
                found = await session.stream(_rows(name, table).execution_options(yield_per=BATCH))
                async for row in found.mappings():
                    yield json.dumps({"row": name, **_open(name, dict(row))}, default=str)
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(type(error).__name__) from error


def _rows(name: str, table: Any) -> Select[Any]:
    query: Select[Any] = select(table).order_by(*table.primary_key)
    if name == EventRow.__tablename__:
        over = select(TableRow.id).where(TableRow.status.not_in(RUNNING))
        query = query.where(table.c.table.in_(over))
    return query


def _open(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without what is secret while a game runs."""
    if name == TableRow.__tablename__ and row["status"] in RUNNING:
        del row["seed"]
    return row
