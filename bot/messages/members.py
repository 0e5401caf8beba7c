"""Who has left the server: the bot asks for no member intent, so it looks when it matters.

That is when somebody runs out of time, when a game starts, and when a hand cannot be delivered. Who
is no member any more has left the table too: nobody waits for somebody who cannot come.
"""

import logging
from itertools import count

import discord

from bot.discord_api.errors import FAILURES, code
from bot.discord_api.interaction import describe
from bot.messages.dependencies import Dependencies
from bot.messages.table_view import TableView
from bot.tables import commands, facts
from bot.tables.model import Changed

log = logging.getLogger(__name__)

UNKNOWN = {10007, 10013}
"""Unknown member, unknown user."""


class Membership:
    """Looks for people who are gone."""

    def __init__(self, kit: Dependencies) -> None:
        self._kit = kit
        self._looks = count(1)

    def follow(self, board: TableView, changed: Changed) -> None:
        """Look for whoever ran out of time, and for everybody when a game starts."""
        for note in changed.notes:
            if isinstance(note, facts.TimedOut):
                owner = board.table.seats[note.seat].owner
                if owner is not None:
                    self.look(board, owner)
            elif isinstance(note, facts.Started):
                for person in board.table.people:
                    self.look(board, person)

    def look(self, board: TableView, person: int) -> None:
        """Look for one person in the background."""
        if board.table.guild is not None:
            work = self._look(board, board.table.guild, person)
            self._kit.tasks.start(work, f"looking for a member at table {board.table.id}")

    async def _look(self, board: TableView, guild: int, person: int) -> None:
        try:
            await self._kit.wire.member(guild, person)
        except FAILURES as error:
            if isinstance(error, discord.NotFound) and code(error) in UNKNOWN:
                self._gone(board, person)
            else:
                log.info("member at table %s: %s", board.table.id, describe(error))

    def _gone(self, board: TableView, person: int) -> None:
        clock, table = self._kit.clock, board.table.id
        entry = commands.Leave(
            person=person,
            route="reaction",  # its stamp is ours, nothing to learn Discord's clock from
            stamp=clock.now().timestamp(),
            arrived=clock.monotonic(),
            key=f"gone:{table}:{person}:{next(self._looks)}",
        )
        self._kit.tables.submit(table, entry)
