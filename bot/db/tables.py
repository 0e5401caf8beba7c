"""Everything that is read: rows become values here."""

import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import convert
from sqlalchemy import JSON, ColumnElement, Text, cast, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from bot.db.errors import refusing
from bot.db.models import (
    Base,
    CallRow,
    EventRow,
    GuildRow,
    IdentityRow,
    LeaverRow,
    LifeRow,
    ResultRow,
    SeatRow,
    TableRow,
    UserRow,
    VoteRow,
)
from bot.db.records import (
    ACTIVE,
    CallMade,
    EventRecord,
    Person,
    Race,
    Result,
    TableRecord,
    Vote,
    Whereabouts,
)


class Reader:
    """Reads what is stored.

    Every method raises `StorageError` when the database cannot be read.

    Args:
        engine: of readers (`reading_engine`).
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._sessions = async_sessionmaker(engine, expire_on_commit=False)

    @contextlib.asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """Open a session, whose queries see one moment: nothing is read but by one of these.

        Raises:
            StorageError: it cannot be opened, read or closed now.
        """
        with refusing():
            async with self._sessions() as session:
                yield session

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    async def set_aside(self) -> tuple[TableRecord, ...]:
        """Return the games that could not be read, oldest first."""
        return await self._tables(TableRow.status == "set-aside")

    async def active(self) -> tuple[TableRecord, ...]:
        """Return every lobby and running game, oldest first."""
        return await self._tables(TableRow.status.in_(ACTIVE))

    async def over(self, since: datetime) -> tuple[tuple[int, int | None, datetime], ...]:
        """Return the games that have ended since then: number, server, when; oldest first."""
        row = TableRow
        query = select(row.id, row.guild, row.ended).where(
            row.status == "ended", row.ended >= since
        )
        return tuple(
            (table, guild, ended)
            for table, guild, ended in await self._plain(query.order_by(row.id))
        )

    async def whereabouts(self) -> tuple[Whereabouts, ...]:
        """Return where every lobby and running game is, oldest first."""
        running = TableRow.status.in_(ACTIVE)
        row = TableRow
        tables = select(
            *(row.id, row.guild, row.channel, row.thread, row.host),
            (row.status == "playing") & row.paused.is_not(None) & (row.pace != "daily"),
        )
        ids = select(row.id).where(running)
        seats = select(SeatRow.table, SeatRow.person, SeatRow.invited, SeatRow.away)
        known, seated = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        for table, person, invited, away in await self._plain(seats.where(SeatRow.table.in_(ids))):
            known[table] |= {each for each in (person, invited) if each is not None}
            if person is not None and away is None:
                seated[table].add(person)
        return tuple(
            Whereabouts(
                table=table,
                guild=guild,
                channels=frozenset(filter(None, (channel, thread))),
                people=frozenset(known[table] | {host}),
                seated=frozenset(seated[table]),
                abandoned=abandoned,
            )
            for table, guild, channel, thread, host, abandoned in await self._plain(
                tables.where(running).order_by(row.id)
            )
        )

    async def tables(self, tables: Collection[int]) -> tuple[TableRecord, ...]:
        """Return some tables, oldest first."""
        return await self._tables(TableRow.id.in_(tables))

    async def table(self, table: int) -> TableRecord | None:
        """Return one table."""
        found = await self._tables(TableRow.id == table)
        return found[0] if found else None

    async def last_id(self) -> int:
        """Return the greatest number a table was ever given; 0 before the first."""
        number: int = await self._one(select(IdentityRow.last_table))
        return number

    async def tag(self) -> str:
        """Return the database's own tag, drawn when it was made."""
        tag: str = await self._one(select(IdentityRow.tag))
        return tag

    async def alive(self) -> datetime | None:
        """Return when the process last lived, by its heart."""
        beat: datetime | None = await self._one(select(LifeRow.alive))
        return beat

    async def events(self, table: int) -> tuple[EventRecord, ...]:
        """Return all events of a table, in order."""
        return tuple(map(_event, await self._plain(EVENTS.where(EventRow.table == table))))

    async def events_of(self, tables: Collection[int]) -> dict[int, tuple[EventRecord, ...]]:
        """Return all events of some tables, in order."""
        found = _by_table(map(_event, await self._plain(EVENTS.where(EventRow.table.in_(tables)))))
        return {table: tuple(found[table]) for table in tables}

    async def pressed(self, table: int, press: str) -> bool:
        """Say whether an action of this press is stored."""
        query = select(EventRow.seq).where(EventRow.table == table, EventRow.press == press)
        return await self._one(query) is not None

    async def results(self, table: int) -> tuple[Result, ...]:
        """Return the results of a table, by seat."""
        query = select(ResultRow).where(ResultRow.table == table).order_by(ResultRow.seat)
        return tuple(convert(_values(row), Result) for row in await self._rows(query))

    async def finished(self, person: int, game: str) -> bool:
        """Say whether a person has finished a game of this kind, anywhere."""
        query = select(ResultRow.table).where(ResultRow.person == person, ResultRow.game == game)
        return await self._one(query.limit(1)) is not None

    async def person(self, person: int, guild: int = 0) -> Person | None:
        """Return what is known of a person in a server, or everywhere (guild 0)."""
        found = await self.people((person,), guild)
        return found.get(person)

    async def people(self, people: Iterable[int], guild: int = 0) -> dict[int, Person]:
        """Return what is known of these people, those known alone."""
        query = select(UserRow).where(UserRow.guild == guild, UserRow.person.in_(tuple(people)))
        rows = await self._rows(query)
        return {row.person: convert(_values(row), Person) for row in rows}

    async def choosers(self) -> tuple[Person, ...]:
        """Return everybody who has set something by `/preferences`."""
        chosen = cast(UserRow.preferences, Text) != "{}"
        rows = await self._rows(select(UserRow).where(UserRow.guild == 0, chosen))
        return tuple(convert(_values(row), Person) for row in rows)

    async def guild(self, guild: int) -> dict[str, Any]:
        """Return a server's settings; empty where nothing was set."""
        return await self._one(select(GuildRow.settings).where(GuildRow.guild == guild)) or {}

    async def _one(self, query: Any) -> Any:
        async with self.session() as session:
            return await session.scalar(query)

    async def _rows(self, query: Any) -> list[Any]:
        async with self.session() as session:
            return list(await session.scalars(query))

    async def _plain(self, query: Any) -> Sequence[Any]:
        """Return rows as they are, which costs a fifth of what objects do."""
        async with self.session() as session:
            return (await session.execute(query)).all()

    async def _tables(self, which: ColumnElement[bool]) -> tuple[TableRecord, ...]:
        """Return tables with seats, open calls and open vote, in one snapshot."""
        async with self.session() as session:
            rows = (await session.scalars(select(TableRow).where(which))).all()
            ids = select(TableRow.id).where(which)
            seats = select(SeatRow).where(SeatRow.table.in_(ids)).order_by(SeatRow.index)
            calls = select(CallRow).where(CallRow.table.in_(ids), CallRow.verdict.is_(None))
            votes = select(VoteRow).where(VoteRow.table.in_(ids), VoteRow.result.is_(None))
            away = select(LeaverRow).where(LeaverRow.table.in_(ids))
            seated = _by_table(await session.scalars(seats))
            called = _by_table(await session.scalars(calls.order_by(CallRow.stamp)))
            voted = _by_table(await session.scalars(votes.order_by(VoteRow.opened)))
            gone = _by_table(await session.scalars(away.order_by(LeaverRow.person)))
        return tuple(
            _record(row, seated[row.id], called[row.id], voted[row.id], gone[row.id])
            for row in sorted(rows, key=lambda row: row.id)
        )


