"""What people see and wait for."""

import asyncio

import discord
import pytest

from bot.sandbox.demo import furnished
from bot.sandbox.model import permissions
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.errors import Refused
from bot.sandbox.world import World
from tests.sandbox.conftest import Client, Town


def test_demo_has_a_guild_with_people() -> None:
    """Ana may do everything, Ben, Carla and Dan play, a bot is there."""
    world = furnished("token")
    assert [person.name for person in world.people.values()] == ["Ana", "Ben", "Carla", "Dan"]
    for person in world.people.values():
        assert len([each for each in person.channels() if each.kind == "text"]) >= 3
    (guild,) = world.guilds.values()
    ana = next(iter(world.people))
    assert permissions.in_guild(guild, ana) == permissions.ALL
    assert len(world.bots) == 1


async def test_wait_for_ends_with_what_is_there_or_comes(town: Town) -> None:
    """Old messages count; later ones wake the waiter."""
    said = await town.ana.say(town.room.id, "old")
    assert (await town.ben.wait_for(lambda seen: seen.text == "old", town.room.id)).id == said.id
    waiting = asyncio.create_task(
        town.ben.wait_for(lambda seen: seen.reaction("✋") is not None, town.room.id)
    )
    await asyncio.sleep(0)
    await town.ana.react(said.id, "✋")
    assert (await waiting).id == said.id


async def test_wait_for_times_out_on_the_worlds_clock(town: Town) -> None:
    """With what was last seen."""
    await town.ana.say(town.room.id, "hello")
    waiting = asyncio.create_task(town.ben.wait_for(lambda seen: False, town.room.id, 60))
    await asyncio.sleep(0)
    town.clock.advance(61)
    with pytest.raises(TimeoutError, match="hello"):
        await waiting


async def test_wait_for_raises_what_its_predicate_raises(town: Town) -> None:
    """A mistake in a test shows at once."""
    waiting = asyncio.create_task(
        town.ben.wait_for(lambda seen: bool(seen.control("x")), town.room.id)
    )
    await asyncio.sleep(0)
    await town.ana.say(town.room.id, "x")
    with pytest.raises(LookupError):
        await waiting


async def test_hidden_channel_is_not_listed_or_written_in(town: Town) -> None:
    """Sight and Send Messages hold for people too."""
    everyone = town.guild.roles[town.guild.id]
    town.world.overwrite(town.room, everyone, deny=permissions.VIEW_CHANNEL)
    assert town.ben.channels() == []
    assert town.ben.messages(town.room.id) == []
    with pytest.raises(Refused):
        await town.ben.say(town.room.id, "x")
    town.world.overwrite(town.room, everyone, deny=permissions.SEND_MESSAGES)
    assert [each.can_send for each in town.ben.channels()] == [False]


async def test_moderator_deletes_and_clears(client: Client, town: Town) -> None:
    """Ana owns the guild, Ben does not."""
    message = await client.get_partial_messageable(town.room.id).send("x")
    await town.ben.react(message.id, "✋")
    with pytest.raises(Refused):
        await town.ben.remove_reactions(message.id)
    await town.ana.remove_reactions(message.id, "✋")
    assert town.ben.message(message.id).reactions == ()
    with pytest.raises(Refused):
        await town.ben.delete(message.id)
    await town.ana.delete(message.id)
    assert town.ben.messages(town.room.id) == []


async def test_clock_sleeps_until_it_is_moved() -> None:
    """A stopped clock passes time by advance alone, and never goes back."""
    clock = Clock(start=100.0, running=False)
    sleeper = asyncio.create_task(clock.sleep(10))
    await asyncio.sleep(0)
    clock.advance(9)
    await asyncio.sleep(0)
    assert not sleeper.done()
    clock.advance(1)
    await sleeper
    assert clock.now() == 110.0
    with pytest.raises(ValueError, match="back"):
        clock.advance(-1)


async def test_clock_may_be_wrong(town: Town) -> None:
    """Discord's clock may be set apart from the machine's; ids carry it."""
    ahead = World(Clock(offset=5.0))
    assert 4.0 < ahead.clock.now() - town.clock.now() < 6.0


async def test_person_in_time_out_does_nothing(client: Client, town: Town) -> None:
    """No message, reaction, press or command until it is over."""
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Join", custom_id="join"))
    view.stop()
    message = await client.get_partial_messageable(town.room.id).send("x", view=view)
    await town.ana.react(message.id, "✋")
    town.guild.members[town.ben.id].timed_out_until = town.clock.now() + 60
    for act in (
        town.ben.say(town.room.id, "x"),
        town.ben.react(message.id, "✋"),
        town.ben.press(message.id, "join"),
        town.ben.slash(town.room.id, "go"),
    ):
        with pytest.raises(Refused):
            await act
    town.clock.advance(61)
    await town.ben.react(message.id, "✋")


async def test_press_after_the_bot_left_is_refused(client: Client, town: Town) -> None:
    """Its messages stay, its buttons are dead."""
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Join", custom_id="join"))
    view.stop()
    message = await client.get_partial_messageable(town.room.id).send("x", view=view)
    town.world.faults.remove_bot(town.guild, town.bot)
    with pytest.raises(Refused, match="gone"):
        await town.ben.press(message.id, "join")
