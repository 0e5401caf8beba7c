"""One interaction gets one answer, whoever gives it, and whatever Discord says to it."""

import asyncio
from typing import Any

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.discord_api.interaction import Incoming
from bot.ui.elements.screen import plain

ANSWERS = {4: "message", 5: "thinking", 6: "nothing", 7: "edit"}


class Adapter:
    """Takes what is sent by a token, after a moment, as Discord does."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.sent: list[str] = []
        self.bodies: list[Any] = []
        self._failure = failure

    async def request(self, route: Route, *, payload: Any, **_: Any) -> Any:
        """Note what was sent; say what message it made."""
        self.bodies.append(payload)
        if route.path.endswith("/callback"):
            self.sent.append(ANSWERS[payload["type"]])
        else:
            self.sent.append("follow-up" if route.method == "POST" else "edit of the answer")
        await asyncio.sleep(0)
        if self._failure is not None:
            raise self._failure
        return {"interaction": {"response_message_id": "9"}}


class Interaction:
    """As much of an interaction as its answer needs."""

    guild_id = None
    created_at = discord.utils.snowflake_time(1 << 40)
    id, token, application_id = 1, "token", 2
    _session = None

    class _state:  # noqa: N801 - the library's name
        class http:  # noqa: N801 - the library's name
            proxy = proxy_auth = None


def incoming(failure: Exception | None = None) -> tuple[Incoming, Adapter]:
    """Return a press, and who takes its answers."""
    adapter: Any = Adapter(failure)
    async_context.set(adapter)
    made: Any = Interaction()
    return Incoming(made, 0.0), adapter


async def test_press_is_answered_once_whoever_is_first() -> None:
    """The timer acknowledges while the answer is under way: one answer leaves, not two."""
    press, response = incoming()
    screen = plain("Yes.")
    await asyncio.gather(press.update(screen), press.acknowledge(), press.update(screen))
    assert response.sent == ["edit"]
    assert not await press.acknowledge()
    assert response.sent == ["edit"]


async def test_what_is_said_after_an_answer_follows_up() -> None:
    """A second sentence is a message of its own, never a second answer."""
    press, response = incoming()
    await press.say(plain("One."))
    await press.say(plain("Two."))
    assert response.sent == ["message", "follow-up"]


@pytest.mark.parametrize("failure", [TypeError("a string is no message"), KeyError("id")])
async def test_answer_of_discord_that_cannot_be_read_counts_as_answered(
    failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """It costs an error number in the log, and never a second attempt."""
    press, response = incoming(failure)
    assert not await press.say(plain("One."))
    assert press.answered
    assert response.sent == ["message"]
    assert "could not be read" in caplog.text
