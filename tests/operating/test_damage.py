"""Damage: nothing is made worse, and one sentence says what to do (`operating.md`)."""

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.sandbox.model.client_view import MessageSeen
from tests.operating.conftest import POWERLESS, Operator

PAGE = 4096


def spoil(database: Path, table: str = "results") -> None:
    """Overwrite the first page of a table of a database nobody has open."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)


async def with_copy(operator: Operator) -> bytes:
    """Make a database and a copy of it; return the database's bytes."""
    assert (await operator.types("migrate"))[0] == 0
    status, out, _ = await operator.types("backup", "copy")
    assert status == 0
    assert out.startswith("copy holds the whole database (revision 0")
    assert out.endswith(" bytes).\n")
    return operator.database.read_bytes()


async def test_damaged_page_is_found_by_the_start_and_by_check(operator: Operator) -> None:
    """One sentence that names `restore`; then that is done, and the bytes are kept."""
    await with_copy(operator)
    spoil(operator.database)
    damaged = operator.database.read_bytes()
    for command, expected in ((("run", "--sandbox"), 2), (("check",), 1)):
        status, _, err = await operator.types(*command)
        assert status == expected
        last = err.splitlines()[-1]
        assert last.startswith(f"The database {operator.database} is damaged (")
        assert last.endswith("put a copy back with: kalamazoo restore FILE.")
    status, _, err = await operator.types("backup", "worse")
    assert (status, err.count("\n")) == (2, 1)
    assert "is damaged" in err
    assert not (operator.folder / "worse").exists()
    status, out, err = await operator.types("restore", "copy")
    kept = operator.folder / "k.sqlite3.before-restore-1"
    assert (status, err) == (0, "")
    assert out.endswith(f"The one before is {kept}.\n")
    assert kept.read_bytes() == damaged
    running = await operator.starts()
    await running.ready()
    assert await running.stop() == 0


async def test_what_cannot_be_read_is_not_called_damaged_or_foreign(operator: Operator) -> None:
    """Nobody puts an old copy back because of a mode."""
    await with_copy(operator)
    operator.before = POWERLESS
    operator.database.chmod(0o000)
    status, out, err = await operator.types("check")
    sentence = f"The database {operator.database} cannot be read (unable to open database file).\n"
    assert (status, out, err) == (1, "", sentence)
    status, out, err = await operator.types("backup", "other")
    sentence = "The backup other cannot be made (unable to open database file).\n"
    assert (status, out, err) == (2, "", sentence)


@pytest.mark.parametrize(
    "source", ["damaged", "foreign", "extra", "newer", "unreadable", "itself", "folder"]
)
async def test_copy_that_is_no_good_harms_nothing(operator: Operator, source: str) -> None:
    """It is checked before the live file is touched; nothing is left lying about."""
    before = await with_copy(operator)
    copy = operator.folder / "copy"
    if source == "damaged":
        spoil(copy, "events")
    elif source == "foreign":
        copy.write_bytes(b"SQLite format 3\0" + b"nothing" * 1000)
    elif source == "itself":
        copy.unlink()
        copy.symlink_to(operator.database)
    elif source == "folder":
        copy.unlink()
        copy.mkdir()
    else:
        with closing(sqlite3.connect(copy)) as connection, connection:
            statement = {
                "extra": "CREATE TABLE invoices (id INTEGER)",
                "newer": "UPDATE alembic_version SET version_num = '9999'",
                "unreadable": "UPDATE alembic_version SET version_num = CAST(x'FF30' AS TEXT)",
            }[source]
            connection.execute(statement)
    status, out, err = await operator.types("restore", "copy")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert operator.database.read_bytes() == before
    names = {path.name for path in operator.folder.iterdir()}
    assert names <= {"k.sqlite3", "k.sqlite3.lock", "copy", "copy-wal", "copy-shm"}


async def test_copy_in_a_folder_that_cannot_be_written_is_put_back(operator: Operator) -> None:
    """As a stick or a read-only mount; nothing is made beside it."""
    await with_copy(operator)
    folder = operator.folder / "stick"
    folder.mkdir()
    shutil.move(operator.folder / "copy", folder / "copy")
    folder.chmod(0o555)
    operator.before = POWERLESS
    operator.database.unlink()
    status, out, err = await operator.types("restore", "stick/copy")
    assert (status, err) == (0, "")
    assert out.endswith("There was none before.\n")
    assert [path.name for path in folder.iterdir()] == ["copy"]
    folder.chmod(0o755)
    assert operator.database.stat().st_size > 0


