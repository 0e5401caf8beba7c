"""What an answer to a login means, and what is waited for (`discord.md` section 5)."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.gateway.login import CLOSED, PAUSES, OfflineError, StartError, failing, patiently, spare

DAY = 86_400_000


@pytest.mark.parametrize(
    ("total", "remaining", "shards", "waits"),
    [
        (1000, 1000, 1, []),
        (1000, 200, 1, []),
        (1000, 1000, 300, []),
        (1000, 199, 1, [435]),
        (1000, 100, 16, [14_401]),
        (1000, 15, 16, [86_401]),
        (1000, 0, 1, [86_401]),
    ],
)
async def test_last_sessions_of_a_day_are_spread_over_it(
    total: int, remaining: int, shards: int, waits: list[int]
) -> None:
    """A fifth of them, as many together as there are shards; before that nobody waits."""
    waited: list[int] = []

    async def wait(seconds: float) -> None:
        waited.append(round(seconds))

    limits = discord.SessionStartLimits(
        total=total, remaining=remaining, reset_after=DAY, max_concurrency=1
    )
    await spare(limits, shards, wait)
    assert waited == waits


def refused(status: int, text: str) -> discord.HTTPException:
    """Return a refusal of Discord's, or of something that answers in its place."""
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": 0, "message": text} if text else "")


def proxied(status: int) -> aiohttp.ClientHttpProxyError:
    """Return a refusal of the proxy's."""
    nothing: Any = None
    return aiohttp.ClientHttpProxyError(nothing, (), status=status)


def closed(code: int) -> discord.ConnectionClosed:
    """Return the end of a connection."""
    nothing: Any = None
    return discord.ConnectionClosed(nothing, shard_id=None, code=code)


NO_GATEWAY = discord.GatewayNotFound()  # type: ignore[no-untyped-call]
AGAIN = [
    (refused(500, "Oops."), "Discord cannot be reached (status 500)."),
    (refused(503, "<html>"), "Discord cannot be reached (status 503)."),
    (refused(429, "Wait."), "Discord asks to wait (status 429)."),
    (proxied(500), "Discord cannot be reached (status 500 of the proxy)."),
    (ConnectionResetError(), "Discord cannot be reached (ConnectionResetError)."),
    (NO_GATEWAY, "Discord cannot be reached (it names no gateway)."),
    (discord.RateLimited(5.0), "Discord asks to wait."),
]
FOR_GOOD = [
    (discord.LoginFailure(), "Discord does not accept the token in DISCORD_TOKEN."),
    (discord.PrivilegedIntentsRequired(None), CLOSED[4014]),
    (closed(4004), CLOSED[4004]),
    (closed(4999), "Discord closed the connection (code 4999)."),
    (refused(403, "You are limited."), "Discord refused: You are limited."),
    (refused(403, "x" * 200), f"Discord refused: {'x' * 200}."),
    (refused(403, "x" * 201), "Something on the way"),
    (refused(403, "One\nTwo"), "Something on the way"),
    (refused(403, "a <b>page</b>"), "Something on the way"),
    (refused(429, ""), "Something on the way"),
    (proxied(407), "The proxy of the setting 'proxy' lets nobody through (status 407)."),
]


@pytest.mark.parametrize(("error", "said"), [*AGAIN, *FOR_GOOD])
def test_answer_to_a_login_is_a_sentence(error: Exception, said: str) -> None:
    """What mends itself is told apart; a page in place of an answer is not repeated."""
    with pytest.raises(StartError) as told, failing():
        raise error
    assert str(told.value).startswith(said)
    assert isinstance(told.value, OfflineError) is ((error, said) in AGAIN)


async def test_reaching_is_tried_ever_more_seldom_until_it_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What only an operator can mend ends it at once."""
    answers: list[Exception] = [ConnectionResetError()] * (len(PAUSES) + 1)
    answers.append(refused(403, "No."))
    waited: list[float] = []

    async def reach() -> None:
        raise answers.pop(0)

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", wait)
    with pytest.raises(StartError, match=r"^Discord refused: No\.$"):
        await patiently(reach)
    assert waited == [*PAUSES, PAUSES[-1]]
