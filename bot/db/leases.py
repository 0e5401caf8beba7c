"""Who has which shards, on a database server that several processes share.

A process lives until its heartbeat runs out, by the server's clock, and so does every lease of its
own. Whoever takes a shard raises its epoch, for which every commit asks in the statement that locks
what it writes (`bot.db.unit_of_work`): a process that was replaced can store nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, case, delete, func, select, text, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.errors import refusing
from bot.db.models import ProcessRow, ShardRow
from bot.db.shared import SharedRows

FARTHEST = timedelta(minutes=1)
"""How far ahead a heartbeat may run out: one that does later was stored before the server's clock
was put back, by a process that has not lived since."""

GONE = timedelta(days=1)
"""How long a process that is dead is remembered."""

SERVERS_FROM = 1 << 22
"""What a server's id is divided by to find its shard (`discord.md` section 5)."""


def shard_of(guild: int | None, shards: int) -> int:
    """Return the shard by which the events of a server come, or of direct messages (None)."""
    return (guild or 0) // SERVERS_FROM % shards


def lives() -> ColumnElement[bool]:
    """Return the condition under which a process lives."""
    now = func.clock_timestamp()
    return and_(ProcessRow.until > now, ProcessRow.until <= now + FARTHEST)


class Fence(Struct, frozen=True):
    """What a process may write: the tables of the shards it holds.

    Attributes:
        held: the epoch of each of its shards, kept up to date by whoever leases them.
        shards: how many there are in all.
    """

    held: Mapping[int, int]
    shards: int

    def open(self) -> ColumnElement[bool]:
        """Return the condition under which a row of `shards` is still held."""
        return tuple_(ShardRow.shard, ShardRow.epoch).in_(list(self.held.items()))

    def reaches(self, guild: int | None) -> bool:
        """Say whether a server's tables are of a shard that is held."""
        return shard_of(guild, self.shards) in self.held


class Lease(Struct, frozen=True):
    """A shard as it stands.

    Attributes:
        owner: who has it, or had it last; None: it was given away.
        heir: who asks for it.
        free: for how many seconds nobody has had it; 0 while somebody has.
    """

    shard: int
    owner: str | None
    heir: str | None
    free: float


class Taken(Struct, frozen=True):
    """A shard that was just taken.

    Attributes:
        epoch: the new one.
        free: how many seconds ago somebody last had it, by the server's clock; None: nobody ever.
        answered: the interactions the owner before had taken in when it gave the shard away.
    """

    epoch: int
    free: float | None
    answered: tuple[int, ...]


