"""Interactions with every callback type (`discord.md` section 2)."""

import asyncio
import io
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import app_commands

from bot.sandbox.model.errors import InteractionFailed
from bot.sandbox.model.objects import EPHEMERAL
from tests.sandbox.conftest import Client, Raw, Town
from tests.sandbox.scenes import buttons, callback_path, post, register, unanswered, webhook_path


async def test_slash_is_answered_with_a_message(client: Client, town: Town) -> None:
    """Type 4: everybody sees it, with the command that brought it."""
    await register(client, lambda interaction: interaction.response.send_message("Hello"))
    interaction = await town.ana.slash(town.room.id, "go")

    assert (interaction.state, interaction.kind, interaction.failed) == ("answered", 4, False)
    (request,) = town.world.record.find(route="callback")
    assert request.answer["interaction"]["response_message_id"] == str(interaction.message_id)
    seen = town.ben.message(interaction.message_id or 0)
    assert (seen.text, seen.command, seen.type) == ("Hello", "go", 20)


async def test_payload_carries_who_where_and_what_is_allowed(client: Client, town: Town) -> None:
    """Locale, guild locale, permissions of app and member, context (`discord.md` section 2)."""
    told: list[discord.Interaction] = []

    async def answer(interaction: discord.Interaction) -> None:
        told.append(interaction)
        await interaction.response.send_message("x")

    await register(client, answer)
    town.ben.locale = "es-ES"
    await town.ben.slash(town.room.id, "go")
    await town.ben.slash(await town.ben.dm(), "go")

    here, direct = told
    assert here.guild_locale == discord.Locale.american_english
    assert here.locale == discord.Locale.spain_spanish
    assert isinstance(here.user, discord.Member)
    assert here.user.resolved_permissions is not None
    assert not here.user.resolved_permissions.manage_messages
    assert here.app_permissions.add_reactions
    assert here.context.guild
    assert direct.context.dm_channel
    assert direct.guild is None
    assert direct.channel_id == await town.ben.dm()


async def test_user_options_are_resolved(client: Client, town: Town) -> None:
    """A user option carries the member."""
    chosen: list[discord.Member] = []

    @client.tree.command(name="with", description="With")
    async def with_(interaction: discord.Interaction, who: discord.Member, pile: int = 5) -> None:
        chosen.append(who)
        await interaction.response.send_message(f"{who.display_name} {pile}")

    await client.tree.sync()
    interaction = await town.ana.slash(town.room.id, "with", who=town.ben, pile=10)
    assert interaction.message is not None
    assert interaction.message.text == "Ben 10"
    assert chosen[0].id == town.ben.id


async def test_ephemeral_is_for_its_person_alone(client: Client, town: Town, raw: Raw) -> None:
    """Nobody else sees it, the normal route answers 10008, the token edits it."""

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)
        await interaction.edit_original_response(content="psst!")

    await register(client, answer)
    interaction = await town.ana.slash(town.room.id, "go")
    message_id = interaction.message_id or 0
    await town.ana.wait_for(lambda seen: seen.text == "psst!", town.room.id)
    assert town.ana.message(message_id).ephemeral
    assert town.ben.messages(town.room.id) == []
    path = f"/channels/{town.room.id}/messages/{message_id}"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        status, refused, _ = await raw(method, path, body)
        assert (status, refused["code"]) == (404, 10008)


async def test_first_followup_fills_the_thinking_message(client: Client, town: Town) -> None:
    """Type 5, then a follow-up: the same message, its privacy kept."""

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        first = await interaction.followup.send("one", wait=True)
        second = await interaction.followup.send("two", wait=True)
        assert first.flags.ephemeral
        assert first.id != second.id

    await register(client, answer)
    interaction = await town.ana.slash(town.room.id, "go")
    assert interaction.kind == 5
    assert (await interaction.settled()) is not None
    await town.ana.wait_for(lambda seen: seen.text == "two", town.room.id)
    texts = [(seen.text, seen.ephemeral) for seen in town.ana.messages(town.room.id)]
    assert texts == [("one", True), ("two", False)]
    assert interaction.state == "answered"
    assert [seen.text for seen in town.ben.messages(town.room.id)] == ["two"]


