"""Copies of the database: taken while the bot runs, put back while it does not, and JSON lines."""

import contextlib
import json
import os
import secrets
import shutil
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Any

from msgspec import Struct
from sqlalchemy import Select, select
from sqlalchemy.engine import URL, make_url

from bot.db.file import BESIDE, database_file, discard, occupied, private_file
from bot.db.integrity import DamageError, broken, check_files, reading_uri
from bot.db.lock import LockError, held
from bot.db.migrate import MigrationError, usable
from bot.db.models import Base, EventRow, GuildRow, IdentityRow, LifeRow, TableRow
from bot.db.part import making
from bot.db.tables import Reader

PAGES = 256
"""Pages copied at a time; an interruption waits no longer than that."""
TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


class CopyError(Exception):
    """A copy that cannot be made; the text is one sentence."""


class Contents(Struct, frozen=True):
    """What a database holds, for people: its revision, tables of people, bytes."""

    revision: str | None
    tables: int
    size: int

    def __str__(self) -> str:
        return f"revision {self.revision}, {self.tables:,} tables, {self.size:,} bytes"


def backup(url: str, target: Path) -> Contents:
    """Copy the database to a new file, consistent also while the bot writes.

    Args:
        url: the database.
        target: the copy; must not exist yet. It is readable by its owner alone, and there under its
            name only when it is whole.

    Raises:
        CopyError: it is no SQLite file of this program, there is none, it is damaged, or the target
            exists or cannot be written.
    """
    source = _file(url)
    if not source.exists():
        raise CopyError(f"There is no database {source}.")
    if (there := occupied(target)) is not None:
        raise CopyError(f"The file {there} exists already; choose another.")
    try:
        with making(target) as part:
            contents = _staged(source, part, f"The database {source} is none of Kalamazoo.")
            part.rename(target)
        _sync_names(target.parent)
    except OSError as error:
        raise CopyError(f"The backup {target} cannot be made ({_why(error)}).") from None
    return contents


def restore(url: str, source: Path) -> tuple[Contents, Path | None]:
    """Put a copy in the database's place; the one before is kept beside it, whatever its state.

    The copy is checked and laid beside the database before anything of that is touched, and takes
    its place by a rename. It is another database from then on: what was posted after the copy was
    made can do nothing.

    Args:
        url: the database; the bot must not run on it.
        source: a copy made by `backup`.

    Returns:
        What is there now, and where the database before was put; None if there was none.

    Raises:
        CopyError: the copy is no whole database of this program, or the database is in use.
    """
    target = _file(url)
    if not source.is_file():
        raise CopyError(f"There is no file {source}.")
    try:
        with held(url):
            if target.is_dir():
                raise CopyError(f"The database {target} is no file.")
            target = target.resolve()
            if target.exists() and source.samefile(target):
                raise CopyError(f"The file {source} is the database itself.")
            part = target.with_name(f"{target.name}.restoring")
            try:
                discard(part)
                private_file(part)
                contents = _staged(source, part, f"The file {source} is no backup of Kalamazoo.")
                _make_anew(part, target)
                kept = _kept(target)
                part.replace(target)
            finally:
                discard(part)
            _sync_names(target.parent)
    except LockError as error:
        raise CopyError(str(error)) from None
    except OSError as error:
        raise CopyError(f"The copy cannot be put back ({_why(error)}).") from None
    return contents, kept


def _by_its_own(url: URL) -> str:
    """Return with which programs of PostgreSQL a database is copied and put back.

    It is put back into an empty one: in the place of a newer version's tables, some would be left.
    It has another tag from then on, as a copy that `restore` puts back.
    """
    given = url.normalized_query  # where a socket is named
    host, port = (next(iter(given.get(key, ())), None) for key in ("host", "port"))
    reached = {"-h": url.host or host, "-p": url.port or port, "-U": url.username}
    options = "".join(f" {key} {quote(str(value))}" for key, value in reached.items() if value)
    name, before = url.database or "", f"{url.database}_before"
    rename = "ALTER DATABASE {} RENAME TO {}".format(*map(_identifier, (name, before)))
    anew = "UPDATE identity SET tag = left(md5(random()::text), 8)"
    name = quote(name)
    return (
        "PostgreSQL copies its databases itself. To copy this one: "
        f"pg_dump{options} -Fc --exclude-table-data=inbox -f kalamazoo.dump {name} - and, "
        f"with the bot stopped, to put the copy back and keep this one as {before}: "
        f"psql{options} -d postgres -c {quote(rename)} && createdb{options} {name} && "
        f"pg_restore{options} --single-transaction -d {name} kalamazoo.dump && "
        f"psql{options} -d {name} -c {quote(anew)}"
    )


def _identifier(name: str) -> str:
    """Return a name as it stands in SQL."""
    return '"{}"'.format(name.replace('"', '""'))


def _file(url: str) -> Path:
    file = database_file(make_url(url))
    if file is None:
        raise CopyError(_by_its_own(make_url(url)))
    return file


