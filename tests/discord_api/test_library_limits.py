"""The library's rate limits as we have it keep them: the same, but for their memory."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

from discord import http

from bot.discord_api import library_limits


def answer(remaining: int, after: float) -> Any:
    """Return an answer of Discord's with so many requests left of two."""
    told = {"Limit": 2, "Remaining": remaining, "Reset-After": after}
    return SimpleNamespace(headers={f"X-Ratelimit-{key}": str(told[key]) for key in told})


async def asked_at_once(limit: http.Ratelimit, most: int, *, remaining: int) -> list[int]:
    """Make so many requests, each answered with so many left; return the order they left in."""
    left = list[int]()

    async def request(number: int) -> None:
        async with limit:
            left.append(number)
            await asyncio.sleep(0)
            limit.update(answer(remaining, after=0.01))

    await asyncio.gather(*map(request, range(most)))
    return left


async def test_requests_leave_in_the_order_they_came() -> None:
    """The first goes at once, the others once its answer says that they may."""
    library_limits.install()
    assert await asked_at_once(http.Ratelimit(None), 5, remaining=2) == [0, 1, 2, 3, 4]


async def test_limit_takes_little_while_nobody_waits() -> None:
    """Its empty queue is a tenth of a `deque`, of which there is one a route and channel."""
    library_limits.install()
    limit = http.Ratelimit(None)
    assert isinstance(limit, library_limits.Ratelimit)
    assert sys.getsizeof(limit._pending_requests) < 100


async def test_lock_somebody_waited_for_keeps_no_queue() -> None:
    """Whoever waits for it has it in turn; then it is as it was before."""
    lock, had = library_limits._Lock(), []

    async def once(number: int) -> None:
        async with lock:
            had.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*map(once, range(3)))
    assert had == [0, 1, 2]
    assert lock._waiters is None


async def test_limit_somebody_waited_for_keeps_neither_queue_nor_lock() -> None:
    """Whoever comes while others sleep has his turn; then all limits share what stands for none."""
    library_limits.install()
    limit, fresh = http.Ratelimit(None), http.Ratelimit(None)
    left = await asked_at_once(limit, 4, remaining=0)
    assert sorted(left) == [0, 1, 2, 3]
    assert limit._sleeping is fresh._sleeping
    assert limit._pending_requests is fresh._pending_requests
    assert not fresh._sleeping.locked()
    assert not fresh._pending_requests


async def test_limit_has_its_own_queue_while_somebody_may_have_to_wait_again() -> None:
    """Whoever is let go while another takes its place waits on, and for no other limit."""
    library_limits.install()
    limit, other, left = http.Ratelimit(None), http.Ratelimit(None), list[str]()
    answered = {name: asyncio.Event() for name in ("first", "second", "between")}

    async def request(name: str) -> None:
        async with limit:
            left.append(name)
            await answered[name].wait()
            limit.update(answer(remaining=1, after=0.01))

    async def until(waiting: int) -> None:
        while len(limit._pending_requests) != waiting:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(request("first")), asyncio.create_task(request("second"))]
    await until(waiting=1)
    answered["first"].set()
    await until(waiting=0)
    tasks.append(asyncio.create_task(request("between")))
    await until(waiting=1)
    assert not other._pending_requests
    for each in answered.values():
        each.set()
    await asyncio.gather(*tasks)
    assert left == ["first", "between", "second"]
    assert limit._pending_requests is other._pending_requests
