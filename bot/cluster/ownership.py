"""Which servers are this process' own: asked by whatever runs, times, judges, shows, ends."""

from collections.abc import Sequence
from typing import Protocol


class Ownership(Protocol):
    """What tables ask of the processes they are spread over."""

    def owns(self, guild: int | None) -> bool:
        """Say whether the tables of a server are this process'; None: direct messages."""
        ...

    def away(self, guild: int | None) -> float | None:
        """Return for how many seconds no process has had the server's tables.

        None: when the last one lived, the database tells. A database server's own clock, which may
        be another one, is none to put a moment on.
        """
        ...

    async def table_id(self) -> int | None:
        """Return the number of a new table; None: whoever asks counts for itself.

        Raises:
            StorageError: the database cannot be asked now.
        """
        ...

    async def seats(self, person: int) -> Sequence[int]:
        """Return the lobbies and running games of other processes at which somebody sits.

        Raises:
            StorageError: the database cannot be asked now.
        """
        ...


class Sole:
    """A process alone: everything is its own."""

    def owns(self, guild: int | None) -> bool:
        """Say yes."""
        return True

    def away(self, guild: int | None) -> float | None:
        """Leave it to the database."""
        return None

    async def table_id(self) -> int | None:
        """Leave it to whoever asks."""
        return None

    async def seats(self, person: int) -> Sequence[int]:
        """Return none."""
        return ()


SOLE = Sole()
