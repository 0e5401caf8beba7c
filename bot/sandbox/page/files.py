"""The files of the page, and pictures it shows."""

from pathlib import Path

from aiohttp import web

from bot.sandbox.page.guard import HEADERS, check
from bot.sandbox.page.sentences import catalogues
from bot.sandbox.world import World

FOLDER = Path(__file__).parent / "static"

TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}

PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


class Files:
    """Answers for the page itself, its scripts and styles, and the application's emojis."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known = {path.name: path for path in FOLDER.iterdir() if path.suffix in TYPES}

    async def index(self, request: web.Request) -> web.Response:
        """Send the page."""
        check(request)
        return self._send("index.html")

    async def static(self, request: web.Request) -> web.Response:
        """Send a script, a style or the icon; names are looked up, never made into paths."""
        check(request)
        return self._send(request.match_info["name"])

    async def sentences(self, request: web.Request) -> web.Response:
        """Send what the page says in other languages."""
        check(request)
        return web.Response(text=catalogues(), content_type="application/json", headers=HEADERS)

    async def emoji(self, request: web.Request) -> web.Response:
        """Send the picture of an application's emoji."""
        check(request)
        emoji_id = int(request.match_info["emoji_id"])
        for bot in self._world.bots.values():
            emoji = bot.emojis.get(emoji_id)
            if emoji is not None and emoji.content_type in PICTURES:
                return web.Response(
                    body=emoji.image, content_type=emoji.content_type, headers=HEADERS
                )
        raise web.HTTPNotFound(text="There is no such emoji.")

    def _send(self, name: str) -> web.Response:
        path = self._known.get(name)
        if path is None:
            raise web.HTTPNotFound(text="The page has no such file.")
        kind = TYPES[path.suffix]
        return web.Response(
            body=path.read_bytes(),
            content_type=kind,
            charset=None if kind.startswith("font/") else "utf-8",
            headers=HEADERS,
        )
