"""Every request is within the budget (`discord.md` section 1): none the limiter has not seen."""

import asyncio
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import discord
import pytest

from bot.discord_api import rest
from bot.discord_api.rate_limit import Limiter, Priority
from bot.discord_api.rest import PAGE, Wire
from bot.ui.elements.screen import Button, Row, Screen, plain
from tests.interactions.test_gate import bare_message
from tests.messages.stage import Refused
from tests.messages.time import HandTime


class Counting(Limiter):
    """Admits everything, and counts it by its importance."""

    def __init__(self) -> None:
        super().__init__(HandTime())
        self.admitted: list[Priority] = []
        self.posted: list[int] = []
        """Channels."""

    async def admit(self, priority: Priority, channel: int | None = None) -> None:
        """Count it."""
        self.admitted.append(priority)
        if channel is not None:
            self.posted.append(channel)


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
            {
                "id": str(who),
                "username": f"p{who}",
                "global_name": "Ana" if who == 1 else None,
                "bot": who == 9,
            }
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
    assert below.shown["<:f1:77>"] == {1: "Ana", 2: "p2"}
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


class Asked:
    """What leaves for Discord, which answers everything by the same."""

    def __init__(self, client: discord.Client, answer: Any) -> None:
        self.requests: list[tuple[str, str]] = []
        self.bodies: list[Any] = []
        self._answer = answer
        who: Any = {"id": "2", "username": "k", "discriminator": "0", "avatar": None}
        client._connection.user = discord.ClientUser(state=client._connection, data=who)
        client.http.request = self._request  # type: ignore[method-assign]  # no Discord

    async def _request(self, route: discord.http.Route, **more: Any) -> Any:
        self.requests.append((route.method, unquote(route.url.removeprefix(route.BASE))))
        self.bodies.append(more.get("json") or more.get("params"))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


THERE = "/channels/5/messages/6"
FACE = "f7:1234567890123456789"
REQUESTS: tuple[tuple[str, tuple[object, ...], str, str, Any, Any], ...] = (
    ("delete", (5, 6), "DELETE", THERE, None, None),
    ("react", (5, 6, "✋"), "PUT", f"{THERE}/reactions/✋/@me", None, None),
    ("react", (5, 6, f"<:{FACE}>"), "PUT", f"{THERE}/reactions/{FACE}/@me", None, None),
    ("unreact", (5, 6, "✋", 9), "DELETE", f"{THERE}/reactions/✋/9", None, None),
    ("clear_reactions", (5, 6), "DELETE", f"{THERE}/reactions", None, None),
    ("archive", (5,), "PATCH", "/channels/5", None, {"archived": True}),
    ("member", (7, 9), "GET", "/guilds/7/members/9", None, None),
    ("take_back", (5, 6, "✋"), "DELETE", f"{THERE}/reactions/✋/@me", None, None),
    ("open_dm", (9,), "POST", "/users/@me/channels", 8, {"recipient_id": 9}),
    ("server_name", (7,), "GET", "/guilds/7", "Club", {"with_counts": 0}),
    ("channel_name", (5,), "GET", "/channels/5", "Club", None),
    (
        *("open_thread", (5, 6, "a table"), "POST", f"{THERE}/threads", 8),
        {"name": "a table", "auto_archive_duration": 1440, "rate_limit_per_user": None},
    ),
)
URGENT = {
    "take_back": Priority.UPKEEP,
    "open_dm": Priority.LOBBY,
    "server_name": Priority.LOBBY,
    "channel_name": Priority.LOBBY,
    "open_thread": Priority.TABLE,
}
"""What is more than cosmetic."""


