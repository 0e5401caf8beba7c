"""Whether a table's message is still there and in sight: no event tells of either.

The bot asks for no event that a message was deleted, or that others were written below it.
"""

import logging
from typing import TYPE_CHECKING

from bot.clock import Timer
from bot.db.records import MessageRecord
from bot.discord_api.errors import FAILURES, Trouble
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)

BURIED = 12
"""So many messages below a table, and it is posted anew."""
IDLE = 5.0
"""Seconds without an act after which the board of whoever is waited for is looked for."""
LATER = 60.0
"""Seconds after a restart before the first such look: what stands below it is read anyway."""
RARELY = 600.0
"""Seconds between two such looks at most."""


class Lookout:
    """Looks for the present message of one table, and has it posted anew where it has to be."""

    __slots__ = ("_after", "_idle", "_looked", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._looked: float | None = None
        self._idle: Timer | None = None
        self._after = IDLE

    def turn_began(self) -> None:
        """Look, at most once a minute, whether the message is there, and in sight."""
        deps = self._view.deps
        now = deps.clock.monotonic()
        if self._looked is None or now - self._looked >= deps.times.buried_check:
            self._looked = now
            self._look(buried=True)

    def when_idle(self, after: float = IDLE) -> None:
        """Look for the message once nobody has acted for a while, then ever more rarely."""
        self.stop()
        self._after = after
        self._idle = self._view.deps.clock.call_later(after, self._idled)

    def stop(self) -> None:
        """Look no more."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    async def below(self, record: MessageRecord, most: int, at: Priority) -> list[int] | None:
        """Return a message and what was posted after it, as far as they are there.

        None: nobody can say. Whoever may not read what was written is shown nothing, and no error.
        """
        wire, guild = self._view.deps.wire, self._view.table.guild
        may = self._view.deps.permissions
        if guild is not None and not may(guild, record.channel).read_message_history:
            return None
        try:
            return await wire.messages_from(record.channel, record.message, most, at)
        except FAILURES as error:
            log.info("looking for table %s: %s", record.table, describe(error))
            return None

    def _idled(self) -> None:
        self._look(buried=False)
        self.when_idle(min(2 * self._after, RARELY))

    def _look(self, *, buried: bool) -> None:
        view = self._view
        if view.public.present is not None:
            work = self._search(view.public.present.record, buried=buried)
            view.deps.tasks.start(work, f"looking for {view.table.id}")

    async def _search(self, record: MessageRecord, *, buried: bool) -> None:
        seen = await self.below(record, BURIED + 1 if buried else 1, Priority.UPKEEP)
        public = self._view.public
        present = public.present
        if seen is None or present is None or present.record.message != record.message:
            return
        if record.message not in seen:
            public.gone(Trouble.MESSAGE)
        elif buried and len(seen) > BURIED:
            public.post()
