"""Messages a table has left: closed, with a link to the present one, then nobody's."""

from typing import TYPE_CHECKING, Any

from bot.db.records import MessageRecord
from bot.discord_api.errors import Trouble
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.retry import Retry

if TYPE_CHECKING:
    from bot.messages.table_view import TableView


class LeftMessage:
    """A message the table has left, with which nothing is left to do: nobody writes it any more."""

    __slots__ = ()

    seat = seen = writer = None
    told = True


LEFT = LeftMessage()


class OldMessage:
    """Closes a message the table no longer uses, with a link to the present one.

    Attributes:
        told: whether it tells people that the table is elsewhere.
    """

    __slots__ = ("_retry", "_view", "record", "told", "writer")

    seat = None
    seen = None

    def __init__(self, view: "TableView", record: MessageRecord, writer: Writer | None) -> None:
        self._view = view
        self.record = record
        self.told = False
        self._retry: Retry | None = None
        self.writer = writer or self._new_writer()
        self.writer.owner = self

    def draw(self) -> Drawn | None:
        """Return the closed board; without a link as long as the new message is not there."""
        view = self._view
        begun = self.record.kind == "lobby" and view.table.state is not None
        screen = drawing.moved(view, view.deps.looks.public(view.table), begun=begun)
        return Drawn(screen, view.url is not None)

    def confirmed(self, mark: Any) -> None:
        """Be done once it links to the new one."""
        self.told = True
        if mark:
            self._finish()

    def lost(self, trouble: Trouble) -> None:
        """A message that is gone needs no closing; any other one is closed as soon as it can be."""
        gone = trouble in (Trouble.MESSAGE, Trouble.PLACE)
        if self._retry is None:
            self._retry = Retry(self._view.deps.clock, self._again)
        if gone or not (self._view.table.active or self._retry.patient):
            self._finish()
        else:
            self._retry.later()

    def try_again(self) -> None:
        """Try at once what could not be done: something has changed in the server."""
        if self._retry is not None:
            self._retry.at_once()

    def stop(self) -> None:
        """Let go of it; what is in flight lands."""
        self.writer.close()
        if self._retry is not None:
            self._retry.done()

    def _again(self) -> None:
        self.writer = self._new_writer()
        self.writer.touch()

    def _new_writer(self) -> Writer:
        record = self.record
        return self._view.deps.writer(self, record.channel, record.message, Priority.TABLE)

    def _finish(self) -> None:
        self.stop()
        self._view.public.left(self)
        self._view.deps.ledger.strike(self.record)
