"""Who may know of a table, and do what where it is played (`architecture.md`, One gate)."""

import discord

from bot.discord_api.interaction import AnyInteraction
from bot.tables.model import Table


def has_seat(table: Table, person: int) -> bool:
    """Say whether somebody sits at a table, or has a seat kept there."""
    return table.seat_of(person) is not None or table.kept_for(person) is not None


def sees(interaction: AnyInteraction, table: Table) -> bool:
    """Say whether somebody may see a table: who sits there, or who can see its channel.

    The one check for whatever names a table: what is in a channel somebody cannot see, and what is
    in another server, is to this person as if it did not exist.
    """
    guild, user = interaction.guild, interaction.user
    if has_seat(table, user.id):
        return True
    if guild is None or guild.id != table.guild or not isinstance(user, discord.Member):
        return False
    if interaction.channel_id in (table.channel, table.thread):
        return True
    channel = guild.get_channel_or_thread(table.channel)
    if channel is None or not channel.permissions_for(user).view_channel:
        return False
    return not (isinstance(channel, discord.Thread) and channel.is_private())


def open_here(interaction: AnyInteraction, table: Table) -> bool:
    """Say whether who reads where something was asked may know of a table: what is shared there.

    It is played in this channel (or the thread is of it), or everybody in the server can see it.
    """
    guild, here = interaction.guild, interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    if table.where == interaction.channel_id or table.channel in (interaction.channel_id, parent):
        return True
    channel = guild.get_channel_or_thread(table.channel) if guild is not None else None
    if guild is None or guild.id != table.guild or channel is None:
        return False
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return not private and channel.permissions_for(guild.default_role).view_channel


def permissions_at(interaction: AnyInteraction, table: Table) -> discord.Permissions:
    """Return what somebody may do in the channel of a table of this server, wherever it was asked.

    Where that channel is gone, what holds in the whole server.
    """
    guild, user = interaction.guild, interaction.user
    if interaction.channel_id in (table.channel, table.thread):
        return interaction.permissions
    if guild is None or guild.id != table.guild or not isinstance(user, discord.Member):
        return discord.Permissions.none()
    channel = guild.get_channel_or_thread(table.channel)
    return channel.permissions_for(user) if channel is not None else user.guild_permissions


def visible_channels(interaction: AnyInteraction) -> list[int]:
    """Return the channels of this server whose tables somebody may see."""
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return []
    return [
        each.id
        for each in (*guild.channels, *guild.threads)
        if each.permissions_for(user).view_channel
        and not (isinstance(each, discord.Thread) and each.is_private())
    ]
