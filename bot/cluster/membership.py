"""This process among those of one bot: leases, post and turns, built and let go of as one thing."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime

from bot.cluster.leases import Leases
from bot.cluster.post import Post
from bot.db.inbox import InboxRows, Letter, News
from bot.db.leases import LeaseRows
from bot.db.listening import Turns, listen
from bot.db.session import Server, StorageError, lasting_engine, sharing_engine

log = logging.getLogger(__name__)

IDENTIFY = 5.0
"""Seconds between two sessions that begin in one bucket (`discord.md` section 5)."""
AGAIN = 1.0
"""Seconds after which a database that is away is asked again at the start."""


class OtherShardsError(Exception):
    """Processes that run count another number of shards; the text is one sentence."""


class Membership:
    """One of several processes; an `Ownership`.

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
        rows = InboxRows(self._engine, name)
        self.post = Post(rows, self.leases, shards, received, heard, noted)

    def owns(self, guild: int | None) -> bool:
        """Say whether the tables of a server are this process'."""
        return self.leases.owns(guild)

    def alive(self, guild: int | None) -> datetime | None:
        """Return when a process last had the server's tables before this one."""
        return self.leases.alive(guild)

    async def table_id(self) -> int | None:
        """Return the number of a new table."""
        return await self._rows.table_id()

    async def seats(self, person: int) -> Sequence[int]:
        """Return the lobbies and running games of other processes at which somebody sits."""
        return await self.post.seats(person)

    def may_answer(self, guild: int | None) -> bool:
        """Say whether what comes of a server is for this process, now."""
        return self.leases.fresh and self.leases.owns(guild)

    async def join(self) -> tuple[int, ...]:
        """Begin to live, and take what is free of what this process is for; return the rest.

        Raises:
            OtherShardsError: the processes that live count their shards otherwise.
        """
        while True:
            try:
                others = {each.partition(":")[0] for each in await self._rows.others()}
                if others - {str(self._shards)}:
                    raise OtherShardsError(
                        f"Other processes of this bot run with {others.pop()} shards in all; "
                        "stop them first."
                    )
                await self._rows.catch_up()
                return await self.leases.join()
            except StorageError as error:
                log.warning("the database cannot be reached: %s", error)
            await asyncio.sleep(AGAIN)

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
        given = [taken.free for taken in self.leases.taken.values() if taken.alive is not None]
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


async def others(url: str, server: Server) -> tuple[str, ...]:
    """Return the processes with shards that live on a database server.

    Raises:
        StorageError: the database cannot be read now.
    """
    engine = lasting_engine(url, server)
    try:
        return await LeaseRows(engine, "").others()
    finally:
        await engine.dispose()
