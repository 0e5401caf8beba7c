"""Application emojis (`discord.md` section 3)."""

import base64

import aiohttp
import discord
import pytest

from bot.sandbox.model.objects import AppEmoji
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import Client, Raw, Town

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def _uri(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


async def test_emoji_is_created_listed_used_and_deleted(
    client: Client, town: Town, sandbox: Sandbox
) -> None:
    """An application's emoji works in texts, buttons and reactions, also for people to press."""
    emoji = await client.create_application_emoji(name="AS", image=PIXEL)
    assert [each.id for each in await client.fetch_application_emojis()] == [emoji.id]

    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="as"))
    view.stop()
    message = await client.get_partial_messageable(town.room.id).send(f"{emoji}", view=view)
    await message.add_reaction(emoji)
    await town.ana.react(message.id, f"AS:{emoji.id}")

    seen = town.ana.message(message.id)
    assert (seen.text, seen.controls[0].emoji) == (str(emoji), str(emoji))
    assert [(each.emoji, each.count, each.me) for each in seen.reactions] == [(str(emoji), 2, True)]
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{sandbox.base_url}/emojis/{emoji.id}.png") as response,
    ):
        assert await response.read() == PIXEL

    await emoji.delete()
    assert await client.fetch_application_emojis() == []
    with pytest.raises(discord.HTTPException) as caught:
        await message.add_reaction(emoji)
    assert caught.value.code == 10014


async def test_picture_over_256_kib_is_refused(raw: Raw, town: Town) -> None:
    """50035."""
    body = {"name": "big", "image": _uri(b"x" * (256 * 1024 + 1))}
    status, answer, _ = await raw("POST", f"/applications/{town.bot.id}/emojis", body)
    assert (status, answer["code"]) == (400, 50035)


@pytest.mark.parametrize(
    ("name", "image"), [("a", _uri(PIXEL)), ("a b", _uri(PIXEL)), ("ok", "x"), ("ok", "data:")]
)
async def test_wrong_name_or_picture_is_refused(
    raw: Raw, town: Town, name: str, image: str
) -> None:
    """Two to 32 letters, digits or underscores; a data address."""
    body = {"name": name, "image": image}
    assert (await raw("POST", f"/applications/{town.bot.id}/emojis", body))[1]["code"] == 50035


async def test_2000_emojis_are_the_most(raw: Raw, town: Town) -> None:
    """30008 at the 2,001st; a name is used once."""
    body = {"name": "AS", "image": _uri(PIXEL)}
    path = f"/applications/{town.bot.id}/emojis"
    assert (await raw("POST", path, body))[0] == 201
    assert (await raw("POST", path, body))[1]["code"] == 50035
    for number in range(1999):
        town.bot.emojis[number] = AppEmoji(number, f"e{number}", PIXEL, "image/png")
    assert (await raw("POST", path, body | {"name": "KS"}))[1]["code"] == 30008


async def test_emoji_of_another_application_cannot_be_first(raw: Raw, town: Town) -> None:
    """Only its own application may use it."""
    other = town.world.add_bot("other", name="Other", guilds=(town.guild,))
    other.emojis[1576733808126853120] = AppEmoji(1576733808126853120, "XX", PIXEL, "image/png")
    said = await town.ana.say(town.room.id, "x")
    path = f"/channels/{town.room.id}/messages/{said.id}/reactions/XX%3A1576733808126853120/@me"
    assert (await raw("PUT", path))[1]["code"] == 10014


async def test_emoji_is_renamed_and_fetched(raw: Raw, town: Town) -> None:
    """PATCH and GET of one; 10014 for an unknown one."""
    path = f"/applications/{town.bot.id}/emojis"
    _, made, _ = await raw("POST", path, {"name": "AS", "image": _uri(PIXEL)})
    one = f"{path}/{made['id']}"
    assert (await raw("PATCH", one, {"name": "KS"}))[1]["name"] == "KS"
    assert (await raw("GET", one))[1]["name"] == "KS"
    assert (await raw("GET", f"{path}/1"))[1]["code"] == 10014
