"""One bot a database file: a second one is refused.

Two processes would both answer for the same tables. The lock is a file of its own beside the
database, held by the system for as long as the process lives, so a crash leaves nothing behind. The
file is locked itself as well: by another name (a hard link, a mount of that file alone) it has
another lock beside it, and another log, which would tear it.
PostgreSQL is shared on purpose and needs none.
"""

import contextlib
import errno
import fcntl
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url

from bot.db.file import database_file, give_to_folder_owner, private_file

PLACE = 2**62
"""Which byte of the file is locked, whether there is one or not: far behind those that SQLite
locks, so that neither knows of the other."""


class LockError(Exception):
    """The database is not this process' alone; the text is one sentence."""


@contextlib.contextmanager
def held(url: str, *, made: bool = False) -> Iterator[None]:
    """Have the database for this process alone, among those that ask.

    Args:
        url: the database.
        made: make the file where there is none, so that it is locked itself from the first moment.

    Raises:
        LockError: another process has it, or the lock cannot be made.
    """
    file = database_file(make_url(url))
    if file is None:
        yield
        return
    lock = FileLock(f"{file.resolve()}.lock", timeout=0, mode=0o600)
    in_use = f"The database {file} is in use by another kalamazoo; stop that first."
    try:
        file.resolve().parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        give_to_folder_owner(Path(lock.lock_file))
        if made and not os.path.lexists(file):
            private_file(file)
    except Timeout:
        if not os.path.exists(lock.lock_file):
            raise LockError(f"The database {file} cannot be used (no lock beside it).") from None
        raise LockError(in_use) from None
    except OSError as error:
        raise LockError(
            f"The database {file} cannot be used ({error.strerror}: {error.filename})."
        ) from None
    try:
        with contextlib.ExitStack() as by_itself:
            try:
                by_itself.enter_context(_itself(file))
            except BlockingIOError:
                raise LockError(in_use) from None
            except OSError:
                pass  # what cannot be locked so has the lock beside it alone
            yield
    finally:
        lock.release()


@contextlib.contextmanager
def _itself(file: Path) -> Iterator[None]:
    """Lock the file, whatever it is called.

    The lock is that of the open file and not of the process, so SQLite takes it away neither by
    what it locks itself nor by closing the file. Closing it here takes SQLite's locks away: that is
    done once this process has let go of the database.

    Raises:
        BlockingIOError: another process has it.
        OSError: it cannot be locked so (it is not there, or for reading alone; no Linux).
    """
    if sys.platform != "linux":
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    descriptor = os.open(file, os.O_RDWR)
    try:
        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, PLACE, 1, 0)
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
        yield
    finally:
        os.close(descriptor)
