"""One bot a database file, whatever names the file has."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.db.lock import LockError, held
from tests.tables.harness import url_of

WRITES = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"


def written_beside(file: Path) -> str:
    """Let another process begin to write; return what it says."""
    done = subprocess.run(
        [sys.executable, "-c", WRITES, str(file)], capture_output=True, text=True, check=False
    )
    return done.stderr


def test_file_by_another_name_is_the_same_database(tmp_path: Path) -> None:
    """A hard link, or a mount of the file alone, has another lock and another log beside it."""
    file, link = tmp_path / "one" / "k.sqlite3", tmp_path / "other" / "k.sqlite3"
    for each in (file, link):
        each.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    link.hardlink_to(file)
    with held(url_of(file)):
        with closing(sqlite3.connect(file)) as connection:  # SQLite comes and goes meanwhile
            connection.execute("CREATE TABLE cards (card)")
        refused = pytest.raises(LockError, match=r"other/k\.sqlite3 is in use by another kalamazoo")
        with refused, held(url_of(link)):
            pass
    with held(url_of(link)):
        pass


def test_database_made_meanwhile_is_locked_by_every_name_as_well(tmp_path: Path) -> None:
    """The very first start is no different from the next."""
    file, link = tmp_path / "new" / "k.sqlite3", tmp_path / "link.sqlite3"
    with held(url_of(file), made=True):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE cards (card)")
        link.hardlink_to(file)
        with pytest.raises(LockError, match="in use"), held(url_of(link)):
            pass


def test_lock_takes_none_of_those_of_sqlite_away(tmp_path: Path) -> None:
    """Who looks whether it is free, and is refused, neither; others write once it is let go of."""
    file = tmp_path / "k.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE cards (card)")
    with held(url_of(file)):
        assert written_beside(file) == ""
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            assert "database is locked" in written_beside(file)
        assert written_beside(file) == ""
