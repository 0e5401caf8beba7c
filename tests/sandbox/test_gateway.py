"""The gateway: intents, shards, RESUME, refusals (`discord.md` sections 5, 13)."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox.model import intents
from bot.sandbox.model.delays import Delays
from bot.sandbox.model.objects import Channel, Json
from bot.sandbox.model.state import SessionStarts
from bot.sandbox.people import client as acts
from bot.sandbox.people.person import PATIENCE
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import TOKEN, Client, Raw, Town


class Wire:
    """A plain websocket on the gateway."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any) -> None:
        """Send one frame."""
        await self.socket.send_json({"op": op, "d": data})

    async def get(self) -> Json:
        """Return the next frame."""
        frame: Json = await self.socket.receive_json(timeout=PATIENCE)
        return frame

    async def get_event(self, name: str) -> Json:
        """Return the next event of this name, dropping others."""
        while (frame := await self.get())["t"] != name:
            pass
        return frame

    async def identify(self, intents: int = 0, shard: tuple[int, int] = (0, 1)) -> Json:
        """Identify and return READY."""
        assert (await self.get())["op"] == 10
        body = {"token": TOKEN, "intents": intents, "shard": list(shard), "properties": {}}
        await self.send(2, body)
        return await self.get_event("READY")

    async def closed(self) -> int | None:
        """Read on until the server closes, and return its code."""
        while True:
            message = await self.socket.receive(timeout=PATIENCE)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.socket.close_code


@pytest.fixture
async def dial(sandbox: Sandbox) -> AsyncIterator[Callable[..., Awaitable[Wire]]]:
    """Return what opens a plain websocket."""
    async with aiohttp.ClientSession() as session:

        async def open_one(query: str = "") -> Wire:
            return Wire(await session.ws_connect(f"{sandbox.gateway_url}/?v=10{query}"))

        yield open_one


Dial = Callable[..., Awaitable[Wire]]


async def test_heartbeat_before_identify_is_answered(dial: Dial) -> None:
    """The library beats right after HELLO."""
    wire = await dial()
    await wire.get()
    await wire.send(1, None)
    assert (await wire.get())["op"] == 11


async def test_heartbeat_is_answered_after_a_delay(dial: Dial, sandbox: Sandbox) -> None:
    """As far away as any event: the library notes when it beat only after it has sent."""
    wire = await dial()
    await wire.get()
    sandbox.gateway.delays = Delays(sandbox.world.clock, 60.0, 60.0, 0)
    await wire.send(1, None)
    with pytest.raises(TimeoutError):
        await wire.socket.receive(timeout=0.05)
    sandbox.world.clock.advance(60.0)
    assert (await wire.get())["op"] == 11


async def test_events_of_other_intents_are_never_sent(dial: Dial, town: Town) -> None:
    """With reactions alone, no message, member or guild event comes."""
    wire = await dial()
    await wire.identify(intents.GUILD_REACTIONS)
    said = await town.ana.say(town.room.id, "x")
    town.world.add_user("Carla", guild=town.guild)
    await town.ana.react(said.id, "✋")
    frame = await wire.get()
    assert (frame["t"], frame["s"]) == ("MESSAGE_REACTION_ADD", 2)


async def test_interactions_need_no_intent(dial: Dial, town: Town) -> None:
    """INTERACTION_CREATE comes with intents 0, and READY's guilds without GUILD_CREATE."""
    wire = await dial()
    ready = await wire.identify(0)
    assert [each["unavailable"] for each in ready["d"]["guilds"]] == [True]
    town.bot.commands[None] = {
        1: {"id": "1", "type": 1, "name": "go", "description": "Go", "options": []}
    }
    typed = asyncio.create_task(town.ana.slash(town.room.id, "go"))
    frame = await wire.get()
    assert (frame["t"], frame["d"]["data"]["name"]) == ("INTERACTION_CREATE", "go")
    town.clock.advance(3.1)
    assert (await typed).failed


