"""Threads (`discord.md` section 6)."""

import discord
import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.errors import Refused
from bot.sandbox.model.objects import Channel
from tests.sandbox.conftest import Client, Raw, Town


async def _thread(client: Client, town: Town) -> discord.Thread:
    channel = client.get_channel(town.room.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("Table 12")
    return await channel.get_partial_message(message.id).create_thread(name="Table 12")


def _of(town: Town, thread: discord.Thread) -> Channel:
    return town.world.channels[thread.id]


async def test_thread_from_a_message_has_its_id(client: Client, town: Town) -> None:
    """It hangs under its channel; the message points to it."""
    thread = await _thread(client, town)
    await thread.send("Welcome")
    seen = [each for each in town.ana.channels() if each.kind == "thread"]
    assert [(each.name, each.parent_id) for each in seen] == [("Table 12", town.room.id)]
    assert town.ana.message(thread.id).thread_id == thread.id
    assert [each.text for each in town.ana.messages(thread.id)] == ["Welcome"]


async def test_second_thread_of_a_message_is_refused(raw: Raw, town: Town) -> None:
    """160004."""
    said = await town.ana.say(town.room.id, "x")
    path = f"/channels/{town.room.id}/messages/{said.id}/threads"
    assert (await raw("POST", path, {"name": "a"}))[0] == 201
    assert (await raw("POST", path, {"name": "b"}))[1]["code"] == 160004


async def test_standalone_threads_are_public_or_private(client: Client, town: Town) -> None:
    """A private one is out of sight of who is not in it; being added or mentioned brings one in."""
    channel = client.get_channel(town.room.id)
    assert isinstance(channel, discord.TextChannel)
    everyone = discord.ChannelType.public_thread
    public = await channel.create_thread(name="open", type=everyone)
    town.world.overwrite(town.room, town.bot, allow=permissions.PRIVATE_THREADS)
    private = await channel.create_thread(name="closed", type=discord.ChannelType.private_thread)

    assert [each.id for each in town.ben.channels() if each.kind == "thread"] == [public.id]
    assert [(each.text, each.type) for each in town.ben.messages(town.room.id)] == [("open", 18)]
    await private.add_user(discord.Object(town.ben.id))
    assert private.id in [each.id for each in town.ben.channels()]
    assert {each.id for each in await private.fetch_members()} == {town.bot.id, town.ben.id}
    await public.send(f"<@{town.ben.id}>")
    state = town.world.channels[public.id].thread
    assert state is not None
    assert town.ben.id in state.members


async def test_making_threads_needs_the_permission(raw: Raw, town: Town) -> None:
    """50013."""
    town.world.overwrite(town.room, town.bot, deny=permissions.PUBLIC_THREADS)
    path = f"/channels/{town.room.id}/threads"
    status, body, _ = await raw("POST", path, {"name": "x", "type": 11})
    assert (status, body["code"]) == (403, 50013)


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x", "auto_archive_duration": 61}])
async def test_wrong_thread_is_refused(raw: Raw, town: Town, body: dict[str, object]) -> None:
    """A name of 1 to 100 characters; 60, 1440, 4320 or 10080 minutes."""
    status, answer, _ = await raw("POST", f"/channels/{town.room.id}/threads", body | {"type": 11})
    assert (status, answer["code"]) == (400, 50035)


async def test_archived_thread_takes_no_edits_or_reactions(client: Client, town: Town) -> None:
    """50083; sending un-archives it; people can use no command or button in it."""
    thread = await _thread(client, town)
    message = await thread.send("x")
    await thread.edit(archived=True)
    partial = client.get_partial_messageable(thread.id).get_partial_message(message.id)
    for request in (partial.edit(content="y"), partial.add_reaction("✋")):
        with pytest.raises(discord.HTTPException) as caught:
            await request
        assert caught.value.code == 50083
    with pytest.raises(Refused, match="archived"):
        await town.ana.react(message.id, "✋")
    with pytest.raises(Refused, match="archived"):
        await town.ana.slash(thread.id, "go")
    await client.get_partial_messageable(thread.id).send("awake")
    await partial.edit(content="y")
    (told,) = await client.until("raw_thread_update", 2)
    assert not told.data["thread_metadata"]["archived"]


async def test_locked_thread_is_closed_to_who_does_not_manage(client: Client, town: Town) -> None:
    """160005 for the bot, a refusal for people, open to an owner."""
    thread = await _thread(client, town)
    town.world.faults.lock(thread.id)
    with pytest.raises(discord.HTTPException) as caught:
        await client.get_partial_messageable(thread.id).send("x")
    assert (caught.value.status, caught.value.code) == (403, 160005)
    with pytest.raises(Refused):
        await town.ben.say(thread.id, "x")
    seen = {each.id: each.can_send for each in town.ben.channels()}
    assert not seen[thread.id]
    await town.ana.say(thread.id, "owner")


async def test_locking_needs_manage_threads(client: Client, town: Town) -> None:
    """The maker may archive and rename, not lock or delete."""
    thread = await _thread(client, town)
    await thread.edit(name="Renamed")
    for request in (thread.edit(locked=True), thread.delete()):
        with pytest.raises(discord.Forbidden) as caught:
            await request
        assert caught.value.code == 50013
    town.world.overwrite(town.room, town.bot, allow=permissions.MANAGE_THREADS)
    await thread.edit(locked=True, archived=True)
    await thread.edit(archived=False)
    await thread.delete()
    assert [each.kind for each in town.ana.channels()] == ["text"]
    (deleted,) = await client.until("raw_thread_delete")
    assert deleted.thread_id == thread.id


async def test_thread_archives_itself_without_messages(client: Client, town: Town) -> None:
    """Edits and reactions are no activity, a message is."""
    thread = await _thread(client, town)
    await thread.edit(auto_archive_duration=60)
    message = await thread.send("x")
    town.clock.advance(59 * 60)
    await message.edit(content="y")
    await town.ana.react(message.id, "✋")
    town.clock.advance(61)
    fetched = await client.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert fetched.archived
    await thread.send("z")
    town.clock.advance(59 * 60)
    fetched = await client.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert not fetched.archived


async def test_sending_in_threads_is_its_own_permission(client: Client, town: Town) -> None:
    """Send Messages has no effect there."""
    thread = await _thread(client, town)
    town.world.overwrite(town.room, town.bot, deny=permissions.SEND_MESSAGES)
    await thread.send("x")
    town.world.overwrite(town.room, town.bot, deny=permissions.SEND_IN_THREADS)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("x")
    assert caught.value.code == 50013


async def test_joining_leaving_and_listing(client: Client, town: Town) -> None:
    """The bot's own membership, and the guild's active threads."""
    thread = await _thread(client, town)
    await thread.leave()
    state = _of(town, thread).thread
    assert state is not None
    assert town.bot.id not in state.members
    await thread.join()
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    assert [each.id for each in await guild.active_threads()] == [thread.id]
    with pytest.raises(discord.Forbidden):
        await thread.remove_user(discord.Object(town.ana.id))
