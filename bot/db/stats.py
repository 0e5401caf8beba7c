"""Reading what is told of games that are over: ratings, boards, statistics, histories."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct, convert
from sqlalchemy import (
    ColumnElement,
    Executable,
    Select,
    and_,
    case,
    func,
    literal_column,
    or_,
    select,
    true,
)

from bot.db.models import CallRow, GuildRow, MessageRow, RatingRow, ResultRow, TableRow, UserRow
from bot.db.records import ALWAYS, EVERYWHERE, PLACED, Rating, Result
from bot.db.tables import Reader

PAGE = 10
"""Lines of a page of a leaderboard or a history."""


class BoardLine(Struct, frozen=True, kw_only=True):
    """One line of a leaderboard; `name` as last seen, "" if it never was.

    `place` is None for somebody with too few rated games.
    """

    place: int | None
    person: int
    name: str
    number: int
    games: int
    wins: int
    streak: int


class BoardPage(Struct, frozen=True):
    """A page of a leaderboard, the reader's own line, and how many lines there are in all."""

    lines: tuple[BoardLine, ...] = ()
    own: BoardLine | None = None
    total: int = 0


class Played(Struct, frozen=True, kw_only=True):
    """A game somebody finished, with where it was."""

    result: Result
    seats: int
    channel: int
    thread: int | None
    message: int | None


class Totals(Struct, frozen=True, kw_only=True):
    """Somebody's games of one kind.

    Attributes:
        calls, right: calls made, and those that were right.
        quickest: seconds of the quickest right call, where that is known.
    """

    game: str
    played: int
    won: int
    calls: int = 0
    right: int = 0
    quickest: float | None = None


class Opponent(Struct, frozen=True):
    """Somebody often played against."""

    person: int
    name: str
    games: int


