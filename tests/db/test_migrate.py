"""Migrations: the newest version, another program's database, a newer one, and who may read it."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Text, create_engine, inspect, text
from sqlalchemy.engine import make_url

from bot.db import migrate
from bot.db.backup import restore
from bot.db.engines import reading_engine
from bot.db.file import database_file
from bot.db.messages import MessageReader
from bot.db.migrate import SCRIPTS, MigrationError, current, existing, newest, upgrade, upgraded
from bot.db.models import Base, Shared
from bot.db.writers import writing_engine
from tests.storage import FILE, SERVER
from tests.tables.harness import House, restored, url_of


async def test_the_migrations_make_what_the_models_say(url: str) -> None:
    """After all revisions the database is what the models declare; a server's can be shared."""
    declared = MetaData()
    for each in (Base.metadata, *([Shared.metadata] if url.startswith("postgresql") else [])):
        for table in each.tables.values():
            table.to_metadata(declared)

    def compared(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, declared)

    engine = reading_engine(url)
    try:
        async with engine.connect() as connection:
            differences = await connection.run_sync(compared)
    finally:
        await engine.dispose()
    assert differences == []


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


def test_what_is_not_of_this_version_is_not_read(tmp_path: Path) -> None:
    """Nothing in it, or tables of an older one: a sentence says which, and what to do."""
    path = tmp_path / "k.sqlite3"
    path.touch()
    with pytest.raises(MigrationError, match=f"^The database {path} is empty.$"):
        existing(url_of(path))
    asyncio.run(migrate._connected(url_of(path), lambda to: migrate._migrate(to, "0001")))
    with pytest.raises(MigrationError, match=r"\(revision 0001\).*: kalamazoo migrate\.$"):
        existing(url_of(path))
    upgrade(url_of(path))
    existing(url_of(path))


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


REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0007", "0008")
SHOWN = {"message": 50, "old_message": 40, "round": 2}
"""Where an older version kept what is shown of a table, in its own columns."""


def filled_in(connection: Connection, name: str, row: dict[str, object]) -> dict[str, object]:
    """Return a row with something in every column that needs it."""
    needed = {
        column["name"]: "" if isinstance(column["type"], Text) else 0
        for column in inspect(connection).get_columns(name)
        if not column["nullable"] and column["default"] is None
    }
    return needed | row


