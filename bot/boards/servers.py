"""What servers have set, at hand at once for screens and listeners."""

from collections.abc import Mapping
from typing import Any

from bot.db.errors import StorageError
from bot.db.reading import Reader
from bot.tables.values import Table

BUTTONS_ONLY = "buttons_only"
"""Key of a server's setting: in rated games only buttons and commands count where people race."""


class Servers:
    """The settings of every server in which a table was opened since the start.

    Args:
        reader: reads what is stored.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: dict[int, Mapping[str, Any]] = {}

    async def learn(self, guild: int | None) -> None:
        """Read what a server has set; what cannot be read now stays as it was known."""
        if guild is None:
            return
        try:
            self._known[guild] = await self._reader.guild(guild)
        except StorageError:
            self._known.setdefault(guild, {})

    def buttons_only(self, table: Table) -> bool:
        """Say whether reactions do not count in races at this table.

        They carry no time of their own, so a server may leave them out of games that are rated:
        those without house players.
        """
        settings = self._known.get(table.guild or 0, {})
        return bool(settings.get(BUTTONS_ONLY)) and not any(seat.house for seat in table.seats)
