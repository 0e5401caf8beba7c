"""The door to all tables: open, submit, look up, restore."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime, timedelta
from random import Random

from bot.clock import Clock, Timer
from bot.cluster.ownership import SOLE, Ownership
from bot.db.changes import Change, life_change
from bot.db.errors import Conflict, StorageError
from bot.db.records import Result, Whereabouts
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_clock import DiscordClock, Hint
from bot.tables import limits, restore, timers
from bot.tables.directory import Expected
from bot.tables.dispatch import handle
from bot.tables.entries import ClockSet, Entry, Load, Press
from bot.tables.guild_settings import Servers
from bot.tables.hall import Hall, Rater
from bot.tables.live_table import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.model import Changed, NewTable, StoredEvent, Table
from bot.tables.replies import Answer, Done, Refusal, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame

log = logging.getLogger(__name__)

KEPT = 256
"""How many tables that are over stay in memory."""

TOGETHER = 50
"""How many tables are brought back together after a start."""

READ_TOGETHER = 10
"""Of how many tables all events are read in one go."""

LATELY = timedelta(days=1)
"""How long ago a game has ended at most that was over for a moment as the last process ended."""

TRIES = 3
"""How often an id is drawn when another process has taken it."""


class Tables:
    """Every table of this process.

    Args:
        games: the registry.
        store: the only writer.
        reader: reads what the writer wrote.
        clock: time and waiting.
        on_changed: told of every change once it is durable, synchronously, in order per table.
        settings: times, limits, margins.
        servers: what servers have set.
        rater: rates games that end.
        seed: makes the secret seed of a game.
        chance: the luck of house players' thoughts (never of a game).
        by_hand: says of which people no move comes by itself (`Game.waits`).
        ownership: says which servers' tables are this process'.
    """

    def __init__(
        self,
        games: Iterable[AnyGame],
        store: Store,
        reader: Reader,
        clock: Clock,
        on_changed: Callable[[Changed], None],
        settings: TableSettings,
        servers: Servers,
        rater: Rater,
        seed: Callable[[], str] = lambda: secrets.token_hex(32),
        chance: Random | None = None,
        by_hand: Callable[[int], bool] = lambda person: False,
        ownership: Ownership = SOLE,
    ) -> None:
        self._hall = Hall(
            games={game.key: game for game in games},
            store=store,
            reader=reader,
            clock=DiscordClock(clock),
            settings=settings,
            on_changed=on_changed,
            seed=seed,
            chance=chance or Random(secrets.randbits(128)),
            others=self,
            rater=rater,
            servers=servers,
            by_hand=by_hand,
            ownership=ownership,
        )
        self._live: OrderedDict[int, LiveTable] = OrderedDict()
        self._last_id = 0
        self._opening = asyncio.Lock()
        self._heart: Timer | None = None
        self._beat_task: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def clock(self) -> Clock:
        """Return what tells the time for whatever is stored, planned and shown."""
        return self._hall.clock

    def learn_time(self, hint: Hint) -> None:
        """Learn at the start what time it is: nothing stored is read by a wrong clock."""
        self._time_set(self._hall.clock.told(hint))

    async def expect(self) -> tuple[Whereabouts, ...]:
        """Learn which lobbies and running games of one's own are not in memory; return them.

        After a start, before anything is submitted, and when other servers become one's own. From
        then on each comes back before anything is done there, whoever asks for it first.

        Raises:
            StorageError: the database cannot be read now.
        """
        hall = self._hall
        async with self._opening:
            self._last_id = max(self._last_id, await hall.reader.last_id())
            alive = await hall.reader.alive()
            for each in await hall.reader.whereabouts():
                if self.owns(each.guild) and self.get(each.table) is None:
                    since = self._left(each.guild, alive)
                    hall.directory.expected[each.table] = Expected(each, since)
        for record in await hall.reader.set_aside():
            if self.owns(record.guild):
                await self.load(record.id)
        return tuple(each.where for each in hall.directory.expected.values())

    def _left(self, guild: int | None, alive: datetime | None) -> datetime | None:
        """Return when a process last had the tables of a server; None: that is not known."""
        away = self._hall.ownership.away(guild)
        return alive if away is None else self._hall.clock.now() - timedelta(seconds=away)

    async def lately_over(self, seconds: float) -> tuple[int, ...]:
        """Return one's own games that had been over for no longer than that when they were left.

        After a start, before what is expected comes back, and when other servers become one's own.

        Raises:
            StorageError: the database cannot be read now.
        """
        alive, lasting = await self._hall.reader.alive(), timedelta(seconds=seconds)
        return tuple(
            table
            for table, guild, ended in await self._hall.reader.over(self._hall.clock.now() - LATELY)
            if self.owns(guild)
            and (left := self._left(guild, alive)) is not None
            and ended + lasting >= left
        )

    async def come_back(self) -> AsyncIterator[tuple[int, ...]]:
        """Bring back what is expected, oldest first; yield the tables that are back, some a time.

        Deadlines are extended by the outage, open calls and votes voided (and said so by notes of
        a `Changed` with `before=None` per table), times planned anew. A game that cannot be read
        is set aside.

        Raises:
            StorageError: the database cannot be read or written now.
        """
        hall = self._hall
        own = sorted(hall.directory.expected)
        for at in range(0, len(own), TOGETHER):
            some = tuple(own[at : at + TOGETHER])
            await self._bring_back(some)
            yield some
        await hall.store.commit(life_change(hall.clock.now()))
        if self._heart is None:
            self._plan_heartbeat()

    def life(self) -> Change:
        """Return what tells that the process lives (`Hall.life`)."""
        return self._hall.life()

    def owns(self, guild: int | None) -> bool:
        """Say whether the tables of a server are this process': no other ever touches them."""
        return self._hall.ownership.owns(guild)

    async def elsewhere(self, person: int) -> tuple[Table, ...]:
        """Return the tables of other processes at which somebody sits, oldest first, only read.

        Raises:
            StorageError: the database cannot be read now.
        """
        tables = await self._hall.seats_elsewhere(person)
        if not tables:
            return ()
        events = await self._hall.reader.events_of([table.id for table in tables])
        return tuple(restore.only_read(self._hall, each, events[each.id]) for each in tables)

    async def open(self, new: NewTable) -> Done | Refusal:
        """Open a lobby with its host seated; refused by the limits, or when it cannot be stored."""
        game = self._hall.games.get(new.game)
        if game is None:
            return Refusal(TableReason.NO_SUCH_GAME)
        lobby = Lobby(game, self._hall.settings, self._hall.clock.now())
        async with self._opening:
            await self._hall.servers.learn(new.guild)
            try:
                return await self._opened(lobby, new)
            except StorageError as error:
                log.warning("a lobby could not be stored: %s", error)
                return Refusal(TableReason.STORAGE)

    def submit(self, table: int, entry: Entry) -> "asyncio.Future[Answer]":
        """Append to the table's inbox, at once; the future has the answer.

        Order of arrival is order of submitting. Never raises; the future may be left alone.
        """
        if self._closing:
            refused: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            refused.set_result(Refusal(TableReason.STOPPING))
            return refused
        if isinstance(entry, Press) and entry.route != "reaction":
            self._learn_time(entry)
        live = self._live.get(table) or self._new(table)
        self._live.move_to_end(table)
        return live.submit(entry)

    def get(self, table: int) -> Table | None:
        """Return a table from memory: every lobby and running game, and lately used others."""
        live = self._live.get(table)
        return live.known if live is not None else None

    async def load(self, table: int) -> Table | None:
        """Return any table, from the database if it is not in memory; None: there is no such one.

        Raises:
            StorageError: the database cannot be read now.
        """
        return self.get(table) or await self.load_anew(table)

    async def load_anew(self, table: int) -> Table | None:
        """Return the same, also of a table in memory as it is stored by now.

        Raises:
            StorageError: the database cannot be read now.
        """
        answer = await self.submit(table, Load())
        if isinstance(answer, Refusal) and answer.reason is TableReason.STORAGE:
            raise StorageError(f"table {table} cannot be read now")
        return answer.table if isinstance(answer, Done) else None

    def history(self, table: int) -> tuple[StoredEvent, ...]:
        """Return the last events of a table in memory (`live_table.HISTORY`), oldest first."""
        live = self._live.get(table)
        return tuple(live.history) if live is not None else ()

    async def events(self, table: int) -> tuple[StoredEvent, ...]:
        """Return all events of a table, oldest first.

        Raises:
            StorageError: the database cannot be read now.
        """
        known = await self.load(table)
        return await self.events_of(known) if known is not None else ()

    async def events_of(self, table: Table) -> tuple[StoredEvent, ...]:
        """Return all events of a table, whoever has it, oldest first.

        None of a game that is over and cannot be read: it is as if they were kept no more.

        Raises:
            StorageError: the database cannot be read now.
        """
        records = await self._hall.reader.events(table.id)
        try:
            return tuple(restore.stored_events(self._hall, table.game, records))
        except (KeyError, ValueError):
            if table.active:
                raise
            log.warning("the moves of table %s cannot be read", table.id)
            return ()

    async def results(self, table: int) -> tuple[Result, ...]:
        """Return the results of a table, by seat; empty without an outcome.

        Raises:
            StorageError: the database cannot be read now.
        """
        return await self._hall.reader.results(table)

    def game(self, table: Table) -> AnyGame:
        """Return the rules of a table."""
        return self._hall.games[table.game]

    def active(self) -> tuple[Table, ...]:
        """Return every lobby and running game, oldest first."""
        return tuple(sorted(self._hall.directory.active.values(), key=lambda table: table.id))

    def set_aside(self) -> tuple[Table, ...]:
        """Return the tables whose stored game cannot be read, oldest first."""
        return tuple(table for table in self.remembered() if table.set_aside)

    def of_person(self, person: int) -> tuple[Table, ...]:
        """Return the lobbies and running games this person sits at, oldest first."""
        return tuple(table for table in self.active() if table.seat_of(person))

    def remembered(self) -> tuple[Table, ...]:
        """Return every table in memory, also those that are over."""
        known = (live.known for live in self._live.values())
        return tuple(table for table in known if table is not None)

    def evict(self, table: int) -> None:
        """Drop a table that is over from memory: it was changed in the database."""
        live = self._live.get(table)
        if live is None or live.busy or live.known is None or live.known.active:
            return
        del self._live[table]

    def in_channel(self, channel: int) -> tuple[Table, ...]:
        """Return the lobbies and running games of a channel or thread, oldest first."""
        return tuple(table for table in self.active() if channel in (table.channel, table.thread))

    def waits_for(self, table: Table, person: int) -> bool:
        """Say whether this person is to act at a table."""
        seat = table.seat_of(person)
        if table.status != "playing" or seat is None:
            return False
        return seat.index in self.game(table).to_act(table.state)

    async def idle(self) -> None:
        """Return when no entry is being handled (tests, and a calm stop)."""
        while tasks := [task for task in self._tasks() if not task.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Refuse new entries, let those in hand finish, stop waiting."""
        self._closing = True
        if self._heart is not None:
            self._heart.cancel()
        await self.idle()
        for live in self._live.values():
            live.times.forget_all()

    async def next_id(self) -> int:
        """Return the id of the next table."""
        given = await self._hall.ownership.table_id()
        if given is not None:
            return given
        self._last_id += 1
        return self._last_id

    def adopt(self, step: Step) -> None:
        """Take a lobby just stored into memory and tell of it."""
        self._hall.directory.expected.pop(step.after.id, None)
        live = self._new(step.after.id)
        live.become(step.after)
        timers.plan(live, None, step.after)
        self._hall.tell(Changed(before=None, after=step.after, notes=step.notes))

    async def _bring_back(self, numbers: tuple[int, ...]) -> None:
        """Bring some tables back: read in few goes, stored in one or two transactions.

        Those that somebody has touched are back by themselves. The event loop turns between any two
        of them, and is held by the events of a few at most.
        """
        expected = self._hall.directory.expected
        records = await self._hall.reader.tables([each for each in numbers if each in expected])
        for guild in {record.guild for record in records}:
            await self._hall.servers.learn(guild)
        coming = []
        for at in range(0, len(records), READ_TOGETHER):
            some = records[at : at + READ_TOGETHER]
            events = await self._hall.reader.events_of([record.id for record in some])
            for record in some:
                if record.id in expected:
                    expected[record.id].read = record, events[record.id]
                    coming.append(self.submit(record.id, Load()))
                    await asyncio.sleep(0)
        for answer in await asyncio.gather(*coming):
            if isinstance(answer, Refusal) and answer.reason is TableReason.STORAGE:
                raise StorageError("tables that cannot be brought back")

    def _learn_time(self, press: Press) -> None:
        """Learn what time it is at Discord; where that sets ours, every deadline goes with it."""
        self._time_set(self._hall.clock.note(press.stamp, press.arrived))

    def _time_set(self, moved: float) -> None:
        if moved:
            log.warning("the time was set by %.1f seconds to Discord's", moved)
            for table in self.active():
                self.submit(table.id, ClockSet(moved))

    def _tasks(self) -> "list[asyncio.Task[None]]":
        tasks = [*(live.task for live in self._live.values()), self._beat_task]
        return [task for task in tasks if task is not None]

    async def _opened(self, lobby: Lobby, new: NewTable) -> Done | Refusal:
        hall, elsewhere = self._hall, await self._hall.seats_elsewhere(new.host)
        refusal = limits.opening(hall, new, elsewhere)
        if refusal is not None:
            return refusal
        for _ in range(TRIES):
            step = lobby.open(await self.next_id(), new)
            if isinstance(step, Refusal):
                return step
            try:
                await hall.store.commit(step.change(None) + hall.life())
            except Conflict:
                await self._learn()
                twin = self._opened_by(new.key)
                if twin is not None:
                    return Done(twin)
                refusal = limits.opening(hall, new, elsewhere)
                if refusal is not None:
                    return refusal
                continue
            self.adopt(step)
            limits.make_room(hall, step.after, new.host)
            return Done(step.after)
        return Refusal(TableReason.STORAGE)

    def _opened_by(self, key: str | None) -> Table | None:
        """Return the table another process has opened for the same press."""
        opened = (table for table in self.active() if table.opening == key)
        return next(opened, None) if key is not None else None

    async def _learn(self) -> None:
        """Take in the tables another process has opened meanwhile."""
        reader = self._hall.reader
        self._last_id = await reader.last_id()
        for record in await reader.active():
            if record.id not in self._live and self.owns(record.guild):
                answer = await self.submit(record.id, Load())
                if isinstance(answer, Done) and answer.table.status == "lobby":
                    self._hall.tell(Changed(before=None, after=answer.table))

    def _new(self, number: int) -> LiveTable:
        """Return a new place in memory for a table, making room first."""
        if len(self._live) - len(self._hall.directory.active) > KEPT:
            self._make_room()
        live = LiveTable(self._hall, number, handle, restore.load)
        self._live[number] = live
        return live

    def _make_room(self) -> None:
        """Drop the oldest tables that are over from memory."""
        over = [
            old
            for old, live in self._live.items()
            if not live.busy
            and not (live.known is not None and (live.known.active or live.known.set_aside))
        ]
        for old in over[: max(0, len(over) - KEPT)]:
            del self._live[old]

    def _plan_heartbeat(self) -> None:
        delay = self._hall.settings.heartbeat
        self._heart = self._hall.clock.call_later(delay, self._beat)

    def _beat(self) -> None:
        if self.active() and (self._beat_task is None or self._beat_task.done()):
            self._beat_task = asyncio.get_running_loop().create_task(self._write_life())
        self._plan_heartbeat()

    async def _write_life(self) -> None:
        try:
            await self._hall.store.commit(self._hall.life())
        except StorageError as error:
            log.warning("the heartbeat could not be stored: %s", error)
