"""Places that go away: channels deleted, guilds left or out of order."""

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.changes import Change
from bot.sandbox.model.objects import THREADS, Channel, Guild, Overwrite
from bot.sandbox.model.state import State


def delete_channel(world: State, channel: Channel) -> None:
    """Delete a channel with its threads, or a thread."""
    guild = channel.guild
    assert guild is not None, "a DM is not deleted"
    for thread in [each for each in guild.channels.values() if each.parent_id == channel.id]:
        delete_channel(world, thread)
    name = "THREAD_DELETE" if channel.type in THREADS else "CHANNEL_DELETE"
    world.emit.channel(name, channel)
    for message in channel.messages.values():
        message.deleted = True
        world.messages.pop(message.id, None)
    channel.messages.clear()
    del guild.channels[channel.id]
    del world.channels[channel.id]
    world.changes.tell(Change("channel", channel.id))


def remove_bot(world: State, guild: Guild, bot: Bot) -> None:
    """Take a bot out of a guild, whether it left or was thrown out."""
    if guild.members.pop(bot.id, None) is not None:
        world.emit.guild_delete(guild, bot, unavailable=False)
        world.changes.tell(Change("guild"))


def set_available(world: State, guild: Guild, available: bool) -> None:
    """Begin or end a guild's outage, in which its events stop."""
    bots = [bot for bot in world.bots.values() if bot.id in guild.members]
    guild.available = available
    for bot in bots:
        if available:
            world.emit.guild_create(guild, bot)
        else:
            world.emit.guild_delete(guild, bot, unavailable=True)


def overwrite(world: State, channel: Channel, rule: Overwrite) -> None:
    """Set what a channel grants or takes for a role or for one member."""
    channel.overwrites[rule.id] = rule
    world.emit.channel("CHANNEL_UPDATE", channel)
    world.changes.tell(Change("guild"))
