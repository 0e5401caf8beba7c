"""Messages by the normal route (`discord.md` sections 6, 8 and 10)."""

import io
from typing import Any

import discord
import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.objects import V2
from tests.sandbox.conftest import Client, Raw, Town


def _room(client: Client, town: Town) -> discord.PartialMessageable:
    return client.get_partial_messageable(town.room.id, guild_id=town.guild.id)


async def test_send_and_edit_are_seen_by_people(client: Client, town: Town) -> None:
    """What the bot sends and edits stands in the channel as each person sees it."""
    message = await _room(client, town).send("Hello")
    await message.edit(content="Hello again")

    seen = town.ana.message(message.id)
    assert (seen.text, seen.author.name, seen.author.bot) == ("Hello again", "Kalamazoo", True)
    assert seen.edited is not None
    (told,) = await client.until("raw_message_edit")
    assert told.message_id == message.id


async def test_person_message_hides_its_text_without_the_content_intent(
    client: Client, town: Town
) -> None:
    """Without the privileged intent a bot reads only what names it."""
    await town.ana.say(town.room.id, "secret")
    await town.ana.say(town.room.id, f"hello <@{town.bot.id}>")

    await client.until("message", 2)
    assert [args[0].content for args in client.seen("message")] == ["", f"hello <@{town.bot.id}>"]


async def test_content_over_2000_is_refused(client: Client, town: Town) -> None:
    """50035 with the path of the field."""
    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send("x" * 2001)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert "In content: Must be 2000 or fewer in length." in str(caught.value)


async def test_empty_message_is_refused(client: Client, town: Town) -> None:
    """50006: blanks do not count."""
    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send("   ")
    assert caught.value.code == 50006


async def test_nonce_sends_once(raw: Raw, town: Town) -> None:
    """With enforce_nonce the same nonce again returns the message there is."""
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    path = f"/channels/{town.room.id}/messages"
    _, first, _ = await raw("POST", path, body)
    _, second, _ = await raw("POST", path, body)
    assert first["id"] == second["id"]
    town.clock.advance(600)
    _, third, _ = await raw("POST", path, body)
    assert third["id"] != first["id"]


async def test_nonce_over_25_characters_is_refused(raw: Raw, town: Town) -> None:
    """`discord.md` section 8."""
    status, body, _ = await raw(
        "POST", f"/channels/{town.room.id}/messages", {"content": "x", "nonce": "n" * 26}
    )
    assert (status, body["code"], list(body["errors"])) == (400, 50035, ["nonce"])


async def test_attachments_listed_on_edit_replace_and_unlisted_go(
    client: Client, town: Town
) -> None:
    """An edit keeps exactly what its attachments array lists, old and new."""
    message = await _room(client, town).send(
        files=[discord.File(io.BytesIO(b"a"), "a.txt"), discord.File(io.BytesIO(b"b"), "b.txt")]
    )
    kept = message.attachments[1]
    new = discord.File(io.BytesIO(b"c"), "c.txt", description="third")
    edited = await message.edit(attachments=[kept, new])

    assert [each.filename for each in edited.attachments] == ["b.txt", "c.txt"]
    seen = town.ana.message(message.id).attachments
    assert [(each.filename, each.description) for each in seen] == [
        ("b.txt", None),
        ("c.txt", "third"),
    ]
    assert await edited.attachments[1].read() == b"c"


async def test_files_are_appended_when_the_edit_lists_none(client: Client, town: Town) -> None:
    """add_files keeps the old ones."""
    message = await _room(client, town).send(file=discord.File(io.BytesIO(b"a"), "a.txt"))
    edited = await message.add_files(discord.File(io.BytesIO(b"b"), "b.txt"))
    assert [each.filename for each in edited.attachments] == ["a.txt", "b.txt"]


async def test_attachment_over_10_mib_is_refused(client: Client, town: Town) -> None:
    """413 and 40005."""
    big = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin")
    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send(file=big)
    assert (caught.value.status, caught.value.code) == (413, 40005)


async def test_description_of_an_attachment_over_1024_is_refused(
    client: Client, town: Town
) -> None:
    """50035; one of 1024 characters is taken."""
    for length in (1024, 1025):
        file = discord.File(io.BytesIO(b"x"), "x.png", description="d" * length)
        if length == 1024:
            sent = await _room(client, town).send(file=file)
            assert sent.attachments[0].description == "d" * length
            continue
        with pytest.raises(discord.HTTPException) as caught:
            await _room(client, town).send(file=file)
        assert (caught.value.status, caught.value.code) == (400, 50035)


