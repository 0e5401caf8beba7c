"""A PostgreSQL server of one's own in a temporary folder, for as long as it is needed."""

import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.db.migrate import upgrade

BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))


class Databases:
    """Empty, migrated databases on one server.

    Args:
        url: of the one that all others are copies of.
    """

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._numbers = count(1)

    def empty(self) -> str:
        """Return the URL of a new one."""
        url, name = self._url, f"copy_{next(self._numbers)}"
        where = ["-h", str(url.host), "-p", str(url.port), "-U", str(url.username)]
        command = [f"{BINARIES[-1]}/createdb", *where, "-T", str(url.database), name]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return url.set(database=name).render_as_string(hide_password=False)


def unprivileged() -> list[str]:
    """Return how to run a program as somebody whom PostgreSQL accepts; it refuses root."""
    if os.geteuid() != 0:
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in names else "nobody"
    return ["runuser", "-u", user, "--"]


@contextlib.contextmanager
def migrated_server(*settings: str) -> Iterator[str]:
    """Run a server; the URL is of an empty, migrated database on it."""
    with running_server(*settings) as (address, _):
        yield address


@contextlib.contextmanager
def running_server(*settings: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Run a server; yield the URL of an empty, migrated database, and what restarts the server."""
    before = unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="kalamazoo-postgresql-"))
    folder.chmod(0o777)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    options += "".join(f" -c {each}" for each in settings)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*before, f"{BINARIES[-1]}/{program}", *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=60)

    try:
        run("initdb", "-D", str(data), "-U", "kalamazoo", "-A", "trust", "--no-sync")
        control = ("pg_ctl", "-D", str(data), "-w")
        start = (*control, "-l", str(folder / "log"), "-o", options, "start")
        run(*start)

        def restart() -> None:
            run(*control, "-m", "immediate", "stop")
            run(*start)

        try:
            address = f"postgresql+asyncpg://kalamazoo@127.0.0.1:{port}/postgres"
            upgrade(address)
            yield address, restart
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
