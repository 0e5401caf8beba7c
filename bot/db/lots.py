"""Many tables' changes as one statement of PostgreSQL: one round trip, each whole or not at all.

A *lot* is a change of one table. The statement locks the rows of all those tables that nobody else
has locked, says which of them stand where they are expected to, and writes the rows of these alone:
whoever has locked a table, or has moved it on, holds up no other. Values come as one array a
column, so that the statement is the same for one lot and for hundreds.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import Column, Dialect
from sqlalchemy import Table as SqlTable

from bot.db.changes import EXPECTED, MATCH, PART, Change, Row
from bot.db.leases import SERVERS_FROM, Fence
from bot.db.models import Base, CallRow, EventRow, LeaverRow, MessageRow, SeatRow, TableRow, VoteRow
from bot.db.statements import Way

Outcome: TypeAlias = Literal["stored", "locked", "replaced", "moved"]
"""`locked`: somebody else holds the table's row; `replaced`: another process has the table by now;
`moved`: it is not where it was expected."""

Key: TypeAlias = tuple[Any, ...]
"""A row that a lot writes: no statement may write one twice."""

OF_TABLES = (SeatRow, EventRow, LeaverRow, MessageRow, CallRow, VoteRow)
"""Models whose rows belong to a table, by the column `table`."""

KINDS = ("insert", "upsert", "remove")

TEXTS = 256
"""How many statements are kept, those used last: which ways meet in a batch is chance."""

HEAD = """
WITH asked AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS asked(id, expected, lot)
), held AS (
    SELECT id, seq, guild FROM tables WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED
)"""

OWNED = """, owned AS (
    SELECT id, seq FROM held
)"""

FENCED = f""", ours AS (
    SELECT shard FROM shards JOIN unnest($3::bigint[], $4::bigint[]) AS own(shard, epoch)
    USING (shard, epoch) FOR SHARE OF shards
), owned AS (
    SELECT id, seq FROM held WHERE (SELECT count(*) FROM ours) = cardinality($3)
    AND coalesce(guild, 0) / {SERVERS_FROM} % $5::bigint IN (SELECT shard FROM ours)
)"""
"""Which of those tables this process may write: whoever takes a shard waits for who has asked."""

GOOD = """, good AS (
    SELECT lot FROM asked JOIN owned USING (id) WHERE expected IS NULL OR expected = owned.seq
)"""

TAIL = """
SELECT CASE WHEN lot IN (SELECT lot FROM good) THEN 'stored'
            WHEN held.id IS NULL AND tables.id IS NOT NULL THEN 'locked'
            WHEN held.id IS NOT NULL AND owned.id IS NULL THEN 'replaced' ELSE 'moved' END