async def test_log_without_its_database_is_said_and_kept(operator: Operator) -> None:
    """A main file of no length beside a log: SQLite would throw the log away."""
    await with_copy(operator)
    log = operator.folder / "k.sqlite3-wal"
    operator.database.write_bytes(b"")
    log.write_bytes(b"\x37\x7f\x06\x82" + b"x" * 500_000)
    expected = f"The database {operator.database} is empty, but the log beside it has 500,004 bytes"
    for command, expected_status in ((("run", "--sandbox"), 2), (("check",), 1), (("export",), 2)):
        status, _, err = await operator.types(*command)
        assert status == expected_status
        assert err.splitlines()[-1].startswith(expected)
    assert log.stat().st_size == 500_004
    assert (await operator.types("restore", "copy"))[0] == 0
    kept = operator.folder / "k.sqlite3.before-restore-1-wal"
    assert kept.stat().st_size == 500_004
    assert not log.exists()


async def test_log_of_a_lost_database_is_not_played_into_a_copy(operator: Operator) -> None:
    """The file is gone, its log is not: the copy put back stays as it was made."""
    await with_copy(operator)
    # As a crash leaves it: a log that was not put into the file.
    dies = (
        "import os, sqlite3; c = sqlite3.connect('k.sqlite3');"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute('UPDATE identity SET last_table = 77');"
        "c.commit(); os._exit(0)"
    )
    crash = await asyncio.create_subprocess_exec(sys.executable, "-c", dies, cwd=operator.folder)
    assert await crash.wait() == 0
    log = operator.folder / "k.sqlite3-wal"
    lost = log.read_bytes()
    operator.database.unlink()
    kept = operator.folder / "k.sqlite3.before-restore-1-wal"
    status, out, _ = await operator.types("restore", "copy")
    assert (status, out.endswith(f"The one before is {kept}.\n")) == (0, True)
    assert kept.read_bytes() == lost
    with closing(sqlite3.connect(operator.database)) as connection:
        assert connection.execute("SELECT last_table FROM identity").fetchone() == (0,)
    # Nor is one that lies beside the name of a copy to be made.
    kept.rename(operator.folder / "next-wal")
    assert await operator.types("backup", "next") == (
        *(2, ""),
        "The file next-wal exists already; choose another.\n",
    )


async def test_backup_refuses_what_is_no_database_of_kalamazoo(operator: Operator) -> None:
    """Somebody else's database, or no database at all."""
    with closing(sqlite3.connect(operator.database)) as connection, connection:
        connection.execute("CREATE TABLE tables (id INTEGER)")
    refused = (2, "", f"The database {operator.database} is none of Kalamazoo.\n")
    assert await operator.types("backup", "copy") == refused
    operator.database.write_text("no database" * 1000)
    assert await operator.types("backup", "copy") == refused
    assert not (operator.folder / "copy").exists()


def offers(label: str, seen: MessageSeen) -> bool:
    """Say whether a message has a control of that name."""
    return any(each.label == label for each in seen.controls)


async def play(operator: Operator) -> str:
    """Let two people start a game; return what the table shows then."""
    ana, ben, _ = operator.people
    await ana.slash(operator.room.id, "play flip")
    for person, label in ((ben, "Join"), (ana, "Start")):
        lobby = await person.wait_for(partial(offers, label), operator.room.id)
        await person.press(lobby.id, lobby.control(label).custom_id or "")
    table = await ana.wait_for(
        lambda seen: any("FLIP" in each.label for each in seen.controls), operator.room.id
    )
    return table.text


@pytest.mark.parametrize("how", ["removed", "replaced", "log removed"])
async def test_files_that_go_under_the_running_bot_are_noticed(
    operator: Operator, how: str
) -> None:
    """At the next commit: refused, logged, never taken for stored."""
    running = await operator.starts()
    await running.ready()
    await play(operator)
    assert (await operator.types("backup", "copy"))[0] == 0
    if how == "replaced":
        shutil.copy(operator.folder / "copy", operator.folder / "other")
        (operator.folder / "other").replace(operator.database)
    else:
        suffix = "-wal" if how == "log removed" else ""
        (operator.folder / f"k.sqlite3{suffix}").unlink()
    answer = await (await operator.people[2].slash(operator.room.id, "play flip")).settled(15)
    assert answer is not None
    assert "couldn't save that" in answer.text
    log = await running.says("were removed or replaced while the bot runs")
    assert f"the files of the database {operator.database} " in log
    await running.stop()
