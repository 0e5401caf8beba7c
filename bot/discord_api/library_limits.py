"""The library's own rate limits, which cost little memory while nobody waits for one.

It keeps one for each route of each channel, most of it the empty queue of a `deque`.
"""

import asyncio
from typing import Any

from discord import http


def install() -> None:
    """Have the library keep these."""
    http.Ratelimit = Ratelimit  # type: ignore[misc]  # the library has no setting


class _Queue(list["asyncio.Future[Any]"]):
    """What waits for a limit, in order."""

    __slots__ = ()

    def popleft(self) -> "asyncio.Future[Any]":
        """Take the first."""
        return self.pop(0)


class _Lock(asyncio.Lock):
    """A lock that keeps no queue once nobody waits."""

    def release(self) -> None:
        """Let the next one have it."""
        super().release()
        self._waiters = self._waiters or None


class Ratelimit(http.Ratelimit):
    """The limit of one route of one channel."""

    __slots__ = ()

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._pending_requests = _Queue()  # type: ignore[assignment]  # all of it that is used
        self._sleeping = _Lock()
