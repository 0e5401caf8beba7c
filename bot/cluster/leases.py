"""The shards this process has leased: how it comes by them, keeps them, and loses them.

It takes what it was told to as soon as that is free, asking whoever has it to give it away. A spare
one also takes what nobody has had for as long as a lease lasts. Whoever is asked gives everything
away and ends; so does whoever was replaced, since somebody else goes on with its tables.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot.db.errors import StorageError
from bot.db.leases import Fence, Lease, LeaseRows, Taken, shard_of

log = logging.getLogger(__name__)

LEASE = 10.0
"""Seconds a lease lasts without a heartbeat."""
BEAT = 2.0
"""Seconds between two heartbeats."""
LOOK = 1.0
"""Seconds between two looks at what is free, or asked for."""
SEEN = 1.5 * BEAT
"""Seconds for which a spare one has to see that nobody has a shard: all heartbeats run out at once
where the server's clock is put forward, and whoever lives has had another one by then."""


class ReplacedError(Exception):
    """Another process has this one's shards; the text is one sentence.

    Attributes:
        planned: whether it had asked for them, and has been given them.
    """

    def __init__(self, sentence: str, *, planned: bool) -> None:
        super().__init__(sentence)
        self.planned = planned


class Leases:
    """What one process has.

    Args:
        rows: the database's.
        shards: how many there are in all.
        wanted: which of them this process is for.
        spare: whether it also takes those of a process that died.
        gained: is told of shards just taken of somebody who died.
        shared: is told how many processes live.

    Attributes:
        held: the epoch of each shard it has.
        coming: those among them whose tables are not back yet.
        taken: how each came.
        over: is done, with a `ReplacedError`, once this process has to end.
    """

    def __init__(
        self,
        rows: LeaseRows,
        shards: int,
        wanted: Sequence[int],
        *,
        spare: bool,
        gained: Callable[[tuple[int, ...]], Awaitable[None]],
        shared: Callable[[int], None],
    ) -> None:
        self._rows = rows
        self._shards = shards
        self._wanted = tuple(wanted)
        self._spare = spare
        self._gained = gained
        self._shared = shared
        self._until = 0.0
        self._reached: float | None = None
        self._dead: dict[int, float] = {}
        self._living = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()
        self._gone = False
        self.held: dict[int, int] = {}
        self.coming = frozenset[int]()
        self.fence = Fence(self.held, shards)
        self.taken: dict[int, Taken] = {}
        self._came: dict[int, float] = {}
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def fresh(self) -> bool:
        """Whether what is held can be nobody else's yet: nothing is answered without it."""
        return time.monotonic() < self._until

    async def hold(self) -> None:
        """Return once what this process tells Discord is nobody else's to tell.

        Raises:
            ConnectionAbortedError: another process tells it by now.
        """
        while self._tasks and not self.fresh:
            if self._gone or self.over.done():
                raise ConnectionAbortedError("another process has the shards")
            self._news.clear()
            await self._news.wait()

    def owns(self, guild: int | None) -> bool:
        """Say whether a server's tables are this process'."""
        return shard_of(guild, self._shards) in self.held

    def away(self, guild: int | None) -> float | None:
        """Return for how many seconds, when this process had not come, nobody had those tables.

        Until now, that is: what has passed since counts as well, until they are back.
        """
        shard = shard_of(guild, self._shards)
        taken = self.taken.get(shard)
        if taken is None or taken.free is None:
            return None
        return taken.free + time.monotonic() - self._came[shard]

    async def join(self) -> tuple[int, ...]:
        """Begin to live, and take what is free of what this process is for; return the rest.

        Raises:
            StorageError: the database cannot be reached now.
        """
        await self._beat()
        if not self._tasks:
            self._tasks.append(asyncio.ensure_future(self._live()))
        return await self._take(self._wanted)

    async def inherit(self, shards: Collection[int]) -> None:
        """Ask for shards until they are given away, or whoever has them dies."""
        left = tuple(shards)
        while left:
            try:
                await self._rows.ask(left)
                left = await self._take(left)
            except StorageError as error:
                log.warning("shards cannot be asked for: %s", error)
            if left:
                await asyncio.sleep(LOOK / 4)

    def watch(self) -> None:
        """Look from now on whether something is asked for, or free for a spare one."""
        self._tasks.append(asyncio.ensure_future(self._watch()))

    async def give(self, answered: Collection[int], ago: float) -> None:
        """Give everything away; see `LeaseRows.give`.

        While the database is away it is tried again, as long as a lease lasts: then it is over.
        """
        begun = time.monotonic()
        await self.close()
        self._until, self._gone = 0.0, True
        self._news.set()
        while time.monotonic() - begun < LEASE:
            try:
                await self._rows.give(answered, ago + time.monotonic() - begun)
                break
            except StorageError as error:
                log.warning("shards could not be given away: %s", error)
            await asyncio.sleep(LOOK / 4)
        self.held.clear()

    async def close(self) -> None:
        """Beat no more."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take(self, shards: Collection[int]) -> tuple[int, ...]:
        """Take what is free of these; return what is not."""
        left = []
        for shard in shards:
            taken = await self._rows.take(shard, LEASE)
            if taken is None:
                left.append(shard)
                continue
            self.held[shard] = taken.epoch
            self.taken[shard], self._came[shard] = taken, time.monotonic()
        return tuple(left)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except StorageError as error:
                log.warning("the heartbeat could not be stored: %s", error)

    async def _beat(self) -> None:
        began = time.monotonic()
        before = dict(self.held)
        held, living = await self._rows.beat(LEASE)
        if any(held.get(shard) != epoch for shard, epoch in before.items()):
            self._end("Another process has taken its shards.", planned=False)
            return
        self._until = began + LEASE
        self._news.set()
        if living != self._living:
            self._living = living
            self._shared(living)

    async def _watch(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(LOOK)

    async def _look(self) -> None:
        try:
            leases = await self._rows.look()
        except StorageError:
            self._reached, self._dead = None, {}
            return
        now = time.monotonic()
        self._reached = now if self._reached is None else self._reached
        free = {each.shard for each in leases if each.free > 0}
        self._dead = {shard: self._dead.get(shard, now) for shard in free}
        self._asked(leases)
        if self._spare and now - self._reached > LEASE:
            await self._help(leases)

    def _asked(self, leases: Sequence[Lease]) -> None:
        asked = {each.shard for each in leases if each.shard in self.held and each.heir is not None}
        if asked:
            planned = bool(asked & {*self._wanted})  # else its own are taken up again
            self._end("Another process has asked for its shards.", planned=planned)

    async def _help(self, leases: Sequence[Lease]) -> None:
        """Take what nobody has had for a while, seen by one that was there all the time."""
        now = time.monotonic()
        dead = [shard for shard, since in self._dead.items() if now - since >= SEEN]
        given = {each.shard for each in leases if each.owner is None and each.free <= LEASE}
        wanted = [shard for shard in dead if shard not in given]
        if not wanted or self.over.done():
            return
        self.coming = frozenset(wanted)
        try:
            left = await self._take(wanted)
        except StorageError as error:
            log.warning("shards could not be taken: %s", error)
            left = tuple(shard for shard in wanted if shard not in self.held)
        gained = tuple(shard for shard in wanted if shard not in left)
        if gained:
            log.warning("taken over, since their process is gone: shards %s", gained)
            await self._gained(gained)
        self.coming = frozenset()

    def _end(self, sentence: str, *, planned: bool) -> None:
        if not planned:
            self._until = 0.0
        if not self.over.done():
            self.over.set_exception(ReplacedError(sentence, planned=planned))
            self._news.set()