async def test_out_of_sight_is_out_of_hearing(dial: Dial, town: Town) -> None:
    """No event of a channel the bot cannot see."""
    wire = await dial()
    await wire.identify(intents.GUILD_MESSAGES)
    secret = town.world.add_channel(town.guild, "secret")
    town.world.overwrite(secret, town.bot, deny=1 << 10)
    await town.ana.say(secret.id, "hidden")
    shown = await town.ana.say(town.room.id, "shown")
    assert (await wire.get())["d"]["id"] == str(shown.id)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 8}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 40}, 4013),
        ({"shard": [2, 2]}, 4010),
    ],
)
async def test_wrong_identify_is_refused(dial: Dial, change: Json, code: int) -> None:
    """Token, privileged and unknown intents, shard: each has its close code."""
    wire = await dial()
    await wire.get()
    body = {"token": TOKEN, "intents": 1, "shard": [0, 1], "properties": {}}
    await wire.send(2, body | change)
    assert await wire.closed() == code


async def test_library_names_the_privileged_intent(
    connect: Callable[..., Awaitable[Client]], town: Town
) -> None:
    """discord.py raises PrivilegedIntentsRequired on 4014."""
    client = Client(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(TOKEN)
    await client.close()


async def test_granted_intents_are_allowed(
    connect: Callable[..., Awaitable[Client]], town: Town
) -> None:
    """A bot that was granted the content intent reads what people write."""
    town.bot.granted = 1 << 15
    client = await connect(
        intents=discord.Intents(guilds=True, messages=True, message_content=True)
    )
    await town.ana.say(town.room.id, "open")
    (message,) = await client.until("message")
    assert message.content == "open"


async def test_resume_replays_in_order(dial: Dial, town: Town) -> None:
    """What was missed comes once, in order, ended by RESUMED."""
    wire = await dial()
    ready = await wire.identify(intents.GUILD_MESSAGES)
    first = await town.ana.say(town.room.id, "1")
    seq = (await wire.get_event("MESSAGE_CREATE"))["s"]
    town.world.faults.drop_gateway()
    missed = [(await town.ana.say(town.room.id, str(number))).id for number in range(2, 6)]

    again = await dial()
    await again.get()
    session = ready["d"]["session_id"]
    await again.send(6, {"token": TOKEN, "session_id": session, "seq": seq})
    frames = [await again.get() for _ in range(5)]
    assert [int(frame["d"]["id"]) for frame in frames[:4]] == missed
    assert [frame["s"] for frame in frames] == list(range(seq + 1, seq + 6))
    assert frames[4]["t"] == "RESUMED"
    assert first.id not in missed
    later = await town.ana.say(town.room.id, "6")
    assert (await again.get())["d"]["id"] == str(later.id)


@pytest.mark.parametrize("reason", ["unknown", "late", "closed for good"])
async def test_resume_that_cannot_be_is_op_9(dial: Dial, town: Town, reason: str) -> None:
    """Unknown session, minutes later, or closed with 1000."""
    wire = await dial()
    session = (await wire.identify(0))["d"]["session_id"]
    if reason == "closed for good":
        await wire.socket.close(code=1000)
        await asyncio.sleep(0)
    else:
        town.world.faults.drop_gateway()
    if reason == "late":
        town.clock.advance(600)
    again = await dial()
    await again.get()
    name = "nobody" if reason == "unknown" else session
    await again.send(6, {"token": TOKEN, "session_id": name, "seq": 1})
    frame = await again.get()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_library_resumes_after_op_7(client: Client, town: Town) -> None:
    """The client reconnects at once and misses nothing."""
    town.world.faults.ask_reconnect()
    await client.until("disconnect")
    said = await town.ana.say(town.room.id, "meanwhile")
    await client.until("resumed")
    (message,) = await client.until("message")
    assert message.id == said.id
    assert len(town.bot.identified) == 1


async def test_too_many_sends_close_the_connection(dial: Dial) -> None:
    """4008 at the 121st within a minute."""
    wire = await dial()
    await wire.get()
    for _ in range(121):
        await wire.send(1, None)
    assert await wire.closed() == 4008


async def test_shards_get_their_own_guilds(dial: Dial, town: Town) -> None:
    """(guild_id >> 22) % shards; DMs go to shard 0."""
    second = town.world.add_guild("Second", owner=town.ana)
    room = town.world.add_channel(second, "room")
    town.world.invite(second, town.bot)
    wires = {}
    for shard in range(2):
        wires[shard] = await dial()
        await wires[shard].identify(intents.GUILD_MESSAGES | intents.DM_MESSAGES, shard=(shard, 2))
    for guild, channel in ((town.guild, town.room), (second, room)):
        said = await town.ana.say(channel.id, "x")
        frame = await wires[(guild.id >> 22) % 2].get()
        assert frame["d"]["id"] == str(said.id)
    said = await town.ana.say(await town.ana.dm(), "x")
    assert (await wires[0].get())["d"]["id"] == str(said.id)


async def test_zlib_stream_is_one_stream(dial: Dial) -> None:
    """Asked for, frames come as one deflate stream with sync flushes."""
    wire = await dial("&compress=zlib-stream")
    data = await wire.socket.receive_bytes(timeout=PATIENCE)
    assert data.endswith(b"\x00\x00\xff\xff")
    assert json.loads(zlib.decompressobj().decompress(data))["op"] == 10


async def test_members_are_chunked_with_the_nonce(client: Client, town: Town) -> None:
    """Op 8 by name or id; the nonce comes back."""
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    assert [each.id for each in await guild.query_members("be")] == [town.ben.id]
    found = await guild.query_members(user_ids=[town.ana.id])
    assert [each.display_name for each in found] == ["Ana"]


async def test_wrong_frames_close(dial: Dial) -> None:
    """4002 for no JSON, 4001 for an unknown op, 4003 before IDENTIFY, 4005 at a second one."""
    for text, code in (("{", 4002), ('{"op": 99}', 4001), ('{"op": 8}', 4003)):
        wire = await dial()
        await wire.get()
        await wire.socket.send_str(text)
        assert await wire.closed() == code
    wire = await dial()
    await wire.identify(0)
    await wire.send(2, {"token": TOKEN, "intents": 0})
    assert await wire.closed() == 4005


class _Sharded(discord.AutoShardedClient):
    """Two shards that do not wait five seconds for each other."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0.05
        )
        self.up = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once."""

    async def on_ready(self) -> None:
        """Tell that all shards are there."""
        self.up.set()


async def test_sharded_library_gets_every_guild(
    connect: Callable[..., Awaitable[Client]], town: Town
) -> None:
    """An AutoShardedClient connects each shard at the address /gateway/bot gives."""
    second = town.world.add_guild("Second", owner=town.ana)
    town.world.invite(second, town.bot)
    async with _Sharded() as client:
        running = asyncio.create_task(client.start(TOKEN))
        async with asyncio.timeout(10):
            await client.up.wait()
        assert {guild.id: guild.shard_id for guild in client.guilds} == {
            each.id: (each.id >> 22) % 2 for each in (town.guild, second)
        }
    await asyncio.gather(running, return_exceptions=True)
    assert {session.shard for session in town.world.sessions.of(town.bot)} <= {0, 1}


async def _two_shards(dial: Dial, town: Town, wanted: int) -> tuple[dict[int, Wire], list[Channel]]:
    """Connect shard 0 and shard 1 as two processes would; return a room on each, in order."""
    second = town.world.add_guild("Second", owner=town.ana)
    rooms = [town.room, town.world.add_channel(second, "room")]
    town.world.invite(second, town.bot)
    assert town.room.guild is not None
    wires = {}
    for shard in range(2):
        wires[shard] = await dial()
        await wires[shard].identify(wanted, shard=(shard, 2))
    return wires, rooms if town.room.guild.id >> 22 & 1 == 0 else rooms[::-1]


async def test_one_shard_loses_its_session_alone(dial: Dial, town: Town) -> None:
    """The other hears on; what the lost one missed is lost, until it identifies anew."""
    wires, rooms = await _two_shards(dial, town, intents.GUILD_MESSAGES)
    town.world.faults.invalidate(town.bot, shard=1)
    assert await wires[1].get() == {"op": 9, "d": False, "s": None, "t": None}
    lost = await town.ana.say(rooms[1].id, "lost")
    heard = await town.ana.say(rooms[0].id, "heard")
    assert (await wires[0].get_event("MESSAGE_CREATE"))["d"]["id"] == str(heard.id)
    wires[1] = await dial()
    await wires[1].identify(intents.GUILD_MESSAGES, shard=(1, 2))
    again = await town.ana.say(rooms[1].id, "again")
    assert (await wires[1].get_event("MESSAGE_CREATE"))["d"]["id"] == str(again.id) != str(lost.id)


async def test_one_shard_is_cut_and_resumes(dial: Dial, town: Town) -> None:
    """RESUMED comes to it alone, after what it missed."""
    wires, rooms = await _two_shards(dial, town, intents.GUILD_MESSAGES)
    (session,) = [each for each in town.world.sessions.of(town.bot) if each.shard == 1]
    town.world.faults.drop_gateway(shard=1)
    missed = await town.ana.say(rooms[1].id, "missed")
    wires[1] = await dial()
    assert (await wires[1].get())["op"] == 10
    await wires[1].send(6, {"token": TOKEN, "session_id": session.id, "seq": 1})
    assert (await wires[1].get_event("MESSAGE_CREATE"))["d"]["id"] == str(missed.id)
    assert (await wires[1].get())["t"] == "RESUMED"
    heard = await town.ana.say(rooms[0].id, "heard")
    assert (await wires[0].get())["d"]["id"] == str(heard.id)


async def test_ready_names_the_shard_and_its_guilds(dial: Dial, town: Town) -> None:
    """Each shard is told its own number and its own guilds."""
    second = town.world.add_guild("Second", owner=town.ana)
    town.world.invite(second, town.bot)
    for shard in range(2):
        ready = await (await dial()).identify(shard=(shard, 2))
        assert ready["d"]["shard"] == [shard, 2]
        own = {str(each.id) for each in (town.guild, second) if (each.id >> 22) % 2 == shard}
        assert {each["id"] for each in ready["d"]["guilds"]} == own


async def test_identify_of_one_key_waits_its_turn(dial: Dial, town: Town) -> None:
    """A second one within the interval gets Invalid Session; another key may at once."""
    town.world.starts = SessionStarts(shards=4, max_concurrency=2, interval=5.0)
    for shard, expected in ((0, "READY"), (1, "READY"), (2, None)):
        wire = await dial()
        assert (await wire.get())["op"] == 10
        body = {"token": TOKEN, "intents": 0, "shard": [shard, 4], "properties": {}}
        await wire.send(2, body)
        frame = await wire.get()
        assert (frame["t"], frame["op"]) == (expected, 0 if expected else 9)
    town.clock.advance(5.0)
    assert (await (await dial()).identify(shard=(2, 4)))["d"]["shard"] == [2, 4]


async def test_identifies_run_out(dial: Dial, town: Town, raw: Raw) -> None:
    """`/gateway/bot` counts them down; one too many is a wrong token; a day later all are back."""
    town.world.starts = SessionStarts(shards=3, total=1, max_concurrency=16)
    await (await dial()).identify()
    told = (await raw("GET", "/gateway/bot"))[1]
    limit = told["session_start_limit"]
    assert (told["shards"], limit["total"], limit["remaining"]) == (3, 1, 0)
    assert limit["max_concurrency"] == 16
    assert 86_300_000 < limit["reset_after"] <= 86_400_000
    wire = await dial()
    await wire.send(2, {"token": TOKEN, "intents": 0, "properties": {}})
    assert await wire.closed() == 4004
    town.clock.advance(86_400.0)
    assert (await raw("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1


@pytest.mark.parametrize(
    ("event", "put", "without"),
    [
        ("INTERACTION_CREATE", {"message.thread": None}, ()),
        ("INTERACTION_CREATE", {}, ("attachment_size_limit",)),
        ("MESSAGE_REACTION_ADD", {}, ("type",)),
    ],
)
async def test_event_is_malformed(
    dial: Dial, town: Town, raw: Raw, event: str, put: Json, without: tuple[str, ...]
) -> None:
    """The next event of that name lacks a part or says null; the one after is whole again."""
    wire = await dial()
    await wire.identify(intents.GUILD_REACTIONS)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
    sent = {"content": "x", "components": [row]}
    message = (await raw("POST", f"/channels/{town.room.id}/messages", sent))[1]
    frames = []
    town.world.faults.malform(event, put=put, without=without)
    for person in (town.ana, town.ben):
        if event == "INTERACTION_CREATE":
            acts.press(person, int(message["id"]), "a")
        else:
            await person.react(int(message["id"]), "✋")
        frames.append((await wire.get_event(event))["d"])
    for path in put:
        holder, key = path.split(".")
        assert (frames[0][holder][key], key in frames[1][holder]) == (None, False)
    for key in without:
        assert (key in frames[0], key in frames[1]) == (False, True)
