"""The only writer: changes queue up and are committed together (`architecture.md`).

The changes waiting when a commit ends make the next batch; how that is stored is the database's
(`bot.db.batches`).
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from bot.db.batches import Waiting, batches_of
from bot.db.changes import Change
from bot.db.errors import Conflict, Locked, Replaced, StorageError, refused
from bot.db.leases import Fence
from bot.db.writers import Writer

log = logging.getLogger(__name__)

LATEST = 1.0
"""Seconds after which what rides along is written though nothing else is."""

AGAIN = 0.05
"""Seconds after which a change of a locked table is tried again."""


class Store:
    """Commits changes in the order they come.

    Args:
        writer: the database's (`writing_engine`).
        most: how many changes one batch takes.
        noted: is told of every batch how many changes it had and how many seconds it took.
        fence: what this process may write where it shares the database; None: everything.

    Attributes:
        refused: whether the database took nothing of the last batch, as when it is full or for
            reading alone.
    """

    def __init__(
        self,
        writer: Writer,
        most: int = 500,
        noted: Callable[[int, float], None] = lambda changes, seconds: None,
        fence: Fence | None = None,
    ) -> None:
        self._writer = writer
        self._batches = batches_of(writer, fence)
        self._most = most
        self._queue: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._late: asyncio.TimerHandle | None = None
        self._in_hand: dict[asyncio.Task[None], tuple[float, list[Waiting]]] = {}
        self._locked: list[Waiting] = []
        self._last: list[Waiting] = []
        """The last batch, which may not be in hand yet."""
        self._noted = noted
        self.refused = False

    @property
    def since(self) -> float | None:
        """Since when the oldest batch in hand is being written (monotonic seconds), if any is."""
        return min((begun for begun, _ in self._in_hand.values()), default=None)

    @property
    def gone(self) -> bool:
        """Whether what it writes to is no longer there, for good."""
        return self._writer.gone

    async def commit(self, change: Change) -> None:
        """Return when the change is durable.

        Raises:
            Conflict: one of its keys exists; nothing of it is stored.
            Replaced: another process has the table by now; nothing of it is stored.
            StorageError: the database cannot take it now; nothing of it is stored. (When the
                connection to a database server is lost in the middle of a COMMIT, it may be:
                whoever gets this reads again before going on.)
        """
        if not change.writes:
            return
        if self._batches.width > 1 and any(write.kind == "forget" for write in change.writes):
            await self._all_before()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(change, done))
        self._begin()
        await done

    def ride(self, change: Change, *, alone: bool = True) -> "asyncio.Future[None]":
        """Store the change with the next batch, in its order; after a second by one of its own.

        For what need not be durable before somebody is told: it costs no transaction while moves
        are made. What cannot be stored is logged, and left to whoever looks at the future.

        Args:
            change: what is stored.
            alone: whether it ever has a transaction of its own, before the end.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not change.writes:
            done.set_result(None)
            return done
        done.add_done_callback(_told)
        self._queue.append(Waiting(change, done, rides=True))
        if alone and self._late is None:
            self._late = asyncio.get_running_loop().call_later(LATEST, self._all_at_once)
        return done

    async def close(self) -> None:
        """Finish what is queued and let go of the database.

        Whoever waits no longer leaves the transaction in hand alone, which may hang on a lock.
        """
        while self._queue or self._task is not None or self._in_hand or self._locked:
            self._all_at_once()
            at_work = {*self._in_hand, *([self._task] if self._task is not None else [])}
            await asyncio.wait(at_work or [asyncio.ensure_future(asyncio.sleep(AGAIN))])
        await self._writer.dispose()

    async def _all_before(self) -> None:
        """Wait until what was to be stored before is, or is refused.

        Batches pass each other by, and whoever is forgotten must not come back by an earlier one.
        """
        self._all_at_once()
        in_hand = (waiting for _, batch in self._in_hand.values() for waiting in batch)
        found = (*self._queue, *self._last, *in_hand, *self._locked)
        before = {waiting.done for waiting in found}
        if before:
            await asyncio.wait(before)

    def _begin(self) -> None:
        """Begin to write what is queued, unless that is being done."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write(), name="store")

    def _all_at_once(self) -> None:
        """Write what rides along though nobody else goes."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        for waiting in self._queue:
            waiting.rides = False
        if self._queue:
            self._begin()

    async def _write(self) -> None:
        """Write batch after batch; one that hangs is passed by, where the database allows it."""
        try:
            while not all(waiting.rides for waiting in self._queue):
                while len(self._in_hand) >= self._batches.width:
                    await asyncio.wait(self._in_hand, return_when=asyncio.FIRST_COMPLETED)
                batch = self._last = self._batches.next(self._queue, self._most)
                await self._batches.go_on(batch, self._settle(batch))
        finally:
            self._task = None

    async def _settle(self, batch: list[Waiting]) -> None:
        """Write a batch and tell each of its changes how it went."""
        task = asyncio.current_task()
        assert task is not None, "a task writes"
        begun = time.monotonic()
        self._in_hand[task] = begun, batch
        try:
            failures = await self._batches.write(batch)
        except (SQLAlchemyError, StorageError, OSError) as error:
            failures = {i: refused(error) for i in range(len(batch))}
        except BaseException as error:
            failures = {i: StorageError(f"the writer failed: {error!r}") for i in range(len(batch))}
            if not isinstance(error, Exception):
                raise
            log.exception("the writer failed")
        finally:
            del self._in_hand[task]
            self._noted(len(batch), time.monotonic() - begun)
            self.refused = all(_by_the_database(failures.get(i)) for i in range(len(batch)))
            for i, waiting in enumerate(batch):
                self._decide(waiting, failures.get(i))

    def _decide(self, waiting: Waiting, failure: StorageError | None) -> None:
        """Tell a change how it went; that of a locked table waits on while it has patience."""
        if waiting.done.done():
            return
        if isinstance(failure, Locked):
            now = time.monotonic()
            waiting.until = waiting.until or now + self._batches.patience
            if now < waiting.until:
                self._locked.append(waiting)
                asyncio.get_running_loop().call_later(AGAIN, self._again, waiting)
                return
        if failure is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(failure)

    def _again(self, waiting: Waiting) -> None:
        self._locked.remove(waiting)
        waiting.rides = False
        self._queue.appendleft(waiting)
        self._begin()


def _by_the_database(failure: StorageError | None) -> bool:
    """Say whether it is the database that refused a change, and not what is stored already."""
    return failure is not None and not isinstance(failure, Conflict | Replaced | Locked)


def _told(done: "asyncio.Future[None]") -> None:
    """Log what nobody waits for."""
    error = done.exception()
    if error is not None:
        log.warning("what was to be stored along with a move was not: %s", error)