class StatsReader:
    """Reads ratings, boards and results; each method raises `StorageError` if it cannot now.

    A `guild` of None means everywhere.

    Args:
        reader: whose engine is used.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def ratings(
        self, game: str, guilds: Iterable[int], seasons: Iterable[str], people: Iterable[int]
    ) -> dict[tuple[int, str, int], Rating]:
        """Return the ratings there are, by server, season and person."""
        query = select(RatingRow.__table__).where(
            RatingRow.game == game,
            RatingRow.guild.in_(tuple(guilds)),
            RatingRow.season.in_(tuple(seasons)),
            RatingRow.person.in_(tuple(people)),
        )
        found = [convert(dict(row), Rating) for row in await self._all(query)]
        return {(each.guild, each.season, each.person): each for each in found}

    async def ratings_of(self, person: int, guild: int | None) -> dict[str, Rating]:
        """Return somebody's ratings of all time, by game."""
        query = select(RatingRow.__table__).where(
            RatingRow.person == person,
            RatingRow.guild == (guild or EVERYWHERE),
            RatingRow.season == ALWAYS,
        )
        found = [convert(dict(row), Rating) for row in await self._all(query)]
        return {each.game: each for each in found}

    async def favourite(self, person: int, guild: int | None, games: Collection[str]) -> str | None:
        """Return which of these games somebody finished last in a server; None: in any.

        Else the one with the most rated games there; None if there are none.
        """
        own = (
            select(ResultRow.game)
            .where(*_of(person, guild), ResultRow.game.in_(games))
            .order_by(ResultRow.ended.desc(), ResultRow.table.desc())
            .limit(1)
        )
        most = (
            select(RatingRow.game)
            .where(RatingRow.guild == (guild or EVERYWHERE), RatingRow.game.in_(games))
            .where(RatingRow.season == ALWAYS)
            .group_by(RatingRow.game)
            .order_by(func.sum(RatingRow.games).desc(), RatingRow.game)
            .limit(1)
        )
        found = await self._all(own) or await self._all(most)
        return found[0]["game"] if found else None

    async def rates(self, guild: int) -> bool:
        """Say whether a server keeps ratings (its setting `rated`)."""
        query = select(GuildRow.settings).where(GuildRow.guild == guild)
        rows = await self._all(query)
        return not rows or rows[0]["settings"].get("rated", True) is not False

    async def rated_together(self, people: Collection[int], since: datetime) -> int:
        """Return how many games exactly these people have had with one another since.

        Those that were rated for at least one of them, whoever that was.
        """
        if not people:
            return 0
        rated = select(ResultRow.table).where(
            ResultRow.person.in_(tuple(people)),
            ResultRow.ended >= since,
            ResultRow.number.is_not(None),
        )
        query = select(ResultRow.table, ResultRow.person).where(
            ResultRow.table.in_(rated), ResultRow.person.is_not(None)
        )
        met: dict[int, set[int]] = {}
        for row in await self._all(query):
            met.setdefault(row["table"], set()).add(row["person"])
        return sum(each == set(people) for each in met.values())

    async def board(
        self,
        game: str,
        guild: int | None,
        season: str,
        page: int,
        reader: int,
        known: int | None = None,
    ) -> BoardPage:
        """Return a page of a leaderboard by one query, whatever its size.

        Equal numbers share a place (1, 1, 3); behind it the order is that of ids. Whoever was never
        seen in the server where the board is read stays without a name, but for the reader.

        Args:
            game: which game.
            guild: the server.
            season: the season, or "".
            page: from 0.
            reader: whose own line is wanted, placed or not.
            known: the server whose people are named; None: the board's own.
        """
        board = guild or EVERYWHERE
        query = board_query(game, board, season, page, reader, guild or known)
        rows = await self._all(query)
        lines: list[BoardLine] = []
        own: BoardLine | None = None
        place = 0
        for row in rows:
            if not row["listed"]:
                place = row["own_above"] + 1
            elif not lines:
                place = page * PAGE + 1 - row["tied"]
            elif lines[-1].number != row["number"]:
                place = page * PAGE + len(lines) + 1
            line = _line(row, place)
            if row["listed"]:
                lines.append(line)
            if line.person == reader:
                own = line
        return BoardPage(tuple(lines), own, rows[0]["total"] if rows else 0)

    async def played(
        self,
        person: int,
        guild: int | None,
        offset: int = 0,
        most: int = PAGE,
        channels: Collection[int] | None = None,
    ) -> tuple[Played, ...]:
        """Return the games somebody finished, newest first; only those in `channels`, if given."""
        where = () if channels is None else (TableRow.channel.in_(channels),)
        seats = (
            select(func.count())
            .select_from(_OTHER)
            .where(_OTHER.c.table == ResultRow.table)
            .scalar_subquery()
        )
        query = (
            select(
                ResultRow.__table__,
                seats.label("seats"),
                TableRow.channel,
                TableRow.thread,
                _present(ResultRow.table).label("message"),
            )
            .join(TableRow, TableRow.id == ResultRow.table)
            .where(*_of(person, guild), *where)
            .order_by(ResultRow.ended.desc(), ResultRow.table.desc())
            .limit(most)
            .offset(offset)
        )
        return tuple(
            Played(
                result=convert(dict(row), Result),
                seats=row["seats"],
                channel=row["channel"],
                thread=row["thread"],
                message=row["message"],
            )
            for row in await self._all(query)
        )

    async def totals(self, person: int, guild: int | None) -> dict[str, Totals]:
        """Return somebody's figures by game."""
        counted = (
            select(
                ResultRow.game,
                func.count().label("played"),
                func.sum(case((ResultRow.won, 1), else_=0)).label("won"),
            )
            .where(*_of(person, guild))
            .group_by(ResultRow.game)
        )
        right = CallRow.verdict.in_(("good", "slower"))
        called = (
            select(
                TableRow.game,
                func.count().label("calls"),
                func.sum(case((right, 1), else_=0)).label("right"),
                func.min(CallRow.after).label("quickest"),
            )
            .join(TableRow, TableRow.id == CallRow.table)
            .where(CallRow.person == person, CallRow.verdict.in_(("good", "slower", "false")))
            .where(*([] if guild is None else [TableRow.guild == guild]))
            .group_by(TableRow.game)
        )
        calls = {row["game"]: dict(row) for row in await self._all(called)}
        return {
            row["game"]: convert({**row, **calls.get(row["game"], {})}, Totals)
            for row in await self._all(counted)
        }

    async def series(
        self, person: int, guild: int | None, most: int
    ) -> dict[str, tuple[float, ...]]:
        """Return how somebody's ratings went, by game, over the last `most` rated games of each.

        The first number is the rating before the first of these, then comes that after each.
        """
        row = ResultRow
        before = row.overall_before if guild is None else row.rating_before
        after = row.overall_after if guild is None else row.rating_after
        query = (
            select(row.game, before.label("before"), after.label("after"))
            .where(*_of(person, guild), after.is_not(None))
            .order_by(row.number)
        )
        found: dict[str, list[float]] = {}
        for game in await self._all(query):
            found.setdefault(game["game"], [game["before"]]).append(game["after"])
        return {game: tuple(ratings[-most - 1 :]) for game, ratings in found.items()}

    async def opponents(self, person: int, guild: int | None, most: int) -> tuple[Opponent, ...]:
        """Return whom somebody has played against most often, partners left out."""
        games = func.count().label("games")
        query = (
            select(_OTHER.c.person, UserRow.name, games)
            .select_from(ResultRow)
            .join(_OTHER, _OTHER.c.table == ResultRow.table)
            .outerjoin(
                UserRow,
                (UserRow.person == _OTHER.c.person) & (UserRow.guild == (guild or EVERYWHERE)),
            )
            .where(*_of(person, guild), _OTHER.c.person.is_not(None))
            .where(_OTHER.c.person != person, _OTHER.c.team != ResultRow.team)
            .group_by(_OTHER.c.person, UserRow.name)
            .order_by(games.desc(), _OTHER.c.person)
            .limit(most)
        )
        return tuple(
            Opponent(row["person"], row["name"] or "", row["games"])
            for row in await self._all(query)
        )

    async def _all(self, query: Executable) -> list[Any]:
        async with self._reader.session() as session:
            return list((await session.execute(query)).mappings())


