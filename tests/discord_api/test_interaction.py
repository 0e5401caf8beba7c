"""One interaction gets one answer, whoever gives it, and whatever Discord says to it."""

import asyncio
from typing import Any

import discord
import pytest

from bot.discord_api.interaction import Incoming
from bot.ui.elements.screen import plain


class Response:
    """Takes the first answers of an interaction, after a moment, as Discord does."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.sent: list[str] = []
        self._failure = failure

    async def _take(self, what: str) -> Any:
        self.sent.append(what)
        await asyncio.sleep(0)
        if self._failure is not None:
            raise self._failure
        return self

    message_id = 9

    async def defer(self, **_: Any) -> Any:
        """Acknowledge."""
        return await self._take("defer")

    async def send_message(self, **_: Any) -> Any:
        """Answer by a message."""
        return await self._take("message")

    async def edit_message(self, **_: Any) -> Any:
        """Answer by an edit."""
        return await self._take("edit")


class Interaction:
    """As much of an interaction as its answer needs."""

    guild_id = None
    created_at = discord.utils.snowflake_time(1 << 40)

    def __init__(self, response: Response) -> None:
        self.response = response
        self.followup = self

    async def send(self, **_: Any) -> None:
        """Send a follow-up."""
        self.response.sent.append("follow-up")

    async def edit_original_response(self, **_: Any) -> None:
        """Edit what the answer made."""
        self.response.sent.append("edit of the answer")


def incoming(failure: Exception | None = None) -> tuple[Incoming, Response]:
    """Return a press, and who takes its answers."""
    response = Response(failure)
    made: Any = Interaction(response)
    return Incoming(made, 0.0), response


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
