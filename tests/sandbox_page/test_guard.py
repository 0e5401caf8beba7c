"""Only the page on this machine reaches the people of the sandbox."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import ClientSession, WSServerHandshakeError, web

from bot.sandbox.demo import furnished
from bot.sandbox.model.objects import AppEmoji
from bot.sandbox.page import attach
from bot.sandbox.world import World


class Served:
    """A world with its page at a port of its own, and a client without a browser's manners."""

    def __init__(self, world: World, client: ClientSession, port: int) -> None:
        self.world = world
        self.client = client
        self.port = port
        self.base = f"http://127.0.0.1:{port}"

    async def status(self, path: str, **headers: str) -> int:
        """Return the status of a GET with these headers."""
        async with self.client.get(self.base + path, headers=headers) as answer:
            return answer.status


@pytest_asyncio.fixture
async def served() -> AsyncIterator[Served]:
    """The demo's world, served."""
    world = furnished("a token")
    app = web.Application()
    attach(app, world)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        async with ClientSession() as client:
            yield Served(world, client, port)
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
async def test_page_answers_under_every_loopback_name(served: Served, name: str) -> None:
    """The page opens under each name of this machine."""
    assert await served.status("/", Host=f"{name}:{served.port}") == 200


@pytest.mark.parametrize("path", ["/", "/page/static/main.js", "/page/emoji/1", "/page/socket"])
async def test_page_refuses_a_name_of_the_outside(served: Served, path: str) -> None:
    """A name that was made to point to 127.0.0.1 gets nothing (DNS rebinding)."""
    assert await served.status(path, Host="evil.example") == 403


@pytest.mark.parametrize("path", ["/", "/page/static/main.js", "/page/socket"])
async def test_page_refuses_another_site(served: Served, path: str) -> None:
    """A request that another site's script makes is refused, an opaque origin too."""
    assert await served.status(path, Origin="https://evil.example") == 403
    assert await served.status(path, Origin="null") == 403
    assert await served.status(path, Origin=f"http://localhost:{served.port + 1}") == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
async def test_socket_opens_for_the_page_alone(served: Served, origin: str | None) -> None:
    """The websocket needs the page's own origin."""
    headers = {"Origin": origin} if origin else {}
    with pytest.raises(WSServerHandshakeError) as refused:
        await served.client.ws_connect(f"{served.base}/page/socket", headers=headers)
    assert refused.value.status == 403
    own = {"Origin": served.base}
    async with served.client.ws_connect(f"{served.base}/page/socket", headers=own) as socket:
        await socket.send_json({"id": 1, "act": "show"})
        assert (await socket.receive_json())["push"] == "state"


async def test_page_forbids_everything_from_outside(served: Served) -> None:
    """The page's policy allows no script, style, picture or connection but its own."""
    async with served.client.get(served.base) as answer:
        policy = answer.headers["Content-Security-Policy"]
        text = await answer.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "https://" not in text


@pytest.mark.parametrize(
    "name", ["nothing.js", "..%2f__init__.py", "..%2f..%2fworld.py", "%2fetc%2fpasswd"]
)
async def test_static_files_are_those_of_the_page(served: Served, name: str) -> None:
    """Nothing but the page's own files can be had, whatever the path looks like."""
    assert await served.status(f"/page/static/{name}") == 404


async def test_emoji_is_sent_as_a_picture_only(served: Served) -> None:
    """An application's emoji is sent with its type; anything that is no picture is not."""
    bot = next(iter(served.world.bots.values()))
    bot.emojis[7] = AppEmoji(7, "card", b"png", "image/png")
    bot.emojis[8] = AppEmoji(8, "script", b"<script>", "text/html")
    async with served.client.get(f"{served.base}/page/emoji/7") as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert await served.status("/page/emoji/8") == 404
    assert await served.status("/page/emoji/9") == 404


async def test_socket_answers_nonsense_in_a_sentence(served: Served) -> None:
    """What is no JSON is ignored; what makes no sense is refused, and the socket lives on."""
    own = {"Origin": served.base}
    async with served.client.ws_connect(f"{served.base}/page/socket", headers=own) as socket:
        await socket.send_str("no JSON")
        await socket.send_json({"id": 1, "act": "say", "channel": "1", "text": "x"})
        assert (await socket.receive_json()) == {"re": 1, "error": "Nobody is shown yet."}
        await socket.send_json({"id": 2, "act": "show", "person": "no number"})
        assert (await socket.receive_json())["push"] == "state"
        assert (await socket.receive_json())["result"]["person"]
        await socket.send_json({"id": 3, "act": "fly"})
        assert "load the page again" in (await socket.receive_json())["error"]
        await socket.send_json({"id": 4, "act": "dismiss", "message": "1"})
        assert (await socket.receive_json())["error"] == "This message is not there for you."