_OTHER = ResultRow.__table__.alias("other")


def board_query(
    game: str, guild: int, season: str, page: int, reader: int, known: int | None
) -> Select[Any]:
    """Return the query of a leaderboard's page and the reader's own line.

    All counts are one walk along `ix_ratings_board`, and so is the way to the page, which reads
    what is not in the index of its own lines alone. `PLACED` stands there as a literal, as SQLite
    uses a partial index only for a condition it can compare when it plans.
    """
    row = RatingRow
    here = (row.guild == guild, row.game == game, row.season == season)
    placed = (*here, row.games >= literal_column(str(PLACED)))
    columns = (row.person, row.number, row.games, row.wins, row.streak)
    people = (
        select(row.person)
        .where(*placed)
        .order_by(row.number.desc(), row.person.desc())
        .limit(PAGE)
        .offset(page * PAGE)
        .subquery("people")
    )
    page_rows = (
        select(*columns, literal_column("1").label("listed"))
        .where(*here, row.person == people.c.person)
        .cte("page")
    )
    own: Any = select(*columns, literal_column("0").label("listed")).where(
        *here, row.person == reader
    )
    listed = select(page_rows.c.person)
    lines = select(page_rows).union_all(own.where(row.person.not_in(listed))).subquery("lines")
    first = select(func.max(page_rows.c.number)).scalar_subquery()
    top = select(func.max(page_rows.c.person)).where(page_rows.c.number == first)
    tied = and_(row.number == first, row.person > top.scalar_subquery())
    mine = select(row.number).where(*here, row.person == reader).scalar_subquery()
    counts = (
        select(
            func.count().label("total"),
            func.count().filter(row.number > mine).label("own_above"),
            func.count().filter(tied).label("tied"),
        )
        .select_from(row)
        .where(*placed)
        .subquery("counts")
    )
    there = UserRow.guild == known
    own_name = and_(UserRow.person == reader, UserRow.guild == EVERYWHERE)
    name = (
        select(UserRow.name)
        .where(UserRow.person == lines.c.person, or_(there, own_name), UserRow.name != "")
        .order_by(UserRow.guild.desc())
        .limit(1)
    )
    return (
        select(
            lines,
            name.scalar_subquery().label("name"),
            counts,
        )
        .select_from(lines.join(counts, true()))
        .order_by(lines.c.listed.desc(), lines.c.number.desc(), lines.c.person.desc())
    )


def _present(table: Any) -> Any:
    """Return the public message of a table that came last."""
    return (
        select(MessageRow.message)
        .where(MessageRow.table == table, MessageRow.round > 0)
        .order_by(MessageRow.round.desc())
        .limit(1)
        .scalar_subquery()
    )


def _line(row: Any, place: int) -> BoardLine:
    return BoardLine(
        place=place if row["games"] >= PLACED else None,
        person=row["person"],
        name=row["name"] or "",
        number=row["number"],
        games=row["games"],
        wins=row["wins"],
        streak=row["streak"],
    )


def _of(person: int, guild: int | None) -> tuple[ColumnElement[bool], ...]:
    mine = ResultRow.person == person
    return (mine,) if guild is None else (mine, ResultRow.guild == guild)
