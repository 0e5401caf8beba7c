"""Reactions (`discord.md` section 3)."""

import discord
import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.errors import Refused
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import Client, Raw, Town

LETTERS = [chr(0x1F1E6 + number) for number in range(26)]


def _path(town: Town, message_id: int, emoji: str, who: str = "@me") -> str:
    quoted = "".join(f"%{byte:02X}" for byte in emoji.encode())
    return f"/channels/{town.room.id}/messages/{message_id}/reactions/{quoted}/{who}"


async def test_person_reaction_arrives_raw(client: Client, town: Town) -> None:
    """A press arrives with user, message, emoji and member, a second one as removal."""
    message = await client.get_partial_messageable(town.room.id).send("Press")
    await town.ana.react(message.id, "✋")
    await town.ana.unreact(message.id, "✋")

    (added,) = await client.until("raw_reaction_add")
    (removed,) = await client.until("raw_reaction_remove")
    assert (added.user_id, added.message_id, str(added.emoji)) == (town.ana.id, message.id, "✋")
    assert added.member is not None
    assert added.message_author_id == town.bot.id
    assert removed.user_id == town.ana.id


async def test_own_reactions_are_told_and_seen(client: Client, town: Town) -> None:
    """The bot hears of its own; people see count and whether they pressed."""
    message = await client.get_partial_messageable(town.room.id).send("Press")
    await message.add_reaction("▶️")
    await town.ana.react(message.id, "▶")

    (own,) = await client.until("raw_reaction_add")
    assert own.user_id == town.bot.id
    seen = town.ana.message(message.id).reaction("▶️")
    assert seen is not None
    assert (seen.count, seen.me) == (2, True)
    other = town.ben.message(message.id).reaction("▶️")
    assert other is not None
    assert not other.me


async def test_reactors_are_ordered_by_id(raw: Raw, town: Town) -> None:
    """GET reactions tells who, never who was first; ``after`` is a user id."""
    said = await town.ana.say(town.room.id, "Press")
    await town.ben.react(said.id, "✋")
    await town.ana.react(said.id, "✋")
    path = f"/channels/{town.room.id}/messages/{said.id}/reactions/%E2%9C%8B"
    _, users, _ = await raw("GET", path)
    assert [user["id"] for user in users] == [str(town.ana.id), str(town.ben.id)]
    _, users, _ = await raw("GET", f"{path}?after={town.ana.id}&limit=1")
    assert [user["id"] for user in users] == [str(town.ben.id)]


async def test_21st_distinct_emoji_is_refused(raw: Raw, town: Town, sandbox: Sandbox) -> None:
    """30010 at the twenty-first; an emoji that is there can still be pressed."""
    sandbox.limits.enabled = False
    said = await town.ana.say(town.room.id, "x")
    for letter in LETTERS[:20]:
        assert (await raw("PUT", _path(town, said.id, letter)))[0] == 204
    status, body, _ = await raw("PUT", _path(town, said.id, LETTERS[20]))
    assert (status, body["code"]) == (400, 30010)
    await town.ben.react(said.id, LETTERS[0])
    with pytest.raises(Refused):
        await town.ben.react(said.id, LETTERS[21])


async def test_reacting_needs_read_history(raw: Raw, town: Town) -> None:
    """50013, also with an emoji that is there."""
    said = await town.ana.say(town.room.id, "x")
    await town.ana.react(said.id, "✋")
    town.world.overwrite(town.room, town.bot, deny=permissions.READ_HISTORY)
    assert (await raw("PUT", _path(town, said.id, "✋")))[1]["code"] == 50013


async def test_new_emoji_needs_add_reactions(raw: Raw, town: Town) -> None:
    """50013 for a new emoji alone; people too can press only what is there."""
    said = await town.ana.say(town.room.id, "x")
    await town.ana.react(said.id, "✋")
    town.world.overwrite(town.room, town.bot, deny=permissions.ADD_REACTIONS)
    assert (await raw("PUT", _path(town, said.id, "✋")))[0] == 204
    town.clock.advance(1)
    assert (await raw("PUT", _path(town, said.id, "▶️")))[1]["code"] == 50013

    everyone = town.guild.roles[town.guild.id]
    town.world.set_role(town.guild, everyone, everyone.permissions & ~permissions.ADD_REACTIONS)
    await town.ben.react(said.id, "✋")
    with pytest.raises(Refused):
        await town.ben.react(said.id, "▶️")


