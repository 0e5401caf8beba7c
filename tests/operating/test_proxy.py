"""The setting `proxy`: requests and gateway go through it (`operating.md` section 8)."""

import asyncio
from urllib.parse import urlsplit

import pytest
from discord.http import Route

from bot.gateway.login import OfflineError, StartError, check_token
from tests.operating.conftest import Operator


class Proxy:
    """Passes everything on, and notes what was asked for and by whom."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def start(self) -> str:
        """Listen; return the address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.asked.append(head.decode())
        target = urlsplit(head.split(b" ")[1].decode())
        there = await asyncio.open_connection(target.hostname, target.port)
        there[1].write(head)
        await asyncio.gather(
            self._pass(reader, there[1]), self._pass(there[0], writer), return_exceptions=True
        )

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if b" HTTP/1.1\r\n" in data:  # another request on the same connection
                self.asked.append(data.decode())
            writer.write(data)
            await writer.drain()
        writer.close()

    def close(self) -> None:
        """Listen no more."""
        self._server.close()


async def test_everything_goes_through_the_proxy(operator: Operator) -> None:
    """Requests and the gateway; the password is sent to the proxy and stands in no log."""
    proxy = Proxy()
    address = await proxy.start()
    running = await operator.starts(KALAMAZOO_PROXY=f"http://ana:hush-hush@{address}")
    await running.ready()
    assert await running.stop() == 0
    proxy.close()
    first = [head.splitlines()[0] for head in proxy.asked]
    assert any("/users/@me " in line for line in first)
    assert any("/gateway" in line and "encoding=json" in line for line in first)
    assert all("proxy-authorization: basic " in head.lower() for head in proxy.asked)
    assert "hush-hush" not in running.log


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (407, StartError, "The proxy of the setting 'proxy' lets nobody through (status 407)."),
        (403, StartError, "The proxy of the setting 'proxy' lets nobody through (status 403)."),
        (502, OfflineError, "Discord cannot be reached (status 502 of the proxy)."),
    ],
)
async def test_proxy_that_refuses_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, status: int, error: type[StartError], said: str
) -> None:
    """A wrong password is for a person to mend; a proxy that reaches nobody now is waited for."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 {status} No\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    monkeypatch.setattr(Route, "BASE", Route.BASE)
    refusing = await asyncio.start_server(refuse, "127.0.0.1", 0)
    address = f"127.0.0.1:{refusing.sockets[0].getsockname()[1]}"
    with pytest.raises(StartError) as refused:
        await check_token("https://discord.example/api", "a.b.c", f"http://ana:hush@{address}")
    refusing.close()
    assert (type(refused.value), str(refused.value)) == (error, said)