async def test_thinking_is_shown_until_the_edit(client: Client, town: Town) -> None:
    """PATCH @original ends the thinking."""
    go_on = asyncio.Event()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await go_on.wait()
        await interaction.edit_original_response(content="done")

    await register(client, answer)
    interaction = await town.ana.slash(town.room.id, "go")
    assert interaction.state == "deferred"
    assert interaction.message is not None
    assert interaction.message.thinking
    go_on.set()
    settled = await interaction.settled()
    assert settled is not None
    assert (settled.text, settled.thinking) == ("done", False)


async def test_press_updates_its_message(client: Client, town: Town) -> None:
    """Type 7 edits what was pressed; @original is that message."""

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="pressed", view=buttons("b"))
        original = await interaction.original_response()
        assert interaction.message is not None
        assert original.id == interaction.message.id

    client.pressed = pressed
    message_id = await post(client, town, "a")
    interaction = await town.ana.press(message_id, "a")
    assert (interaction.kind, interaction.message_id) == (7, message_id)
    seen = town.ben.message(message_id)
    assert (seen.text, [each.custom_id for each in seen.controls]) == ("pressed", ["b"])
    assert client.errors == []


async def test_press_is_acknowledged_then_edited_by_token(client: Client, town: Town) -> None:
    """Type 6 changes nothing; PATCH @original then edits the public message."""

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    client.pressed = pressed
    message_id = await post(client, town, "a")
    interaction = await town.ana.press(message_id, "a")
    assert (interaction.state, interaction.kind) == ("answered", 6)
    await town.ben.wait_for(lambda seen: seen.text == "later", town.room.id)


async def test_original_is_fetched_and_deleted(client: Client, town: Town) -> None:
    """GET and DELETE of @original, of an ephemeral message too."""

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)
        assert (await interaction.original_response()).content == "psst"
        await interaction.delete_original_response()

    await register(client, answer)
    interaction = await town.ana.slash(town.room.id, "go")
    await town.ana.until(lambda: interaction.message is None)
    assert town.ana.messages(town.room.id) == []


async def test_followups_are_edited_and_deleted(client: Client, town: Town) -> None:
    """A follow-up has its own id under the token."""

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        more = await interaction.followup.send(
            "more", wait=True, file=discord.File(io.BytesIO(b"x"), "x.txt")
        )
        await more.edit(content="edited", attachments=[])
        extra = await interaction.followup.send("extra", wait=True, ephemeral=True)
        await extra.delete()

    await register(client, answer)
    await town.ana.slash(town.room.id, "go")
    await town.ana.wait_for(lambda seen: seen.text == "edited", town.room.id)
    await town.ana.until(lambda: len(town.ana.messages(town.room.id)) == 2)
    assert town.ana.messages(town.room.id)[1].attachments == ()


async def test_answer_after_three_seconds_is_unknown(client: Client, town: Town, raw: Raw) -> None:
    """404 and 10062; the client shows a failure."""
    interaction, press = await unanswered(client, town)
    town.clock.advance(3.1)
    assert (await press).failed
    status, body, _ = await raw("POST", callback_path(interaction), {"type": 6}, token=None)
    assert (status, body["code"]) == (404, 10062)
    assert town.world.record.acts[-1].answer == "failed"


