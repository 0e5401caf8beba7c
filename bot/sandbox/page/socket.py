"""The page's connection: it says whom and where it shows, and is told whatever changes there."""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import Refused
from bot.sandbox.page.guard import check_socket
from bot.sandbox.page.requests import LANGUAGES, Desk, perform
from bot.sandbox.page.sentences import mark
from bot.sandbox.page.unread import ReadMarks
from bot.sandbox.page.window import Window
from bot.sandbox.world import World

Json = dict[str, Any]

_log = logging.getLogger(__name__)

GATHER = 0.012
"""Seconds in which changes are gathered before they are told together."""


class Sockets:
    """All pages open on this sandbox."""

    def __init__(self, world: World, marks: ReadMarks) -> None:
        self._world = world
        self._marks = marks
        self._open: set[Connection] = set()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page until it goes away."""
        check_socket(request)
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(self._world, self._marks, socket, self._read)
        self._open.add(connection)
        try:
            await connection.run()
        finally:
            self._open.discard(connection)
        return socket

    async def close(self, _app: web.Application) -> None:
        """End every connection; the pages connect again by themselves."""
        for connection in tuple(self._open):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _read(self) -> None:
        for connection in self._open:
            connection.plan()


class Connection:
    """One page's websocket: answers what it asks, pushes what its window has to be told."""

    def __init__(
        self,
        world: World,
        marks: ReadMarks,
        socket: web.WebSocketResponse,
        on_read: Callable[[], None],
    ) -> None:
        self.socket = socket
        self._world = world
        self._marks = marks
        self._on_read = on_read
        self._window = Window(world, marks)
        self._desk: Desk | None = None
        self._planned: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Take what the page asks until it goes away."""
        end = self._world.changes.subscribe(self._changed)
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT:
                    self._start(self._take(frame.data))
        finally:
            end()
            if self._planned is not None:
                self._planned.cancel()
            for task in self._tasks:
                task.cancel()

    def plan(self) -> None:
        """Tell the page soon what has changed since it was told last."""
        if self._planned is None:
            self._planned = asyncio.get_running_loop().call_later(GATHER, self._flush)

    def _changed(self, _change: Change) -> None:
        self.plan()

    def _flush(self) -> None:
        self._planned = None
        self._start(self._tell())

    async def _tell(self) -> None:
        news = self._window.news()
        if news is not None:
            await self._send(news)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, text: str) -> None:
        try:
            asked = json.loads(text)
        except ValueError:
            return
        if not isinstance(asked, dict):
            return
        answer: Json = {"re": asked.get("id")}
        try:
            answer["result"] = await self._perform(asked)
        except Refused as refusal:
            answer["error"] = str(refusal)
        except Exception:
            _log.exception("The page asked for %r and it failed", asked.get("act"))
            answer["error"] = mark("The sandbox failed at this; its log says why.")
        await self._send(answer)

    async def _perform(self, asked: Json) -> Json | None:
        match asked.get("act"):
            case "show":
                return await self._show(asked)
            case "read":
                self._read(asked)
                return None
            case "earlier":
                self._window.earlier()
                self.plan()
                return None
            case _ if self._desk is None:
                raise Refused("Nobody is shown yet.")
            case "settings":
                result = await perform(self._desk, asked)
                self._on_read()
                return result
            case _:
                return await perform(self._desk, asked)

    async def _show(self, asked: Json) -> Json:
        welcome(self._world, str(asked.get("language")))
        shown = self._window.show(*(_id(asked.get(k)) for k in ("person", "channel", "message")))
        place = self._window.place
        if place is not None and (self._desk is None or self._desk.person is not place.person):
            self._desk = Desk(place.person, {})
        await self._tell()
        return shown

    def _read(self, asked: Json) -> None:
        person, channel, message = (_id(asked.get(k)) for k in ("person", "channel", "message"))
        if person and channel and message and self._marks.read(person, channel, message):
            self._on_read()

    async def _send(self, value: Json) -> None:
        if not self.socket.closed:
            await self.socket.send_json(value)


def welcome(world: World, language: str) -> None:
    """Let all begin in a visitor's language, unless somebody has chosen one or done anything."""
    spoken = next((each for each in LANGUAGES if each[:2] == language[:2]), LANGUAGES[0])
    people, guilds = world.people.values(), world.guilds.values()
    chosen = {each.locale for each in people} | {each.locale for each in guilds}
    if world.record.acts or spoken == LANGUAGES[0] or chosen != {LANGUAGES[0]}:
        return
    for person in people:
        person.locale = spoken
    for guild in guilds:
        world.set_locale(guild, spoken)


def _id(value: object) -> int | None:
    return int(value) if isinstance(value, str) and value.isdigit() else None
