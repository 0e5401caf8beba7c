"""What every table needs of its surroundings."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from msgspec import structs

from bot.cluster.ownership import Ownership
from bot.db.changes import NOTHING, Change, Rated, life_change
from bot.db.records import Result
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_clock import DiscordClock
from bot.tables.directory import Directory
from bot.tables.entries import Entry
from bot.tables.guild_settings import Servers
from bot.tables.model import Changed, Table
from bot.tables.replies import Answer
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame

log = logging.getLogger(__name__)


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
