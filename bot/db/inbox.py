"""Presses that came to another process than their table's owner, and news for every process.

Whatever is put here is announced in the same transaction; since an announcement may be lost,
everybody also looks once a second.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.advisory import Advisory
from bot.db.errors import refusing
from bot.db.models import InboxRow, MessageRow, NewsRow, SeatRow, TableRow
from bot.db.records import ACTIVE
from bot.db.shared import SharedRows

CHANNEL = "kalamazoo"
"""What announcements are made on."""
LIFE = timedelta(minutes=14)
"""How long a press is kept at most; its token serves for fifteen minutes."""
TOLD = timedelta(minutes=1)
"""How long news are kept."""


class Letter(Struct, frozen=True, kw_only=True):
    """A press or reaction for the owner of its table.

    Attributes:
        id: its place in the order of arrival; 0 before it is put.
        kind: the event of the gateway it was.
        key: names the press; None for a reaction, which has none of Discord's (`name`).
        stamp: when it was made, in seconds on Discord's clock.
        well_timed: whether that was well known (`bot.tables.entries.Press`).
        about: the table that is meant.
        waiting: whether its maker sees that the bot "thinks".
        token: what it is answered through; None for a reaction.
        data: what Discord told, the token apart.
    """

    id: int = 0
    kind: str
    key: str | None = None
    stamp: float
    well_timed: bool = True
    about: int
    waiting: bool = False
    token: str | None = None
    data: dict[str, Any]

    @property
    def name(self) -> str:
        """What names a reaction for ever: in a copy of the database the ids begin anew."""
        return f"x{self.id}@{self.stamp:.3f}"

    def __repr__(self) -> str:
        """Leave out the token and what the press was about."""
        return f"<Letter {self.id} {self.kind} table {self.about}>"


class News(Struct, frozen=True):
    """What every process but the sender has to hear of."""

    id: int
    kind: str
    about: int


class InboxRows(SharedRows):
    """Letters and news."""

    async def put(self, letters: Iterable[tuple[int, Letter]]) -> None:
        """Put letters, each for the owner of a shard, and announce them; each key once."""
        rows = [{"shard": shard, **structs.asdict(letter)} for shard, letter in letters]
        for row in rows:
            del row["id"]
        from sqlalchemy.dialects.postgresql import insert as insert_or_not

        new = insert_or_not(InboxRow).on_conflict_do_nothing(index_elements=["key"])
        with refusing():
            async with self._engine.begin() as connection:
                for row in rows:
                    await connection.execute(new.values(row))
                await _announce(connection)

    async def waiting(
        self, shards: Collection[int], but: Collection[int], most: int
    ) -> Sequence[Letter]:
        """Return the oldest letters for the owner of these shards, some left out, in order."""
        query = (
            select(InboxRow)
            .where(InboxRow.shard.in_(shards), InboxRow.id.not_in(but))
            .where(InboxRow.made > func.now() - LIFE)
            .order_by(InboxRow.id)
            .limit(most)
        )
        fields = Letter.__struct_fields__
        rows = await self.read(query.with_only_columns(*(getattr(InboxRow, f) for f in fields)))
        return [Letter(**dict(zip(fields, row, strict=True))) for row in rows]

    async def age(self) -> float | None:
        """Return how old the oldest letter is, for whomever, in seconds; None: there is none."""
        age = func.extract("epoch", func.clock_timestamp() - func.min(InboxRow.made))
        [[oldest]] = await self.read(select(age))
        return None if oldest is None else float(oldest)

    async def done(self, letters: Collection[int]) -> None:
        """Erase letters that are answered, tokens and all."""
        await self.write(delete(InboxRow).where(InboxRow.id.in_(letters)))

    async def sweep(self) -> None:
        """Erase what is too old to be answered, and news that everybody has heard."""
        await self.write(
            delete(InboxRow).where(InboxRow.made < func.now() - LIFE),
            delete(NewsRow).where(NewsRow.made < func.now() - TOLD),
        )

    async def tell(self, kind: str, about: int) -> None:
        """Tell every other process."""
        new = insert(NewsRow).values(sender=self._own, kind=kind, about=about)
        with refusing():
            async with self._engine.begin() as connection:
                await connection.execute(new)
                await _announce(connection)

    async def news(self) -> Sequence[News]:
        """Return what others have told lately, in order; also what was returned before."""
        query = select(NewsRow.id, NewsRow.kind, NewsRow.about).where(NewsRow.sender != self._own)
        return [News(*row) for row in await self.read(query.order_by(NewsRow.id))]

    async def claim(self, kind: str, about: int, seconds: float) -> float:
        """Tell it and return 0, or return how many seconds are left until it may be told again.

        Args:
            kind: of news.
            about: whom they are about; of several who try at once one has it.
            seconds: within which it is told once, not longer than news are kept.
        """
        turn = select(func.pg_advisory_xact_lock(Advisory.CLAIMING, func.hashint8(about)))
        alike = (NewsRow.kind == kind, NewsRow.about == about)
        age = func.extract("epoch", func.clock_timestamp() - func.max(NewsRow.made))
        new = insert(NewsRow).values(sender=self._own, kind=kind, about=about)
        with refusing():
            async with self._engine.begin() as connection:
                await connection.execute(turn)
                last = (await connection.execute(select(age).where(*alike))).scalar_one()
                left = 0.0 if last is None else max(seconds - float(last), 0.0)
                if not left:
                    await connection.execute(new)
                return left

    async def unclaim(self, kind: str, about: int) -> None:
        """Take back what this process has told of somebody."""
        own = (NewsRow.sender == self._own, NewsRow.kind == kind, NewsRow.about == about)
        await self.write(delete(NewsRow).where(*own))

    async def place(self, table: int) -> tuple[int | None] | None:
        """Return the server of a table; None: there is no such table."""
        found = await self.read(select(TableRow.guild).where(TableRow.id == table))
        return (found[0][0],) if found else None

    async def hand(self, message: int) -> tuple[int, int | None] | None:
        """Return the table whose hand a message shows, and its server; None: it is none."""
        query = (
            select(TableRow.id, TableRow.guild)
            .join(MessageRow, MessageRow.table == TableRow.id)
            .where(MessageRow.message == message, MessageRow.kind == "hand")
        )
        found = await self.read(query)
        return (found[0][0], found[0][1]) if found else None

    async def seats(self, person: int) -> Sequence[tuple[int, int | None]]:
        """Return the lobbies and running games somebody sits at, each with its server."""
        query = (
            select(TableRow.id, TableRow.guild)
            .join(SeatRow, SeatRow.table == TableRow.id)
            .where(SeatRow.person == person, TableRow.status.in_(ACTIVE))
            .order_by(TableRow.id)
        )
        return [(table, guild) for table, guild in await self.read(query)]


async def _announce(connection: AsyncConnection) -> None:
    await connection.execute(text(f"NOTIFY {CHANNEL}"))
