"""How storage says no."""

import contextlib
import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.db.integrity import broken


class StorageError(Exception):
    """The database could not store a change now; nothing of it is stored."""


class Conflict(StorageError):  # noqa: N818 - named for what is wrong, read at the edge
    """A key of the change is stored already: another writer, or the same press twice."""


class Replaced(StorageError):  # noqa: N818 - as `Conflict`
    """Another process has what the change is about: this one may store nothing of it any more."""


class Locked(StorageError):  # noqa: N818 - as `Conflict`
    """Somebody else holds the row of the table."""


class Damaged(StorageError):  # noqa: N818 - as `Conflict`
    """A page of the database is broken: trying again is no use."""


def refused(error: BaseException) -> StorageError:
    """Return how storage says no, in the driver's words alone: a statement's values are secret."""
    if isinstance(error, StorageError):
        return error
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlstate", None)
    own = cause is not error or code or isinstance(error, sqlite3.Error)
    words = str(cause) if own else type(error).__name__
    if isinstance(error, IntegrityError | sqlite3.IntegrityError) or (code or "")[:2] == "23":
        return Conflict(words)
    return (Damaged if broken(cause) else StorageError)(words)


FAILURES = (SQLAlchemyError, OSError, TimeoutError)
"""How a statement can fail."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Raise `StorageError` where a database does not do what is asked of it now."""
    try:
        yield
    except FAILURES as error:
        raise refused(error) from error
