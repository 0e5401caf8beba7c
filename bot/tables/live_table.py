"""One table in memory: its inbox, which one task drains, and what is known of it."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, TypeAlias

from msgspec import structs

from bot.db.errors import Conflict, StorageError
from bot.db.records import FORGOTTEN
from bot.tables.clock import Times
from bot.tables.entries import Due, Entry, Load, Place, Press
from bot.tables.hall import Hall
from bot.tables.memory import Memory
from bot.tables.model import Changed, StoredEvent, Table
from bot.tables.press_keys import repeated
from bot.tables.replies import Acted, Answer, Done, Refusal, TableReason
from bot.telemetry.log import about
from engine.api import AnyGame, Call, Wait

log = logging.getLogger(__name__)

HISTORY = 32
"""How many of a table's last events stay in memory."""

PRESSES = 256
"""How many of a table's last presses are remembered, against one delivered twice."""

RETRY = 2.0
"""Seconds after which what is due, or has become of the place, is tried again when the database
could not take it."""

RETRY_BROKEN = 60.0
"""Seconds after which something due is tried again after an unexpected error."""

Waiting: TypeAlias = tuple[Entry, "asyncio.Future[Answer]"]
Handler: TypeAlias = Callable[["LiveTable", Entry], Awaitable[Answer | None]]


