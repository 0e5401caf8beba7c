"""What servers have set, at hand at once for tables, screens and listeners."""

import asyncio
from collections.abc import Callable

from bot.db.changes import guild_change
from bot.db.errors import StorageError
from bot.db.records import ServerSettings, settings_of, stored_settings
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.tables.model import Table

NOTHING_SET = ServerSettings()


class Servers:
    """The settings of every server in which a table was opened since the start.

    Args:
        reader: reads what is stored.
        store: the only writer.
        parent: returns the channel a thread of a server belongs to; None for no thread.
    """

    def __init__(
        self,
        reader: Reader,
        store: Store,
        parent: Callable[[int, int], int | None] = lambda guild, channel: None,
    ) -> None:
        self._reader = reader
        self._store = store
        self._parent = parent
        self._known: dict[int, ServerSettings] = {}
        self._changing = asyncio.Lock()

    async def learn(self, guild: int | None) -> ServerSettings:
        """Read what a server has set; what cannot be read now stays as it was known."""
        try:
            return await self.read(guild)
        except StorageError:
            return self.of(guild)

    async def read(self, guild: int | None) -> ServerSettings:
        """Read what a server has set; what was changed meanwhile is newer.

        Raises:
            StorageError: it cannot be read now.
        """
        if guild is None:
            return NOTHING_SET
        before = self._known.get(guild)
        stored = settings_of(await self._reader.guild(guild), ServerSettings)
        if self._known.get(guild) is before:
            self._known[guild] = stored
        return self._known[guild]

    def of(self, guild: int | None) -> ServerSettings:
        """Return what a server has set, as far as it is known."""
        return self._known.get(guild or 0, NOTHING_SET)

    async def change(
        self, guild: int, edit: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change what a server has set, and return it once it is stored.

        Raises:
            StorageError: it cannot be stored now; nothing has changed.
        """
        async with self._changing:
            after = edit(settings_of(await self._reader.guild(guild), ServerSettings))
            await self._store.commit(guild_change(guild, stored_settings(after)))
            self._known[guild] = after
            return after

    def buttons_only(self, table: Table) -> bool:
        """Say whether reactions do not count in races at this table.

        They carry no time of their own, so a server may leave them out of games that are rated:
        those without house players, in a server that rates games.
        """
        own = self.of(table.guild)
        return own.buttons_only and own.rated and not any(seat.house for seat in table.seats)

    def opens_in(self, guild: int | None, channel: int) -> bool:
        """Say whether tables may be opened in a channel, or in a thread of it."""
        allowed = self.of(guild).channels
        if guild is None or not allowed or channel in allowed:
            return True
        return self._parent(guild, channel) in allowed

    def window(self, guild: int | None, usual: float) -> float:
        """Return for how many seconds calls are gathered in a server."""
        chosen = self.of(guild).window
        return usual if chosen is None else chosen / 1000
