"""People who watch a table: the public view alone, for their eyes, as long as a token lives."""

from typing import TYPE_CHECKING, Any

from bot.discord_api.errors import Trouble
from bot.discord_api.interaction import Incoming
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn
from bot.messages import drawing
from bot.ui.elements import frame

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

EVERY = 1.0
"""Seconds within which what is watched follows the table."""
LIVE = 13 * 60.0
"""Seconds for which it does: the token of the command serves little longer, and nothing there can
be pressed that would bring another one."""


class Watched:
    """Owns one ephemeral message that shows a table to a spectator, and says when it stops."""

    __slots__ = ("_person", "_timer", "_view", "live", "writer")

    def __init__(self, view: "TableView", person: int, message: int) -> None:
        self._view = view
        self._person = person
        self.live = True
        self.writer = view.deps.writer(self, None, message, Priority.COSMETIC)
        self._timer = view.deps.clock.call_later(LIVE, self.stop)

    def draw(self) -> Drawn | None:
        """Return the table as it is now."""
        return self._view.spectators.drawn(self._person, live=self.live)

    def close(self) -> None:
        """Write no more."""
        self._timer.cancel()
        self.writer.close()

    def stop(self) -> None:
        """Say, while that can be said, that the table is followed no more."""
        if self._view.playing:
            self.live = False
            self.writer.touch()

    def confirmed(self, mark: Any) -> None:
        """Need to know nothing: nothing can be pressed there."""

    def lost(self, trouble: Trouble) -> None:
        """Stop writing a message that is gone."""
        self.close()


class Spectators:
    """Everybody who watches one table, by one message each."""

    __slots__ = ("_view", "_watched")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._watched: dict[int, Watched] = {}

    def drawn(self, person: int, *, live: bool = True) -> Drawn:
        """Return what a spectator sees: a function of the spectator's view alone.

        `live`: whether it follows the table.
        """
        look = self._view.deps.looks.private(person, self._view.table)
        screen = drawing.public(self._view, look)
        address = drawing.table_address(self._view)
        return Drawn(frame.watched(screen, address, look.t, live=live))

    def keep(self, press: Incoming, drawn: Drawn) -> None:
        """Keep the message up to date that the answer to a command has just brought."""
        said, person = press.said, press.interaction.user.id
        if said is None:
            return
        before = self._watched.pop(person, None)
        if before is not None:
            before.close()
        watched = self._watched[person] = Watched(self._view, person, said.message)
        watched.writer.posted(drawn)
        watched.writer.keep(said.token)

    def touch(self) -> None:
        """Have what is shown follow the table."""
        for watched in self._watched.values():
            if watched.live:
                watched.writer.touch(EVERY)

    def stop(self) -> None:
        """Tell them that the table is followed no more: the next process has not their tokens."""
        for watched in self._watched.values():
            watched.stop()

    def close(self) -> None:
        """Let go of them."""
        for watched in self._watched.values():
            watched.close()