@pytest.mark.parametrize(("name", "given", "method", "path", "result", "body"), REQUESTS)
async def test_every_request_goes_its_way_once_it_is_admitted(
    name: str, given: tuple[object, ...], method: str, path: str, result: Any, body: Any
) -> None:
    """It is counted by its importance, and what Discord answers is read."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        asked, limiter = Asked(client, {"id": "8", "name": "Club"}), Counting()
        assert await getattr(Wire(client, limiter), name)(*given) == result
    assert asked.requests == [(method, path)]
    assert asked.bodies[0] == body
    assert limiter.admitted == [URGENT.get(name, Priority.COSMETIC)]


@pytest.mark.parametrize(("name", "given"), [each[:2] for each in REQUESTS])
async def test_answer_that_cannot_be_read_is_one_that_was_lost(
    name: str, given: tuple[object, ...]
) -> None:
    """Whoever asked tries again, as after a lost connection; of a lost emoji the faces are told."""
    gone = list[None]()
    async with discord.Client(intents=discord.Intents.none()) as client:
        wire = Wire(client, Counting(), lambda: gone.append(None))
        Asked(client, TypeError("no message"))
        with pytest.raises(ConnectionError):
            await getattr(wire, name)(*given)
        Asked(client, Refused(400, 10014))
        with pytest.raises(Refused):
            await getattr(wire, name)(*given)
    assert len(gone) == 1


async def test_messages_that_are_not_older_are_listed_oldest_first() -> None:
    """From that very one on."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        asked, limiter = Asked(client, [{"id": "9"}, {"id": "70"}, {"id": "6"}]), Counting()
        assert await Wire(client, limiter).messages_from(5, 6, 3, Priority.UPKEEP) == [6, 9, 70]
    assert asked.requests == [("GET", "/channels/5/messages")]
    assert limiter.admitted == [Priority.UPKEEP]
    assert asked.bodies == [{"limit": 3, "after": 5}]


async def test_reactions_below_a_direct_message_are_one_request() -> None:
    """Whoever has set one besides the bot is the other person."""

    def standing(name: str, count: int, *, me: bool) -> dict[str, Any]:
        return {"emoji": {"id": None, "name": name}, "count": count, "me": me}

    found = [standing("✋", 2, me=True), standing("▶️", 1, me=True), standing("🃏", 1, me=False)]
    async with discord.Client(intents=discord.Intents.none()) as client:
        asked, limiter = Asked(client, bare_message(6, 5) | {"reactions": found}), Counting()
        below = await Wire(client, limiter).reactions(5, 6, Priority.COSMETIC)
    assert below == (("✋", "▶️"), {"✋": True, "▶️": False, "🃏": True})
    assert (asked.requests, limiter.admitted) == ([("GET", THERE)], [Priority.COSMETIC])


async def test_post_is_named_by_what_it_is_of_and_by_the_database() -> None:
    """Two processes post the same thing once; of another database it is something else."""
    screen = Screen((Row((Button("k1:7:1:0:0:join", "Join"),)),))
    async with discord.Client(intents=discord.Intents.none()) as client:
        asked, limiter = Asked(client, {"id": "8"}), Counting()
        named = (("a", "x"), ("a", "x"), ("a", "y"), ("b", "x"))
        for tag, what in (*named, ("a", None), ("a", None)):
            wire = Wire(client, limiter)
            wire.tag = tag
            assert await wire.send(5, screen, Priority.TABLE, what) == 8
    nonces = [body["nonce"] for body in asked.bodies]
    assert nonces[0] == nonces[1]
    assert len(set(nonces)) == 5, "what has no name is posted each time"
    assert max(map(len, nonces)) <= 25
    assert all(body["enforce_nonce"] for body in asked.bodies)
    assert "k2:b:7:1:0:0:join" in str(asked.bodies[3])
    assert (limiter.admitted, limiter.posted) == ([Priority.TABLE] * 6, [5] * 6)


async def test_edit_is_admitted_by_its_writer() -> None:
    """It is not counted a second time; files of before go where it is asked for."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        asked, limiter = Asked(client, {"id": "6"}), Counting()
        wire = Wire(client, limiter)
        await wire.edit(5, 6, plain("One."))
        await wire.edit(5, 6, plain("One."), anew=True)
    assert asked.requests == [("PATCH", THERE)] * 2
    assert [body.get("attachments") for body in asked.bodies] == [None, []]
    assert limiter.admitted == []
