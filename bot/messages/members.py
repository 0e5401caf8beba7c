"""Who has left the server: the bot asks for no member intent, so it looks when it matters.

That is when somebody runs out of time, when a game starts, when a hand cannot be delivered, and
when somebody wants a rematch by direct message. Who is no member any more has left the table too:
nobody waits for somebody who cannot come.
"""

import logging
from itertools import count
from typing import TYPE_CHECKING

import discord

from bot.discord_api.errors import FAILURES, code
from bot.discord_api.interaction import describe
from bot.tables import entries, notes
from bot.tables.model import Changed

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)

UNKNOWN = {10007, 10013}
"""Unknown member, unknown user."""


class Members:
    """Looks for people of one table who are gone."""

    __slots__ = ("_looks", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._looks = count(1)

    def follow(self, changed: Changed) -> None:
        """Look for whoever ran out of time, and for everybody when a game starts."""
        for note in changed.notes:
            if isinstance(note, notes.TimedOut):
                owner = self._view.table.seats[note.seat].owner
                if owner is not None:
                    self.look(owner)
            elif isinstance(note, notes.Started):
                for person in self._view.table.people:
                    self.look(person)

    def look(self, person: int) -> None:
        """Look for one person in the background."""
        table = self._view.table
        if table.guild is not None:
            work = self._look(person)
            self._view.deps.tasks.start(work, f"looking for a member at table {table.id}")

    async def has_left(self, person: int) -> bool:
        """Say whether somebody is known to be no member of the table's server any more."""
        guild = self._view.table.guild
        if guild is None:
            return False
        try:
            await self._view.deps.wire.member(guild, person)
        except FAILURES as error:
            if isinstance(error, discord.NotFound) and code(error) in UNKNOWN:
                return True
            log.info("member at table %s: %s", self._view.table.id, describe(error))
        return False

    async def _look(self, person: int) -> None:
        if await self.has_left(person):
            self._gone(person)

    def _gone(self, person: int) -> None:
        clock, table = self._view.deps.clock, self._view.table.id
        entry = entries.Leave(
            person=person,
            route="reaction",  # its stamp is ours, nothing to learn Discord's clock from
            stamp=clock.now().timestamp(),
            arrived=clock.monotonic(),
            key=f"gone:{table}:{person}:{next(self._looks)}",
        )
        self._view.deps.tables.submit(table, entry)
