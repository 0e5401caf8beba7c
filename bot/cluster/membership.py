"""This process among those of one bot: leases, post and turns, built and let go of as one thing."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import TypeVar

import aiohttp

from bot.cluster.leases import BEAT, LEASE, LOOK, Leases
from bot.cluster.post import Post
from bot.db.advisory import TRY, Advisory, AdvisoryLock
from bot.db.engines import Server, lasting_engine, sharing_engine
from bot.db.errors import StorageError
from bot.db.inbox import InboxRows, Letter, News
from bot.db.leases import LeaseRows
from bot.db.listening import listen
from bot.db.turns import Turns

log = logging.getLogger(__name__)

IDENTIFY = 5.0
"""Seconds between two sessions that begin in one bucket (`discord.md` section 5)."""
AGAIN = 1.0
"""Seconds after which a database that is away is asked again."""
PATIENCE = 5.0
"""Seconds a process that has everything waits for the one before it to be gone."""
ALONE = "alone"
"""Begins the name of a process that has everything; those of others, how many shards they count."""

T = TypeVar("T")


class OthersError(Exception):
    """Processes run that cannot share the database with this one; the text is one sentence."""


class Membership:
    """One of several processes; an `Ownership`, and a `Spacing`.

    Args:
        url: of the database server.
        server: how patient one is with it.
        shards: how many there are in all.
        wanted: which of them this process is for.
        spare: whether it also takes those of a process that died.
        gained: is told of shards just taken of somebody who died.
        shared: is told how many processes live.
        received: is given each letter for a table of this process', in order, once.
        heard: is given what other processes tell, in order, once.
        noted: is told of each letter that is answered.
    """

    def __init__(
        self,
        url: str,
        server: Server,
        shards: int,
        wanted: Sequence[int],
        *,
        spare: bool,
        gained: Callable[[tuple[int, ...]], Awaitable[None]],
        shared: Callable[[int], None],
        received: Callable[[Letter], None],
        heard: Callable[[News], None],
        noted: Callable[[], None] = lambda: None,
    ) -> None:
        name = f"{shards}:{secrets.token_hex(8)}"
        self._engine = sharing_engine(url, server)
        self._lasting = lasting_engine(url, server)
        self._rows = LeaseRows(self._engine, name)
        self._shards = shards
        self._turns = Turns(self._lasting, IDENTIFY)
        self._listening: asyncio.Task[None] | None = None
        self.leases = Leases(self._rows, shards, wanted, spare=spare, gained=gained, shared=shared)
        self._inbox = InboxRows(self._engine, name)
        self.post = Post(self._inbox, self.leases, shards, received, heard, noted)

    def owns(self, guild: int | None) -> bool:
        """Say whether the tables of a server are this process'."""
        return self.leases.owns(guild)

    def away(self, guild: int | None) -> float | None:
        """Return for how many seconds no process has had the server's tables."""
        return self.leases.away(guild)

    async def table_id(self) -> int | None:
        """Return the number of a new table."""
        return await self._rows.table_id()

    async def seats(self, person: int) -> Sequence[int]:
        """Return the lobbies and running games of other processes at which somebody sits."""
        return await self.post.seats(person)

    async def claim(self, what: str, person: int, seconds: float) -> float:
        """Count for all processes; see `bot.cluster.spacing.Spacing`."""
        return await self._inbox.claim(what, person, seconds)

    async def give_back(self, what: str, person: int) -> None:
        """Take that back; see `bot.cluster.spacing.Spacing`."""
        await self._inbox.unclaim(what, person)

    def may_answer(self, guild: int | None) -> bool:
        """Say whether what comes of a server is for this process, now."""
        return self.leases.fresh and self.leases.owns(guild)

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have each request to Discord wait until what it tells is nobody else's; return it."""
        config.on_request_start.append(self._request)
        return config

    async def _request(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        if params.url.scheme not in ("ws", "wss"):
            await self.leases.hold()

    async def join(self) -> tuple[int, ...]:
        """Begin to live, and take what is free of what this process is for; return the rest.

        Raises:
            OthersError: processes live that count their shards otherwise, or have everything.
        """
        own = str(self._shards)
        kind = await _patiently(lambda: _alive(self._rows, lambda kind: kind != own))
        if kind == ALONE:
            raise OthersError(
                "A process without --shards runs on this database; stop it, or give it --shards "
                "and --of as well."
            )
        if kind:
            raise OthersError(
                f"Other processes of this bot run with {kind} shards in all; stop them first."
            )
        await _patiently(self._rows.sweep)
        await _patiently(self._rows.catch_up)
        return await _patiently(self.leases.join)

    def begin(self) -> None:
        """Receive, and look after the others, from now on."""
        self._listening = asyncio.ensure_future(listen(self._lasting, self.post.announced))
        self.post.begin()
        self.leases.watch()

    async def inherit(self, shards: Collection[int]) -> None:
        """Ask for shards that somebody has until they are this process'."""
        await self.leases.inherit(shards)

    def answered(self) -> tuple[int, ...]:
        """Return the interactions that the processes before this one have answered last."""
        return tuple(each for taken in self.leases.taken.values() for each in taken.answered)

    def since(self) -> float:
        """Return the moment from which on everything is this process' (monotonic seconds)."""
        given = [taken.free for taken in self.leases.taken.values() if taken.free is not None]
        return time.monotonic() - min(given, default=0.0) if given else 0.0

    async def in_turn(self, bucket: int) -> None:
        """Return when a session may begin in a bucket."""
        await self._turns.wait(bucket)

    async def silence(self) -> None:
        """Receive nothing more; what was received is finished."""
        if self._listening is not None:
            self._listening.cancel()
        await self.post.close()

    async def leave(self, answered: Collection[int], ago: float) -> None:
        """Give the shards away and let go of the database; see `LeaseRows.give`."""
        await self.post.erase()
        await self.leases.give(answered, ago)
        await self._engine.dispose()
        await self._lasting.dispose()


class Alone:
    """A process that has everything: those that would share it know it by its heartbeat.

    There is one: a lock ends with whoever has it, so that the next one need not wait.
    """

    def __init__(self, url: str, server: Server) -> None:
        self._engine = sharing_engine(url, server)
        self._lasting = lasting_engine(url, server)
        self._lock = AdvisoryLock(self._lasting, Advisory.EVERYTHING)
        self._rows = LeaseRows(self._engine, f"{ALONE}:{secrets.token_hex(8)}")
        self._beating: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Begin to live.

        Raises:
            OthersError: another process that has everything lives, or processes with shards do.
        """
        for _ in range(round(PATIENCE / TRY)):
            if await _patiently(self._lock.take):
                break
            await asyncio.sleep(TRY)
        else:
            await self.leave()
            raise OthersError(
                "Another process of this bot runs on this database; stop it, or give both --shards "
                "and --of."
            )
        await _patiently(self._rows.sweep)
        await _patiently(lambda: self._rows.beat(LEASE))
        self._beating = asyncio.ensure_future(self._beat())
        if await _patiently(lambda: _alive(self._rows, lambda kind: kind != ALONE)):
            await self.leave()
            raise OthersError(
                "Processes with shards run on this database; stop them, or give this one "
                "--shards and --of as well."
            )

    async def leave(self) -> None:
        """Live no more, and let go of the database."""
        if self._beating is not None:
            self._beating.cancel()
            try:
                await self._rows.give(())
            except StorageError as error:
                log.warning("the heartbeat could not be ended: %s", error)
        await self._lock.give()
        await self._engine.dispose()
        await self._lasting.dispose()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await _patiently(lambda: self._rows.beat(LEASE))
            if not await _patiently(self._lock.take):
                log.error("another process of this bot runs on this database; stop one of them")


async def _alive(rows: LeaseRows, counts: Callable[[str], bool]) -> str:
    """Return a kind of other processes that are alive; "": there are none.

    One whose heartbeat has not run out yet may have died: it is watched until that beats, or not.

    Args:
        rows: the database's.
        counts: says of a kind (`ALONE`, or how many shards a process counts) whether it matters.
    """
    first: dict[str, datetime] = {}
    while True:
        living = [
            (name, kind, until)
            for name, until in (await rows.others()).items()
            if counts(kind := name.partition(":")[0])
        ]
        for name, kind, until in living:
            if first.setdefault(name, until) != until:
                return kind
        if not living:
            return ""
        await asyncio.sleep(LOOK / 4)


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do it, again and again while the database is away."""
    while True:
        try:
            return await work()
        except StorageError as error:
            log.warning("the database cannot be reached: %s", error)
        await asyncio.sleep(AGAIN)
