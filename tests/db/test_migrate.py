"""Migrations: the newest version, another program's database, a newer one, and who may read it."""

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import make_url

from bot.db.migrate import MigrationError, current, upgrade, upgraded
from bot.db.models import Base
from bot.db.session import database_file, reading_engine
from tests.tables.harness import url_of


def test_the_migrations_make_what_the_models_say(tmp_path: Path) -> None:
    """After all revisions the database is exactly what the models declare."""
    path = tmp_path / "k.sqlite3"
    upgrade(url_of(path))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_upgrading_again_changes_nothing(tmp_path: Path) -> None:
    """`upgrade` may be run at every start."""
    url = url_of(tmp_path / "k.sqlite3")
    upgrade(url)
    upgrade(url)
    current(url)


def test_only_its_owner_reads_the_database(tmp_path: Path) -> None:
    """The file and its logs have mode 0600, also where a file with a wider mode was there."""
    path = tmp_path / "folder" / "k.sqlite3"
    path.parent.mkdir()
    path.touch(mode=0o644)
    upgrade(url_of(path))

    async def modes() -> dict[str, int]:
        engine = reading_engine(url_of(path))
        async with engine.connect() as connection:
            await connection.exec_driver_sql("SELECT * FROM tables")
            found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        await engine.dispose()
        return found

    found = asyncio.run(modes())
    assert set(found) == {"k.sqlite3", "k.sqlite3-wal", "k.sqlite3-shm"}
    assert set(found.values()) == {0o600}


@pytest.mark.parametrize("use", [upgrade, current])
def test_a_database_of_a_newer_version_is_one_clear_sentence(tmp_path: Path, use: object) -> None:
    """A revision that this program does not know is refused, and nothing is changed."""
    path = tmp_path / "k.sqlite3"
    upgrade(url_of(path))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()

    with pytest.raises(MigrationError) as refused:
        use(url_of(path))  # type: ignore[operator]  # one of two functions

    assert str(refused.value) == "The database was made by a newer version of Kalamazoo."
    assert path.read_bytes() == before


@pytest.mark.parametrize("use", [upgrade, current])
def test_what_is_no_database_is_one_clear_sentence(tmp_path: Path, use: object) -> None:
    """A file that is no database, or a folder that cannot be, is named as such."""
    path = tmp_path / "k.sqlite3"
    path.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(MigrationError, match=r"^The database .+ cannot be opened \(.+\)\.$"):
        use(url_of(path))  # type: ignore[operator]  # one of two functions

    (tmp_path / "file").touch()
    with pytest.raises(MigrationError, match=r"^The database .+ cannot be opened \(.+\)\.$"):
        upgrade(url_of(tmp_path / "file" / "k.sqlite3"))


def test_checking_makes_no_database(tmp_path: Path) -> None:
    """`current` of a database that is not there yet leaves it that way."""
    current(url_of(tmp_path / "k.sqlite3"))

    assert list(tmp_path.iterdir()) == []


async def test_an_event_loop_may_be_running(tmp_path: Path) -> None:
    """`upgraded` does the same inside a running event loop."""
    url = url_of(tmp_path / "k.sqlite3")
    await upgraded(url)
    engine = reading_engine(url)
    async with engine.connect() as connection:
        names = await connection.run_sync(_tables)
    await engine.dispose()
    assert set(Base.metadata.tables) | {"alembic_version"} == names


def _tables(connection: Connection) -> set[str]:
    return set(connection.dialect.get_table_names(connection))


def test_only_sqlite_files_have_a_file() -> None:
    """A server's database, or one in memory, has no file to guard."""
    assert database_file(make_url("postgresql+asyncpg://localhost/x")) is None
    assert database_file(make_url("sqlite+aiosqlite://")) is None
