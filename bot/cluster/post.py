"""What goes from one process to another: presses for the owner of a table, and news for all.

Letters of one process leave in the order they came. The owner does each once: it is in hand here
from when it is read until it is answered, and then erased; should the owner die in between, the
next one does it again: the key of the press says what is stored already, and the answer is the same
message, edited once more. An answer that would be a message of its own follows the erasing.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from msgspec import structs

from bot.cluster.leases import Leases
from bot.db.errors import StorageError
from bot.db.inbox import LIFE, InboxRows, Letter, News
from bot.db.leases import shard_of

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks though nothing was announced."""
PATIENCE = 3.0
"""Seconds in which a letter that could not be put is put again."""
AT_ONCE, IN_HAND = 50, 1_000
"""How many letters are taken in without a pause, and may be unanswered at a time."""
SWEEP = 60.0
"""Seconds between two sweeps of what is too old."""
PLACES = 10_000
"""How many tables' servers are remembered."""
HEARD = 10_000
"""How many news are remembered, against being heard twice."""
YOUNG = 2.5
"""Seconds in which a hand that was sent is surely written down."""
AGAIN = 0.25
"""Seconds after which it is looked for again, and a letter put again."""

Find = Callable[[], Awaitable[tuple[int, int | None] | None]]


class _Sending(NamedTuple):
    """A letter on its way; see `Post.send`."""

    letter: Letter
    find: Find
    own: Callable[[], None]
    leaving: Callable[[], None]
    lost: Callable[[], None]