async def test_removing_others_needs_manage_messages(raw: Raw, town: Town) -> None:
    """50013 without it, for one, one emoji, or all."""
    said = await town.ana.say(town.room.id, "x")
    await town.ana.react(said.id, "✋")
    base = f"/channels/{town.room.id}/messages/{said.id}/reactions"
    paths = [_path(town, said.id, "✋", str(town.ana.id)), f"{base}/%E2%9C%8B", base]
    for path in paths:
        assert (await raw("DELETE", path))[1]["code"] == 50013
        town.clock.advance(1)
    town.world.overwrite(town.room, town.bot, allow=permissions.MANAGE_MESSAGES)
    assert (await raw("DELETE", paths[0]))[0] == 204
    assert town.ana.message(said.id).reactions == ()


async def test_clearing_is_one_event(client: Client, town: Town) -> None:
    """Mass removals arrive as their own events, not as presses."""
    town.world.overwrite(town.room, town.bot, allow=permissions.MANAGE_MESSAGES)
    message = await client.get_partial_messageable(town.room.id).send("x")
    await town.ana.react(message.id, "✋")
    await town.ben.react(message.id, "▶️")
    await message.clear_reaction("✋")
    await message.clear_reactions()
    await client.until("raw_reaction_clear_emoji")
    await client.until("raw_reaction_clear")
    assert client.seen("raw_reaction_remove") == []
    assert town.ana.message(message.id).reactions == ()


async def test_others_reaction_in_a_dm_cannot_be_removed(client: Client, town: Town) -> None:
    """403 and 50003, whatever the permissions."""
    channel = await (await client.fetch_user(town.ana.id)).create_dm()
    message = await channel.send("hand")
    await message.add_reaction("✋")
    await town.ana.react(message.id, "✋")
    with pytest.raises(discord.Forbidden) as caught:
        await message.remove_reaction("✋", discord.Object(town.ana.id))
    assert caught.value.code == 50003
    with pytest.raises(discord.Forbidden) as caught:
        await message.clear_reactions()
    assert caught.value.code == 50003


@pytest.mark.parametrize("emoji", ["x", "🪑🪑", "🂡", "nonsense:1576733808126853120", ""])
async def test_unknown_emoji_is_refused(raw: Raw, town: Town, emoji: str) -> None:
    """10014 for what is no emoji, two of them, or nobody's."""
    said = await town.ana.say(town.room.id, "x")
    quoted = _path(town, said.id, emoji) if emoji else _path(town, said.id, " ")
    assert (await raw("PUT", quoted))[1]["code"] == 10014


@pytest.mark.parametrize(
    "emoji", ["🪑", "▶️", "▶", "1️⃣", "🇫", "⬇️", "✖️", "🃏", "➕", "✅", "✋🏽", "🇪🇸", "👩‍🚀", "🖐"]
)
async def test_known_emoji_is_taken(raw: Raw, town: Town, emoji: str) -> None:
    """Standard emojis with and without variation selector, skin tone or joiner."""
    said = await town.ana.say(town.room.id, "x")
    assert (await raw("PUT", _path(town, said.id, emoji)))[0] == 204


async def test_reaction_blocked_can_be_injected(raw: Raw, town: Town) -> None:
    """90001 by a fault."""
    said = await town.ana.say(town.room.id, "x")
    town.world.faults.answer("reactions", 403, 90001, "Reaction was blocked")
    status, body, _ = await raw("PUT", _path(town, said.id, "✋"))
    assert (status, body["code"]) == (403, 90001)


async def test_unreacting_what_is_not_there_is_refused_to_people(town: Town) -> None:
    """A client takes away only one's own reactions."""
    said = await town.ana.say(town.room.id, "x")
    await town.ben.react(said.id, "✋")
    with pytest.raises(Refused):
        await town.ana.unreact(said.id, "✋")
