"""Tables on a real database in a temporary folder, with time under the test's hand."""

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar, overload

from sqlalchemy import Connection

from bot.clock import Clock
from bot.db.changes import Rated
from bot.db.engines import reading_engine
from bot.db.records import Result
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.tables.entries import Act, CastVote, HandDelivered, Join, Seen, Start
from bot.tables.guild_settings import Servers
from bot.tables.hall import Rater
from bot.tables.model import Changed, NewTable, Note, Table
from bot.tables.replies import Acted, Answer, Done, Pending, Refusal
from bot.tables.service import Tables
from bot.tables.settings import TableSettings
from engine.api import AnyGame
from tests.db.counted import CountedStore
from tests.games import GAMES
from tests.tables.time import ManualClock
from tests.tables.toy import TOYS

N = TypeVar("N")

SEED = "5a" * 32
HOST = 101


class Unrating:
    """Keeps no ratings: results stay as they are."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()

    async def rate(self, results: tuple[Result, ...]) -> Rated:
        """Return the results as they are."""
        return Rated(results)


def tables_on(store: Store, reader: Reader, clock: Clock, **fields: Any) -> Tables:
    """Return tables as they are without what `fields` say: nothing set, nobody rated."""
    usual: dict[str, Any] = {
        "games": (*GAMES, *TOYS),
        "on_changed": lambda changed: None,
        "settings": TableSettings(),
        "servers": Servers(reader, store),
        "rater": Unrating(),
    }
    return Tables(store=store, reader=reader, clock=clock, **{**usual, **fields})


class House:
    """One process: tables, clock, and everything that was told."""

    def __init__(
        self,
        url: str,
        clock: ManualClock | None = None,
        settings: TableSettings | None = None,
        seed: str = SEED,
        games: tuple[AnyGame, ...] = (*GAMES, *TOYS),
        rater: Callable[[Reader], Rater] | None = None,
    ) -> None:
        self.url = url
        self.clock = clock or ManualClock()
        self.told: list[Changed] = []
        self.writer = writing_engine(url, busy_timeout=0.2)
        self.store = CountedStore(self.writer)
        self.reader = Reader(reading_engine(url, busy_timeout=0.2))
        self.seed = seed
        self.by_hand: set[int] = set()
        """People for whom nothing comes by itself."""
        self.tables = tables_on(
            self.store,
            self.reader,
            self.clock,
            games=games,
            on_changed=self.told.append,
            settings=settings or TableSettings(),
            seed=lambda: self.seed,
            chance=Random(1),
            rater=rater(self.reader) if rater is not None else Unrating(),
            by_hand=lambda person: person in self.by_hand,
        )
        self._keys = itertools.count(1)

    async def close(self) -> None:
        """Stop as a calm process does."""
        await self.tables.close()
        await self.store.close()
        await self.reader.close()

    async def pragma(self, pragma: str) -> Any:
        """Ask or tell the writer's connection something."""

        def said(connection: Connection) -> Any:
            return connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()

        return await self.writer.run(said)

    async def again(self, after: float = 0.0, wrong: float = 0.0, *, back: bool = True) -> "House":
        """Stop and start another process on the same database, `after` seconds later.

        Args:
            after: seconds.
            wrong: by how many seconds the machine's clock is off then.
            back: whether its tables are brought back at once.
        """
        await self.close()
        clock = ManualClock(start=self.clock.true_now(), monotonic=self.clock.monotonic() + 7_777)
        clock.step(clock.monotonic() + after)
        clock.wrong = wrong
        house = House(self.url, clock=clock)
        house._keys = self._keys
        if back:
            await restored(house.tables)
        return house

    def press(self, person: int, ago: float = 0.0, **fields: Any) -> dict[str, Any]:
        """Return the fields of a press now; `ago` seconds older on Discord's clock."""
        return {
            "person": person,
            "route": "button",
            "stamp": self.clock.stamp() - ago,
            "arrived": self.clock.monotonic(),
            "key": f"press {next(self._keys)}",
            **fields,
        }

    def voice(self, table: Table | int, person: int, *, yes: bool) -> CastVote:
        """Return a voice in the vote that is open; in one that never was where none is."""
        vote = self.table(table).vote
        number = vote.number if vote is not None else 0
        return CastVote(**self.press(person, yes=yes, vote=number))

    async def do(self, table: Table | int, entry: Any) -> Answer:
        """Submit and return the answer."""
        number = table if isinstance(table, int) else table.id
        return await self.tables.submit(number, entry)

    async def act(
        self, table: Table | int, person: int, notation: str, ago: float = 0.0, **fields: Any
    ) -> Answer:
        """Do an action of the game and return the answer."""
        return await self.do(table, Act(**self.press(person, ago, notation=notation, **fields)))

    async def acted(self, table: Table | int, person: int, notation: str) -> Acted:
        """Do an action that must be accepted."""
        answer = await self.act(table, person, notation)
        assert isinstance(answer, Acted), answer
        return answer

    async def pending(
        self, table: Table | int, person: int, notation: str, ago: float = 0.0, **fields: Any
    ) -> Pending:
        """Do an action that must be taken and not decided yet."""
        answer = await self.act(table, person, notation, ago, **fields)
        assert isinstance(answer, Pending), answer
        return answer

    async def lobby(self, game: str = "count", **fields: Any) -> Table:
        """Open a lobby that must be accepted."""
        new = NewTable(
            **{
                "game": game,
                "guild": 1,
                "channel": 2,
                "host": HOST,
                "host_name": "Ana",
                **fields,
            }
        )
        answer = await self.tables.open(new)
        assert isinstance(answer, Done), answer
        return answer.table

    async def join(self, table: Table | int, person: int, name: str = "") -> Answer:
        """Sit down."""
        return await self.do(table, Join(**self.press(person, name=name or f"P{person}")))

    async def playing(
        self, people: int = 2, game: str = "count", *, ready: bool = True, **fields: Any
    ) -> Table:
        """Return a running game of that many people (101, 102 …), hands out, ply 0 seen."""
        lobby = await self.lobby(game, **fields)
        for person in range(lobby.host + 1, lobby.host + people):
            assert isinstance(await self.join(lobby, person), Done)
        answer = await self.do(lobby, Start(**self.press(lobby.host)))
        assert isinstance(answer, Acted), answer
        if ready:
            for seat in answer.after.seats:
                await self.do(lobby, HandDelivered(seat.index))
            await self.seen(lobby)
        return self.table(lobby)

    async def seen(self, table: Table | int) -> None:
        """Confirm the edit that shows the table as it is now."""
        await self.do(table, Seen(self.table(table).ply, self.clock.monotonic()))

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that it brings."""
        until = self.clock.monotonic() + seconds
        await self.tables.idle()
        while self.clock.step(until):
            await self.tables.idle()

    def table(self, table: Table | int) -> Table:
        """Return a table as it is now."""
        found = self.tables.get(table if isinstance(table, int) else table.id)
        assert found is not None
        return found

    def on_turn(self, table: Table | int) -> int:
        """Return the person whose turn it is."""
        return self.person_at(table, self.turn_seat(table))

    def on_turn_or_none(self, table: Table | int) -> int | None:
        """Return the person whose turn it is; None for a house player's turn."""
        return self.table(table).seats[self.turn_seat(table)].person

    def turn_seat(self, table: Table | int) -> int:
        """Return the seat whose turn it is."""
        now = self.table(table)
        turn = self.tables.game(now).turn(now.state)
        assert turn is not None
        return turn.seat

    def usual(self, table: Table | int, seat: int | None = None) -> str:
        """Return what the table itself would do for a seat, the turn's if None; never a fault."""
        now = self.table(table)
        rules = self.tables.game(now)
        at = self.turn_seat(now) if seat is None else seat
        return rules.format(rules.auto_action(now.state, at))

    async def auto(self, table: Table | int) -> None:
        """Do for the turn's seat what the table itself would."""
        await self.acted(table, self.on_turn(table), self.usual(table))

    def person_at(self, table: Table | int, seat: int) -> int:
        """Return who sits there."""
        person = self.table(table).seats[seat % len(self.table(table).seats)].person
        assert person is not None
        return person

    @overload
    def notes(self) -> list[Note]: ...

    @overload
    def notes(self, kind: type[N]) -> list[N]: ...

    def notes(self, kind: type[Any] = object) -> list[Any]:
        """Return every note told so far, or those of one kind."""
        notes = [note for changed in self.told for note in changed.notes]
        return [note for note in notes if isinstance(note, kind)]

    async def unchanged(self, table: Table | int, entry: Any) -> Refusal:
        """Submit what must be refused, and check that nothing at all has changed."""
        number = table if isinstance(table, int) else table.id
        before, told = self.tables.get(number), len(self.told)
        stored = await self.reader.table(number)
        events = await self.reader.events(number)
        answer = await self.do(number, entry)
        assert isinstance(answer, Refusal), answer
        assert self.tables.get(number) == before
        assert await self.reader.table(number) == stored
        assert await self.reader.events(number) == events
        assert len(self.told) == told
        return answer


async def restored(tables: Tables) -> tuple[Table, ...]:
    """Bring back every lobby and running game, as a start does; return them."""
    await tables.expect()
    async for _ in tables.come_back():
        pass
    return tables.active()


def url_of(path: Path) -> str:
    """Return the URL of a database file."""
    return f"sqlite+aiosqlite:///{path}"
