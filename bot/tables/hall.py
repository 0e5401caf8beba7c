"""What every table needs of its surroundings, and where to find a table."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Protocol

from msgspec import structs

from bot.cluster.ownership import Ownership
from bot.db.changes import NOTHING, Change, Rated, life_change
from bot.db.records import EventRecord, Result, TableRecord, Whereabouts
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_clock import DiscordClock
from bot.tables.entries import Entry
from bot.tables.guild_settings import Servers
from bot.tables.model import Changed, Table
from bot.tables.replies import Answer
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Expected:
    """A lobby or running game that has not come back yet after a start.

    Attributes:
        where: what is known of it.
        alive: when a process last had it; None: that is not known.
        read: what is stored of it, where it was read together with others.
    """

    where: Whereabouts
    alive: datetime | None
    read: "tuple[TableRecord, tuple[EventRecord, ...]] | None" = None


@dataclass(slots=True)
class Directory:
    """Every lobby and running game by id, and who is just sitting down.

    Attributes:
        active: those in memory.
        expected: those that come back when they are first touched, or in their turn.
    """

    active: dict[int, Table] = field(default_factory=dict)
    expected: dict[int, Expected] = field(default_factory=dict)
    _joining: Counter[int] = field(default_factory=Counter)
    """People whose sitting down is being stored."""

    def note(self, after: Table) -> None:
        """Learn of a change."""
        if after.active:
            self.active[after.id] = after
        else:
            self.active.pop(after.id, None)

    def forget(self, table: Table) -> None:
        """Forget a table that leaves the memory."""
        self.active.pop(table.id, None)

    @contextmanager
    def sitting_down(self, person: int) -> Iterator[None]:
        """Count a seat of this person while it is being stored."""
        self._joining[person] += 1
        try:
            yield
        finally:
            self._joining[person] -= 1
            if not self._joining[person]:
                del self._joining[person]

    def seats_of(self, person: int, guild: int | None = None) -> int:
        """Return how many seats this person holds, counting those being stored.

        Those of tables that are abandoned do not count.

        `guild`: only in this server; those being stored count wherever they are.
        """
        held = sum(
            table.seat_of(person) is not None
            for table in self.active.values()
            if (guild is None or table.guild == guild) and not table.abandoned
        )
        coming = sum(
            person in each.where.seated
            for number, each in self.expected.items()
            if guild in (None, each.where.guild)
            and not (each.where.abandoned or number in self.active)
        )
        return held + coming + self._joining[person]


class Others(Protocol):
    """What one table may ask of all tables."""

    async def next_id(self) -> int:
        """Return the id of the next table.

        Raises:
            StorageError: the database cannot be asked now.
        """
        ...

    def adopt(self, step: Step) -> None:
        """Take a table just stored into memory and tell of it."""
        ...

    def submit(self, table: int, entry: Entry) -> "asyncio.Future[Answer]":
        """Append to another table's inbox."""
        ...

    async def load(self, table: int) -> Table | None:
        """Return any table."""
        ...


class Rater(Protocol):
    """Rates a game that ends (`bot.records.ratings`).

    `lock` is held from before `rate` until its writes are stored.
    """

    lock: asyncio.Lock

    async def rate(self, results: tuple[Result, ...]) -> Rated:
        """Return a game's results with ratings, or with why there are none.

        Raises:
            StorageError: the database cannot be read now.
        """
        ...


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything outside one table that its handlers use."""

    games: Mapping[str, AnyGame]
    store: Store
    reader: Reader
    clock: DiscordClock
    settings: TableSettings
    on_changed: Callable[[Changed], None]
    seed: Callable[[], str]
    chance: Random
    others: Others
    rater: Rater
    servers: Servers
    by_hand: Callable[[int], bool]
    ownership: Ownership
    directory: Directory = field(default_factory=Directory)

    def life(self) -> Change:
        """Return what tells that the process lives, once nothing is left that was away.

        Until then the outage lasts, should it end before.
        """
        return NOTHING if self.directory.expected else life_change(self.clock.now())

    async def seats_elsewhere(self, person: int) -> tuple[Table, ...]:
        """Return the tables of other processes at which somebody sits, without their states.

        Raises:
            StorageError: the database cannot be read now.
        """
        seats = await self.ownership.seats(person)
        records = await self.reader.tables(seats) if seats else ()
        return tuple(Table(**structs.asdict(record)) for record in records)

    def tell(self, changed: Changed) -> None:
        """Tell of a change; whoever is told cannot hurt the table."""
        try:
            self.on_changed(changed)
        except Exception:
            log.exception("telling of a change at table %s failed", changed.after.id)
