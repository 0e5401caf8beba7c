"""Faults on purpose."""

import io

import aiohttp
import discord
import pytest

from bot.sandbox.model import permissions
from tests.sandbox.conftest import Client, Raw, Town
from tests.sandbox.scenes import post


def _room(client: Client, town: Town) -> discord.PartialMessageable:
    return client.get_partial_messageable(town.room.id)


async def test_answer_strikes_the_next_matching_requests(raw: Raw, town: Town) -> None:
    """By method and pattern, so many times, then no more."""
    path = f"/channels/{town.room.id}/messages"
    town.world.faults.answer("messages$", 403, 50013, method="POST", times=2)
    assert (await raw("GET", path))[0] == 200
    answers = [(await raw("POST", path, {"content": "x"}))[0] for _ in range(3)]
    assert answers == [403, 403, 200]
    assert len(town.ana.messages(town.room.id)) == 1
    assert [each.fault for each in town.world.record.find("POST")] == ["answer", "answer", None]


async def test_answer_may_lie_after_the_effect(raw: Raw, town: Town) -> None:
    """A 500 although the message landed."""
    town.world.faults.answer("messages", 500, after_effect=True)
    assert (await raw("POST", f"/channels/{town.room.id}/messages", {"content": "x"}))[0] == 500
    assert [each.text for each in town.ana.messages(town.room.id)] == ["x"]


@pytest.mark.parametrize(("after_effect", "landed"), [(False, 0), (True, 1)])
async def test_connection_drops_before_or_after_the_effect(
    client: Client, town: Town, after_effect: bool, landed: int
) -> None:
    """The library sees a lost connection in both cases."""
    town.world.faults.drop("messages", method="POST", after_effect=after_effect)
    with pytest.raises(aiohttp.ClientConnectionError):
        await _room(client, town).send("x")
    assert len(town.ana.messages(town.room.id)) == landed


async def test_answer_to_a_press_may_land_although_it_is_lost(client: Client, town: Town) -> None:
    """The library reports a lost connection, the person sees the edit (`discord.md` section 14)."""

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="landed")

    client.pressed = pressed
    message_id = await post(client, town, "a")
    town.world.faults.drop("callback", after_effect=True)
    interaction = await town.ana.press(message_id, "a")
    assert (interaction.kind, town.ben.message(message_id).text) == (7, "landed")
    await client.until("error_kept")
    assert isinstance(client.errors[0], aiohttp.ClientConnectionError)


async def test_record_names_the_interaction_of_a_request_that_was_struck(
    client: Client, town: Town
) -> None:
    """Its token stands in no record, and the request never took effect."""

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="lost")

    client.pressed = pressed
    message_id = await post(client, town, "a")
    town.world.faults.drop("/webhooks/", method="PATCH")
    interaction = await town.ana.press(message_id, "a")
    await client.until("error_kept")
    (request,) = town.world.record.find("PATCH", "/webhooks/")
    assert (request.fault, request.interaction_id) == ("drop", interaction.id)


async def test_hang_lasts_on_the_worlds_clock(client: Client, town: Town) -> None:
    """Nothing is said until the time is over."""
    town.world.faults.hang("messages", 0.01, method="POST")
    with pytest.raises(aiohttp.ClientConnectionError):
        await _room(client, town).send("x")