class LiveTable:
    """A table with its inbox.

    One task handles its entries one after the other and lives only while there are any; what a
    race keeps waiting goes back to the front once it is judged.

    The first entry has it loaded: until then `known` is None.

    Args:
        handle: answers one entry; None when it put the entry into `waiting`.
        load: reads the table again.
    """

    __slots__ = (
        "_coming",
        "_current",
        "_handle",
        "_inbox",
        "_latest",
        "_load",
        "_presses",
        "_shared",
        "_task",
        "hall",
        "history",
        "known",
        "memory",
        "number",
        "times",
        "waiting",
    )

    def __init__(
        self,
        hall: Hall,
        number: int,
        handle: Handler,
        load: Callable[["LiveTable"], Awaitable[None]],
    ) -> None:
        self.hall = hall
        self.number = number
        self.known: Table | None = None
        self.history: list[StoredEvent] = []
        self.memory = Memory()
        self.times = Times(hall.clock, self._due)
        self.waiting: list[Waiting] = []
        self._inbox: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._presses: dict[str, asyncio.Future[Answer] | None] = {}
        self._latest = ""
        self._handle = handle
        self._load = load
        self._shared = False
        self._current: asyncio.Future[Answer] | None = None
        self._coming: tuple[tuple[Any, tuple[Wait, ...]], ...] = ()

    @property
    def table(self) -> Table:
        """The table as stored."""
        assert self.known is not None, "a table is loaded before it is handled"
        return self.known

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return self.hall.games[self.table.game]

    def call_of(self, notation: str) -> Call | None:
        """Return the call that this notation is, if it is one."""
        return next((call for call in self.game.calls if call.notation == notation), None)

    def coming(self, state: Any) -> tuple[Wait, ...]:
        """Return what comes by itself in a state; the last two are asked about several times."""
        for known, waits in self._coming:
            if known is state:
                return waits
        found: tuple[Wait, ...] = self.game.waits(state)
        self._coming = ((state, found), *self._coming[:1])
        return found

    @property
    def busy(self) -> bool:
        """Whether entries are being handled or kept waiting."""
        return self._task is not None or bool(self.waiting)

    @property
    def task(self) -> "asyncio.Task[None] | None":
        """The task handling entries now."""
        return self._task

    def submit(self, entry: Entry) -> "asyncio.Future[Answer]":
        """Append an entry; one press delivered twice shares its answer."""
        loop = asyncio.get_running_loop()
        if isinstance(entry, Press) and entry.key in self._presses:
            return self._presses[entry.key] or self.submit(Load())
        answer: asyncio.Future[Answer] = loop.create_future()
        if isinstance(entry, Press):
            self._remember(entry.key, answer)
        self._inbox.append((entry, answer))
        if self._task is None:
            self._task = loop.create_task(self._drain(), name=f"table {self.number}")
        return answer

    def _remember(self, key: str, answer: "asyncio.Future[Answer]") -> None:
        """Know a press when it comes again."""
        self._presses[key] = answer
        answer.add_done_callback(partial(self._answered, key))
        if len(self._presses) > PRESSES:
            del self._presses[next(iter(self._presses))]

    def _answered(self, key: str, _: "asyncio.Future[Answer]") -> None:
        """Keep the last answer alone, as each has the table before and after it (`let_go`).

        Of older presses it is known only that they were made.
        """
        if self._latest in self._presses and self._latest != key:
            self._presses[self._latest] = None
        self._latest = key

    def let_go(self) -> None:
        """Keep nothing of the table before its last action, which people have seen by now."""
        if self._latest in self._presses:
            self._presses[self._latest] = None
        self._coming = self._coming[:1]

    def become(self, after: Table, events: Iterable[StoredEvent] = ()) -> None:
        """Be the table as it is now stored, with what has just happened."""
        self.known = after
        self.history = [*self.history, *events][-HISTORY:]
        self.hall.directory.note(after)

    def read_anew(self, table: Table, events: Iterable[StoredEvent] = ()) -> None:
        """Be a table just read: nothing is known of it beside what is stored."""
        self.memory.let_go(Refusal(TableReason.STORAGE))
        self.memory = Memory()
        self.times.forget_all()
        self.history.clear()
        self.become(table, events)

    def drop_thoughts(self, these: Iterable[str]) -> None:
        """Have house players intend these no longer."""
        for what in self.memory.drop_thoughts(these):
            self.times.forget(what)

    def unload(self) -> None:
        """Be as before it was read: the next entry reads it anew."""
        self.times.forget_all()
        self.hall.directory.active.pop(self.number, None)
        self.known = None

    def over(self, answer: Answer) -> None:
        """Answer whoever still waits, now that no game runs here, and remember nothing of it."""
        self.memory.let_go(answer)
        self.memory = Memory()
        self.go_on()

    async def follow_up(self, what: str, work: Awaitable[object]) -> None:
        """Do what follows from something that is stored and will be answered as such.

        What the database cannot take now is due a little later, by the name `what`.

        Raises:
            Conflict: somebody else wrote the table.
        """
        try:
            await work
        except Conflict:
            raise
        except StorageError as error:
            log.warning("%s at table %s could not be stored: %s", what, self.number, error)
            self.times.plan(what, RETRY)

    def forget(self, person: int) -> None:
        """Take a person out of what is remembered of the last events."""
        for at, event in enumerate(self.history):
            people = tuple(FORGOTTEN if each == person else each for each in event.people)
            if people != event.people:
                self.history[at] = structs.replace(event, people=people)

    def wait(self, entry: Entry) -> None:
        """Keep the entry in hand waiting until the race is judged."""
        assert self._current is not None, "only an entry being handled can wait"
        self.waiting.append((entry, self._current))

    def go_on(self) -> None:
        """Put what was kept waiting back to the front, in order."""
        self._inbox[:0] = self.waiting
        self.waiting.clear()

    def _due(self, due: Due) -> None:
        self.submit(due)

    def _told_again(self, place: Place) -> None:
        self.hall.others.submit(self.number, place)

    async def _drain(self) -> None:
        try:
            while self._inbox:
                entry, answer = self._inbox.pop(0)
                self._current = answer
                guild = self.known.guild if self.known is not None else None
                with about(table=self.number, server=guild):
                    result = await self._answer(entry)
                if result is not None and not answer.done():
                    answer.set_result(result)
        finally:
            self._current = None
            self._task = None

    async def _answer(self, entry: Entry) -> Answer | None:
        """Handle one entry, whatever happens."""
        try:
            return await self._handled(entry)
        except StorageError as error:
            log.warning("table %s could not be stored: %s", self.number, error)
            if isinstance(entry, Due):
                self.times.plan(entry.what, RETRY)
            elif isinstance(entry, Place):
                self.hall.clock.call_later(RETRY, lambda: self._told_again(entry))
            return Refusal(TableReason.STORAGE)
        except Exception:
            number = secrets.token_hex(4)
            log.exception("error %s at table %s", number, self.number, extra={"error": number})
            if isinstance(entry, Due):
                self.times.plan(entry.what, RETRY_BROKEN)
            return Refusal(TableReason.BROKEN, {"error": number})

    async def _handled(self, entry: Entry) -> Answer | None:
        if self.known is None:
            again = self.number in self.hall.directory.expected
            await self._load(self)
            self._shared = self.known is not None and self.table.active and not again
        if self.known is None:
            return Refusal(TableReason.NO_TABLE)
        if isinstance(entry, Press) and repeated(entry, self.history):
            return Done(self.table)
        if isinstance(entry, Press) and (stored := self._stored(entry.key)) is not None:
            return stored
        try:
            answer = await self._handle(self, entry)
        except Conflict:
            self._shared = True
            return await self._again(entry)
        refused = isinstance(entry, Press) and isinstance(answer, Refusal)
        doubtful = refused or isinstance(entry, Load)
        return await self._again(entry) if doubtful and await self._behind() else answer

    def _stored(self, key: str) -> Acted | None:
        """Return what the process before this one has made of a press, which comes again."""
        plies = {event.ply for event in self.history if event.press == key}
        events = tuple(event for event in self.history if event.ply in plies)
        return Acted(before=self.table, after=self.table, events=events) if events else None

    async def _behind(self) -> bool:
        """Say whether another process, which has opened or written the table, has gone on."""
        if not self._shared:
            return False
        stored, known = await self.hall.reader.table(self.number), self.table
        here = (known.seq, known.status, known.seats)
        return stored is not None and (stored.seq, stored.status, stored.seats) != here

    async def _again(self, entry: Entry) -> Answer | None:
        """Read the table anew after another process wrote it, tell of it, and try once more."""
        before = self.table
        await self._load(self)
        events = tuple(event for event in self.history if event.seq > before.seq)
        self.hall.tell(Changed(before=before, after=self.table, events=events))
        if isinstance(entry, Press) and await self.hall.reader.pressed(self.number, entry.key):
            return Done(self.table)
        if isinstance(entry, Press) and repeated(entry, self.history):
            return Done(self.table)
        if isinstance(entry, Due):
            return Done(self.table)
        return await self._handle(self, entry)
