"""A database server a millisecond away: what passes through here takes half of that each way.

    python -m tests.bench.distant PORT

Prints the port to connect to in place of that one. One thread a direction of each connection: the
waiting of an event loop is no finer than a millisecond.
"""

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

EACH_WAY = 0.0005
"""Seconds."""
CHUNK = 1 << 20


def carry(source: socket.socket, target: socket.socket) -> None:
    """Bring everything from one end to the other, each piece a little later than it came."""
    with contextlib.suppress(OSError):
        while piece := source.recv(CHUNK):
            time.sleep(EACH_WAY)
            target.sendall(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def main() -> None:
    """Carry until the standard input ends."""
    server = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{server.getsockname()[1]}\n")
    sys.stdout.flush()
    threading.Thread(target=_serve, args=(server,), daemon=True).start()
    sys.stdin.read()


def _serve(server: socket.socket) -> None:
    while True:
        near, _ = server.accept()
        far = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for ends in ((near, far), (far, near)):
            threading.Thread(target=carry, args=ends, daemon=True).start()


@contextlib.contextmanager
def distant(port: int) -> Iterator[int]:
    """Return the port that is a millisecond away from this one."""
    command = [sys.executable, "-m", "tests.bench.distant", str(port)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    main()
