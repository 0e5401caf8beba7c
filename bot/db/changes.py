"""What one use case hands to the writer: rows to write, all or none."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from msgspec import Struct, structs, to_builtins

from bot.db.models import (
    Base,
    CallRow,
    EventRow,
    GuildRow,
    IdentityRow,
    LeaverRow,
    LifeRow,
    MessageRow,
    RatingRow,
    ResultRow,
    SeatRow,
    ShareRow,
    TableRow,
    UserRow,
    VoteRow,
)
from bot.db.records import (
    FORGOTTEN,
    CallMade,
    EventRecord,
    MessageRecord,
    Person,
    Rating,
    Result,
    Seat,
    Share,
    TableRecord,
    Vote,
)

Row: TypeAlias = dict[str, Any]

Kind: TypeAlias = Literal[
    "insert", "update", "delete", "upsert", "count", "forget", "redact", "drop", "remove"
]
"""`count` notes that a table's number was given; `forget` and `redact` take a person out
(`bot.db.forget`); `drop` removes a table that never became a game, `remove` one row of a table."""

ORDER: tuple[tuple[type[Base], Kind], ...] = (
    (TableRow, "insert"),
    (IdentityRow, "count"),
    (TableRow, "update"),
    (SeatRow, "delete"),
    (SeatRow, "remove"),
    (SeatRow, "upsert"),
    (EventRow, "insert"),
    (LeaverRow, "upsert"),
    (MessageRow, "upsert"),
    (MessageRow, "remove"),
    (ShareRow, "upsert"),
    (ShareRow, "remove"),
    (CallRow, "upsert"),
    (VoteRow, "upsert"),
    (ResultRow, "insert"),
    (RatingRow, "upsert"),
    (UserRow, "upsert"),
    (GuildRow, "upsert"),
    (LifeRow, "upsert"),
    (EventRow, "redact"),
    (SeatRow, "forget"),
    (MessageRow, "forget"),
    (ShareRow, "forget"),
    (LeaverRow, "forget"),
    (CallRow, "forget"),
    (ResultRow, "forget"),
    (RatingRow, "forget"),
    (UserRow, "forget"),
    (TableRow, "forget"),
    (EventRow, "delete"),
    (VoteRow, "delete"),
    (MessageRow, "delete"),
    (TableRow, "drop"),
)
"""In which order the writes of a batch are sent: nothing before what it refers to."""

MOVE = ("ply", "seq", "turn_number", "turn_started", "deadline")
"""The columns of a table that a plain move writes, changed or not: a batch of moves is one
statement."""

_COLUMNS = tuple(column.key for column in TableRow.__table__.columns)
_values = attrgetter(*_COLUMNS)
assert _COLUMNS[0] == "id", "the key is matched, not written over"


MATCH = "match"
"""Key in the rows of an `update` or `delete`: the table's id that must match."""

PART = "of_part"
"""Key in the rows of a `remove`: the second part of their key, as the message or the seat."""

NUMBER = "number_given"
"""Key in the rows of a `count`: the number of a new table."""

EXPECTED = "expected"
"""Key in the rows of a table's `update`: the seq it must still have."""


class Write(Struct, frozen=True):
    """Rows of one database table, in one way.

    Attributes:
        columns: what an `upsert` writes over where the row is there already; empty: everything. The
            rest stays as somebody else may have set it.
    """

    model: type[Base]
    kind: Kind
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """All that one use case stores, in one transaction."""

    writes: tuple[Write, ...]

    def __add__(self, other: "Change") -> "Change":
        return Change(self.writes + other.writes)


NOTHING = Change(())


class Rated(Struct, frozen=True):
    """A game's results with ratings before and after, and the writes of the ratings."""

    results: tuple[Result, ...]
    change: Change = NOTHING


def table_change(before: TableRecord | None, after: TableRecord) -> Change:
    """Return the writes that turn one stored table into another, calls and votes aside.

    The whole change fails if another process has stored events since `before` was read.
    """
    writes = []
    if before is None:
        writes.append(Write(TableRow, "insert", (_table_row(after, _COLUMNS),)))
        writes.append(Write(IdentityRow, "count", ({NUMBER: after.id},)))
    else:
        values = zip(_COLUMNS, _values(before), _values(after), strict=True)
        changed = [key for key, old, new in values if old != new]
        columns = MOVE if set(changed) <= set(MOVE) else tuple(changed)
        if changed:
            row = {MATCH: after.id, EXPECTED: before.seq, **_table_row(after, columns)}
            writes.append(Write(TableRow, "update", (row,), columns))
    writes += _seats(after.id, before.seats if before is not None else (), after.seats)
    if before is None or before.leavers != after.leavers:
        known = before.leavers if before is not None else ()
        new = [each for each in after.leavers if each not in known]
        rows = tuple({"table": after.id, **structs.asdict(each)} for each in new)
        if rows:
            writes.append(Write(LeaverRow, "upsert", rows))
    return Change(tuple(writes))


