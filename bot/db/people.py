"""Reading everything that is stored about one person, to hand it out or to forget it."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import convert, structs
from sqlalchemy import Executable, Select, Text, cast, or_, select, union

from bot.db.changes import Change, Write, shares_change
from bot.db.forget import PEOPLE, RACE, SEQ, TABLE, WHO
from bot.db.models import (
    CallRow,
    EventRow,
    GuildRow,
    LeaverRow,
    MessageRow,
    RatingRow,
    ResultRow,
    SeatRow,
    ShareRow,
    TableRow,
    UserRow,
    VoteRow,
)
from bot.db.records import FORGOTTEN, ServerSettings, Share, settings_of
from bot.db.tables import Reader

Row = dict[str, Any]

AT_ONCE = 250
"""Rows read between two turns of the event loop, which somebody's whole past must not hold up."""


class PersonalReader:
    """Reads one person's data; every method raises `StorageError`.

    Args:
        reader: whose engine is used.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def tables(self, person: int) -> tuple[int, ...]:
        """Return every table that says anything of a person, oldest first."""
        query = union(
            select(SeatRow.table).where(
                or_(SeatRow.person == person, SeatRow.invited == person, SeatRow.opposite == person)
            ),
            select(ResultRow.table).where(ResultRow.person == person),
            select(CallRow.table).where(CallRow.person == person),
            select(LeaverRow.table).where(LeaverRow.person == person),
            select(TableRow.id).where(TableRow.host == person),
        )
        return tuple(sorted(row["table"] for row in await self._rows(query)))

    async def shares(self, person: int) -> tuple[Share, ...]:
        """Return what was shared that names a person; `FORGOTTEN`: what is still to be drawn."""
        return tuple(convert(row, Share) for row in await self._rows(_of(ShareRow, person)))

    async def forgetting(self, person: int, tables: tuple[int, ...]) -> Change:
        """Return the writes after which nothing stored names a person.

        Seats, results and calls stay, as nobody's; names, direct channels, preferences and ratings
        go; presses, races and votes are rewritten. The reasons of votes at these tables go too,
        since people may have named somebody in them. What was shared is still to be drawn anew.

        Args:
            person: whom.
            tables: those of `tables`, asked before anything was taken off them.
        """
        who = ({WHO: person},)
        seated = (SeatRow, LeaverRow, MessageRow, CallRow, TableRow)
        models = (*seated, ShareRow, ResultRow, RatingRow, UserRow)
        writes = [Write(model, "forget", who) for model in models]
        writes += shares_change(_owed(each, person) for each in await self.shares(person)).writes
        for at in range(0, len(tables), 500):
            some = tables[at : at + 500]
            events = tuple(_redacted(row, person) for row in await self._events(some, person))
            votes = tuple(_unnamed(row, person) for row in await self._votes(some))
            writes += [Write(EventRow, "redact", events)] if events else []
            writes += [Write(VoteRow, "upsert", votes)] if votes else []
        return Change(tuple(writes))

    async def export(self, person: int) -> dict[str, list[Row]]:
        """Return what is stored about a person, as plain rows; never a seed, nor others' cards."""
        held = select(SeatRow.table, SeatRow.index).where(SeatRow.person == person).subquery()
        noted = cast(EventRow.people, Text).contains(str(person))
        event = EventRow
        tables = await self.tables(person)
        acted = (
            select(event.table, event.ply, event.by, event.people, event.notation, event.at)
            .outerjoin(held, held.c.table == event.table)
            .add_columns(held.c.index)
            .where(event.table.in_(tables), event.notation != "")
            .where(or_(noted, event.people.is_(None)))
            .order_by(event.table, event.seq)
        )
        seated = (
            select(
                SeatRow.table,
                SeatRow.index,
                SeatRow.name,
                TableRow.game,
                TableRow.guild,
                TableRow.channel,
                TableRow.status,
                TableRow.created,
                TableRow.ended,
            )
            .join(TableRow, TableRow.id == SeatRow.table)
            .where(or_(SeatRow.person == person, SeatRow.invited == person))
            .order_by(SeatRow.table)
        )
        actions = await self._rows(acted)
        return {
            "people": await self._rows(_of(UserRow, person)),
            "seats": await self._rows(seated),
            "actions": await asyncio.to_thread(lambda: list(_own(actions, person))),
            "votes": list(_voices(await self._votes(tables), person)),
            "leavings": await self._rows(_of(LeaverRow, person)),
            "messages": await self._rows(_of(MessageRow, person)),
            "shares": await self._rows(_of(ShareRow, person)),
            "calls": await self._rows(_of(CallRow, person)),
            "results": await self._rows(_of(ResultRow, person)),
            "ratings": await self._rows(_of(RatingRow, person)),
            "barred": await self._barring(person),
        }

    async def _events(self, tables: tuple[int, ...], person: int) -> list[Row]:
        named = or_(
            EventRow.press.contains(str(person)),
            cast(EventRow.race, Text).contains(str(person)),
            cast(EventRow.people, Text).contains(str(person)),
        )
        columns = (EventRow.table, EventRow.seq, EventRow.race, EventRow.people)
        query = select(*columns).where(EventRow.table.in_(tables), named)
        return await self._rows(query)

    async def _votes(self, tables: tuple[int, ...]) -> list[Row]:
        return await self._rows(select(VoteRow.__table__).where(VoteRow.table.in_(tables)))

    async def _barring(self, person: int) -> list[Row]:
        """Return the servers that have barred somebody."""
        named = cast(GuildRow.settings, Text).contains(str(person))
        rows = await self._rows(select(GuildRow.__table__).where(named))
        set_ = [(row["guild"], settings_of(row["settings"], ServerSettings)) for row in rows]
        return [{"guild": guild} for guild, settings in set_ if person in settings.barred]

    async def _rows(self, query: Executable) -> list[Row]:
        async with self._reader.session() as session:
            found: list[Row] = []
            result = await session.stream(query)
            async for some in result.mappings().partitions(AT_ONCE):
                found += [dict(row) for row in some]
            return found