def made_by(revision: str, path: Path, rows: dict[str, list[dict[str, object]]]) -> None:
    """Make a database as an older version left it, with as much of the rows as it knew."""
    path.touch(mode=0o600)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(SCRIPTS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for name, given in rows.items():
            known = {column["name"] for column in inspect(connection).get_columns(name)}
            for row in given:
                fitting = {key: value for key, value in row.items() if key in known}
                fitting = filled_in(connection, name, fitting)
                columns = ", ".join(f'"{key}"' for key in fitting)
                values = ", ".join(f":{key}" for key in fitting)
                insert = f"INSERT INTO {name} ({columns}) VALUES ({values})"
                connection.execute(text(insert), fitting)
    engine.dispose()


def rows_of(path: Path) -> dict[str, list[dict[str, object]]]:
    """Return what is stored of a game, with what only older versions kept beside it."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        rows = {
            name: [dict(row) for row in database.execute(f"SELECT * FROM {name}")]
            for name in ("tables", "seats", "events", "life")
        }
    notice = {"notice_turn": 1, "notice_channel": 9, "notice_message": 60}
    rows["tables"] = [{**row, **SHOWN, **notice} for row in rows["tables"]]
    rows["seats"] = [
        {**row, "hand_channel": 700 + index, "hand_message": 800 + index}
        for index, row in enumerate(rows["seats"])
    ]
    return rows


def dump(path: Path) -> list[str]:
    """Return a whole database, which its owner alone may read."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def test_what_was_shown_of_old_tables_is_carried_over(tmp_path: Path) -> None:
    """Each message once, where it stands, as what it was; hands of those who sit there alone.

    A thread made from a message has its number, so that message stands in the channel; a game
    began in the round after its lobby's.
    """
    at, began = "2029-12-31 23:00:00.000000", "2030-01-01 00:00:00.000000"
    playing = {"status": "playing", "started": began, "channel": 2}
    tables: list[dict[str, object]] = [
        {"id": 1, **playing, "message": 50, "message_at": at, "old_message": 40, "round": 2},
        {"id": 2, **playing, "thread": 41, "message": 51, "old_message": 41, "round": 2},
        {"id": 3, **playing, "thread": 9, "message": 52, "old_message": 42, "round": 4},
        {"id": 4, "status": "lobby", "channel": 3, "message": 53, "old_message": 43, "round": 4},
        {"id": 5, **playing, "status": "ended", "message": 54, "old_message": 54, "round": 3},
        {"id": 6, **playing, "old_message": 45, "round": 5},
        {"id": 7, **playing, "notice_turn": 8, "notice_channel": 9, "notice_message": 60},
        {"id": 8, **playing, "notice_channel": 9},
        {"id": 9, **playing, "notice_message": 61},
    ]
    hand = {"hand_channel": 700, "name": ""}
    seats: list[dict[str, object]] = [
        {"table": 1, "index": 0, "person": 100, "hand_message": 800, **hand},
        {"table": 1, "index": 1, "person": 101, "hand_message": 801, **hand, "away": "left"},
        {"table": 1, "index": 2, "house": "easy", "hand_message": 802, **hand},
        {"table": 1, "index": 3, "person": 103, "hand_message": 803, "name": ""},
        {"table": 1, "index": 4, "person": 104, **hand},
        {"table": 5, "index": 0, "person": 105, "hand_message": 805, **hand},
    ]
    old = tmp_path / "old.sqlite3"
    made_by("0008", old, {"tables": tables, "seats": seats})
    upgrade(url_of(old))
    with closing(sqlite3.connect(old)) as database:
        found = database.execute(
            'SELECT "table", message, channel, kind, round, seat, person, turn, final, posted'
            " FROM messages ORDER BY message"
        ).fetchall()
    assert found == [
        (1, 40, 2, "lobby", 1, None, None, None, 0, None),
        (2, 41, 2, "lobby", 1, None, None, None, 0, None),
        (3, 42, 9, "table", 3, None, None, None, 0, None),
        (4, 43, 3, "lobby", 3, None, None, None, 0, None),
        (6, 45, 2, "lobby", 4, None, None, None, 0, None),
        (1, 50, 2, "table", 2, None, None, None, 0, at),
        (2, 51, 41, "table", 2, None, None, None, 0, None),
        (3, 52, 9, "table", 4, None, None, None, 0, None),
        (4, 53, 3, "lobby", 4, None, None, None, 0, None),
        (5, 54, 2, "table", 3, None, None, None, 1, None),
        (7, 60, 9, "notice", 0, None, None, 8, 0, None),
        (1, 800, 700, "hand", 0, 0, 100, None, 0, None),
        (5, 805, 700, "hand", 0, 0, 105, None, 1, None),
    ]


def test_tables_are_numbered_on_after_the_last_one(tmp_path: Path) -> None:
    """Of a database that did not yet write down the last number; each has a tag of its own."""
    tags = set()
    for ids, last in (([], 0), ([3, 12, 5], 12)):
        old = tmp_path / f"{last}.sqlite3"
        made_by("0005", old, {"tables": [{"id": each} for each in ids]})
        upgrade(url_of(old))
        with closing(sqlite3.connect(old)) as database:
            [(tag, number)] = database.execute("SELECT tag, last_table FROM identity")
        assert number == last
        tags.add(tag)
    assert len(tags) == 2


def test_what_older_versions_did_not_know_is_as_it_was_then(tmp_path: Path) -> None:
    """Nobody had left, no seat was a substitute's, a vote accused, and a table was text."""
    old = tmp_path / "old.sqlite3"
    of_table: list[dict[str, object]] = [{"table": 1}]
    rows = dict.fromkeys(("seats", "results", "votes"), of_table)
    made_by("0001", old, {"tables": [{"id": 1}], **rows})
    upgrade(url_of(old))
    left = tmp_path / "left.sqlite3"
    made_by("0003", left, {"leavers": [{"table": 1, "person": 100}]})
    upgrade(url_of(left))
    for path, read, found in (
        (old, "SELECT timeouts, away, substitute FROM seats", (0, None, 0)),
        (old, 'SELECT team, "left", number FROM results', (0, 0, None)),
        (old, "SELECT kind FROM votes", ("accuse",)),
        (old, "SELECT display, paused, opening FROM tables", ("text", None, None)),
        (left, "SELECT name FROM leavers", ("",)),
    ):
        with closing(sqlite3.connect(path)) as database:
            assert database.execute(read).fetchall() == [found], read


@SERVER
@pytest.mark.parametrize("last", [0, 12])
async def test_tables_on_a_server_are_numbered_on_after_the_last_one(url: str, last: int) -> None:
    """An older version, of one process, wrote it down (`architecture.md`, Several processes)."""
    engine = writing_engine(url)

    def as_before(connection: Connection) -> None:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
        migrate._migrate(connection, "0010")
        connection.execute(text("UPDATE identity SET last_table = :last"), {"last": last})

    await engine.run(as_before)
    await upgraded(url)
    number = await engine.run(lambda on: on.scalar(text("SELECT nextval('table_ids')")))
    await engine.dispose()
    assert number > last


@FILE
@pytest.mark.parametrize("revision", REVISIONS)
async def test_game_of_an_older_version_goes_on(url: str, tmp_path: Path, revision: str) -> None:
    """Its table and hands are those of before, its lobby is still to be closed; it is played on.

    (`architecture.md`, Storage; a notice is known since 0005.)
    """
    house = House(url)
    table = await house.playing()
    await house.acted(table, house.on_turn(table), "A")
    state = house.table(table).state
    await house.close()
    old = tmp_path / "old.sqlite3"
    made_by(revision, old, rows_of(tmp_path / "kept.sqlite3"))

    said = await upgraded(url_of(old))

    again = House(url_of(old), clock=house.clock)
    assert [each.id for each in await restored(again.tables)] == [table.id]
    assert again.table(table).state == state
    found = await MessageReader(again.reader).of(table.id)
    shown = {(each.kind, each.message, each.channel, each.round) for each in found}
    wanted = {("lobby", 40, table.channel, 1), ("table", 50, table.channel, 2)}
    wanted |= {("hand", 800, 700, 0), ("hand", 801, 701, 0)}
    if revision >= "0005":
        wanted |= {("notice", 60, 9, 0)}
    assert shown == wanted
    assert {each.person for each in found if each.kind == "hand"} == {*table.people}
    await again.acted(table, again.on_turn(table), "A")
    await again.close()
    assert said.endswith(f" As it was, it is kept as {old}.before-{newest()}.")


def test_copy_of_before_has_its_name_once_it_is_whole(tmp_path: Path) -> None:
    """What a kill has left of one is neither used nor kept."""
    old = tmp_path / "old.sqlite3"
    asyncio.run(migrate._connected(url_of(old), lambda to: migrate._migrate(to, "0008")))
    for suffix in ("", "-journal"):
        Path(f"{old}.upgrading{suffix}").write_bytes(b"half" * 4096)
    upgrade(url_of(old))
    copy = Path(f"{old}.before-{newest()}")
    assert {*tmp_path.iterdir()} == {old, copy}
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("0008",)


@FILE
async def test_copy_of_before_is_the_way_back(url: str, tmp_path: Path) -> None:
    """The copy is the database as the older version left it; upgraded anew it is copied anew."""
    house = House(url)
    await house.playing()
    await house.close()
    old = tmp_path / "old.sqlite3"
    made_by("0008", old, rows_of(tmp_path / "kept.sqlite3"))
    before = dump(old)

    await upgraded(url_of(old))

    copy = Path(f"{old}.before-{newest()}")
    assert dump(copy) == before
    await asyncio.to_thread(restore, url_of(old), copy)
    assert f"{copy}-2" in await upgraded(url_of(old))
    assert await upgraded(url_of(old)) == ""