def _seats(table: int, before: Sequence[Seat], after: Sequence[Seat]) -> list[Write]:
    """Return the writes of the seats that are new, otherwise, or there no more."""
    if before == after:
        return []
    known = {seat.index: seat for seat in before}
    gone = known.keys() - {seat.index for seat in after}
    new = [seat for seat in after if known.get(seat.index) != seat]
    writes = []
    if gone:
        removed = tuple({MATCH: table, PART: index} for index in sorted(gone))
        writes.append(Write(SeatRow, "remove", removed))
    if new:
        rows = tuple({"table": table, **structs.asdict(seat)} for seat in new)
        writes.append(Write(SeatRow, "upsert", rows))
    return writes


def events_change(events: Sequence[EventRecord]) -> Change:
    """Return the writes of new events; a key that exists makes the whole change fail."""
    if not events:
        return NOTHING
    rows = tuple(
        {**structs.asdict(event), "by": list(event.by), "people": list(event.people)}
        for event in events
    )
    return Change((Write(EventRow, "insert", rows),))


def calls_change(table: int, ply: int, calls: Iterable[tuple[CallMade, str | None]]) -> Change:
    """Return the writes of calls with their verdicts; None leaves one open."""
    rows = []
    for call, verdict in calls:
        row = structs.asdict(call)
        del row["arrived"]
        rows.append({"table": table, "ply": ply, "verdict": verdict, **row})
    return Change((Write(CallRow, "upsert", tuple(rows)),)) if rows else NOTHING


def vote_change(table: int, vote: Vote, result: str | None) -> Change:
    """Return the write of a vote; result None leaves it open."""
    row = {key: to_builtins(value) for key, value in structs.asdict(vote).items()}
    row |= {"table": table, "opened": vote.opened, "until": vote.until, "result": result}
    return Change((Write(VoteRow, "upsert", (row,)),))


def results_change(results: Sequence[Result]) -> Change:
    """Return the writes of a game's results: once per table and seat."""
    rows = tuple(structs.asdict(result) for result in results)
    return Change((Write(ResultRow, "insert", rows),)) if rows else NOTHING


def ratings_change(ratings: Sequence[Rating]) -> Change:
    """Return the writes of ratings, new or renewed."""
    rows = tuple(structs.asdict(rating) for rating in ratings)
    return Change((Write(RatingRow, "upsert", rows),)) if rows else NOTHING


def message_change(record: MessageRecord) -> Change:
    """Return the write of what a message shows, new or renewed."""
    return Change((Write(MessageRow, "upsert", (structs.asdict(record),)),))


def message_gone(record: MessageRecord) -> Change:
    """Return the write that forgets a message: it shows nothing any more."""
    return Change((Write(MessageRow, "remove", ({MATCH: record.table, PART: record.message},)),))


def shares_change(shares: Iterable[Share]) -> Change:
    """Return the writes of whom something shared names."""
    rows = tuple(structs.asdict(share) for share in shares)
    return Change((Write(ShareRow, "upsert", rows),)) if rows else NOTHING


def share_shown(message: int) -> Change:
    """Return the write that a message shows all that was to be shared: nothing is owed there."""
    return Change((Write(ShareRow, "remove", ({MATCH: message, PART: FORGOTTEN},)),))


def names_change(guild: int, names: Mapping[int, str]) -> Change:
    """Return the writes of people's names as last seen in a server."""
    rows = tuple(
        structs.asdict(Person(person=person, guild=guild, name=name))
        for person, name in names.items()
    )
    return Change((Write(UserRow, "upsert", rows, ("name",)),)) if rows else NOTHING


def dropping_change(games: Iterable[int], lobbies: Iterable[int]) -> Change:
    """Return the writes that drop the events and votes of old games, and old lobbies altogether."""
    old = tuple({MATCH: table} for table in games)
    never = tuple({MATCH: table} for table in lobbies)
    writes = [Write(model, "delete", old) for model in (EventRow, VoteRow) if old]
    if never:
        writes += [Write(SeatRow, "delete", never), Write(MessageRow, "delete", never)]
        writes += [Write(TableRow, "drop", never)]
    return Change(tuple(writes))


def person_change(person: Person, *columns: str) -> Change:
    """Return the write of what is known of a person in a server, or everywhere (guild 0).

    Args:
        person: as known.
        columns: what is new of it; none: everything.
    """
    return Change((Write(UserRow, "upsert", (structs.asdict(person),), columns),))


def guild_change(guild: int, settings: dict[str, Any]) -> Change:
    """Return the write of a server's settings."""
    return Change((Write(GuildRow, "upsert", ({"guild": guild, "settings": settings},)),))


def life_change(alive: datetime) -> Change:
    """Return the write saying that the process lived at that time."""
    return Change((Write(LifeRow, "upsert", ({"id": 1, "alive": alive},)),))


def _table_row(table: TableRecord, columns: Iterable[str]) -> Row:
    row = {column: getattr(table, column) for column in columns}
    if "outcome" in row:
        row["outcome"] = to_builtins(table.outcome)
    return row
