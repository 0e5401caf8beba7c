"""The library's own rate limits, which cost little memory while nobody waits for one.

It keeps one for each route of each channel, most of it the empty queue of a `deque` and a lock that
nobody holds.
"""

import asyncio
from typing import Any

from discord import http


def install() -> None:
    """Have the library keep these."""
    http.Ratelimit = Ratelimit  # type: ignore[misc]  # the library has no setting


class _Queue(list["asyncio.Future[Any]"]):
    """What waits for a limit, in order.

    Attributes:
        users: how many may still come to wait in it: whoever was let go may have to wait again.
    """

    __slots__ = ("users",)

    def __init__(self) -> None:
        self.users = 0

    def popleft(self) -> "asyncio.Future[Any]":
        """Take the first."""
        return self.pop(0)


class _Lock(asyncio.Lock):
    """A lock that keeps no queue once nobody waits."""

    def release(self) -> None:
        """Let the next one have it."""
        super().release()
        self._waiters = self._waiters or None

    @property
    def needed(self) -> bool:
        """Whether somebody has it or waits for it."""
        return self.locked() or self._waiters is not None


_NOBODY, _NOTHING = _Lock(), _Queue()
"""Stand for the lock and the queue of every limit nobody waits for; never used themselves."""


class Ratelimit(http.Ratelimit):
    """The limit of one route of one channel."""

    __slots__ = ()

    _pending_requests: _Queue  # type: ignore[assignment]  # all of it that is used
    _sleeping: _Lock

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._pending_requests = _NOTHING
        self._sleeping = _NOBODY

    async def acquire(self) -> None:
        """Wait until a request may leave."""
        if self._pending_requests is _NOTHING:
            self._pending_requests = _Queue()
        queue = self._pending_requests
        queue.users += 1
        try:
            await super().acquire()
        finally:
            queue.users -= 1
            if not queue.users:
                self._pending_requests = _NOTHING

    async def _refresh(self) -> None:
        if self._sleeping is _NOBODY:
            self._sleeping = _Lock()
        await super()._refresh()
        if not self._sleeping.needed:
            self._sleeping = _NOBODY
