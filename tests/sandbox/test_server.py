"""The server itself: where it listens, how answers and events are delayed."""

import asyncio
import socket

import aiohttp
import discord
import pytest

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.delays import Delays
from bot.sandbox.server import DELAY, Sandbox
from tests.openapi import conformance_checker
from tests.sandbox.conftest import TOKEN, Client, Raw, Town
from tests.sandbox.scenes import post


def test_only_loopback_addresses_are_taken(town: Town) -> None:
    """Nothing outside this machine reaches it."""
    with pytest.raises(ValueError, match="loopback"):
        Sandbox(town.world, host="0.0.0.0")


async def test_port_in_use_is_an_error(town: Town) -> None:
    """OSError, and nothing is left open."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = Sandbox(town.world, port=taken.getsockname()[1])
        with pytest.raises(OSError, match="address"):
            await server.start()


def test_delays_are_seeded_and_within_bounds() -> None:
    """The same seed draws the same; a round trip is one delay in two parts."""
    clock = Clock()
    draws = [Delays(clock, 0.02, 0.08, 7) for _ in range(2)]
    first, second = ([each.draw() for _ in range(50)] for each in draws)
    assert first == second
    assert all(0.02 <= each <= 0.08 for each in first)
    assert all(0.02 <= sum(draws[0].draw_round_trip()) <= 0.08 for _ in range(50))
    assert Delays(clock, 0.0, 0.0, 7).draw_round_trip() == (0.0, 0.0)


async def test_events_keep_their_order_under_delays(town: Town) -> None:
    """Whatever is drawn, a connection's events arrive in sequence (aiohttp, plain socket)."""
    server = Sandbox(town.world, delay=(0.0, 0.02), seed=3)
    await server.start()
    async with aiohttp.ClientSession() as session:
        wire = await session.ws_connect(server.gateway_url)
        await wire.send_json({"op": 2, "d": {"token": TOKEN, "intents": 1 << 9}})
        await wire.receive_json()
        await wire.receive_json()
        for number in range(30):
            await town.ana.say(town.room.id, str(number))
        assert [(await wire.receive_json())["s"] for _ in range(30)] == list(range(2, 32))
    await server.stop()


async def test_requests_overtake_each_other_under_delays(town: Town, raw: Raw) -> None:
    """Concurrent edits take effect in the order they arrive, not in which they were sent."""
    server = Sandbox(town.world, delay=(0.0, 0.15), seed=5, limits=False)
    await server.start()
    said = (await raw("POST", f"/channels/{town.room.id}/messages", {"content": "x"}))[1]
    town.world.record.clear()
    path = f"/channels/{town.room.id}/messages/{said['id']}"
    raw._base = server.api_base
    await asyncio.gather(*(raw("PATCH", path, {"content": str(n)}) for n in range(12)))
    await server.stop()
    done = sorted(town.world.record.requests, key=lambda each: each.effect or 0)
    order = [int(each.body["content"]) for each in done]
    assert sorted(order) == list(range(12))
    assert order != list(range(12))


@pytest.mark.parametrize("delay", [DELAY])
async def test_real_client_works_under_delays_and_limits(
    client: Client, town: Town, sandbox: Sandbox, delay: tuple[float, float]
) -> None:
    """As it runs in the demo: a press takes a while and is answered, nothing is refused."""

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="pressed")

    client.pressed = pressed
    message_id = await post(client, town, "a")
    await town.ben.react(message_id, "✋")
    interaction = await town.ana.press(message_id, "a")
    await client.until("raw_reaction_add")
    assert interaction.latency is not None
    assert delay[0] < interaction.latency < 3
    assert town.ben.message(message_id).text == "pressed"
    assert sandbox.limits.refused == 0


async def test_page_is_served_when_asked_for(town: Town) -> None:
    """Only then, on the same port."""
    for page, status in ((False, 404), (True, 200)):
        server = Sandbox(town.world, page=page)
        await server.start()
        async with aiohttp.ClientSession() as session, session.get(server.base_url) as response:
            assert response.status == status
        await server.stop()


def test_conformance_names_what_is_wrong() -> None:
    """Wrong bodies, statuses and routes are found; right ones are not."""
    checker = conformance_checker()
    create = ("POST", "/channels/{channel_id}/messages")
    checker.request(*create, {"content": "x", "nonce": "1"})
    checker.response("GET", "/channels/{channel_id}", 404, {"code": 10003, "message": "Unknown"})
    assert checker.take() == []
    checker.request(*create, {"content": 5})
    checker.response(*create, 200, {"id": "1"})
    checker.response(*create, 302, None)
    checker.request("GET", "/nowhere", None)
    problems = checker.take()
    assert len(problems) == 4
    assert "content" in problems[0]
    assert checker.take() == []
