"""`kalamazoo copy-database`: all boards go to another database, and never answer from both."""

import errno
import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Table
from sqlalchemy.engine import make_url

from bot.db import migrate, moving
from bot.db.lock import LockError, held
from bot.db.writers import writing_engine
from tests.operating.conftest import Operator
from tests.operating.test_damage import play
from tests.postgresql import Databases
from tests.tables.harness import url_of

REFUSED = "The database is retired: copy-database has moved its tables to another one."


async def with_game(operator: Operator) -> None:
    """Have a running game in the database."""
    running = await operator.starts()
    await running.ready()
    await play(operator)
    status, _, err = await operator.types(
        "copy-database", url_of(operator.database), url_of(operator.folder / "x.sqlite3")
    )
    taken = f"The database {operator.database} is in use by another kalamazoo; stop that first.\n"
    assert (status, err) == (2, taken)
    assert await running.stop() == 0


async def test_tables_go_to_postgresql_and_back(operator: Operator, server: Databases) -> None:
    """Counted and folded alike; the old database is retired, the new one goes on with the game."""
    await with_game(operator)
    here, postgresql = url_of(operator.database), server.empty()
    status, out, err = await operator.types("copy-database", here, postgresql)
    assert (status, err) == (0, "")
    assert out.startswith(f"Copied to {make_url(postgresql).database} on 127.0.0.1: 1 tables, ")
    assert "; 1 running games are the same in both. " in out
    assert out.endswith(f"{operator.database} is retired: set database_url to the new one.\n")
    for words, expected in ((("run", "--sandbox"), 2), (("check",), 1), (("backup", "x"), 2)):
        status, _, err = await operator.types(*words)
        assert (status, err.splitlines()[-1]) == (expected, REFUSED)
    running = await operator.starts(KALAMAZOO_DATABASE_URL=postgresql)
    await running.says("tables brought back: 1 games, 0 lobbies")
    await running.ready()
    back = operator.folder / "back.sqlite3"
    status, _, err = await operator.types("copy-database", postgresql, url_of(back))
    name = make_url(postgresql).database
    taken = f"The database {name} on 127.0.0.1 is in use by another kalamazoo; stop that first.\n"
    assert (status, err) == (2, taken)
    assert await running.stop() == 0
    status, out, _ = await operator.types("copy-database", postgresql, url_of(back))
    assert status == 0
    running = await operator.starts(KALAMAZOO_DATABASE_URL=url_of(back))
    await running.says("tables brought back: 1 games, 0 lobbies")
    assert await running.stop() == 0


async def test_move_in_half_leaves_one_usable_database_and_goes_on(
    operator: Operator,
) -> None:
    """Broken off before the end: only the old one runs; run again, it is done."""
    await with_game(operator)
    old, new = url_of(operator.database), url_of(operator.folder / "new.sqlite3")

    async def breaks_off(one: object, other: object) -> None:
        raise moving.MoveError("power cut")

    with pytest.raises(moving.MoveError, match="power cut"):
        await moving.move(old, new, breaks_off)
    status, _, err = await operator.types("migrate", KALAMAZOO_DATABASE_URL=new)
    assert (status, err) == (2, "The database is half copied; run copy-database again.\n")
    assert (await operator.types("check"))[0] == 0
    # Even retired already, as where the very last step is missing:
    writer = writing_engine(old)
    await writer.run(lambda connection: moving._say(connection, migrate.RETIRED))
    await writer.dispose()
    status, out, err = await operator.types("copy-database", old, new)
    assert (status, err) == (0, "")
    assert "1 running games are the same in both" in out
    assert (await operator.types("check", KALAMAZOO_DATABASE_URL=new))[0] == 0
    # Once more, as whoever has not seen that it is done; and to a third one, which would be alive
    # beside the second:
    for third in ("new.sqlite3", "third.sqlite3"):
        status, out, err = await operator.types(
            "copy-database", old, url_of(operator.folder / third)
        )
        assert (status, out) == (2, "")
        assert err.startswith(
            "The tables have been moved already; set database_url to where they are. "
        )
    assert not (operator.folder / "third.sqlite3").exists()
    assert (await operator.types("check", KALAMAZOO_DATABASE_URL=new))[0] == 0


@pytest.mark.parametrize("kind", ["linked", "link", "empty", "cut"])
async def test_source_or_target_that_is_no_good_leaves_nothing_behind(
    tmp_path: Path, kind: str
) -> None:
    """One file by two names, a link to nowhere, no database: said before anything is made."""
    source, target = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    await migrate.upgraded(url_of(source))
    whole = source.read_bytes()
    match kind:
        case "linked":
            target.hardlink_to(source)
        case "link":
            target.symlink_to(tmp_path / "nowhere")
        case _:
            source.write_bytes(whole[: 3000 if kind == "cut" else 0])
    said = {
        "linked": "Both are the same database.",
        "link": f"The database {target} is a link to .*, which is gone.",
        "empty": f"The database {source} is not up to date; migrate it first.",
        "cut": r"The database cannot be copied \(.*malformed\)\. Once that is mended, type .*\.",
    }

    async def never(one: object, other: object) -> None:
        raise AssertionError("nothing was copied")

    with pytest.raises(moving.MoveError, match=f"^{said[kind]}$"):
        await moving.move(url_of(source), url_of(target), never)
    assert kind == "linked" or not target.exists()
    if kind == "linked":
        assert source.read_bytes() == whole


async def test_copy_that_breaks_off_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a table: what was being read from is let go of, without a warning."""
    source, target = url_of(tmp_path / "old.sqlite3"), url_of(tmp_path / "new.sqlite3")
    await migrate.upgraded(source)
    tables, broken = set[str](), OSError(errno.ENOSPC, "No space left on device")

    def full(connection: object, table: Table, rows: object) -> None:
        tables.add(table.name)
        raise broken

    async def never(one: object, other: object) -> None:
        raise AssertionError("nothing was copied")

    monkeypatch.setattr(moving, "_insert", full)
    with pytest.raises(moving.MoveError, match=r"^The database cannot be copied \("):
        await moving.move(source, target, never)
    assert len(tables) == 1
    gc.collect()  # an open connection warns here


def test_place_without_a_lock_is_not_one_in_use() -> None:
    """Where no file can be made nobody has to stop a bot."""
    with pytest.raises(LockError, match="cannot be used"), held(url_of(Path("/proc/k.sqlite3"))):
        pass


async def test_what_cannot_be_moved_is_one_sentence_and_nothing_changes(
    operator: Operator,
) -> None:
    """A target with tables, none at all, the same twice, no address."""
    await with_game(operator)
    here, other = url_of(operator.database), url_of(operator.folder / "other.sqlite3")
    assert (await operator.types("backup", "other.sqlite3"))[0] == 0
    before = operator.database.read_bytes()
    nowhere = operator.folder / "nowhere"
    for source, target, sentence in (
        (here, other, f"The database {operator.folder / 'other.sqlite3'} holds tables already."),
        (here, here, "Both are the same database."),
        (url_of(nowhere), other, f"There is no database {nowhere}."),
        ("mysql://x", other, "An address is wrong: use sqlite+aiosqlite:///PATH or "),
    ):
        status, out, err = await operator.types("copy-database", source, target)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(sentence)
    assert operator.database.read_bytes() == before
    with closing(sqlite3.connect(operator.folder / "other.sqlite3")) as connection:
        (state,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert state != migrate.INCOMING
