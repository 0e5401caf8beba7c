"""`kalamazoo verify | backup | restore | export` (`experience.md` section 7)."""

import asyncio
import json
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.cli import app
from bot.db.backup import CopyError, backup, restore
from bot.db.migrate import upgrade
from bot.records.proof import as_file
from bot.tables.model import Table
from tests.games import GAMES
from tests.records.games import play
from tests.records.logs import played
from tests.tables.harness import HOST, House, restored, url_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return what a command of the command line answers, on a database of this test."""
    monkeypatch.setenv("KALAMAZOO_DATABASE_URL", url_of(tmp_path / "k.sqlite3"))
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def log(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Return the log of a game, as a file and as a value."""
    _, log = played(2, (GAMES[2],))
    path = tmp_path / "log.json"
    path.write_bytes(as_file(log))
    return path, log


def games_in(path: Path) -> int:
    """Return how many tables a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    return int(count)


def write_games(url: str, games: int, *, channel: int = 2) -> list[Table]:
    """Play so many games on a database, in an event loop of their own."""

    async def run() -> list[Table]:
        house = House(url)
        await restored(house.tables)
        tables = [await play(house, HOST, channel=channel) for _ in range(games)]
        await house.playing(2)
        await house.close()
        return tables

    return asyncio.run(run())


def test_verify_says_what_is_in_order(
    run: Callable[..., Result], log: tuple[Path, dict[str, Any]]
) -> None:
    """Status 0, the game, the number of actions, the seed."""
    path, value = log
    done = run("verify", path, "--commitment", value["commitment"].upper())
    assert done.exit_code == 0
    assert done.stdout.startswith(f"In order: {value['game']} for {value['seats']}, ")
    assert value["seed"] in done.stdout


def test_verify_names_the_first_wrong_place(
    run: Callable[..., Result], log: tuple[Path, dict[str, Any]]
) -> None:
    """Status 2 and one line on standard error that begins with the place."""
    path, value = log
    wrong = deepcopy(value)
    wrong["actions"][3]["check"] = "0" * 16
    path.write_bytes(as_file(wrong))
    done = run("verify", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("actions[3]: ")
    assert done.stderr.count("\n") == 1
    assert run("verify", path, "--commitment", "00").stderr.startswith("commitment: ")
    missing = run("verify", path.with_name("none"))
    assert (missing.exit_code, missing.stderr) == (
        2,
        "file: cannot be read (No such file or directory)\n",
    )


def test_backup_and_restore_bring_everything_back(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    """The copy is whole and private; what was before the restore is kept beside it."""
    database, copy = tmp_path / "k.sqlite3", tmp_path / "copies" / "k.backup"
    upgrade(url_of(database))
    write_games(url_of(database), 2)
    done = run("backup", copy)
    assert done.exit_code == 0, done.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert games_in(copy) == 3
    write_games(url_of(database), 1, channel=77)
    assert games_in(database) == 5

    done = run("restore", copy)

    assert done.exit_code == 0, done.stderr
    assert games_in(database) == 3
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    (kept,) = tmp_path.glob("k.sqlite3.before-restore-*")
    assert games_in(kept) == 5
    write_games(url_of(database), 1, channel=78)
    assert games_in(database) == 5


def test_backup_ends_though_somebody_always_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move after every page that is copied: the copy is of one moment, and begins once."""
    database = tmp_path / "k.sqlite3"
    upgrade(url_of(database))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("UPDATE identity SET last_table = 1")
    steps = 0

    class Disturbed(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **_: Any) -> None:
            def meanwhile(_status: int, _remaining: int, total: int) -> None:
                nonlocal steps
                steps += 1
                assert steps <= total
                other.execute("UPDATE identity SET last_table = last_table + 1")

            super().backup(target, pages=1, progress=meanwhile)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Disturbed))
    backup(url_of(database), tmp_path / "copy")
    assert steps > 10
    other.close()