def _by_table(rows: Iterable[Any]) -> defaultdict[int, list[Any]]:
    """Return rows by the table they belong to, in their order."""
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.table].append(row)
    return found


EVENTS = select(
    *(
        cast(column, Text) if isinstance(column.type, JSON) else column
        for column in EventRow.__table__.columns
    )
).order_by(EventRow.seq)
"""Events by the columns of their table, what is JSON as text."""

_people = msgspec.json.Decoder(tuple[int | None, ...])
_seats = msgspec.json.Decoder(tuple[int, ...])


def _event(row: Any) -> EventRecord:
    table, seq, ply, by, people, kind, data, notation, stamp, at, press, auto, race = row
    return EventRecord(
        table=table,
        seq=seq,
        ply=ply,
        by=_seats.decode(by),
        people=_people.decode(people) if people is not None else (),
        kind=kind,
        data=data,
        notation=notation,
        stamp=stamp,
        at=at,
        press=press,
        auto=auto,
        race=msgspec.json.decode(race) if race is not None else None,
    )


def _values(row: Base) -> dict[str, Any]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns}


def _record(
    row: TableRow,
    seats: Sequence[SeatRow],
    calls: Sequence[CallRow],
    votes: Sequence[VoteRow],
    leavers: Sequence[LeaverRow],
) -> TableRecord:
    race = None
    if calls:
        made = tuple(convert(_values(call), CallMade) for call in calls)
        race = Race(ply=calls[-1].ply, calls=made)
    return convert(
        {
            **_values(row),
            "seats": [_values(seat) for seat in seats],
            "leavers": [_values(leaver) for leaver in leavers],
            "race": race,
            "vote": convert(_values(votes[-1]), Vote) if votes else None,
        },
        TableRecord,
    )
