"""Direct messages (`discord.md` section 4)."""

import discord
import pytest

from tests.sandbox.conftest import Client, Raw, Town


async def test_opening_is_idempotent(raw: Raw, town: Town) -> None:
    """The same channel is returned, with the person as recipient."""
    body = {"recipient_id": str(town.ana.id)}
    status, first, _ = await raw("POST", "/users/@me/channels", body)
    _, second, _ = await raw("POST", "/users/@me/channels", body)
    assert status == 200
    assert first["id"] == second["id"]
    assert [each["id"] for each in first["recipients"]] == [str(town.ana.id)]


async def test_dm_reaches_and_pings_its_person_alone(client: Client, town: Town) -> None:
    """Ana sees and is notified of it, Ben neither."""
    channel = await (await client.fetch_user(town.ana.id)).create_dm()
    message = await channel.send("your hand")
    assert town.ana.message(message.id).text == "your hand"
    assert [ping.kind for ping in town.ana.pinged()] == ["dm"]
    assert [each.kind for each in town.ana.channels()] == ["text", "dm"]
    assert town.ben.messages(channel.id) == []
    with pytest.raises(LookupError):
        town.ben.message(message.id)


async def test_person_writes_in_the_dm(client: Client, town: Town) -> None:
    """Its text is readable without the content intent."""
    await town.ana.say(await town.ana.dm(), "help")
    (message,) = await client.until("message")
    assert (message.content, message.guild) == ("help", None)


async def test_closed_dms_refuse_messages(client: Client, town: Town) -> None:
    """403 and 50007 until they are open again."""
    channel = await (await client.fetch_user(town.ana.id)).create_dm()
    town.ana.close_dms()
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50007
    town.ana.open_dms()
    await channel.send("y")


async def test_without_a_mutual_guild_it_is_refused(client: Client, town: Town) -> None:
    """403 and 50278."""
    channel = await (await client.fetch_user(town.ben.id)).create_dm()
    town.world.remove_member(town.guild, town.ben)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50278


async def test_opening_too_many_is_refused_if_asked(raw: Raw, town: Town) -> None:
    """40003 once the world's limit is passed; known channels still open."""
    town.world.dm_open_limit = (1, 60.0)
    first = {"recipient_id": str(town.ana.id)}
    assert (await raw("POST", "/users/@me/channels", first))[0] == 200
    second = {"recipient_id": str(town.ben.id)}
    status, body, _ = await raw("POST", "/users/@me/channels", second)
    assert (status, body["code"]) == (403, 40003)
    assert (await raw("POST", "/users/@me/channels", first))[0] == 200
    town.clock.advance(61)
    assert (await raw("POST", "/users/@me/channels", second))[0] == 200


async def test_dm_reaction_arrives_without_member(client: Client, town: Town) -> None:
    """In DMs there is no member, and the second press is a removal."""
    channel = await (await client.fetch_user(town.ana.id)).create_dm()
    message = await channel.send("hand")
    await town.ana.react(message.id, "1️⃣")
    await town.ana.unreact(message.id, "1️⃣")
    (added,) = await client.until("raw_reaction_add")
    (removed,) = await client.until("raw_reaction_remove")
    assert (added.guild_id, added.member, removed.user_id) == (None, None, town.ana.id)


async def test_nobody_writes_to_a_bot(raw: Raw, town: Town) -> None:
    """50007 for a bot as recipient, 10013 for nobody."""
    other = town.world.add_bot("other", name="Other", guilds=(town.guild,))
    body = {"recipient_id": str(other.id)}
    assert (await raw("POST", "/users/@me/channels", body))[1]["code"] == 50007
    assert (await raw("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 10013