async def test_allowed_mentions_decide_who_is_pinged(client: Client, town: Town) -> None:
    """A text may name people without pinging them; the record keeps who really was."""
    text = f"<@{town.ana.id}> and <@{town.ben.id}>"
    quiet = await _room(client, town).send(text, allowed_mentions=discord.AllowedMentions.none())
    one = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(town.ben.id)])
    loud = await _room(client, town).send(text, allowed_mentions=one)

    assert town.ana.pinged() == []
    assert [(ping.message_id, ping.kind) for ping in town.ben.pinged()] == [(loud.id, "mention")]
    assert not town.ben.message(quiet.id).pinged_me
    assert [user.id for user in loud.mentions] == [town.ben.id]


async def test_edit_pings_nobody(client: Client, town: Town) -> None:
    """A mention that comes by an edit notifies nobody."""
    message = await _room(client, town).send("soon")
    await message.edit(content=f"<@{town.ana.id}>")
    assert town.ana.pinged() == []


async def test_everyone_needs_the_permission(client: Client, town: Town) -> None:
    """The invitation's permissions do not include mentioning everyone."""
    message = await _room(client, town).send("@everyone")
    assert not message.mention_everyone
    assert town.ben.pinged() == []


async def test_contradicting_allowed_mentions_are_refused(raw: Raw, town: Town) -> None:
    """parse and a list of the same kind exclude each other."""
    body = {
        "content": "x",
        "allowed_mentions": {"parse": ["users"], "users": [str(town.ana.id)]},
    }
    path = f"/channels/{town.room.id}/messages"
    status, answer, _ = await raw("POST", path, body)
    assert (status, answer["code"]) == (400, 50035)
    _, made, _ = await raw("POST", path, {"content": "old"})
    status, answer, _ = await raw("PATCH", f"{path}/{made['id']}", body)
    assert (status, answer["code"]) == (400, 50035)
    assert town.ana.message(int(made["id"])).text == "old"


async def test_role_mention_needs_the_permission(client: Client, town: Town) -> None:
    """With it every member of the role is pinged."""
    role = town.world.add_role(town.guild, "Players")
    town.world.give_role(town.guild, town.ben.id, role)
    await _room(client, town).send(f"<@&{role.id}>")
    assert town.ben.pinged() == []
    town.world.overwrite(town.room, town.bot, allow=permissions.MENTION_EVERYONE)
    message = await _room(client, town).send(f"<@&{role.id}>")
    assert message.raw_role_mentions == [role.id]
    assert len(town.ben.pinged()) == 1
    assert town.ana.pinged() == []


async def test_reply_carries_its_reference_and_pings(client: Client, town: Town) -> None:
    """A reply shows what it answers; its writer is notified."""
    said = await town.ben.say(town.room.id, "Question")
    reply = await _room(client, town).get_partial_message(said.id).reply("Answer")
    assert town.ana.message(reply.id).reply_to == said.id
    assert [ping.kind for ping in town.ben.pinged()] == ["reply"]


async def test_reply_to_nothing_is_refused(client: Client, town: Town) -> None:
    """50035, unless fail_if_not_exists is off."""
    gone = _room(client, town).get_partial_message(1)
    with pytest.raises(discord.HTTPException) as caught:
        await gone.reply("x")
    assert caught.value.code == 50035
    lenient = discord.MessageReference(
        message_id=1, channel_id=town.room.id, fail_if_not_exists=False
    )
    assert (await _room(client, town).send("x", reference=lenient)).reference is None


async def test_history_reads_before_after_and_limit(client: Client, town: Town) -> None:
    """GET messages is newest first and honours its bounds."""
    sent = [(await town.ana.say(town.room.id, str(number))).id for number in range(5)]
    room = _room(client, town)

    newest = [each.id async for each in room.history(limit=2)]
    older = [each.id async for each in room.history(before=discord.Object(sent[2]))]
    newer = [each.id async for each in room.history(after=discord.Object(sent[2]))]
    assert newest == [sent[4], sent[3]]
    assert older == [sent[1], sent[0]]
    assert newer == [sent[3], sent[4]]


async def test_history_is_empty_without_read_history(client: Client, town: Town) -> None:
    """As Discord does; a single message is refused with 50013."""
    said = await town.ana.say(town.room.id, "x")
    town.world.overwrite(town.room, town.bot, deny=permissions.READ_HISTORY)
    assert [each async for each in _room(client, town).history()] == []
    with pytest.raises(discord.Forbidden) as caught:
        await _room(client, town).fetch_message(said.id)
    assert caught.value.code == 50013


async def test_delete_takes_the_message_from_everybody(client: Client, town: Town) -> None:
    """A deleted message is gone, and 10008 afterwards."""
    message = await _room(client, town).send("x")
    await message.delete()
    assert town.ana.messages(town.room.id) == []
    with pytest.raises(discord.NotFound) as caught:
        await message.edit(content="y")
    assert caught.value.code == 10008


