"""The gateway: HELLO, IDENTIFY, heartbeats, RESUME, and events in order.

See `discord.md` section 13.
"""

import asyncio
import json
import secrets
import zlib
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.sandbox.gateway.events import Emitter
from bot.sandbox.gateway.sessions import Session, Sessions
from bot.sandbox.model import intents, payloads
from bot.sandbox.model.bots import Bot, Identify
from bot.sandbox.model.delays import Delays
from bot.sandbox.model.objects import Json
from bot.sandbox.model.state import State

HEARTBEAT_MS: Final = 41_250

SENDS: Final = 120
SENDS_WINDOW: Final = 60.0
"""How many frames a client may send in how many seconds (`discord.md` section 5)."""

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED = 4001, 4002, 4003
AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED, RATE_LIMITED = 4004, 4005, 4008
INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4013, 4014


class Gateway:
    """Accepts websockets of bots.

    Args:
        world: What they are told of.
        sessions: Where theirs are kept.
        emit: Tells them.
        delays: Of each event.
        limited: Whether more than 120 sends in 60 s close a connection.
    """

    def __init__(
        self, world: State, sessions: Sessions, emit: Emitter, delays: Delays, *, limited: bool
    ) -> None:
        self.world = world
        self.sessions = sessions
        self.emit = emit
        self.delays = delays
        self.limited = limited
        self.connections: set[GatewayConnection] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        compressed = request.query.get("compress") == "zlib-stream"
        connection = GatewayConnection(self, socket, request, compressed=compressed)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket

    async def close(self) -> None:
        """Close every connection; the sessions stay resumable."""
        for connection in tuple(self.connections):
            await connection.close(1001)


