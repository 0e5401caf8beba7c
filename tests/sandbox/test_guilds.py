"""Guilds, members and channels over REST."""

import discord
import pytest

from bot.sandbox.model import permissions
from tests.sandbox.conftest import Client, Raw, Town


async def test_guild_members_and_roles_are_fetched(client: Client, town: Town) -> None:
    """A member by id with roles; 10007 for a user elsewhere, 10013 for nobody."""
    role = town.world.add_role(town.guild, "Host", permissions.MANAGE_GUILD)
    town.world.give_role(town.guild, town.ben.id, role)
    stranger = town.world.add_user("Stranger")
    guild = await client.fetch_guild(town.guild.id)
    member = await guild.fetch_member(town.ben.id)
    assert [each.id for each in member.roles if not each.is_default()] == [role.id]
    assert member.guild_permissions.manage_guild
    assert {each.name for each in await guild.fetch_roles()} >= {"@everyone", "Host"}
    assert [each.id for each in await guild.fetch_channels()] == [town.room.id]
    for user_id, code in ((stranger.id, 10007), (1, 10013)):
        with pytest.raises(discord.NotFound) as caught:
            await guild.fetch_member(user_id)
        assert caught.value.code == code


async def test_listing_members_needs_the_privileged_intent(raw: Raw, town: Town) -> None:
    """50001 unless it was granted."""
    path = f"/guilds/{town.guild.id}/members?limit=10"
    assert (await raw("GET", path))[1]["code"] == 50001
    town.bot.granted = 1 << 1
    _, listed, _ = await raw("GET", path)
    ids = [int(each["user"]["id"]) for each in listed]
    assert ids == sorted([town.ana.id, town.ben.id, town.bot.id])


async def test_users_are_fetched(client: Client, town: Town) -> None:
    """With their display name; 10013 for nobody."""
    assert (await client.fetch_user(town.ana.id)).display_name == "Ana"
    with pytest.raises(discord.NotFound) as caught:
        await client.fetch_user(1)
    assert caught.value.code == 10013


async def test_own_guilds_are_listed_and_left(client: Client, town: Town) -> None:
    """After leaving, the bot hears of it and is in none."""
    assert [each.id async for each in client.fetch_guilds()] == [town.guild.id]
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    await guild.leave()
    await client.until("guild_remove")
    assert [each.id async for each in client.fetch_guilds()] == []
    with pytest.raises(discord.NotFound) as caught:
        await client.fetch_guild(1)
    assert caught.value.code == 10004


async def test_channels_are_changed_and_deleted_with_permission(client: Client, town: Town) -> None:
    """50013 without Manage Channels."""
    channel = client.get_channel(town.room.id)
    assert isinstance(channel, discord.TextChannel)
    for request in (channel.edit(name="other"), channel.delete()):
        with pytest.raises(discord.Forbidden) as caught:
            await request
        assert caught.value.code == 50013
    town.world.overwrite(town.room, town.bot, allow=permissions.MANAGE_CHANNELS)
    await channel.edit(name="other")
    assert [each.name for each in town.ana.channels()] == ["other"]
    await channel.delete()
    assert town.ana.channels() == []


async def test_typing_needs_send_messages(client: Client, town: Town) -> None:
    """It shows nothing here, but is answered as Discord answers."""
    room = client.get_partial_messageable(town.room.id)
    await room.typing()
    town.world.overwrite(town.room, town.bot, deny=permissions.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden):
        await room.typing()


async def test_changes_of_the_guild_reach_the_bot(client: Client, town: Town) -> None:
    """New channels, roles and overwrites, so that its permissions are known."""
    room = town.world.add_channel(town.guild, "new", topic="Games")
    (created,) = await client.until("guild_channel_create")
    assert (created.id, created.topic) == (room.id, "Games")
    town.world.overwrite(room, town.bot, deny=permissions.SEND_MESSAGES)
    (_, after) = await client.until("guild_channel_update")
    assert not after.permissions_for(after.guild.me).send_messages
    role = town.world.add_role(town.guild, "Host")
    await client.until("guild_role_create")
    town.world.set_role(town.guild, role, permissions.ADMINISTRATOR)
    await client.until("guild_role_update")
    town.world.give_role(town.guild, town.bot.id, role)
    town.world.add_channel(town.guild, "last")
    await client.until("guild_channel_create", 2)
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    assert guild.me.guild_permissions.administrator


async def test_language_that_changes_is_heard(client: Client, town: Town) -> None:
    """GUILD_UPDATE: the bot knows the new one, and everything else of the guild as before."""
    town.world.set_locale(town.guild, "es-ES")
    await client.until("guild_update")
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    assert guild.preferred_locale is discord.Locale.spain_spanish
    assert [each.id for each in guild.channels] == [town.room.id]
    assert guild.me.id == town.bot.id