async def test_bulk_delete_needs_manage_messages(client: Client, town: Town) -> None:
    """50013 without it; with it two messages go at once, and one event tells."""
    said = [(await town.ana.say(town.room.id, str(number))).id for number in range(3)]
    channel = client.get_channel(town.room.id)
    assert isinstance(channel, discord.TextChannel)
    some = [discord.Object(each) for each in said[:2]]
    with pytest.raises(discord.Forbidden) as caught:
        await channel.delete_messages(some)
    assert caught.value.code == 50013

    town.world.overwrite(town.room, town.bot, allow=permissions.MANAGE_MESSAGES)
    await channel.delete_messages(some)
    assert [each.id for each in town.ana.messages(town.room.id)] == [said[2]]
    (deleted,) = await client.until("raw_bulk_message_delete")
    assert deleted.message_ids == set(said[:2])


async def test_others_messages_are_neither_edited_nor_deleted(raw: Raw, town: Town) -> None:
    """50005 for editing, 50013 for deleting without Manage Messages."""
    said = await town.ana.say(town.room.id, "mine")
    path = f"/channels/{town.room.id}/messages/{said.id}"
    assert (await raw("PATCH", path, {"content": "yours"}))[1]["code"] == 50005
    assert (await raw("DELETE", path))[1]["code"] == 50013


@pytest.mark.parametrize(
    ("denied", "code"),
    [(permissions.VIEW_CHANNEL, 50001), (permissions.SEND_MESSAGES, 50013)],
)
async def test_sending_needs_sight_and_permission(
    raw: Raw, town: Town, denied: int, code: int
) -> None:
    """50001 out of sight, 50013 without Send Messages."""
    town.world.overwrite(town.room, town.bot, deny=denied)
    status, body, _ = await raw("POST", f"/channels/{town.room.id}/messages", {"content": "x"})
    assert (status, body["code"]) == (403, code)


async def test_unknown_channel_and_message(raw: Raw, town: Town) -> None:
    """10003 and 10008."""
    assert (await raw("GET", "/channels/1"))[1]["code"] == 10003
    path = f"/channels/{town.room.id}/messages/1"
    assert (await raw("GET", path))[1]["code"] == 10008
    status, body, _ = await raw("GET", "/channels/nonsense")
    assert (status, body["code"]) == (400, 50035)


async def test_embeds_are_limited(client: Client, town: Town) -> None:
    """6,000 characters in all, 4,096 in a description."""
    embed = discord.Embed(title="Scores", description="d").add_field(name="Ana", value="3")
    message = await _room(client, town).send(embed=embed)
    assert town.ana.message(message.id).text == "Scores\nd\nAna\n3"

    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send(embeds=[discord.Embed(description="x" * 4000)] * 2)
    assert caught.value.code == 50035
    with pytest.raises(discord.HTTPException) as caught:
        await _room(client, town).send(embed=discord.Embed(description="x" * 4097))
    assert caught.value.code == 50035


async def test_edit_after_an_hour_is_limited(raw: Raw, town: Town) -> None:
    """The fourth edit within six seconds of messages older than an hour is 30046."""
    _, made, _ = await raw("POST", f"/channels/{town.room.id}/messages", {"content": "old"})
    town.clock.advance(3601)
    path = f"/channels/{town.room.id}/messages/{made['id']}"
    answers = [await raw("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [status for status, _, _ in answers] == [200, 200, 200, 429]
    assert answers[3][1]["code"] == 30046
    assert answers[3][1]["retry_after"] > 0


async def test_v2_flag_stays(raw: Raw, town: Town) -> None:
    """The components-v2 flag cannot be taken back, and content stays forbidden

    (`discord.md` section 2)."""
    text: list[dict[str, Any]] = [{"type": 10, "content": "hello"}]
    path = f"/channels/{town.room.id}/messages"
    _, made, _ = await raw("POST", path, {"flags": V2, "components": text})
    one = f"{path}/{made['id']}"
    status, body, _ = await raw("PATCH", one, {"flags": 0})
    assert (status, body["code"], list(body["errors"])) == (400, 50035, ["flags"])
    status, body, _ = await raw("PATCH", one, {"content": "no"})
    assert (status, list(body["errors"])) == (400, ["content"])
    status, body, _ = await raw("POST", path, {"flags": V2, "content": "a", "components": text})
    assert (status, list(body["errors"])) == (400, ["content"])
    assert (await raw("POST", path, {"flags": V2, "components": []}))[1]["code"] == 50006
