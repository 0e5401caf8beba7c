"""The door to everything shown: told of every change, asked what a message shows.

Two dictionaries, one of tables and one of messages, lead to the view of a table, which owns all the
rest; forgetting a table is letting go of its view.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable

from bot.db.errors import StorageError
from bot.db.records import Whereabouts
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages.dependencies import Dependencies
from bot.messages.returning import Returning
from bot.messages.scene import Scene
from bot.messages.table_view import TableView
from bot.tables import entries, notes
from bot.tables.model import Changed, Table
from bot.ui import notifications
from bot.ui.elements.links import channel_url

log = logging.getLogger(__name__)

LINGER = 10.0
"""Seconds for which a table is shown after its rematch can no longer be wanted."""


class Registry:
    """The views of all tables.

    Args:
        deps: what they are built upon.

    Attributes:
        returning: tables that come back after a start.
    """

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._views: dict[int, TableView] = {}
        self._messages: dict[int, TableView] = {}
        self._lately = frozenset[int]()
        """Games that were over for a moment as the process before ended."""
        self.returning = Returning(self._bring)

    def __len__(self) -> int:
        return len(self._views) + len(self._messages)

    def changed(self, changed: Changed) -> None:
        """Take in a change, synchronously; what has to be sent is sent in the background."""
        table = changed.after
        view = self._views.get(table.id)
        if view is None and not table.active:
            if changed.before is not None and changed.before.set_aside:
                self._deps.tasks.start(self._show_end(table.id), f"end of table {table.id}")
            self._set_aside(changed)
            return
        if view is None:
            view = self._views[table.id] = self._new(table)
            restored = any(isinstance(note, notes.Restored) for note in changed.notes)
            new = changed.before is None and table.state is None and not restored
            view.ready = new
            if not new and not restored:
                self._deps.tasks.start(self._catch_up(view), f"catching up with {table.id}")
        view.follow(changed)
        if changed.before is not None and changed.before.active and not table.active:
            self._forget_later(view)

    async def expect(self, tables: Iterable[Whereabouts]) -> None:
        """Learn which tables come back: presses there wait for them, and bring them back first.

        Raises:
            StorageError: the database cannot be read now.
        """
        self.returning.expect(tables, await self._deps.stored.places())
        self._lately |= {*await self._deps.tables.lately_over(self._lingering)}

    async def take_over(self, tables: Collection[int]) -> None:
        """Take over what was shown of tables that are back, and have it drawn anew.

        Raises:
            StorageError: the database cannot be read now.
        """
        stored = await self._deps.stored.of_tables(tables)
        for number in tables:
            table, view = self._deps.tables.get(number), self._views.get(number)
            if table is not None and table.active and view is None:
                view = self._views[number] = self._new(table)
                await self._rebuild(view)
            elif view is None or view.ready:
                continue
            view.ready = True
            view.adopt(stored.get(number, ()))
            self.returning.came(number)
            await asyncio.sleep(0)

    async def restored(self) -> None:
        """Learn that all tables are back; have what is still owed at those that are over drawn.

        Games that were over for a moment are the last ones of their channels as long as ever.

        Raises:
            StorageError: the database cannot be read now.
        """
        await self.take_over([table.id for table in self._deps.tables.active()])
        self.returning.over()
        for number in await self._deps.stored.owed():
            if number not in self._views:
                await self._show_end(number)
        lately = self._lately
        for number in lately:
            if number not in self._views:
                await self._deps.tables.load(number)
        self._deps.clock.call_later(self._lingering, lambda: self._forget_lately(lately))

    def view(self, table: int) -> TableView | None:
        """Return the view of a table that is shown."""
        return self._views.get(table)

    def at(self, message: int) -> TableView | None:
        """Return the view of the table a message of ours belongs to."""
        return self._messages.get(message)

    def address(self, table: Table) -> str:
        """Return the address of a table's message, or of its channel until there is one."""
        view = self._views.get(table.id)
        url = view.url if view is not None else None
        return url or channel_url(table.guild, table.where)

    async def address_once_posted(self, table: Table) -> str:
        """Return the same, once the table's message is there if it is being posted."""
        view = self._views.get(table.id)
        if view is not None:
            await view.public.settled()
        return self.address(table)

    def last_over(self, channel: int) -> Table | None:
        """Return the game that ended last in a channel, as long as it is remembered."""
        over = [view.table for view in self._views.values() if view.table.status == "ended"]
        over += filter(None, map(self._deps.tables.get, self._lately))
        there = (table for table in over if channel in (table.channel, table.thread))
        return max(there, key=lambda table: table.id, default=None)

    async def recall(self, table: int) -> TableView | None:
        """Return the view of any table, also one that is over for long; None: no such table.

        Raises:
            StorageError: the database cannot be read now.
        """
        await self.returning.back(table)
        if table in self._views:
            return self._views[table]
        records = await self._deps.stored.of(table)
        found = await self._deps.tables.load_anew(table)
        if table in self._views or found is None:
            return self._views.get(table)
        view = self._new(found)
        await self._rebuild(view)
        view.remember(records)
        return view

    async def only_read(self, table: Table) -> Scene:
        """Return what another process' table looks like, to draw from at this moment.

        Raises:
            StorageError: the database cannot be read now.
        """
        deps = self._deps
        scene = Scene(table, deps.tables.game(table), deps.renderers[table.game])
        scene.rebuild(await deps.tables.events_of(table))
        return scene

    def redraw(self, person: int) -> None:
        """Have all hands of a person as that person wishes by now."""
        for table in self._deps.tables.of_person(person):
            view, seat = self._views.get(table.id), table.seat_of(person)
            if view is not None and seat is not None:
                view.hands.preferred(seat.index, person)

    def redraw_all(self, known: Callable[[int | None], bool]) -> None:
        """Have everything drawn anew whose server is known by now."""
        for view in self._views.values():
            if known(view.table.guild):
                view.redraw()

    def try_again(self, *guilds: int) -> None:
        """Post at once what could not be posted in servers: something has changed there."""
        there = frozenset(guilds)
        for view in self._views.values():
            if view.table.guild in there:
                view.public.try_again()

    def goodbye(self) -> None:
        """Tell who watches that this ends: the next process goes on with all other messages."""
        for view in self._views.values():
            view.spectators.stop()

    def _bring(self, table: int) -> None:
        self._deps.tasks.start(self._brought(table), f"bringing back {table}")

    async def _brought(self, table: int) -> None:
        """Bring a table back before those whose turn it would be."""
        await self._deps.tables.submit(table, entries.Load())
        try:
            await self.take_over((table,))
        except StorageError as error:
            log.warning("table %s cannot be shown: %s", table, error)
        self.returning.came(table)

    def _new(self, table: Table) -> TableView:
        return TableView(self._deps, table, self._messages)

    async def _rebuild(self, view: TableView) -> None:
        if view.table.state is not None:
            events = await self._deps.tables.events(view.table.id)
            view.rebuild(events)
            view.hands_line.learn(events)
        view.ready = True

    async def _catch_up(self, view: TableView) -> None:
        """Take over a table that another process has begun to show."""
        await self._deps.tables.submit(view.table.id, entries.Load())
        await self._rebuild(view)
        view.adopt(await self._deps.stored.of(view.table.id))

    async def _show_end(self, table: int) -> None:
        """Have a table drawn once more whose end is not shown everywhere."""
        found = await self._deps.tables.load(table)
        if found is None or found.status == "set-aside" or not self._deps.tables.owns(found.guild):
            return
        view = self._views[table] = self._new(found)
        await self._rebuild(view)
        view.adopt(await self._deps.stored.of(table))
        self._forget_later(view)

    def _forget_later(self, view: TableView) -> None:
        self._deps.clock.call_later(self._lingering, lambda: self._forget(view))

    @property
    def _lingering(self) -> float:
        """For how many seconds a game that is over is shown."""
        return self._deps.times.rematch + LINGER

    def _forget(self, view: TableView) -> None:
        view.close()
        self._views.pop(view.table.id, None)
        self._leave(view.table.thread)

    def _forget_lately(self, lately: frozenset[int]) -> None:
        """Let go of games that were over as the process before ended."""
        for table in filter(None, map(self._deps.tables.get, self._lately & lately)):
            if table.id not in self._views:
                self._leave(table.thread)
        self._lately -= lately

    def _leave(self, thread: int | None) -> None:
        """Archive a thread, unless another game goes on there."""
        if thread is not None and not self._deps.tables.in_channel(thread):
            self._deps.tasks.start(self._archive(thread), f"archiving {thread}")

    async def _archive(self, thread: int) -> None:
        try:
            await self._deps.wire.archive(thread)
        except FAILURES as error:
            log.info("thread %s: %s", thread, describe(error))

    def _set_aside(self, changed: Changed) -> None:
        """Tell the channel, once, of a stored game that could not be read."""
        for note in changed.notes:
            if isinstance(note, notes.SetAside):
                work = self._say_unreadable(changed.after, note.error)
                self._deps.tasks.start(work, f"unreadable table {changed.after.id}")

    async def _say_unreadable(self, table: Table, error: str) -> None:
        screen = notifications.unreadable(table, self._deps.looks.guild(table.guild), error)
        try:
            await self._deps.wire.send(table.where, screen, Priority.TABLE)
        except FAILURES as failure:
            log.info("announcement at table %s: %s", table.id, describe(failure))
