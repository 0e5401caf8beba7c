"""The server: REST, gateway and files of a world on one loopback port."""

import ipaddress
from email.utils import formatdate
from typing import Final

from aiohttp import web

from bot.sandbox.gateway.connection import Gateway
from bot.sandbox.model.delays import Delays
from bot.sandbox.model.emojis import find_app_emoji
from bot.sandbox.page import attach
from bot.sandbox.rest.api import MOST_BYTES, PREFIX, Rest, Watcher
from bot.sandbox.rest.rate_limits import Limits
from bot.sandbox.world import World

DELAY: Final = (0.020, 0.080)
"""Seconds an answer or event is under way, least and most."""


class Sandbox:
    """A Discord that an unmodified discord.py connects to.

    Args:
        world: What it serves.
        host: A loopback address.
        port: 0 takes a free one.
        seed: Of the delays.
        delay: Least and most seconds of each answer and event; (0, 0) for none.
        limits: Whether the rate limits hold.
        page: Whether the web page is served as well.
        watcher: Checks bodies against Discord's OpenAPI description.

    Raises:
        ValueError: The host is not a loopback address.
    """

    def __init__(
        self,
        world: World,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        seed: int = 0,
        delay: tuple[float, float] = DELAY,
        limits: bool = True,
        page: bool = False,
        watcher: Watcher | None = None,
    ) -> None:
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"The sandbox listens on loopback addresses only, not on {host}.")
        self.world = world
        self.host, self.port = host, port
        self.limits = Limits(world.clock, enabled=limits)
        delays = Delays(world.clock, *delay, seed)
        self.gateway = Gateway(world, world.sessions, world.emit, delays, limited=limits)
        self._rest = Rest(world, world.interactions, world.faults, self.limits, delays, watcher)
        self.app = web.Application(client_max_size=MOST_BYTES)
        self._rest.attach(self.app)
        self.app.on_response_prepare.append(self._dated)
        self.app.router.add_get("/gateway/", self.gateway.handle)
        self.app.router.add_get("/gateway", self.gateway.handle)
        self.app.router.add_get("/attachments/{channel_id}/{id}/{name}", self._file)
        self.app.router.add_get(r"/emojis/{id:\d+}{ext:(\.\w+)?}", self._emoji)
        if page:
            attach(self.app, world)
        self._runner: web.AppRunner | None = None

    @property
    def unknown_routes(self) -> list[str]:
        """Return what was asked for that this Discord does not have; a test should fail on it."""
        return self._rest.unknown

    @property
    def crashes(self) -> list[str]:
        """Return the mistakes of the sandbox itself, which it answered with 500."""
        return self._rest.crashes

    @property
    def api_base(self) -> str:
        """Return what ``discord.http.Route.BASE`` is set to."""
        return f"{self.base_url}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        """Return what ``DiscordWebSocket.DEFAULT_GATEWAY`` is set to."""
        return f"ws://{self._address}/gateway"

    @property
    def base_url(self) -> str:
        """Return the address of page, files and API."""
        return f"http://{self._address}"

    @property
    def _address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    async def _dated(self, request: web.Request, response: web.StreamResponse) -> None:
        """Date an answer by the clock of the ids, which may be apart from the machine's."""
        now, after = self.world.ids.now, response.headers.get("X-RateLimit-Reset-After")
        response.headers["Date"] = formatdate(now, usegmt=True)
        if after is not None:
            response.headers["X-RateLimit-Reset"] = f"{now + float(after):.3f}"

    async def start(self) -> None:
        """Listen; from now on :attr:`port` is the real one.

        Raises:
            OSError: The port is in use.
        """
        runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, self.host, self.port)
        try:
            await site.start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]
        self.world.base_url = self.base_url
        self.world.gateway_url = self.gateway_url

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._runner is not None:
            await self.gateway.close()
            await self._runner.cleanup()
            self._runner = None

    async def _file(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["id"]
        found = self.world.files.get(int(number)) if number.isdigit() else None
        if found is None:
            raise web.HTTPNotFound
        # A file shares its origin with the page, which acts for everybody: it must not run there.
        safe = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(body=found.data, headers={"Content-Type": found.content_type, **safe})

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        found = find_app_emoji(self.world, int(request.match_info["id"]))
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found[1].image, content_type=found[1].content_type)