class GatewayConnection:
    """One websocket, first without a session, then with the one it identified or resumed."""

    def __init__(
        self,
        gateway: Gateway,
        socket: web.WebSocketResponse,
        request: web.Request,
        *,
        compressed: bool,
    ) -> None:
        self._gateway = gateway
        self._world = gateway.world
        self._socket = socket
        self._request = request
        self._session: Session | None = None
        self._deflate = zlib.compressobj() if compressed else None
        self._due: deque[tuple[float, str]] = deque()
        self._wake = asyncio.Event()
        self._sent: deque[float] = deque(maxlen=SENDS + 1)
        self._last_due = 0.0

    async def run(self) -> None:
        """Say HELLO, then read until the socket closes; a task writes what is due."""
        writer = asyncio.create_task(self._write())
        self._now({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            async for message in self._socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await self._receive(message.data)
        finally:
            writer.cancel()
            self._detach(code=self._socket.close_code)

    def push(self, frame: str) -> None:
        """Send this text when its delay is over, after all earlier ones."""
        due = self._world.clock.now() + self._gateway.delays.draw()
        self._last_due = max(self._last_due, due)
        self._due.append((self._last_due, frame))
        self._wake.set()

    def cut(self, code: int | None) -> None:
        """Close with a code, or without one drop the connection as a broken network does."""
        self._detach(code=None)
        if code is not None:
            closing = asyncio.ensure_future(self.close(code))
            closing.add_done_callback(lambda done: done.exception())
        elif self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int) -> None:
        """Close with a code, from this side: the session may be resumed."""
        self._detach(code=None)
        await self._socket.close(code=code)

    def _detach(self, code: int | None) -> None:
        """Leave the session behind, to be resumed, unless the client closed it for good."""
        session, self._session = self._session, None
        if session is None or session.connection is not self:
            return
        session.connection = None
        session.dropped = self._world.clock.now()
        if code in (1000, 1001):
            self._gateway.sessions.end(session)

    def _now(self, frame: Json) -> None:
        """Send a frame that is no event: at once, but not before earlier ones."""
        due = max(self._last_due, self._world.clock.now())
        self._due.append((due, json.dumps({"s": None, "t": None} | frame)))
        self._wake.set()

    async def _write(self) -> None:
        while True:
            while not self._due:
                self._wake.clear()
                await self._wake.wait()
            due, frame = self._due[0]
            await self._world.clock.sleep_until(due)
            self._due.popleft()
            try:
                if self._deflate is None:
                    await self._socket.send_str(frame)
                else:
                    data = self._deflate.compress(frame.encode())
                    await self._socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except (ConnectionError, RuntimeError):
                return

    async def _receive(self, text: str | bytes) -> None:
        now = self._world.clock.now()
        self._sent.append(now)
        over = len(self._sent) > SENDS and now - self._sent[0] < SENDS_WINDOW
        if self._gateway.limited and over:
            await self.close(RATE_LIMITED)
            return
        try:
            frame: Json = json.loads(text)
            op, data = int(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError):
            await self.close(DECODE_ERROR)
            return
        match op:
            case 1:
                # discord.py notes a beat only once sent: an answer at once would come too soon.
                self.push(json.dumps({"s": None, "t": None, "op": 11, "d": None}))
            case 2:
                await self._identify(data or {})
            case 6:
                await self._resume(data or {})
            case 3 | 4 | 8 if self._session is None:
                await self.close(NOT_AUTHENTICATED)
            case 8:
                self._send_members(data or {})
            case 3 | 4:
                return
            case _:
                await self.close(UNKNOWN_OPCODE)

    async def _identify(self, data: Json) -> None:
        if self._session is not None:
            await self.close(ALREADY_AUTHENTICATED)
            return
        bot = self._world.bot_of(str(data.get("token")))
        if bot is None:
            await self.close(AUTHENTICATION_FAILED)
            return
        shard, shards = data.get("shard") or (0, 1)
        wanted = int(data.get("intents") or 0)
        problem = _problem(bot, shard, shards, wanted)
        if problem is not None:
            await self.close(problem)
            return
        starts, now = self._world.starts, self._world.clock.now()
        if not starts.remaining(bot, now):
            await self.close(AUTHENTICATION_FAILED)
            return
        if starts.too_soon(bot, shard, now):
            self._now({"op": 9, "d": False})
            return
        bot.identified.append(Identify(now, shard))
        session = Session(secrets.token_hex(16), bot, shard, shards, wanted)
        self._gateway.sessions.add(session)
        self._session = session
        session.connection = self
        self._ready(session)

    def _ready(self, session: Session) -> None:
        bot, world = session.bot, self._world
        guilds = [
            guild
            for guild in world.guilds.values()
            if bot.id in guild.members and session.wants(0, guild.id)
        ]
        data = {
            "v": 10,
            "user": payloads.own_user(bot.user),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": [session.shard, session.shards],
            "application": {"id": str(bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "geo_ordered_rtc_regions": [],
        }
        self._gateway.emit.to_session(session, "READY", data)
        if session.intents & intents.GUILDS:
            for guild in guilds:
                if guild.available:
                    body = payloads.guild_create(world, guild, bot) | {"unavailable": False}
                    self._gateway.emit.to_session(session, "GUILD_CREATE", body)

    async def _resume(self, data: Json) -> None:
        bot = self._world.bot_of(str(data.get("token")))
        if bot is None:
            await self.close(AUTHENTICATION_FAILED)
            return
        session = self._gateway.sessions.find(bot, str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        if session is None or not session.can_replay(seq, self._world.clock.now()):
            if session is not None:
                self._gateway.sessions.end(session)
            self._now({"op": 9, "d": False})
            return
        old, session.connection = session.connection, self
        if isinstance(old, GatewayConnection):
            old._session = None  # noqa: SLF001 - of the same class
            old.cut(None)
        self._session = session
        session.dropped = None
        for frame in session.replay(seq):
            self.push(frame)
        self._gateway.emit.to_session(session, "RESUMED", {})

    def _send_members(self, data: Json) -> None:
        """Answer op 8: the members asked for by id or by the beginning of their name."""
        session = self._session
        assert session is not None
        guild = self._world.guilds.get(int(data.get("guild_id") or 0))
        if guild is None or session.bot.id not in guild.members:
            return
        wanted: Any = data.get("user_ids") or []
        ids = [int(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
        query = str(data.get("query") or "").lower()
        found = [
            each
            for each in guild.members.values()
            if (each.user.id in ids if ids else each.user.name.lower().startswith(query))
        ]
        body: Json = {
            "guild_id": str(guild.id),
            "members": [payloads.member(each) for each in found[: data.get("limit") or None]],
            "not_found": [str(each) for each in ids if each not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if data.get("nonce") is not None:
            body["nonce"] = data["nonce"]
        self._gateway.emit.to_session(session, "GUILD_MEMBERS_CHUNK", body)


def _problem(bot: Bot, shard: int, shards: int, wanted: int) -> int | None:
    """Return the close code an IDENTIFY earns, None if it is fine."""
    if not 0 <= shard < shards:
        return INVALID_SHARD
    if wanted < 0 or wanted & ~intents.ALL:
        return INVALID_INTENTS
    if wanted & intents.PRIVILEGED & ~bot.granted:
        return DISALLOWED_INTENTS
    return None