FROM asked LEFT JOIN held USING (id) LEFT JOIN owned USING (id) LEFT JOIN tables USING (id)
ORDER BY lot"""


class Lot(Struct, frozen=True):
    """A change of one table, which is there.

    Attributes:
        table: its number.
        expected: the seq it must still have; None: whichever it has.
        change: what is stored.
        keys: of all rows that are written; none is written twice.
    """

    table: int
    expected: int | None
    change: Change
    keys: frozenset[Key]


def lot_of(change: Change) -> Lot | None:
    """Return a change as a lot; None: it is none."""
    tables: set[int] = set()
    keys: list[Key] = []
    expected: int | None = None
    for write in change.writes:
        if write.model is TableRow and write.kind == "update":
            names: tuple[str, ...] = (MATCH,)
            expected = write.rows[0][EXPECTED]
        elif write.model in OF_TABLES and write.kind in KINDS:
            names = (MATCH, PART) if write.kind == "remove" else _keys(write.model)
        else:
            return None
        tables.update(row[names[0]] for row in write.rows)
        keys += [(write.model, *(row[name] for name in names)) for row in write.rows]
    distinct = frozenset(keys)
    if len(tables) != 1 or len(distinct) < len(keys):
        return None
    return Lot(tables.pop(), expected, change, distinct)


@cache
def _keys(model: type[Base]) -> tuple[str, ...]:
    return tuple(column.key for column in _table(model).primary_key)


def _table(model: type[Base]) -> SqlTable:
    assert isinstance(model.__table__, SqlTable), "every model is one"
    return model.__table__


class Lots:
    """Makes the statement and its values, and keeps what it has made.

    Args:
        dialect: of the server.
        fence: what this process may write where it shares the database; None: everything.
    """

    def __init__(self, dialect: Dialect, fence: Fence | None) -> None:
        self._dialect = dialect
        self._fence = fence
        self._texts: dict[tuple[Way, ...], str] = {}
        self._columns: dict[Way, tuple[_Column, ...]] = {}

    def statement(self, lots: Sequence[Lot]) -> tuple[str, list[Any]]:
        """Return the statement that stores lots, and its values; no two of them share a row.

        It returns one `Outcome` a lot, in their order.
        """
        rows: dict[Way, tuple[list[int], list[Row]]] = {}
        for number, lot in enumerate(lots, 1):
            for write in lot.change.writes:
                way = (write.model, write.kind, write.columns)
                numbers, found = rows.setdefault(way, ([], []))
                numbers += [number] * len(write.rows)
                found += write.rows
        ways = tuple(sorted(rows, key=str))
        values: list[Any] = [[lot.table for lot in lots], [lot.expected for lot in lots]]
        if self._fence is not None:
            held = dict(self._fence.held)
            values += [list(held), list(held.values()), self._fence.shards]
        for way in ways:
            numbers, found = rows[way]
            values.append(numbers)
            values += [column.values(found) for column in self._of(way)]
        text = self._texts.pop(ways, None) or self._text(ways)
        self._texts[ways] = text
        if len(self._texts) > TEXTS:
            del self._texts[next(iter(self._texts))]
        return text, values

    def _text(self, ways: Sequence[Way]) -> str:
        fenced = self._fence is not None
        parts, number = [HEAD, FENCED if fenced else OWNED, GOOD], 6 if fenced else 3
        for at, way in enumerate(ways):
            columns = self._of(way)
            types = ["bigint", *(column.type for column in columns)]
            arrays = [f"${number + i}::{kind}[]" for i, kind in enumerate(types)]
            number += len(types)
            names = ", ".join(f"v{i}" for i in range(len(columns)))
            new = f"unnest({', '.join(arrays)}) AS new(lot, {names}) JOIN good USING (lot)"
            parts.append(f", way{at} AS (\n    {_writing(way, columns, new)}\n)")
        return "".join(parts) + TAIL

    def _of(self, way: Way) -> tuple["_Column", ...]:
        """Return the columns a way has values for, the table's number first."""
        if way not in self._columns:
            model, kind, only = way
            every = _table(model).columns
            keys = _keys(model)
            match kind:
                case "update":
                    named = {MATCH: every["id"], **{key: every[key] for key in only}}
                case "remove":
                    named = dict(zip((MATCH, PART), (every[key] for key in keys), strict=True))
                case _:
                    named = {column.key: column for column in every}
            self._columns[way] = tuple(
                _Column(key, column, self._dialect) for key, column in named.items()
            )
        return self._columns[way]


class _Column:
    """A column of new values.

    Attributes:
        name: in the database, quoted.
        type: of the values as they are given.
        read: what turns a value `v…` of the statement into one of the column's.
    """

    def __init__(self, key: str, column: Column[Any], dialect: Dialect) -> None:
        kind = column.type.compile(dialect)
        self._key = key
        self._process = column.type.dialect_impl(dialect).bind_processor(dialect)
        self.name = f'"{column.name}"'
        self.is_key = column.primary_key
        self.type = "text" if kind == "JSON" else kind
        self.read = "::json" if kind == "JSON" else ""

    def values(self, rows: Sequence[Row]) -> list[Any]:
        """Return its values in rows, as the driver takes them."""
        if self._process is None:
            return [row[self._key] for row in rows]
        return [self._process(row[self._key]) for row in rows]


def _writing(way: Way, columns: Sequence[_Column], new: str) -> str:
    """Return the part of the statement that writes in one way; `new` are its values."""
    model, kind, only = way
    table = _table(model).name
    values = {column.name: f"v{i}{column.read}" for i, column in enumerate(columns)}
    keys = [column.name for column in columns if column.is_key]
    same = " AND ".join(f"{table}.{key} = {values[key]}" for key in keys)
    if kind == "update":
        changes = ", ".join(f"{name} = {values[name]}" for name in values if name not in keys)
        return f"UPDATE {table} SET {changes} FROM {new} WHERE {same}"
    if kind == "remove":
        return f"DELETE FROM {table} USING {new} WHERE {same}"
    text = (
        f"INSERT INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM {new}"
    )
    if kind == "insert":
        return text
    written = [f'"{name}"' for name in only] or [name for name in values if name not in keys]
    changes = ", ".join(f"{name} = excluded.{name}" for name in written)
    return f"{text} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
