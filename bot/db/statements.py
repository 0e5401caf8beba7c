"""The statements that write the rows of changes, built once for each way of writing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    Delete,
    Dialect,
    Insert,
    Table,
    Update,
    bindparam,
    case,
    delete,
    insert,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from bot.db.changes import EXPECTED, MATCH, NUMBER, ORDER, PART, Change, Kind, Row
from bot.db.errors import StorageError
from bot.db.forget import forgetting, redacting
from bot.db.models import Base, LifeRow, RatingRow, TableRow, UserRow

Way: TypeAlias = tuple[type[Base], Kind, tuple[str, ...]]
"""What the rows of one statement have in common: see `Write`."""


SHARED: dict[tuple[type[Base], Kind], Callable[[Row], Any]] = {
    (UserRow, "upsert"): lambda row: (row["person"], row["guild"]),
    (RatingRow, "upsert"): lambda row: (row["person"], row["guild"], row["game"], row["season"]),
}
"""What several processes write of, and in which order: nobody waits in a circle for a row."""


def _by_way(changes: Iterable[Change]) -> dict[Way, list[Row]]:
    """Return the rows of changes by how they are written, in the order they are to be sent."""
    rows: dict[Way, list[Row]] = {}
    for change in changes:
        for write in change.writes:
            rows.setdefault((write.model, write.kind, write.columns), []).extend(write.rows)
    return {way: rows[way] for way in sorted(rows, key=lambda way: ORDER.index(way[:2]))}


class Statements:
    """Makes the statements that write changes, one bulk statement for each way.

    Args:
        dialect: of the database.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._prepared: dict[Way, _Prepared] = {}

    def of(self, changes: Sequence[Change]) -> Iterator["Statement"]:
        """Yield what writes them, in the order it is to be sent.

        Raises:
            StorageError: a value cannot be stored.
        """
        for way, rows in _by_way(changes).items():
            # Of the times of life in a batch only the last one says anything.
            last = rows[-1:] if way[0] is LifeRow else rows
            order = SHARED.get(way[:2])
            sent = sorted(last, key=order) if order else last
            prepared = self._prepared.get(way)
            if prepared is None:
                model, kind, columns = way
                statement = _build(model.__table__, kind, columns, self._dialect.name)
                prepared = self._prepared[way] = _Prepared(statement, sent[0], self._dialect)
            guarded = way[:2] == (TableRow, "update")
            yield Statement(prepared.text, prepared.values(sent), sent, guarded)


class Statement(NamedTuple):
    """A bulk statement, and what it writes.

    Attributes:
        text: as the driver takes it.
        values: of each row, as the driver takes them.
        rows: the same as they were given.
        guarded: whether a row that is not written says that a table has moved on.
    """

    text: str
    values: list[tuple[Any, ...]]
    rows: Sequence[Row]
    guarded: bool


class _Prepared:
    """A statement as the driver takes it; the library would look at it anew for each batch.

    Args:
        statement: what is prepared.
        row: one of those it is for: they all have the same keys.
        dialect: of the database.

    Attributes:
        text: the statement's.
    """

    def __init__(self, statement: Insert | Update | Delete, row: Row, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=[*row])
        assert isinstance(compiled, SQLCompiler), "a statement is compiled by it"
        assert compiled.positiontup is not None, "both drivers take values by their place"
        self.text = compiled.string
        self._fixed = {key: each for key, each in compiled.params.items() if key not in row}
        self._places = [
            (key, compiled.binds[key].type.dialect_impl(dialect).bind_processor(dialect))
            for key in compiled.positiontup
        ]

    def values(self, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
        """Return the values of rows as the driver takes them.

        Raises:
            StorageError: one is of no type that its column takes.
        """
        whole = [self._fixed | row for row in rows] if self._fixed else rows
        try:
            return [
                tuple(row[key] if bind is None else bind(row[key]) for key, bind in self._places)
                for row in whole
            ]
        except (TypeError, ValueError, AttributeError) as error:
            raise StorageError(f"a value cannot be stored: {type(error).__name__}") from error


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
            of_table, part = table.primary_key.columns
            return delete(table).where(of_table == bindparam(MATCH), part == bindparam(PART))
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