def test_what_a_killed_restore_has_left_is_taken_away(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    """A copy in half beside the database, with its journal, is neither kept nor used."""
    database = tmp_path / "k.sqlite3"
    upgrade(url_of(database))
    assert run("backup", "copy").exit_code == 0
    for suffix in ("", "-journal"):
        Path(f"{database}.restoring{suffix}").write_bytes(b"half" * 4096)
    done = run("restore", "copy")
    assert done.exit_code == 0, done.stderr
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"copy", "k.sqlite3", "k.sqlite3.before-restore-1", "k.sqlite3.lock"}
    assert games_in(database) == 0


HALTED = """
import sqlite3, sys
from functools import partial
from pathlib import Path
from bot.db.backup import backup

class Halted(sqlite3.Connection):
    def backup(self, target, **_):
        def meanwhile(*_):
            print(flush=True)
            sys.stdin.read()

        super().backup(target, pages=1, progress=meanwhile)

sqlite3.connect = partial(sqlite3.connect, factory=Halted)
backup(sys.argv[1], Path(sys.argv[2]))
"""
"""A backup that stands still in half until its standard input is closed."""


def test_what_a_killed_backup_has_left_is_taken_away_by_the_next(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    """Into the same folder, whatever its name; what a living one still makes stays."""
    database, copies = tmp_path / "k.sqlite3", tmp_path / "copies"
    upgrade(url_of(database))
    halted = subprocess.Popen(
        [sys.executable, "-c", HALTED, url_of(database), str(copies / "half")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    with halted:
        assert halted.stdout is not None
        halted.stdout.readline()
        (part,) = copies.iterdir()
        assert run("backup", copies / "one").exit_code == 0
        assert set(copies.iterdir()) == {part, copies / "one"}
        halted.kill()
        halted.wait()
        assert part.exists()
        assert run("backup", copies / "two").exit_code == 0
        assert set(copies.iterdir()) == {copies / "one", copies / "two"}


async def test_backup_while_the_bot_writes_is_consistent(tmp_path: Path) -> None:
    """Copied in the middle of games, every table has exactly the events it counts."""
    url = url_of(tmp_path / "k.sqlite3")
    await asyncio.to_thread(upgrade, url)
    house = House(url)
    await restored(house.tables)

    async def write() -> None:
        for _ in range(12):
            await play(house, HOST)

    writing = asyncio.create_task(write())
    copies: list[Path] = []
    while not writing.done():
        copy = tmp_path / f"copy-{len(copies)}"
        await asyncio.to_thread(backup, url, copy)
        copies.append(copy)
    await writing
    await house.close()
    assert len(copies) > 1
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            wrong = connection.execute(
                "SELECT id FROM tables WHERE seq != "
                '(SELECT count(*) FROM events WHERE events."table" = tables.id)'
            ).fetchall()
            assert wrong == []
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_database_in_use_is_not_replaced(tmp_path: Path) -> None:
    """A bot that runs on it would go on with what it remembers."""
    url = url_of(tmp_path / "k.sqlite3")
    await asyncio.to_thread(upgrade, url)
    await asyncio.to_thread(backup, url, tmp_path / "copy")
    house = House(url)
    await restored(house.tables)
    await play(house, HOST)
    with pytest.raises(CopyError, match=r"^The database is in use; stop the bot first\.$"):
        await asyncio.to_thread(restore, url, tmp_path / "copy")
    await house.close()
    assert await asyncio.to_thread(restore, url, tmp_path / "copy") is not None
    assert games_in(tmp_path / "k.sqlite3") == 0


async def test_copy_put_back_is_another_database(tmp_path: Path) -> None:
    """Messages posted after the copy can do nothing in it: another tag, and no number twice."""
    url, copy = url_of(tmp_path / "k.sqlite3"), tmp_path / "copy"
    await asyncio.to_thread(upgrade, url)
    house = House(url)
    await restored(house.tables)
    await house.lobby()
    tag = await house.reader.tag()
    await asyncio.to_thread(backup, url, copy)
    later = await house.lobby(host=9, channel=9)
    await house.close()

    await asyncio.to_thread(restore, url, copy)

    again = House(url)
    await restored(again.tables)
    assert await again.reader.tag() != tag
    assert again.tables.get(later.id) is None
    assert (await again.lobby(host=9, channel=9)).id == later.id + 1
    once = await again.reader.tag()
    await again.close()

    await asyncio.to_thread(restore, url, copy)
    twice = House(url)
    assert await twice.reader.tag() not in (tag, once)
    await twice.close()


def test_what_cannot_be_copied_is_one_sentence(run: Callable[..., Result], tmp_path: Path) -> None:
    """No database, a file in the way, no backup, a newer one, another kind of database."""
    assert "There is no database" in run("backup", "copy").stderr
    upgrade(url_of(tmp_path / "k.sqlite3"))
    (tmp_path / "taken").write_text("mine")
    assert "exists already" in run("backup", "taken").stderr
    assert (tmp_path / "taken").read_text() == "mine"
    assert "is no backup of Kalamazoo" in run("restore", "taken").stderr
    assert "There is no file" in run("restore", "nowhere").stderr
    assert run("backup", "copy").exit_code == 0
    with closing(sqlite3.connect(tmp_path / "copy")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = run("restore", "copy")
    assert (done.exit_code, done.stderr) == (
        2,
        "The database was made by a newer version of Kalamazoo.\n",
    )
    with pytest.raises(CopyError, match="pg_dump"):
        backup("postgresql+asyncpg://localhost/x", tmp_path / "y")


def test_restore_where_there_is_no_database_yet(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine made anew is brought back from a copy."""
    upgrade(url_of(tmp_path / "k.sqlite3"))
    write_games(url_of(tmp_path / "k.sqlite3"), 1)
    assert run("backup", "copy").exit_code == 0
    monkeypatch.setenv("KALAMAZOO_DATABASE_URL", url_of(tmp_path / "new" / "k.sqlite3"))
    assert run("restore", "copy").exit_code == 0
    assert games_in(tmp_path / "new" / "k.sqlite3") == 2


def test_export_is_json_lines_without_secrets(
    run: Callable[..., Result], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeds and events of finished games alone; every row is an object that names its table."""
    monkeypatch.setenv("KALAMAZOO_DATABASE_URL", url)
    (over,) = write_games(url, 1)
    done = run("export")
    assert done.exit_code == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    tables = {row["id"]: row for row in rows if row["row"] == "tables"}
    assert len(tables) == 2
    assert tables[over.id]["seed"] == over.seed
    (running,) = [row for row in tables.values() if row["status"] == "playing"]
    assert "seed" not in running
    assert {row["table"] for row in rows if row["row"] == "events"} == {over.id}
    assert {row["table"] for row in rows if row["row"] == "results"} == {over.id}
    assert done.stdout.count(over.seed) == 1


def test_export_of_no_database_is_one_sentence(run: Callable[..., Result], tmp_path: Path) -> None:
    """Nothing to read is said so, with status 2, and nothing is made; so is no database."""
    database = tmp_path / "k.sqlite3"
    done = run("export")
    assert (done.exit_code, done.stderr) == (2, f"There is no database {database}.\n")
    assert not database.exists()
    database.write_bytes(b"no database, but long enough to look at" * 100)
    done = run("export")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"The database {database} cannot be opened (file is not a database).\n"


def test_demo_on_a_taken_port_leaves_the_running_one_alone(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    """The databases of demos are not touched before the port is known to be free."""
    kept = tmp_path / "data" / "demo" / "kalamazoo.sqlite3"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        running = kept.with_stem(f"kalamazoo-{port}")
        kept.parent.mkdir(parents=True)
        for each in (kept, running):
            each.write_text("in use")
        done = run("demo", "--port", port)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"Port {port} is in use; choose another with --port.\n"
    assert [each.read_text() for each in (kept, running)] == ["in use", "in use"]