async def test_429_without_via_is_taken_for_a_ban(client: Client, town: Town) -> None:
    """discord.py raises at once."""
    town.world.faults.rate_limit("messages", via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send("x")
    assert caught.value.status == 429


async def test_dropped_gateway_resumes(client: Client, town: Town) -> None:
    """The library comes back and gets what it missed."""
    town.world.faults.drop_gateway()
    await client.until("disconnect")
    said = await town.ana.say(town.room.id, "meanwhile")
    await client.until("resumed")
    (message,) = await client.until("message")
    assert message.id == said.id


async def test_unavailable_guild_is_silent_until_it_is_back(client: Client, town: Town) -> None:
    """GUILD_DELETE with unavailable, no events, then GUILD_CREATE."""
    town.world.faults.make_unavailable(town.guild)
    await client.until("guild_unavailable")
    await town.ana.say(town.room.id, "lost")
    town.world.faults.make_available(town.guild)
    await client.until("guild_available")
    said = await town.ana.say(town.room.id, "heard")
    (message,) = await client.until("message")
    assert message.id == said.id


async def test_removed_bot_is_out(client: Client, town: Town, raw: Raw) -> None:
    """It hears of it, and 50001 follows; invited again it hears of that."""
    town.world.faults.remove_bot(town.guild, town.bot)
    await client.until("guild_remove")
    assert (await raw("GET", f"/channels/{town.room.id}"))[1]["code"] == 50001
    assert (await raw("GET", f"/guilds/{town.guild.id}"))[1]["code"] == 50001
    town.world.invite(town.guild, town.bot)
    (guild,) = await client.until("guild_join")
    assert guild.id == town.guild.id


async def test_deleted_places_are_unknown(client: Client, town: Town, raw: Raw) -> None:
    """Message, thread and channel: 10008 and 10003, with their events."""
    room = client.get_channel(town.room.id)
    assert isinstance(room, discord.TextChannel)
    message = await room.send("x")
    other = await room.send("y")
    thread = await message.create_thread(name="t")
    town.world.faults.delete_message(other.id)
    (gone,) = await client.until("raw_message_delete")
    assert gone.message_id == other.id
    assert (await raw("GET", f"/channels/{room.id}/messages/{other.id}"))[1]["code"] == 10008
    town.world.faults.delete_channel(room.id)
    await client.until("guild_channel_delete")
    for channel_id in (room.id, thread.id):
        assert (await raw("GET", f"/channels/{channel_id}"))[1]["code"] == 10003
    assert town.ana.channels() == []


async def test_archived_and_locked_by_a_moderator(client: Client, town: Town, raw: Raw) -> None:
    """50083 for a reaction, 160005 for a message."""
    room = client.get_channel(town.room.id)
    assert isinstance(room, discord.TextChannel)
    thread = await (await room.send("x")).create_thread(name="t")
    message = await thread.send("y")
    town.world.faults.archive(thread.id, locked=True)
    path = f"/channels/{thread.id}/messages"
    reaction = f"{path}/{message.id}/reactions/%E2%9C%8B/@me"
    assert (await raw("PUT", reaction))[1]["code"] == 50083
    assert (await raw("POST", path, {"content": "z"}))[1]["code"] == 160005


async def test_permissions_are_taken_away(client: Client, town: Town, raw: Raw) -> None:
    """From now on 50013."""
    town.world.faults.deny(town.room, town.bot, permissions.SEND_MESSAGES)
    path = f"/channels/{town.room.id}/messages"
    assert (await raw("POST", path, {"content": "x"}))[1]["code"] == 50013


async def test_invalidated_session_is_dead(client: Client, town: Town) -> None:
    """A resumable op 9 lets the client resume; nothing is lost."""
    town.world.faults.invalidate(resumable=True)
    await client.until("disconnect")
    said = await town.ana.say(town.room.id, "x")
    (message,) = await client.until("message")
    assert message.id == said.id


async def test_answer_may_be_no_json(client: Client, town: Town, raw: Raw) -> None:
    """With a good status and after the effect: the library fails on it, the message is there."""
    town.world.faults.garble("messages", content_type="application/json", after_effect=True)
    with pytest.raises(ValueError, match="Expecting value"):
        await _room(client, town).send("x")
    assert [each.text for each in town.ana.messages(town.room.id)] == ["x"]
    town.world.faults.garble("channels", "upstream timed out", "text/plain", 502)
    path = f"/channels/{town.room.id}"
    with pytest.raises(aiohttp.ContentTypeError):
        await raw("GET", path)
    assert [each.fault for each in town.world.record.find(status=502)] == ["garble"]
    assert (await raw("GET", path))[0] == 200


async def test_requests_with_files_alone_are_refused(client: Client, town: Town) -> None:
    """The picture is refused, the words pass."""
    town.world.faults.answer("messages", 403, 50013, files=True)
    await _room(client, town).send("x")
    picture = discord.File(io.BytesIO(b"x"), "x.png")
    with pytest.raises(discord.Forbidden):
        await _room(client, town).send("y", file=picture)
    assert [each.text for each in town.ana.messages(town.room.id)] == ["x"]


async def test_request_is_chosen_by_what_it_says_and_by_its_turn(raw: Raw, town: Town) -> None:
    """The edit that says so is refused; or the one after so many."""
    path = f"/channels/{town.room.id}/messages"
    town.world.faults.answer("messages", 500, when=lambda body: body["content"] == "last")
    sent = ["first", "last", "last"]
    assert [(await raw("POST", path, {"content": text}))[0] for text in sent] == [200, 500, 200]
    town.world.faults.answer("messages", 500, skip=1)
    assert [(await raw("POST", path, {"content": "x"}))[0] for _ in range(3)] == [200, 500, 200]


async def test_event_is_delivered_twice(client: Client, town: Town) -> None:
    """The same press comes in two events; the next one once again."""
    message_id = await post(client, town, "a")
    heard: list[int] = []

    async def pressed(interaction: discord.Interaction) -> None:
        heard.append(interaction.id)
        if interaction.id not in heard[:-1]:
            await interaction.response.defer()

    client.pressed = pressed
    town.world.faults.repeat("INTERACTION_CREATE")
    first = await town.ana.press(message_id, "a")
    second = await town.ana.press(message_id, "a")
    assert heard == [first.id, first.id, second.id]
    names = [each.name for each in town.world.record.events]
    assert names.count("INTERACTION_CREATE") == 3


async def test_ids_carry_shifted_times_and_stay_unique(client: Client, town: Town) -> None:
    """Forward and back: the stamps jump, nothing falls due by it, no id comes twice."""

    async def answered() -> float:
        interaction = await town.ana.press(message_id, "a")
        assert not interaction.failed
        return discord.utils.snowflake_time(interaction.id).timestamp() - town.clock.now()

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()

    client.pressed = pressed
    message_id = await post(client, town, "a")
    town.world.faults.shift_stamps(3600)
    assert 3590 < await answered() < 3610
    town.world.faults.shift_stamps(-7200)
    assert -3610 < await answered() < -3590
    made = []
    for seconds in (0.0, -0.005, -0.005):
        town.world.ids.shift(seconds)
        made += [town.world.ids.next() for _ in range(2000)]
    assert len(set(made)) == len(made)
