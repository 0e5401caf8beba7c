"""What errors of Discord mean, and tasks that end when the bot does."""

import asyncio

import aiohttp
import pytest

from bot.discord_api.errors import Tasks, Trouble, kind
from tests.discord_api.test_writer import Refusal


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (Refusal(404, 10008), Trouble.MESSAGE),
        (Refusal(404, 10003), Trouble.PLACE),
        (Refusal(403, 50001), Trouble.CHANNEL),
        (Refusal(401, 0), Trouble.CHANNEL),
        (Refusal(403, 0), Trouble.CHANNEL),
        (Refusal(403, 50013), Trouble.CHANNEL),
        (Refusal(400, 160005), Trouble.CHANNEL),
        (Refusal(403, 50007), Trouble.DM),
        (Refusal(403, 50278), Trouble.DM),
        (Refusal(403, 40003), Trouble.DM),
        (Refusal(401, 50027), Trouble.TOKEN),
        (Refusal(404, 10062), Trouble.TOKEN),
        (Refusal(429, 30046), Trouble.BUSY),
        (Refusal(500, 0), Trouble.BUSY),
        (Refusal(400, 50035), Trouble.OURS),
        (aiohttp.ServerDisconnectedError(), Trouble.BUSY),
        (OSError(), Trouble.BUSY),
    ],
)
def test_error_has_its_meaning(error: BaseException, meaning: Trouble) -> None:
    """The codes of `discord.md` section 6."""
    assert kind(error) is meaning


async def test_nothing_is_begun_once_the_tasks_are_given_up() -> None:
    """A writer that goes on by itself does not outlive the connection."""
    tasks, begun = Tasks(), []

    async def work(number: int) -> None:
        begun.append(number)
        try:
            await asyncio.sleep(60)
        finally:
            tasks.start(work(number + 1), "next")

    tasks.start(work(1), "first")
    await asyncio.sleep(0)
    await tasks.cancel()
    await asyncio.sleep(0)
    assert begun == [1]


async def test_error_of_a_task_is_logged_with_its_number(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing fails in silence."""

    async def fail() -> None:
        raise RuntimeError("planted")

    tasks = Tasks()
    tasks.start(fail(), "failing")
    await tasks.settle(1)
    await asyncio.sleep(0)
    assert "background task failing" in caplog.text
    assert "planted" in caplog.text
    caplog.clear()
