"""What storage says no with: nothing of the change is stored, whichever it is.

- `StorageError`: the database cannot take it now (locked for too long, disk full, gone).
- `Conflict`: something stored already holds one of its keys.
"""


class StorageError(Exception):
    """The database could not store a change now; nothing of it is stored."""


class Conflict(StorageError):  # noqa: N818 - named for what is wrong, read at the edge
    """A key of the change is stored already: another writer, or the same press twice."""
