"""The store on PostgreSQL, on a server of its own in a temporary folder."""

import asyncio
import glob
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.db.changes import calls_change, events_change, table_change, vote_change
from bot.db.errors import Conflict
from bot.db.migrate import MigrationError, current, upgrade
from tests.db import values
from tests.db.test_store import Database, everything_comes_back, opened

BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))


def missing(reason: str) -> None:
    """Skip, or fail where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def unprivileged() -> list[str]:
    """Return how to run a program as somebody whom PostgreSQL accepts; it refuses root."""
    if os.geteuid() != 0:
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in names else "nobody"
    return ["runuser", "-u", user, "--"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the URL of an empty, migrated PostgreSQL database."""
    if importlib.util.find_spec("asyncpg") is None:
        missing("asyncpg is not installed")
    if not BINARIES:
        missing("PostgreSQL is not installed")
    before = unprivileged()
    if before and shutil.which(before[0]) is None:
        missing("PostgreSQL does not run as root, and runuser is not installed")
    folder = Path(f"/tmp/kalamazoo-postgresql-{os.getpid()}")
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*before, f"{BINARIES[-1]}/{program}", *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=60)

    try:
        run("initdb", "-D", str(data), "-U", "kalamazoo", "-A", "trust", "--no-sync")
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            address = f"postgresql+asyncpg://kalamazoo@127.0.0.1:{port}/postgres"
            upgrade(address)
            yield address
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def test_everything_stored_comes_back_equal_on_postgresql(url: str) -> None:
    """The same values survive a PostgreSQL database, and keys are guarded alike."""
    async for db in opened(url):
        await everything_comes_back(db)
        await conflicts_fail_alone(db)
        await open_things_come_back(db)


async def conflicts_fail_alone(db: Database) -> None:
    """A used key fails its own change; the others of the batch are kept."""
    for number in (2, 3):
        await db.store.commit(table_change(None, values.table(number)))
    await db.store.commit(events_change([values.event(2, 1)]))
    outcomes = await asyncio.gather(
        *(db.store.commit(events_change([values.event(number, 1)])) for number in (2, 3)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Conflict, type(None)]


async def open_things_come_back(db: Database) -> None:
    """Calls and votes are written over, also on PostgreSQL."""
    race, vote = values.race(), values.vote()
    change = calls_change(2, race.ply, [(call, None) for call in race.calls])
    for _ in range(2):
        await db.store.commit(change + vote_change(2, vote, None))
    found = await db.reader.table(2)
    assert found is not None
    assert (found.race, found.vote) == (race, vote)


def test_a_server_that_is_not_there_is_one_clear_sentence() -> None:
    """An address nobody listens at is told in a sentence without the password."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"postgresql+asyncpg://kalamazoo:secret@127.0.0.1:{port}/postgres"

    with pytest.raises(MigrationError, match=r"^The database cannot be opened") as refused:
        current(address)
    assert "secret" not in str(refused.value)
