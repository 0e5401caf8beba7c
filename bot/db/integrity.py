"""Whether an SQLite database is whole: what can be said before it is opened, and a bounded check.

Nothing here changes a file. A damaged page is better found before people sit down than when the end
of their game is read from it.
"""

import os
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

BOUND = 5.0
"""Seconds the start gives to looking through the pages."""
STEPS = 20_000
"""Steps of SQLite's machine between two looks at the time."""

RESTORE = "put a copy back with: kalamazoo restore FILE"


class DamageError(Exception):
    """A database that must not be used as it is; the text is one sentence."""


def broken(error: BaseException) -> bool:
    """Say whether SQLite's error is one of what stands in the file, not of how it is reached."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def reading_uri(file: Path) -> str:
    """Return how SQLite opens a file for reading alone, also from a read-only folder.

    Without a log beside it nothing is missing from the file, and nothing needs to be made.
    """
    whole = "" if Path(f"{file}-wal").exists() else "&immutable=1"
    return f"{file.absolute().as_uri()}?mode=ro{whole}"


def check_files(file: Path) -> None:
    """Refuse what cannot be opened without harm; SQLite is not asked.

    Raises:
        DamageError: the file is a folder, a link to nowhere, or empty beside a log that is not.
    """
    there = os.path.exists(file)  # unlike Path, no error in a locked folder
    if not there and os.path.islink(file):
        raise DamageError(f"The database {file} is a link to {os.readlink(file)}, which is gone.")
    if there and not file.is_file():
        raise DamageError(f"The database {file} is no file.")
    size, log = _size(file), _size(Path(f"{file}-wal"))
    if size == 0 and log:
        raise DamageError(
            f"The database {file} is empty, but the log beside it has {log:,} bytes: the file was "
            f"lost or cut off; {RESTORE}."
        )


def exposed(file: Path) -> str:
    """Say in one sentence that others may read or write the database; nothing if only its owner."""
    found = file.stat()
    if found.st_uid == os.geteuid() or not stat.S_IMODE(found.st_mode) & 0o066:
        return ""
    return (
        f"The database {file} belongs to somebody else and its mode {stat.S_IMODE(found.st_mode):o}"
        " lets others read it; that is left as it is."
    )


def check_pages(file: Path, bound: float | None = BOUND) -> bool:
    """Look through the pages of a database; False: there was no time for all of them.

    Args:
        file: the database; somebody may write to it meanwhile.
        bound: seconds it may take; None: as long as it takes.

    Raises:
        DamageError: it is damaged, or cannot be read.
    """
    if not _size(file):
        return True
    until = time.monotonic() + bound if bound is not None else None
    try:
        with closing(sqlite3.connect(reading_uri(file), uri=True)) as connection:
            if until is not None:
                connection.set_progress_handler(lambda: int(time.monotonic() > until), STEPS)
            found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    except sqlite3.DatabaseError as error:
        if "interrupted" in str(error):
            return False
        if not broken(error):
            raise DamageError(f"The database {file} cannot be read ({error}).") from None
        raise DamageError(_damaged(file, str(error))) from None
    if found != ["ok"]:
        raise DamageError(_damaged(file, " ".join(found[0].split())))
    return True


def _damaged(file: Path, why: str) -> str:
    return f"The database {file} is damaged ({why}); {RESTORE}."


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
