"""One bot a database file: a second one is refused.

Two processes would both answer for the same tables. The lock is a file of its own beside the
database, held by the system for as long as the process lives, so a crash leaves nothing behind.
PostgreSQL is shared on purpose and needs none.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url

from bot.db.session import database_file, give_to_folder_owner


class LockError(Exception):
    """The database is not this process' alone; the text is one sentence."""


@contextlib.contextmanager
def held(url: str) -> Iterator[None]:
    """Have the database for this process alone, among those that ask.

    Raises:
        LockError: another process has it, or the lock cannot be made.
    """
    file = database_file(make_url(url))
    if file is None:
        yield
        return
    lock = FileLock(f"{file.resolve()}.lock", timeout=0, mode=0o600)
    try:
        file.resolve().parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        give_to_folder_owner(Path(lock.lock_file))
    except Timeout:
        if not os.path.exists(lock.lock_file):
            raise LockError(f"The database {file} cannot be used (no lock beside it).") from None
        raise LockError(
            f"The database {file} is in use by another kalamazoo; stop that first."
        ) from None
    except OSError as error:
        raise LockError(
            f"The database {file} cannot be used ({error.strerror}: {error.filename})."
        ) from None
    try:
        yield
    finally:
        lock.release()
