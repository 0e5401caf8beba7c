"""The setting `proxy`: requests and gateway go through it (`operating.md` section 8)."""

import asyncio
from urllib.parse import urlsplit

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
