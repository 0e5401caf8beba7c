"""Dropping what is kept for a time only: a daily job, a little at a time (`docs/privacy.md`)."""

import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from bot.clock import Clock
from bot.db.changes import dropping_change
from bot.db.errors import StorageError
from bot.db.people import games_to_drop, lobbies_to_drop
from bot.db.tables import Reader
from bot.db.unit_of_work import Store

log = logging.getLogger(__name__)

FIRST = 600.0
"""Seconds after the start, so that coming back has passed."""
DAY = 86_400.0
"""Seconds from one round to the next."""
BATCH = 10
"""Tables dropped in one transaction, so that no move waits long behind it."""
LOBBIES = timedelta(days=7)
"""How long a lobby is kept that never became a game."""


class Retention:
    """Drops the events of games that ended so many days ago; results stay.

    Args:
        reader: finds them.
        store: drops them.
        clock: time and waiting.
        days: how long events are kept; 0 keeps them for ever.
        start: runs the job in the background.
    """

    def __init__(
        self,
        reader: Reader,
        store: Store,
        clock: Clock,
        days: int,
        start: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._reader = reader
        self._store = store
        self._clock = clock
        self._days = days
        self._start = start

    def plan(self, delay: float = FIRST) -> None:
        """Do the job after a while, and daily from then on."""
        self._clock.call_later(delay, self._due)

    async def run(self) -> int:
        """Do the job once; return how many games were dropped.

        Raises:
            StorageError: the database cannot be read or written now.
        """
        now, dropped = self._clock.now(), 0
        while lobbies := await lobbies_to_drop(self._reader, now - LOBBIES, BATCH):
            await self._store.commit(dropping_change((), lobbies))
        if self._days == 0:
            return 0
        before = now - timedelta(days=self._days)
        async for games in games_to_drop(self._reader, before, BATCH):
            await self._store.commit(dropping_change(games, ()))
            dropped += len(games)
        return dropped

    def _due(self) -> None:
        self._start(self._daily())
        self.plan(DAY)

    async def _daily(self) -> None:
        try:
            dropped = await self.run()
        except StorageError as error:
            log.warning("old games could not be dropped: %s", error)
        else:
            log.info("the events of %d old games were dropped", dropped)
