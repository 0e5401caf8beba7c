"""`GET /health` and `GET /metrics` on a loopback address: off unless the setting names one."""

import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from msgspec import Struct, json

from bot.telemetry.figures import Figures

log = logging.getLogger(__name__)
log.addFilter(
    lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))
)
"""Says nothing of those who ask in no words of HTTP: a port is knocked at, which is no fault."""

TOO_OLD = 120.0
"""Seconds after which a gateway that has said nothing counts as lost: it answers every 41."""


class Health(Struct, frozen=True):
    """How the bot does.

    Attributes:
        gateway: whether every shard is connected.
        database: whether it can be read, and written to.
        heartbeat_age: seconds since the gateway was last heard; None before it is connected.
        live: the process answers.
        ready: people can play.
    """

    gateway: bool
    database: bool
    heartbeat_age: float | None
    live: bool = True
    ready: bool = False


def health(*, gateway: bool, database: bool, heartbeat_age: float | None) -> Health:
    """Return how the bot does, of what is known of its parts."""
    heard = heartbeat_age is not None and heartbeat_age < TOO_OLD
    return Health(gateway, database, heartbeat_age, ready=gateway and database and heard)


class Monitoring:
    """The listener.

    Args:
        address: host and port.
        figures: what is counted.
        look: says how the bot does.
    """

    def __init__(
        self, address: str, figures: Figures, look: Callable[[], Awaitable[Health]]
    ) -> None:
        parts = urlsplit(f"//{address}")
        self._host, self._port = parts.hostname, parts.port
        self._figures, self._look = figures, look
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: somebody else does.
        """
        app = web.Application()
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, logger=log, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._port).start()

    async def close(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        found = await self._look()
        return web.Response(
            body=json.encode(found),
            status=200 if found.ready else 503,
            content_type="application/json",
        )

    async def _metrics(self, request: web.Request) -> web.Response:
        return web.Response(
            body=self._figures.text(),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )
