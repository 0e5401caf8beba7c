"""The counters of what Discord refuses (`discord.md` sections 1.1 and 12)."""

import logging

import aiohttp
import pytest
from aiohttp import web

from bot.gateway.invalid_requests import WINDOW, Refusals
from tests.messages.time import HandTime


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings so far."""
    return [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]


def test_thousand_refusals_in_ten_minutes_warn_once(caplog: pytest.LogCaptureFixture) -> None:
    """The warning comes with the thousandth, says how many of each, and is not repeated."""
    refusals = Refusals(HandTime())
    for status in (401, 403, 429):
        for _ in range(333):
            refusals.note(status)
    assert warnings(caplog) == []
    refusals.note(403)
    refusals.note(403)
    assert len(warnings(caplog)) == 1
    assert "1000 requests in ten minutes (401: 333, 403: 334, 429: 333)" in warnings(caplog)[0]


def test_refusals_older_than_ten_minutes_do_not_count(caplog: pytest.LogCaptureFixture) -> None:
    """Spread over more time they are harmless; when it was better, the next storm warns anew."""
    time = HandTime()
    refusals = Refusals(time, many=3)
    for _ in range(6):
        refusals.note(403)
        time.seconds += WINDOW / 2
    assert warnings(caplog) == []
    for _ in range(2):
        for _ in range(3):
            refusals.note(429)
        time.seconds += 2 * WINDOW
        refusals.note(429)
    assert len(warnings(caplog)) == 2


def test_other_answers_and_shared_limits_do_not_count() -> None:
    """Only 401, 403 and 429 do, and not those of a limit shared with others."""
    refusals = Refusals(HandTime())
    for status in (200, 204, 400, 404, 500):
        refusals.note(status)
    refusals.note(429, "shared")
    refusals.note(429, "user")
    assert dict(refusals.total) == {429: 1}


async def test_every_answer_of_the_connection_is_counted() -> None:
    """The trace sees each request a session makes."""

    async def refuse(request: web.Request) -> web.Response:
        return web.Response(status=403)

    app = web.Application()
    app.router.add_get("/", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    refusals = Refusals(HandTime())
    try:
        async with aiohttp.ClientSession(trace_configs=[refusals.trace()]) as session:
            for _ in range(2):
                async with session.get(f"http://127.0.0.1:{runner.addresses[0][1]}/"):
                    pass
    finally:
        await runner.cleanup()
    assert dict(refusals.total) == {403: 2}