def _of(model: Any, person: int) -> Select[Any]:
    return select(model.__table__).where(model.person == person)


def _owed(share: Share, person: int) -> Share:
    """Return that what names a person is to be drawn anew, without saying who it is."""
    subject = None if share.subject == person else share.subject
    return structs.replace(share, person=FORGOTTEN, subject=subject)


def _own(rows: list[Row], person: int) -> Iterator[Row]:
    """Yield each action that somebody took part in, once, not once an event.

    Of before it was noted who acted, those of the seat that is the person's.
    """
    last = None
    for row in rows:
        key = (row["table"], row["ply"])
        people = row["people"]
        own = person in people if people is not None else row["index"] in row["by"]
        if own and key != last:
            yield {name: row[name] for name in ("table", "ply", "notation", "at")}
            last = key


def _voices(rows: list[Row], person: int) -> Iterator[Row]:
    """Yield somebody's voice in each vote, with the reason where the vote was that person's own."""
    for row in rows:
        voice = next((each for each in ("yes", "no") if person in row[each]), None)
        if voice is not None:
            own = {name: row[name] for name in ("table", "opened", "kind")} | {"voice": voice}
            yield own | ({"reason": row["reason"]} if row["yes"][:1] == [person] else {})


def _redacted(row: Row, person: int) -> Row:
    people = row["people"]
    if people is not None:
        people = [FORGOTTEN if other == person else other for other in people]
    race = _race(row["race"], person)
    return {TABLE: row["table"], SEQ: row["seq"], RACE: race, PEOPLE: people}


def _race(race: Mapping[str, Any] | None, person: int) -> Mapping[str, Any] | None:
    if race is None:
        return None
    calls = [
        {**call, "person": None} if call.get("person") == person else call
        for call in race.get("calls", ())
    ]
    return {**race, "calls": calls}


def _unnamed(row: Row, person: int) -> Row:
    people = {
        key: [other for other in row[key] if other != person] for key in ("voters", "yes", "no")
    }
    return {**row, **people, "reason": ""}


async def games_to_drop(
    reader: Reader, before: datetime, most: int
) -> AsyncIterator[tuple[int, ...]]:
    """Yield the tables that ended before that time and still have events, oldest first.

    `most` at a time; what has been yielded is not gone through again.
    """
    has_events = select(EventRow.seq).where(EventRow.table == TableRow.id).limit(1)
    query = (
        select(TableRow.id)
        .where(TableRow.status == "ended", TableRow.ended < before, has_events.exists())
        .order_by(TableRow.id)
        .limit(most)
    )
    last = 0
    while found := await _ids(reader, query.where(TableRow.id > last)):
        yield found
        last = found[-1]


async def lobbies_to_drop(reader: Reader, before: datetime, most: int) -> tuple[int, ...]:
    """Return some lobbies that closed without a game, opened before that time."""
    query = (
        select(TableRow.id)
        .where(TableRow.status == "closed", TableRow.created < before)
        .order_by(TableRow.id)
        .limit(most)
    )
    return await _ids(reader, query)


async def _ids(reader: Reader, query: Select[int]) -> tuple[int, ...]:
    async with reader.session() as session:
        return tuple((await session.scalars(query)).all())