class LeaseRows(SharedRows):
    """Heartbeats and leases."""

    async def beat(self, seconds: float) -> tuple[dict[int, int], int]:
        """Live on for so many seconds; return the epochs of one's shards, and how many live."""
        now = func.clock_timestamp()
        mine = _insert(ProcessRow).values(id=self._own, until=now + timedelta(seconds=seconds))
        mine = mine.on_conflict_do_update(
            index_elements=["id"], set_={"until": mine.excluded.until}
        )
        held = select(ShardRow.shard, ShardRow.epoch).where(ShardRow.owner == self._own)
        living = select(func.count()).select_from(ProcessRow).where(lives())
        with refusing():
            async with self._engine.begin() as connection:
                await connection.execute(mine)
                rows = (await connection.execute(held)).all()
                count = (await connection.execute(living)).scalar_one()
        return dict(rows), count

    async def look(self) -> tuple[Lease, ...]:
        """Return every shard that was ever taken."""
        now = func.clock_timestamp()
        until = func.coalesce(ProcessRow.until, ShardRow.alive, now)
        late = until > now + FARTHEST
        free = case(
            (late, func.extract("epoch", until - now)),
            else_=func.greatest(func.extract("epoch", now - until), 0),
        )
        query = select(ShardRow.shard, ShardRow.owner, ShardRow.heir, free).outerjoin(
            ProcessRow, ProcessRow.id == ShardRow.owner
        )
        return tuple(
            Lease(shard=shard, owner=owner, heir=heir, free=float(seconds))
            for shard, owner, heir, seconds in await self.read(query.order_by(ShardRow.shard))
        )

    async def take(self, shard: int, seconds: float) -> Taken | None:
        """Take a shard that nobody has; None: somebody has it.

        Commits of whoever had it before end first: what is read after this is all there will be.

        Args:
            shard: which.
            seconds: what a heartbeat lasts.
        """
        with refusing():
            async with self._engine.begin() as connection:
                return await self._take(connection, shard, timedelta(seconds=seconds))

    async def _take(self, connection: AsyncConnection, shard: int, beat: timedelta) -> Taken | None:
        new = _insert(ShardRow).values(shard=shard, epoch=0).on_conflict_do_nothing()
        await connection.execute(new)
        locked = select(ShardRow).where(ShardRow.shard == shard).with_for_update()
        row = (await connection.execute(locked)).one()
        # Only now: while it waited for the row somebody else may have come to be the owner.
        beats = select(ProcessRow.until).where(ProcessRow.id == row.owner)
        until = (await connection.execute(beats)).scalar_one_or_none()
        now = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
        living = until is not None and now < until <= now + FARTHEST
        if living and row.owner not in (None, self._own):
            return None
        values = {"owner": self._own, "epoch": row.epoch + 1, "heir": None, "answered": None}
        await connection.execute(update(ShardRow).where(ShardRow.shard == shard).values(values))
        alive = until - beat if until is not None else row.alive
        return Taken(
            epoch=row.epoch + 1,
            free=max((now - alive).total_seconds(), 0.0) if alive is not None else None,
            answered=tuple(row.answered or ()),
        )

    async def ask(self, shards: Iterable[int]) -> None:
        """Ask whoever has these shards to give them away."""
        for shard in shards:  # one by one: nobody waits in a circle for a row
            await self.write(update(ShardRow).where(ShardRow.shard == shard).values(heir=self._own))

    async def give(self, answered: Iterable[int], ago: float = 0.0) -> None:
        """Give one's shards away, and live no more.

        Args:
            answered: the interactions taken in last.
            ago: how many seconds ago the last thing was taken in.
        """
        stopped = func.clock_timestamp() - timedelta(seconds=ago)
        given = (
            update(ShardRow)
            .where(ShardRow.owner == self._own)
            .values(owner=None, alive=stopped, answered=list(answered))
        )
        gone = update(ProcessRow).where(ProcessRow.id == self._own)
        await self.write(given, gone.values(until=func.clock_timestamp()))

    async def others(self) -> dict[str, datetime]:
        """Return the names of the other processes that live, and until when each does."""
        query = select(ProcessRow.id, ProcessRow.until).where(ProcessRow.id != self._own, lives())
        return dict(await self.read(query))

    async def table_id(self) -> int:
        """Return the number of a new table: nobody else ever gets it."""
        with refusing():
            async with self._engine.begin() as connection:
                found = await connection.execute(text("SELECT nextval('table_ids')"))
                return int(found.scalar_one())

    async def sweep(self) -> None:
        """Forget processes that died long ago and have nothing any more: each start is another."""
        owners = select(ShardRow.owner).where(ShardRow.owner.is_not(None))
        dead = ProcessRow.until < func.clock_timestamp() - GONE
        await self.write(delete(ProcessRow).where(dead, ProcessRow.id.not_in(owners)))

    async def catch_up(self) -> None:
        """Let no number be given that a table had before the numbers came from here."""
        await self.write(
            text(
                "SELECT setval('table_ids', GREATEST("
                "(SELECT last_table FROM identity), (SELECT last_value FROM table_ids)))"
            )
        )


def _insert(row: type[ProcessRow | ShardRow]) -> Any:
    """Return an insert that can say what becomes of a row that is there.

    Its driver is loaded here, so that a bot on SQLite never does.
    """
    from sqlalchemy.dialects.postgresql import insert

    return insert(row)
