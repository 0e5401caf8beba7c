"""Tables that come back after a start, and what waits for each of them to be there again."""

import asyncio
from collections.abc import Callable, Iterable, Mapping

from bot.db.records import Whereabouts


class Returning:
    """Holds what people do at tables that are not back yet.

    Args:
        bring: is called as a table is touched for the first time, to bring it back before others.
    """

    def __init__(self, bring: Callable[[int], None]) -> None:
        self._bring = bring
        self._tables: dict[int, Whereabouts] = {}
        self._messages: dict[int, int] = {}
        self._waiting: dict[int, list[Callable[[], None]]] = {}
        self._whole = asyncio.Event()
        self._whole.set()

    def __contains__(self, table: int) -> bool:
        return table in self._tables

    def expect(self, tables: Iterable[Whereabouts], messages: Mapping[int, int]) -> None:
        """Learn which tables come back, and which message is of which."""
        self._tables |= {each.table: each for each in tables}
        self._whole.clear()
        self._messages |= {key: table for key, table in messages.items() if table in self._tables}

    def at(self, message: int) -> int | None:
        """Return the table a message belongs to, if that is not back yet."""
        table = self._messages.get(message)
        return table if table in self._tables else None

    def wait(self, table: int, then: Callable[[], None]) -> None:
        """Call that once a table is back: in the order of asking, before anything is done later."""
        if table not in self._tables:
            then()
            return
        first = table not in self._waiting
        self._waiting.setdefault(table, []).append(then)
        if first:
            self._bring(table)

    async def back(
        self,
        *tables: int,
        channels: Iterable[int | None] = (),
        person: int | None = None,
        guild: int | None = None,
    ) -> None:
        """Return once some tables are back: these, of channels, of a person, of a server."""
        places = frozenset(channels)
        wanted = [
            each.table
            for each in self._tables.values()
            if each.table in tables
            or places & each.channels
            or person in each.people
            or (guild is not None and guild == each.guild)
        ]
        await asyncio.gather(*(self._one(each) for each in wanted))

    async def all_back(self) -> None:
        """Return once every table is back, each in its turn."""
        await self._whole.wait()

    def came(self, table: int) -> None:
        """Learn that a table is back, or never will be, and do what has waited for it."""
        if self._tables.pop(table, None) is None:
            return
        for then in self._waiting.pop(table, ()):
            then()

    def over(self) -> None:
        """Learn that nothing else comes back."""
        for table in [*self._tables]:
            self.came(table)
        self._messages.clear()
        self._whole.set()

    async def _one(self, table: int) -> None:
        back: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def then() -> None:
            if not back.done():
                back.set_result(None)

        self.wait(table, then)
        await back
