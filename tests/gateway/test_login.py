"""What is waited for before sessions are begun (`discord.md` section 5)."""

import discord
import pytest

from bot.gateway.login import spare

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
