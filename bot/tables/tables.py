"""The door to all tables: open, submit, look up, restore."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from random import Random

from bot.db.store import Store
from bot.tables.answers import Answer, Done, Refusal
from bot.tables.clock import Clock
from bot.tables.entries import Entry
from bot.tables.settings import TableSettings
from bot.tables.values import Changed, NewTable, Place, StoredEvent, Table
from engine.api import AnyGame


class Tables:
    """Every table of this process.

    Args:
        games: the registry.
        store: where tables are kept; the only writer.
        clock: time and waiting.
        on_changed: told of every change once it is durable, synchronously, in order per table.
        settings: times, limits, margins.
        seed: makes the secret seed of a game.
        chance: the luck of house players' thoughts (never of a game).
    """

    def __init__(
        self,
        games: Iterable[AnyGame],
        store: Store,
        clock: Clock,
        on_changed: Callable[[Changed], None],
        settings: TableSettings = TableSettings(),
        seed: Callable[[], str] = lambda: secrets.token_hex(32),
        chance: Random | None = None,
    ) -> None: ...

    async def restore(self) -> tuple[Table, ...]:
        """Bring back every lobby and running game after a start, before anything is submitted.

        Deadlines are extended by the outage, open calls and votes voided (and said so by notes of
        a `Changed` with `before=None` per table), times planned anew. A game that cannot be read
        is set aside.
        """
        ...

    async def open(self, new: NewTable) -> Done | Refusal:
        """Open a lobby with its host seated."""
        ...

    def submit(self, table: int, entry: Entry) -> "asyncio.Future[Answer]":
        """Append to the table's inbox, at once; the future has the answer.

        Order of arrival is order of submitting. Never raises; the future is never cancelled by us
        and may be left alone.
        """
        ...

    def get(self, table: int) -> Table | None:
        """Return a table from memory: every lobby and running game, and lately used others."""
        ...

    async def load(self, table: int) -> Table | None:
        """Return any table, from the database if it is not in memory."""
        ...

    def history(self, table: int) -> tuple[StoredEvent, ...]:
        """Return the last events of a table in memory (up to 64), oldest first."""
        ...

    async def events(self, table: int) -> tuple[StoredEvent, ...]:
        """Return all events of a table, oldest first."""
        ...

    def game(self, table: Table) -> AnyGame:
        """Return the rules of a table."""
        ...

    def active(self) -> tuple[Table, ...]:
        """Return every lobby and running game, oldest first."""
        ...

    def of_person(self, person: int) -> tuple[Table, ...]:
        """Return the lobbies and running games this person sits at, oldest first."""
        ...

    def in_channel(self, channel: int) -> tuple[Table, ...]:
        """Return the lobbies and running games of a channel or thread, oldest first."""
        ...

    def waiting_for(self, person: int) -> tuple[Table, ...]:
        """Return the running games in which this person is to act, oldest first."""
        ...

    def at_message(self, message: int) -> Place | None:
        """Return what a message of ours shows, from memory: public messages and hands."""
        ...

    async def idle(self) -> None:
        """Return when every inbox is empty (tests, and a calm stop)."""
        ...

    async def close(self) -> None:
        """Stop waiting, let the entries in hand finish and refuse later ones."""
        ...
