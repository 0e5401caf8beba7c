"""Every request is within the budget (`discord.md` section 1): none the limiter has not seen."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord_api import rest
from bot.discord_api.rate_limit import Limiter, Priority
from bot.discord_api.rest import PAGE, Wire
from bot.ui.elements.screen import plain
from tests.interactions.test_gate import bare_message
from tests.messages.time import HandTime


class Counting(Limiter):
    """Admits everything, and counts it by its importance."""

    def __init__(self) -> None:
        super().__init__(HandTime())
        self.admitted: list[Priority] = []

    async def admit(self, priority: Priority, channel: int | None = None) -> None:
        """Count it."""
        self.admitted.append(priority)


class Http:
    """Answers what is asked about one message: 250 people and a bot have pressed, nobody else."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int | None]] = []

    async def get_message(self, channel: int, message: int) -> dict[str, Any]:
        """Return the message."""
        hand = {"emoji": {"id": None, "name": "✋"}, "count": 252, "me": True}
        card = {"emoji": {"id": "77", "name": "f1"}, "count": 2, "me": False}
        own = {"emoji": {"id": None, "name": "▶️"}, "count": 1, "me": True}
        return bare_message(message, channel) | {"reactions": [hand, card, own]}

    async def get_reaction_users(
        self, channel: int, message: int, emoji: str, limit: int, after: int | None
    ) -> list[dict[str, Any]]:
        """Return a page of them."""
        self.asked.append((emoji, after))
        known = range(1, 252) if emoji == "✋" else range(1, 3)
        return [
            {"id": str(who), "username": f"p{who}", "global_name": None, "bot": who == 9}
            for who in known
            if who > (after or 0)
        ][:limit]


async def test_reading_who_has_pressed_counts_every_page() -> None:
    """One request for the message, and one for each hundred people of each emoji of others."""
    limiter, http = Counting(), Http()
    async with discord.Client(intents=discord.Intents.none()) as client:
        client.http.get_message = http.get_message  # type: ignore[method-assign,assignment]  # no Discord
        client.http.get_reaction_users = http.get_reaction_users  # type: ignore[method-assign,assignment]  # no Discord
        below = await Wire(client, limiter).reactors(5, 6, Priority.UPKEEP)
    assert http.asked == [("✋", None), ("✋", PAGE), ("✋", 2 * PAGE), ("f1:77", None)]
    assert limiter.admitted == [Priority.UPKEEP] * (1 + len(http.asked))
    assert set(below.shown["✋"]) == set(range(1, 252)) - {9}
    assert below.shown["<:f1:77>"] == {1: "p1", 2: "p2"}
    assert below.shown["▶️"] == {}
    assert below.own == ("✋", "▶️")


async def test_members_of_a_server_are_looked_for_one_after_the_other() -> None:
    """Several at once would be refused before any answer says how many it takes."""
    answered, begun = asyncio.Event(), list[tuple[int, int]]()

    async def get_member(guild: int, person: int) -> dict[str, Any]:
        begun.append((guild, person))
        await answered.wait()
        return {}

    async with discord.Client(intents=discord.Intents.none()) as client:
        client.http.get_member = get_member  # type: ignore[method-assign,assignment]  # no Discord
        wire = Wire(client, Counting())
        looks = [asyncio.ensure_future(wire.member(guild, 1)) for guild in (7, 7, 8)]
        for _ in range(5):
            await asyncio.sleep(0)
        assert begun == [(7, 1), (8, 1)]
        answered.set()
        await asyncio.gather(*looks)
    assert begun == [(7, 1), (8, 1), (7, 1)]


@pytest.mark.parametrize(
    ("status", "asked"), [(500, 2), (503, 2), (429, 1), (400, 1), (403, 1)], ids=str
)
async def test_post_is_asked_for_once_more_where_discord_may_have_taken_it(
    monkeypatch: pytest.MonkeyPatch, status: int, asked: int
) -> None:
    """By the same nonce; what was certainly not taken, or came too fast, is the sender's again."""
    nonces = list[str]()

    async def send_message(channel: int, *, params: Any) -> dict[str, Any]:
        nonces.append(params.payload["nonce"])
        if len(nonces) == 1:
            raise discord.HTTPException(SimpleNamespace(status=status, reason=""), "")
        return {"id": "8"}

    monkeypatch.setattr(rest, "AGAIN", 0)
    async with discord.Client(intents=discord.Intents.none()) as client:
        client.http.send_message = send_message  # type: ignore[method-assign,assignment]  # no Discord
        wire = Wire(client, Counting())
        if asked == 2:
            assert await wire.send(5, plain("x"), Priority.TABLE) == 8
        else:
            with pytest.raises(discord.HTTPException):
                await wire.send(5, plain("x"), Priority.TABLE)
    assert len(nonces) == asked
    assert len(set(nonces)) == 1


@pytest.mark.parametrize(
    ("code", "there", "told"), [(160004, True, 0), (50013, False, 0), (10014, False, 1)], ids=str
)
async def test_thread_that_is_there_already_is_found(code: int, there: bool, told: int) -> None:
    """Any other error is the asker's; of an emoji that is gone the faces are told."""
    gone = list[None]()

    async def start_thread(channel: int, message: int, **_: Any) -> dict[str, Any]:
        raise discord.HTTPException(
            SimpleNamespace(status=400, reason=""),
            {"code": code, "message": ""},
        )

    async with discord.Client(intents=discord.Intents.none()) as client:
        client.http.start_thread_with_message = start_thread  # type: ignore[method-assign,assignment]  # no Discord
        wire = Wire(client, Counting(), lambda: gone.append(None))
        if there:
            assert await wire.open_thread(5, 6, "a table") == 6
        else:
            with pytest.raises(discord.HTTPException):
                await wire.open_thread(5, 6, "a table")
    assert len(gone) == told
