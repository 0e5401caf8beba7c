"""People who watch a table: the public view alone, for their eyes, as long as a token lives."""

from typing import Any

from bot.discord_api.errors import Trouble
from bot.discord_api.interaction import Incoming
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.table_view import TableView
from bot.ui.elements import frame

EVERY = 1.0
"""Seconds within which what is watched follows the table."""


class Watched:
    """Owns one ephemeral message that shows a table to a spectator."""

    def __init__(self, kit: Dependencies, board: TableView, person: int, message: int) -> None:
        self._kit = kit
        self._board = board
        self._person = person
        self.writer: Writer = kit.writer(self, None, message, Priority.COSMETIC)

    def draw(self) -> Drawn | None:
        """Return the table as it is now."""
        return draw(self._kit, self._board, self._person)

    def confirmed(self, mark: Any) -> None:
        """Need to know nothing: nothing can be pressed there."""

    def lost(self, trouble: Trouble) -> None:
        """Stop writing a message that is gone."""
        self.writer.close()


def draw(kit: Dependencies, board: TableView, person: int) -> Drawn:
    """Return what a spectator sees: a function of the spectator's view alone."""
    look = kit.looks.private(person, board.table)
    screen = drawing.public(board, board.table, look)
    return Drawn(frame.watched(screen, drawing.table_address(board.table), look.t))


class Watching:
    """Everybody who watches, one message a person and table."""

    def __init__(self, kit: Dependencies) -> None:
        self._kit = kit
        self._watched: dict[tuple[int, int], Watched] = {}

    def keep(self, board: TableView, press: Incoming, drawn: Drawn) -> None:
        """Keep the message up to date that the answer to a command has just brought."""
        message = press.brought
        if message is None:
            return
        person = press.interaction.user.id
        key = (board.table.id, person)
        before = self._watched.pop(key, None)
        if before is not None:
            before.writer.close()
        watched = self._watched[key] = Watched(self._kit, board, person, message)
        watched.writer.posted(drawn)
        watched.writer.keep(press)

    def touch(self, board: TableView) -> None:
        """Have what is shown of a table follow it."""
        for (table, _), watched in self._watched.items():
            if table == board.table.id:
                watched.writer.touch(EVERY)

    def forget(self, table: int) -> None:
        """Let go of a table that is over."""
        for key in [key for key in self._watched if key[0] == table]:
            self._watched.pop(key).writer.close()