def _staged(source: Path, part: Path, foreign: str) -> Contents:
    """Copy a database to an empty file that nobody uses yet, and check the copy.

    It is on disk then.

    Raises:
        CopyError: it is damaged, of a newer version, or none of ours (`foreign`).
        OSError: it cannot be read or written.
    """
    try:
        check_files(source)
        with (
            closing(sqlite3.connect(reading_uri(source), uri=True, isolation_level=None)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            # One moment of it is read: else each move begins the copying anew, which never ends.
            old.execute("BEGIN")
            revision = _revision(old, foreign)
            new.execute("PRAGMA journal_mode = OFF")
            old.backup(new, pages=PAGES)
            new.execute("PRAGMA journal_mode = DELETE")
            _check(new, source, foreign)
            (tables,) = new.execute("SELECT count(*) FROM tables").fetchone()
    except DamageError as error:
        raise CopyError(str(error)) from None
    except sqlite3.DatabaseError as error:
        if not broken(error):
            raise OSError(str(error)) from None
        raise _damaged(source, str(error)) from None
    _sync(part)
    return Contents(revision, tables, part.stat().st_size)


def _revision(connection: sqlite3.Connection, foreign: str) -> str:
    """Return the revision of a database, before anything is copied."""
    try:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute("SELECT id FROM tables LIMIT 1").fetchone()
    except TypeError:
        raise CopyError(foreign) from None
    except sqlite3.DatabaseError as error:
        # No such table, no database at all, or no text where one stands (which has no code).
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB):
            raise CopyError(foreign) from None
        raise
    try:
        usable(revision)
    except MigrationError as error:
        raise CopyError(str(error)) from None
    return str(revision)


def _check(connection: sqlite3.Connection, source: Path, foreign: str) -> None:
    """Refuse a copy whose pages or references are wrong, or that holds what is not ours."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise _damaged(source, " ".join(str(found).split()))
    wrong = connection.execute("PRAGMA foreign_key_check").fetchone()
    if wrong is not None:
        raise _damaged(source, f"rows of {wrong[0]} refer to rows of {wrong[2]} not there")
    names = {row[0] for row in connection.execute(TABLE_NAMES)}
    others = sorted(names - {*Base.metadata.tables, "alembic_version"})
    if others:
        raise CopyError(f"{foreign[:-1]}: it has a table {others[0]!r}.")


def _damaged(source: Path, why: str) -> CopyError:
    return CopyError(f"The file {source} is damaged ({why}); nothing was changed.")


def _make_anew(part: Path, target: Path) -> None:
    """Give a copy put back a tag of its own, and go on numbering where the one before stood."""
    with closing(sqlite3.connect(part)) as copy, copy:
        if _has_identity(copy):  # else the migration gives it one
            copy.execute(
                "UPDATE identity SET tag = ?, last_table = max(last_table, ?)",
                (secrets.token_hex(4), _last_number(target)),
            )
    _sync(part)


def _last_number(target: Path) -> int:
    """Return the greatest number a table was given in a database; 0 where it does not say."""
    if not (target.exists() and target.stat().st_size):
        return 0  # opening an empty one would throw away the log beside it
    try:
        with closing(sqlite3.connect(reading_uri(target), uri=True)) as before:
            number: int = before.execute("SELECT last_table FROM identity").fetchone()[0]
            return number
    except (sqlite3.Error, TypeError):
        return 0


def _has_identity(database: sqlite3.Connection) -> bool:
    named = "SELECT 1 FROM sqlite_master WHERE name = 'identity'"
    return database.execute(named).fetchone() is not None


def _kept(target: Path) -> Path | None:
    """Put the database as it is aside, with its log; return under which name.

    A log whose database was lost is kept just so.
    """
    number = 1
    while occupied(kept := Path(f"{target}.before-restore-{number}")):
        number += 1
    if target.exists() and target.stat().st_size:
        _check_unused(target)
    aside = None
    for suffix in ("-wal", ""):
        file = Path(f"{target}{suffix}")
        if file.exists():
            aside = Path(f"{kept}{suffix}")
            _linked(file, aside)
    # A log that stayed would be taken for that of the copy.
    for suffix in BESIDE:
        Path(f"{target}{suffix}").unlink(missing_ok=True)
    return aside


def _linked(file: Path, name: Path) -> None:
    """Give a file a second name without reading it; copy it where that cannot be."""
    try:
        name.hardlink_to(file)
    except OSError:
        shutil.copyfile(file, name)


def _check_unused(target: Path) -> None:
    """Refuse a database that a process has open: it would go on with what it remembers."""
    try:
        with closing(sqlite3.connect(target, timeout=0.1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise CopyError("The database is in use; stop the bot first.") from None
    except sqlite3.DatabaseError:
        return


def _sync_names(folder: Path) -> None:
    """Have the names in a folder on disk, where its file system does that."""
    with contextlib.suppress(OSError):
        _sync(folder)


def _sync(path: Path) -> None:
    """Have a file on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _why(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


RUNNING = ("lobby", "playing", "set-aside")
BATCH = 1_000
"""Rows read at once."""
LEFT_OUT = (IdentityRow.__tablename__, LifeRow.__tablename__, GuildRow.__tablename__)
"""What is of use to the bot alone."""


async def lines(reader: Reader) -> AsyncGenerator[str, None]:
    """Yield one JSON object a row, `row` naming its table, oldest tables first.

    Seeds of games that are not over are left out, and so are their events, which hold the cards.

    Raises:
        StorageError: the database cannot be read.
    """
    async with reader.session() as session:
        for name, table in Base.metadata.tables.items():
            if name in LEFT_OUT:
                continue
            found = await session.stream(_rows(name, table).execution_options(yield_per=BATCH))
            async for row in found.mappings():
                yield json.dumps({"row": name, **_open(name, dict(row))}, default=str)


def _rows(name: str, table: Any) -> Select[Any]:
    query: Select[Any] = select(table).order_by(*table.primary_key)
    if name == EventRow.__tablename__:
        over = select(TableRow.id).where(TableRow.status.not_in(RUNNING))
        query = query.where(table.c.table.in_(over))
    return query


def _open(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without what is secret while a game runs."""
    if name == TableRow.__tablename__ and row["status"] in RUNNING:
        del row["seed"]
    return row
