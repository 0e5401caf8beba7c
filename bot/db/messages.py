"""Reading what of tables is shown where."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import convert
from sqlalchemy import ColumnElement, Executable, Select, select

from bot.db.models import MessageRow, TableRow
from bot.db.records import ACTIVE, MessageRecord
from bot.db.tables import Reader

TOO_LARGE = 2**63
"""No database has a table of such a number, and none can be asked for it."""

Messages = dict[int, tuple[MessageRecord, ...]]
"""By table: what is shown of it, oldest public message first."""


class MessageReader:
    """Reads messages; every method raises `StorageError` when the database cannot be read.

    Args:
        reader: whose engine is used.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def of(self, table: int) -> tuple[MessageRecord, ...]:
        """Return what is shown of a table; nothing of a number no table can have."""
        if not 0 < table < TOO_LARGE:
            return ()
        found = await self._messages(MessageRow.table == table)
        return found.get(table, ())

    async def of_tables(self, tables: Collection[int]) -> Messages:
        """Return what is shown of some tables."""
        return await self._messages(MessageRow.table.in_(tables))

    async def places(self) -> dict[int, int]:
        """Return every message of lobbies and running games, with its table."""
        query = select(MessageRow.message, MessageRow.table)
        found = await self._read(query.where(MessageRow.table.in_(_tables(active=True))))
        return {row.message: row.table for row in found}

    async def owed(self) -> tuple[int, ...]:
        """Return the tables that are over and of which a message does not show that yet."""
        owed = MessageRow.final.is_(False) & MessageRow.table.in_(_tables(active=False))
        return tuple(sorted(await self._messages(owed)))

    async def at(self, message: int) -> MessageRecord | None:
        """Return what a message of ours shows; None if it is none."""
        found = await self._messages(MessageRow.message == message)
        return next((record for records in found.values() for record in records), None)

    async def of_person(self, person: int) -> tuple[MessageRecord, ...]:
        """Return the messages that are one person's: hands and lines."""
        found = await self._messages(MessageRow.person == person)
        return tuple(record for records in found.values() for record in records)

    async def _messages(self, which: ColumnElement[bool]) -> Messages:
        query = select(MessageRow.__table__).where(which)
        found: Messages = {}
        for row in await self._read(query.order_by(MessageRow.round, MessageRow.message)):
            record = convert(row._asdict(), MessageRecord)
            found[record.table] = (*found.get(record.table, ()), record)
        return found

    async def _read(self, query: Executable) -> Sequence[Any]:
        async with self._reader.session() as session:
            return (await session.execute(query)).all()


def _tables(*, active: bool) -> Select[int]:
    running = TableRow.status.in_(ACTIVE)
    return select(TableRow.id).where(running if active else ~running)
