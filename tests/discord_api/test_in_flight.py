"""Never more in one of Discord's seconds than it allows, whatever the way there does."""

import asyncio
import contextlib
import random
from itertools import pairwise

import aiohttp
import pytest
from discord.http import Route
from yarl import URL

from bot.discord_api.in_flight import LOST, MOST, SECOND, InFlight, counts
from bot.discord_api.rate_limit import Limiter, Priority
from tests.messages.time import HandTime, settle


async def sent(flight: InFlight, number: int, left: list[int]) -> None:
    """Send a request, which is answered when the test says so."""
    assert await flight.leave() == len(left)
    left.append(number)


async def test_no_more_leave_than_may_count_at_once() -> None:
    """The fifty-first waits until one of before was answered a second ago, or is lost for good."""
    assert MOST == 50, "`discord.md` section 1"
    time, left = HandTime(), list[int]()
    flight = InFlight(time)
    tasks = [asyncio.ensure_future(sent(flight, number, left)) for number in range(MOST + 3)]
    await settle()
    assert left == [*range(MOST)]
    flight.answer(0)
    flight.answer(7)
    await time.advance(SECOND - 0.01)
    assert len(left) == MOST
    await time.advance(0.02)
    assert left == [*range(MOST + 2)]
    await time.advance(LOST - 2 * SECOND)
    assert len(left) == MOST + 2
    await time.advance(2 * SECOND)
    assert len(left) == MOST + 3
    await asyncio.gather(*tasks)


async def test_request_that_is_given_up_takes_no_place() -> None:
    """Whether it waited or was just let through."""
    time, left = HandTime(), list[int]()
    flight = InFlight(time, most=1)
    first = asyncio.ensure_future(sent(flight, 1, left))
    waits = asyncio.ensure_future(sent(flight, 2, left))
    await settle()
    waits.cancel()
    last = asyncio.ensure_future(sent(flight, 3, left))
    await settle()
    flight.answer(0)
    await time.advance(SECOND)
    assert left == [1, 3]
    for task in (first, waits, last):
        await asyncio.wait([task])
    flight.answer(1)
    given_up = asyncio.ensure_future(flight.leave())
    await settle()
    time.seconds += SECOND
    flight.share(1)
    given_up.cancel()
    await asyncio.wait([given_up])
    await time.advance(SECOND)
    async with asyncio.timeout(60):
        await flight.leave()


async def test_processes_share_what_may_count_at_once() -> None:
    """Of two each has half; whoever is left alone lets those leave at once that waited."""
    time, left = HandTime(), list[int]()
    flight = InFlight(time)
    flight.share(2)
    tasks = [asyncio.ensure_future(sent(flight, number, left)) for number in range(MOST)]
    await settle()
    assert len(left) == MOST // 2
    flight.share(1)
    await settle()
    assert len(left) == MOST
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("answered", [True, False])
async def test_request_that_is_over_takes_a_place_for_a_second(
    monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    """Answered, or its connection refused: it is not waited for as one whose answer may come."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1] if answered else 1
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api")
    time = HandTime()
    flight = InFlight(time, most=1)
    trace = flight.listen(aiohttp.TraceConfig())
    async with server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        with contextlib.nullcontext() if answered else pytest.raises(aiohttp.ClientError):
            await (await session.get(f"{Route.BASE}/channels/1")).read()
        if answered:
            async with asyncio.timeout(60):  # an answer to somebody waits for no place
                await session.post(f"{Route.BASE}/interactions/1/token/callback")
    following = asyncio.ensure_future(flight.leave())
    await time.advance(SECOND - 0.01)
    assert not following.done()
    await time.advance(0.02)
    assert following.done()


@pytest.mark.parametrize("seed", range(2))
async def test_way_that_is_held_up_brings_no_second_too_many(seed: int) -> None:
    """Requests arrive in heaps after pauses of seconds; in no second are there more than fifty.

    Admitted evenly, as always: that alone would let eighty through.
    """
    chance, time = random.Random(seed), HandTime()
    flight, limiter = InFlight(time), Limiter(time)
    counted: list[float] = []
    free = 0.0

    async def request() -> None:
        await limiter.admit(Priority.UPKEEP)
        number = await flight.leave()
        await until(max(time.seconds + 0.02, free))
        counted.append(time.seconds)
        await until(time.seconds + chance.uniform(0.01, 0.06))
        flight.answer(number)

    async def until(moment: float) -> None:
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        time.call_later(moment - time.seconds, lambda: come.set_result(None))
        await come

    requests = [asyncio.ensure_future(request()) for _ in range(240)]
    for _ in range(8):
        await time.advance(chance.uniform(0.2, 1.5))
        free = time.seconds + chance.choice((0.0, 0.0, 1.0, 3.0))
    await time.advance(20)
    assert len(counted) == len(requests)
    assert all(before <= after for before, after in pairwise(counted))
    for number, moment in enumerate(counted[MOST:]):
        assert moment - counted[number] > 1.0


def test_answers_to_people_do_not_count() -> None:
    """Nor does what is no request of the API."""
    assert counts(URL(f"{Route.BASE}/channels/1/messages/2"))
    assert not counts(URL(f"{Route.BASE}/interactions/1/token/callback"))
    assert not counts(URL(f"{Route.BASE}/webhooks/1/token/messages/@original"))
    assert not counts(URL("wss://gateway.discord.gg/?v=10"))