class Post:
    """Sends and receives.

    Args:
        rows: the database's.
        leases: whose shards are whose.
        shards: how many there are in all.
        received: is given each letter for a table of this process', in order, once.
        heard: is given news, in order, once.
        noted: is told of each letter that is answered.
    """

    def __init__(
        self,
        rows: InboxRows,
        leases: Leases,
        shards: int,
        received: Callable[[Letter], None],
        heard: Callable[[News], None],
        noted: Callable[[], None] = lambda: None,
    ) -> None:
        self._rows = rows
        self._leases = leases
        self._shards = shards
        self._received = received
        self._heard = heard
        self._noted = noted
        self._oldest: float | None = None
        self._places: OrderedDict[int, int | None] = OrderedDict()
        self._out: deque[_Sending] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._in_hand: dict[int, float] = {}
        self._answered: set[int] = set()
        self._known: OrderedDict[int, None] = OrderedDict()
        self._look = asyncio.Event()
        self._tasks = set[asyncio.Task[None]]()

    def begin(self) -> None:
        """Look for letters and news from now on; news of before are old."""
        for work in (self._read(), self._sweep(), self._watch()):
            self._start(work)

    @property
    def age(self) -> float:
        """How many seconds the oldest letter has waited, for whichever process; 0: none does."""
        return 0.0 if self._oldest is None else time.monotonic() - self._oldest

    def announced(self) -> None:
        """Look now: something was announced."""
        self._look.set()

    async def close(self) -> None:
        """Receive no more; letters that were not answered wait for the next owner."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._sending is not None:
            await self._sending

    async def place(self, table: int) -> tuple[int, int | None] | None:
        """Return a table and its server, which never changes; None: there is no such table.

        Raises:
            StorageError: the database cannot be read now.
        """
        if table not in self._places:
            found = await self._rows.place(table)
            if found is None:
                return None
            self._places[table] = found[0]
            if len(self._places) > PLACES:
                self._places.popitem(last=False)
        return table, self._places[table]

    async def hand(self, message: int, age: float) -> tuple[int, int | None] | None:
        """Return the table whose hand a message shows, with its server; None: it is none.

        A young message may not be written down yet, so it is looked for again.

        Args:
            message: which.
            age: in seconds.

        Raises:
            StorageError: the database cannot be read now.
        """
        found = await self._rows.hand(message)
        while found is None and age < YOUNG:
            await asyncio.sleep(AGAIN)
            age += AGAIN
            found = await self._rows.hand(message)
        return found

    async def seats(self, person: int) -> tuple[int, ...]:
        """Return the tables of other processes at which somebody sits, oldest first.

        Raises:
            StorageError: the database cannot be read now.
        """
        found = await self._rows.seats(person)
        return tuple(table for table, guild in found if not self._leases.owns(guild))

    def send(
        self,
        letter: Letter,
        find: Find,
        own: Callable[[], None] = lambda: None,
        leaving: Callable[[], None] = lambda: None,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """Send a letter to the owner of the table it is about, behind those sent before.

        Args:
            letter: what came.
            find: returns that table and its server.
            own: is called instead where there is no such table, or it is this process' own.
            leaving: is called when it is certain that it is another's.
            lost: is called where it cannot be put now.
        """
        self._out.append(_Sending(letter, find, own, leaving, lost))
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send())

    def done(self, letter: int) -> None:
        """Erase a letter: it is answered."""
        self._answered.add(letter)
        self._noted()
        self._look.set()

    async def part(self, letter: int) -> None:
        """Erase a letter before it is answered by what cannot be said twice."""
        self._answered.add(letter)
        await self.erase()

    def tell(self, kind: str, about: int) -> None:
        """Tell every other process, trying until the database takes it."""
        self._start(self._tell(kind, about))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, kind: str, about: int) -> None:
        while True:
            try:
                await self._rows.tell(kind, about)
                return
            except StorageError as error:
                log.warning("news could not be told: %s", error)
            await asyncio.sleep(LOOK)

    async def _send(self) -> None:
        try:
            while self._out:
                sending = self._out.popleft()
                try:
                    place = await sending.find()
                    if place is None or self._leases.owns(place[1]):
                        sending.own()
                        continue
                    sending.leaving()
                    await self._put(sending.letter, *place)
                except StorageError as error:
                    log.warning("a press for another process could not be put: %s", error)
                    sending.lost()
        finally:
            self._sending = None

    async def _put(self, letter: Letter, table: int, guild: int | None) -> None:
        """Put a letter; one with a key again, whose connection may have been lost in a COMMIT."""
        put = [(shard_of(guild, self._shards), structs.replace(letter, about=table))]
        until = time.monotonic() + PATIENCE
        while True:
            try:
                await self._rows.put(put)
                return
            except StorageError:
                if letter.key is None or time.monotonic() > until:
                    raise
            await asyncio.sleep(AGAIN)

    async def _read(self) -> None:
        for each in await self._news():
            self._known[each.id] = None
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await self._look.wait()
            except TimeoutError:
                pass
            self._look.clear()
            try:
                await self.erase()
                shards = self._leases.held.keys() - self._leases.coming
                most = min(AT_ONCE, IN_HAND - len(self._in_hand))
                letters = await self._rows.waiting(shards, self._in_hand, most) if most else ()
                for letter in letters:
                    self._in_hand[letter.id] = time.monotonic()
                    self._received(letter)
                if most and len(letters) == most:
                    self._look.set()  # there may be more
                for news in await self._rows.news():
                    if news.id not in self._known:
                        self._known[news.id] = None
                        self._heard(news)
                while len(self._known) > HEARD:
                    self._known.popitem(last=False)
            except StorageError as error:
                log.warning("presses for this process cannot be read: %s", error)
                await asyncio.sleep(LOOK)

    async def _news(self) -> list[News]:
        while True:
            try:
                return [*await self._rows.news()]
            except StorageError:
                await asyncio.sleep(LOOK)

    async def erase(self) -> None:
        """Erase what is answered."""
        answered = frozenset(self._answered)
        if not answered:
            return
        try:
            await self._rows.done(answered)
        except StorageError as error:
            log.warning("presses that are answered could not be erased: %s", error)
            return
        self._answered -= answered
        for each in answered:
            self._in_hand.pop(each, None)

    async def _watch(self) -> None:
        """Look how old the oldest letter is: one whose owner is gone is seen by all the others."""
        while True:
            with contextlib.suppress(StorageError):  # while nobody can say, what waits grows older
                age = await self._rows.age()
                self._oldest = None if age is None else time.monotonic() - age
            await asyncio.sleep(LOOK)

    async def _sweep(self) -> None:
        while True:
            try:
                await self._rows.sweep()
                old = time.monotonic() - 2 * LIFE.total_seconds()  # erased, never answered
                self._in_hand = {each: at for each, at in self._in_hand.items() if at > old}
            except StorageError as error:
                log.warning("old presses could not be erased: %s", error)
            await asyncio.sleep(SWEEP)
