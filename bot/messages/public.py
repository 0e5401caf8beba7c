"""The table's message in the channel, and the one it replaced."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from bot.discord_api.errors import Trouble
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.kit import Kit
from bot.messages.table_view import Board, Seen
from bot.tables import commands
from bot.tables.model import Table


def draw_public(kit: Kit, board: Board, table: Table | None = None) -> Drawn | None:
    """Return the table as it is now, with what it shows for judging presses.

    Args:
        kit: the parts.
        board: the table's memory.
        table: the table as it will be once this is posted (its next round).
    """
    if not board.ready:
        return None
    screen = drawing.public(board, table or board.table, kit.looks.public(board.table))
    if board.playing and kit.servers.buttons_only(board.table):
        screen = structs.replace(screen, reactions=())
    seen = board.seen() if board.table.state is not None else None
    return Drawn(screen, (screen.reactions, seen, board.asides))


class PublicMessage:
    """Owns the table's present message.

    Attributes:
        round: which of the table's public messages it is.
        seen: what its last confirmed edit showed; None for a lobby.
    """

    def __init__(
        self,
        kit: Kit,
        board: Board,
        channel: int,
        message: int,
        number: int,
        gone: Callable[[Board, Trouble], None],
    ) -> None:
        self._kit = kit
        self._board = board
        self._gone = gone
        self.round = number
        self.seen: Seen | None = None
        lobby = board.table.status == "lobby"
        self.writer = kit.writer(
            self, channel, message, Priority.LOBBY if lobby else Priority.TABLE
        )

    def draw(self) -> Drawn | None:
        """Return the table as it is now."""
        table = self._board.table
        ahead = structs.replace(table, round=self.round) if self.round > table.round else None
        return draw_public(self._kit, self._board, ahead)

    def confirmed(self, mark: Any) -> None:
        """Tell the table which ply people can see, and set its reactions."""
        reactions, self.seen, asides = mark
        self._board.read(asides)
        table = self._board.table
        if self.seen is not None:
            at = self._kit.clock.monotonic()
            self._kit.tables.submit(table.id, commands.Seen(ply=self.seen.ply, at=at))
            self._board.told = not table.active and self.seen.ply == table.ply
        if table.active and self.writer.channel is not None:
            self._kit.armory.arm(self.writer.channel, self.writer.message, reactions)

    def lost(self, trouble: Trouble) -> None:
        """Have the table shown anew, unless it has left this place already."""
        if self._board.table.where == self.writer.channel:
            self._gone(self._board, trouble)


class OldMessage:
    """Closes a message the table no longer uses, with a link to the present one.

    Attributes:
        told: whether it tells people that the table is elsewhere.
    """

    def __init__(
        self,
        kit: Kit,
        board: Board,
        writer: Writer,
        done: Callable[[int, int], None],
        *,
        begun: bool,
    ) -> None:
        self._kit = kit
        self._board = board
        self._done = done
        self._message = writer.message
        self._begun = begun
        self.told = False
        self.writer = writer
        writer.owner = self

    def draw(self) -> Drawn | None:
        """Return the closed board; without a link as long as the new message is not there."""
        look = self._kit.looks.public(self._board.table)
        screen = drawing.moved(self._board, look, begun=self._begun)
        return Drawn(screen, self._board.table.message is not None)

    def confirmed(self, mark: Any) -> None:
        """Forget the message once it links to the new one."""
        self.told = True
        if mark:
            self._finish()

    def lost(self, trouble: Trouble) -> None:
        """A message that is gone needs no closing."""
        self._finish()

    def _finish(self) -> None:
        self.writer.close()
        self._kit.armory.forget(self._message)
        self._kit.tables.submit(self._board.table.id, commands.OldClosed(message=self._message))
        self._done(self._board.table.id, self._message)
