"""The record: everything that happened, and never a token."""

import asyncio

import aiohttp
import pytest

from bot.sandbox.model.errors import Refused
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.sandbox.conftest import TOKEN, Client, Raw, Town
from tests.sandbox.scenes import post


async def test_requests_events_and_acts_are_recorded(client: Client, town: Town) -> None:
    """With times, bodies, statuses, recipients, and how an act was answered."""

    async def pressed(interaction: object) -> None:
        await interaction.response.edit_message(content="done")  # type: ignore[attr-defined]

    client.pressed = pressed
    message_id = await post(client, town, "a")
    town.world.record.clear()
    interaction = await town.ana.press(message_id, "a")

    (request,) = town.world.record.find("POST", "callback")
    assert (request.status, request.interaction_id) == (200, interaction.id)
    assert request.body == {"type": 7, "data": request.body["data"]}
    assert request.effect is not None
    assert request.answered is None or request.answered >= request.effect >= request.arrived
    events = [(each.name, each.bot_id, each.shard) for each in town.world.record.events]
    assert ("INTERACTION_CREATE", town.bot.id, 0) in events
    (act,) = town.world.record.acts
    assert (act.kind, act.user_id, act.answer) == ("press", town.ana.id, "7")
    assert act.latency == interaction.latency


async def test_no_token_stands_in_the_record(client: Client, town: Town) -> None:
    """Neither the bot's nor an interaction's."""

    async def pressed(interaction: object) -> None:
        await interaction.response.defer()  # type: ignore[attr-defined]
        await interaction.edit_original_response(content="done")  # type: ignore[attr-defined]

    client.pressed = pressed
    message_id = await post(client, town, "a")
    interaction = await town.ana.press(message_id, "a")
    await town.ana.wait_for(lambda seen: seen.text == "done", town.room.id)
    record = town.world.record
    text = repr([list(record.requests), list(record.events), list(record.acts)])
    assert interaction.token not in text
    assert TOKEN not in text
    assert interaction.token not in repr(interaction)
    assert TOKEN not in repr(town.bot)


async def test_refused_requests_and_acts_are_recorded(raw: Raw, town: Town) -> None:
    """With the code, and the sentence."""
    await raw("GET", "/channels/1")
    assert next(town.world.record.find("GET", status=404)).code == 10003
    with pytest.raises(Refused):
        await town.ana.say(1, "x")
    assert town.world.record.acts[-1].refused == "Unknown Channel"


async def test_unknown_route_is_501_and_noted(raw: Raw, town: Town, sandbox: Sandbox) -> None:
    """So that a fixture can fail on it."""
    status, _, _ = await raw("GET", f"/guilds/{town.guild.id}/audit-logs")
    assert status == 501
    assert sandbox.unknown_routes == [f"GET /api/v10/guilds/{town.guild.id}/audit-logs"]
    sandbox.unknown_routes.clear()


async def test_record_can_be_bounded(town: Town) -> None:
    """A long soak keeps the last entries only."""
    from bot.sandbox.model.record import Record

    town.world.record = Record(keep=2)
    for number in range(4):
        await town.ana.say(town.room.id, str(number))
    assert len(town.world.record.acts) == 2
    await asyncio.sleep(0)


async def test_mistake_of_the_sandbox_is_500_and_noted(
    raw: Raw, town: Town, sandbox: Sandbox
) -> None:
    """So that a fixture fails on it instead of the bot being blamed."""
    said = await town.ana.say(town.room.id, f"<@{town.ben.id}>")
    del town.world.users[town.ben.id]
    assert (await raw("GET", f"/channels/{town.room.id}/messages/{said.id}"))[0] == 500
    assert "KeyError" in sandbox.crashes[0]
    sandbox.crashes.clear()


async def test_record_that_keeps_nothing_costs_nothing() -> None:
    """For benches: nothing is kept or copied, and faults still see what was asked."""
    world = World(keep=0)
    guild = world.add_guild("Club", owner=world.add_user("Ana"))
    room = world.add_channel(guild, "room")
    world.add_bot(TOKEN, guilds=(guild,))
    server = Sandbox(world, delay=(0.0, 0.0), limits=False)
    await server.start()
    async with aiohttp.ClientSession() as session:
        raw = Raw(session, server.api_base)
        world.faults.answer("messages", 500, when=lambda body: body["content"] == "b")
        path = f"/channels/{room.id}/messages"
        answers = [(await raw("POST", path, {"content": text}))[0] for text in "abc"]
    await server.stop()
    assert answers == [200, 500, 200]
    assert not world.record.requests
    assert not world.record.events