async def test_autocomplete_without_answer_fails(client: Client, town: Town) -> None:
    """The client says so."""

    @client.tree.command(description="Move")
    async def move(interaction: discord.Interaction, source: str) -> None:
        await interaction.response.send_message(source)

    @move.autocomplete("source")
    async def source(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        town.clock.advance(3.1)
        return []

    await client.tree.sync()
    with pytest.raises(InteractionFailed):
        await town.ana.autocomplete(town.room.id, "move", "source", "")


async def test_second_answer_is_refused(client: Client, town: Town, raw: Raw) -> None:
    """400 and 40060."""
    interaction, press = await unanswered(client, town)
    assert (await raw("POST", callback_path(interaction), {"type": 6}, token=None))[0] == 204
    status, body, _ = await raw("POST", callback_path(interaction), {"type": 6}, token=None)
    assert (status, body["code"]) == (400, 40060)
    assert not (await press).failed


async def test_token_dies_after_15_minutes(client: Client, town: Town, raw: Raw) -> None:
    """401 and 50027 on every webhook route."""
    interaction, press = await unanswered(client, town)
    await raw("POST", callback_path(interaction), {"type": 6}, token=None)
    await press
    original = webhook_path(town, interaction, "/messages/@original")
    assert (await raw("PATCH", original, {"content": "x"}, token=None))[0] == 200
    town.clock.advance(901)
    for method, path, sent in (
        ("PATCH", original, {"content": "x"}),
        ("GET", original, None),
        ("POST", webhook_path(town, interaction), {"content": "x"}),
    ):
        status, body, _ = await raw(method, path, sent, token=None)
        assert (status, body["code"]) == (401, 50027)


async def test_wrong_tokens_and_early_followups(client: Client, town: Town, raw: Raw) -> None:
    """10062 for an unknown interaction, 50027 for an unknown token, 10015 before the answer."""
    interaction, press = await unanswered(client, town)
    wrong = f"/interactions/{interaction.id}/wrong/callback"
    assert (await raw("POST", wrong, {"type": 6}, token=None))[1]["code"] == 10062
    path = f"/webhooks/{town.bot.id}/wrong"
    assert (await raw("POST", path, {"content": "x"}, token=None))[1]["code"] == 50027
    early = webhook_path(town, interaction)
    assert (await raw("POST", early, {"content": "x"}, token=None))[1]["code"] == 10015
    await raw("POST", callback_path(interaction), {"type": 6}, token=None)
    unknown = webhook_path(town, interaction, "/messages/1")
    assert (await raw("PATCH", unknown, {"content": "x"}, token=None))[1]["code"] == 10008
    await press


async def test_types_6_and_7_are_for_components(client: Client, town: Town, raw: Raw) -> None:
    """50035 in answer to a command; a wrong answer leaves the interaction open."""

    async def answer(interaction: discord.Interaction) -> None:
        one = [*town.world.interactions][-1]
        for kind in (6, 7, 8):
            _, body, _ = await raw("POST", callback_path(one), {"type": kind}, token=None)
            assert body["code"] == 50035
        too_long = {"type": 4, "data": {"content": "x" * 2001}}
        _, body, _ = await raw("POST", callback_path(one), too_long, token=None)
        assert body["code"] == 50035
        await interaction.response.send_message("fine")

    await register(client, answer)
    interaction = await town.ana.slash(town.room.id, "go")
    assert interaction.kind == 4


async def test_answer_without_response_is_204(client: Client, town: Town, raw: Raw) -> None:
    """with_response decides between 200 with interaction and resource, and 204."""
    interaction, press = await unanswered(client, town)
    body = {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}}
    status, answer, _ = await raw(
        "POST", callback_path(interaction) + "?with_response=1", body, token=None
    )
    assert status == 200
    assert answer["interaction"]["response_message_ephemeral"]
    assert answer["resource"]["message"]["content"] == "x"
    await press


async def test_two_copies_of_the_bot_both_get_the_press(
    connect: Callable[..., Awaitable[Client]], town: Town
) -> None:
    """The slower one meets 40060 (`discord.md` section 10)."""
    first, second = await connect(), await connect()
    codes: asyncio.Queue[int] = asyncio.Queue()

    async def pressed(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.defer()
        except discord.HTTPException as error:
            codes.put_nowait(error.code)

    first.pressed = second.pressed = pressed
    message_id = await post(first, town, "a")
    await town.ana.press(message_id, "a")
    async with asyncio.timeout(5):
        assert await codes.get() == 40060
