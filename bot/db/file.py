"""The file of an SQLite database, and what SQLite puts beside it."""

import contextlib
import os
from pathlib import Path

from sqlalchemy.engine import URL, make_url

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite puts beside a database."""


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for other databases."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def file_of(url: str) -> Path | None:
    """Return the same of a database's address."""
    return database_file(make_url(url))


def private_file(path: Path) -> None:
    """Make sure the database file exists and only its owner can read it.

    SQLite gives its log and shared-memory files the mode of the database file. One that exists is
    not opened: closing it again would take away every lock that this process has on it.

    Raises:
        OSError: the folder or file cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    give_to_folder_owner(path)
    with contextlib.suppress(PermissionError):  # somebody else's, who lets us use it
        path.chmod(0o600)


def occupied(file: Path) -> Path | None:
    """Return what is in the way of a new database: a file, or what was once beside one.

    A log that is left would be taken for that of the new one.
    """
    names = (Path(f"{file}{suffix}") for suffix in ("", *BESIDE))
    return next((name for name in names if os.path.lexists(name)), None)


def discard(file: Path) -> None:
    """Take away a database that nobody uses, also one in half that a killed process has left."""
    for suffix in ("", *BESIDE):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def give_to_folder_owner(path: Path) -> None:
    """Let root make no file in somebody's folder that the bot, who runs as that, cannot open."""
    if os.geteuid() == 0:
        owner = path.absolute().parent.stat()
        if path.stat().st_uid == 0 and owner.st_uid != 0:
            os.chown(path, owner.st_uid, owner.st_gid)
