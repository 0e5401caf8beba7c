"""One line below a table that names people, and goes with what it says."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from bot.db.records import MessageRecord
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.messages import drawing, posting
from bot.messages.retry import Retry
from bot.messages.standing import print_of
from bot.tables.model import Changed, StoredEvent
from bot.tables.notes import Invited
from bot.ui import notifications
from bot.ui.elements.screen import Screen

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)


class ChannelLine(ABC):
    """One message in the channel: posted anew for whoever it newly names, else edited.

    What it says follows from the table and the people it names; once that is nothing, it goes.

    Attributes:
        kind: tells it from the other lines of its table.
    """

    __slots__ = ("_last", "_record", "_retry", "_shown", "_since", "_untold", "_view", "_working")

    kind: ClassVar[str]

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._since: dict[int, float] = {}
        self._untold: tuple[int, ...] = ()
        self._record: MessageRecord | None = None
        self._shown: int | None = None
        """The hash of what is certain to stand there."""
        self._working = False
        self._last = 0
        self._retry = Retry(view.deps.clock, self.touch)

    @abstractmethod
    def draw(self, people: tuple[int, ...]) -> Screen | None:
        """Return what is said of these people, by mention; None: there is nothing to say."""

    async def ready(self) -> None:
        """Wait until it may be said: after the table."""
        await self._view.public.settled()

    def known(self, person: int) -> bool:
        """Say whether the line names this person, or is about to."""
        return person in self._since

    def say(self, person: int) -> None:
        """Name a person, who is pinged by it."""
        if person not in self._since:
            self._since[person] = self._view.deps.clock.monotonic()
            self._untold = _with(self._untold, person)
            self.touch()

    def drop(self, person: int) -> None:
        """Name a person no more."""
        self._untold = _without(self._untold, person)
        if self._since.pop(person, None) is not None:
            self.touch()

    def touch(self) -> None:
        """Have the line say what is so now."""
        if not self._working:
            self._working = True
            self._view.deps.tasks.start(self._work(), f"line at {self._view.table.id}")

    def redraw(self) -> None:
        """Have the line that stands there say the same in the channel's present language."""
        if self._record is not None:
            self.touch()

    def over(self) -> None:
        """Name nobody any more."""
        self._since.clear()
        self._untold = ()
        if self._record is not None:
            self.touch()

    def take(self, records: Iterable[MessageRecord], people: Iterable[int]) -> None:
        """Take over the line from before a restart, and whom it names; older ones are deleted."""
        self._since |= dict.fromkeys(people, float("-inf"))
        for record in records:
            if self._record is not None:
                delete(self._view, [self._record])
            self._record = record
            self._last = record.message

    async def _work(self) -> None:
        try:
            await self.ready()
            while (step := self._next()) is not None:
                await step
            self._retry.done()
        except FAILURES as error:
            log.info("line at table %s: %s", self._view.table.id, describe(error))
            self._failed(kind(error))
        finally:
            self._working = False

    def _failed(self, trouble: Trouble) -> None:
        """Try again where it can help: a line that was deleted comes anew, without a ping."""
        record = self._record
        if trouble is Trouble.MESSAGE and record is not None:
            self._record = None
            self._view.deps.ledger.strike(record)
        if trouble in (Trouble.MESSAGE, Trouble.BUSY):
            self._retry.later()

    def _next(self) -> Coroutine[object, object, None] | None:
        """Return what brings the line to what is so now; None: nothing is left to do."""
        screen = self.draw(tuple(self._since))
        if screen is None:
            record, self._record = self._record, None
            if record is not None:
                delete(self._view, [record])
            return None
        if self._record is None or self._untold:
            return self._send(screen, self._record)
        if self._shown is None and self._print(screen) == self._record.shown:
            self._shown = hash(screen)  # since before a restart
        return self._edit(screen, self._record) if hash(screen) != self._shown else None

    async def _send(self, screen: Screen, old: MessageRecord | None) -> None:
        view, new = self._view, tuple(sorted(self._untold))
        pinging = structs.replace(screen, mentions=new)
        nonce = posting.nonce(view.table.id, self.kind, self._last, *new)
        message = await view.deps.wire.send(view.table.where, pinging, Priority.HAND, nonce)
        self._last = message
        self._untold = _without(self._untold, *new)
        certain = not (self._retry.failing or view.inherited)  # it may be there as first sent
        self._shown = hash(screen) if certain else None
        self._record = MessageRecord(
            table=view.table.id,
            message=message,
            channel=view.table.where,
            kind="line",
            shown=self._print(screen) if certain else None,
        )
        view.deps.ledger.keep(self._record)
        if old is not None:
            delete(view, [old])

    async def _edit(self, screen: Screen, record: MessageRecord) -> None:
        deps = self._view.deps
        await deps.limiter.admit(Priority.COSMETIC, record.channel)
        await deps.wire.edit(record.channel, record.message, screen)
        self._shown = hash(screen)
        if self._record is record:
            self._record = structs.replace(record, shown=self._print(screen))
            deps.ledger.note(self._record, moved=False)

    def _print(self, screen: Screen) -> str:
        return print_of(screen, self._view.deps.wire.tag)


def _with(people: tuple[int, ...], *new: int) -> tuple[int, ...]:
    """Return the people with others, each once; they are few, and mostly none."""
    return tuple(dict.fromkeys((*people, *new)))


def _without(people: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    """Return the people without these."""
    return tuple(person for person in people if person not in gone)


class HandsLine(ChannelLine):
    """Where the hands are: that they come by DM, until all have played; whom no DM brings theirs.

    A bot's first move takes nothing away: whoever is new to it may not have looked yet.
    """

    __slots__ = ("_played",)

    kind = "hands"

    def __init__(self, view: "TableView") -> None:
        super().__init__(view)
        self._played: frozenset[int] = frozenset()
        """The seats for which something was done."""

    def draw(self, people: tuple[int, ...]) -> Screen | None:
        """Return what holds of it now."""
        view = self._view
        if not view.playing or not view.renderer.hands:
            return None
        new = {seat.owner for seat in view.table.seats if self.new(seat.index)}
        sent = any(each is not None and each not in people and self._by_dm(each) for each in new)
        t = view.deps.looks.guild(view.table.guild)
        return notifications.hands(view.table, t, people, sent=sent)

    def new(self, seat: int) -> bool:
        """Say whether a seat has not played yet, so that its person may still look for the hand."""
        return seat not in self._played

    def learn(self, events: Iterable[StoredEvent]) -> None:
        """Learn who has played."""
        if len(self._played) < len(self._view.table.seats):
            self._played = self._played.union(*(event.by for event in events))

    def follow(self, changed: Changed) -> None:
        """Learn who plays; of a table that comes back, who has."""
        before, played = changed.before, self._played
        self.learn(changed.events)
        if before is None or not self._view.ready or changed.after.state is None:
            return
        dealt = before.state is None
        if dealt or self._played != played or before.people != changed.after.people:
            self.touch()

    async def ready(self) -> None:
        """Wait for every hand on its way too: whoever is to be told is told at once."""
        await super().ready()
        await self._view.hands.all_settled()

    def just_told(self, person: int) -> bool:
        """Say whether a person was mentioned a moment ago."""
        deps = self._view.deps
        since = self._since.get(person)
        return since is not None and deps.clock.monotonic() - since < deps.times.dm_patience

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over the line from before a restart; call it before the hands are taken over."""
        table, lines = self._view.table, _lines_of(records)
        handed = {record.person for record in records if record.kind == "hand"}
        waiting = (each for each in table.people if each not in handed and self._by_dm(each))
        if lines:
            self.take(lines, waiting if self._view.playing else ())
        else:
            self._played |= {seat.index for seat in table.seats if table.ply}  # it is not said late
        if lines or table.ply == 0:
            self.touch()

    def _by_dm(self, person: int) -> bool:
        """Say whether somebody wants hands by DM."""
        return self._view.deps.looks.preferences(person).hands != "button"


class Invitations(ChannelLine):
    """Whom the host has invited since the lobby was posted, each pinged once a lobby.

    Whoever was invited before that is mentioned by the lobby itself.
    """

    __slots__ = ("_pinged",)

    kind = "guests"

    def __init__(self, view: "TableView") -> None:
        super().__init__(view)
        self._pinged: tuple[int, ...] = ()

    def draw(self, people: tuple[int, ...]) -> Screen | None:
        """Return where the seats kept for them are."""
        view = self._view
        if view.table.status != "lobby" or not people:
            return None
        t = view.deps.looks.guild(view.table.guild)
        address = drawing.table_address(view)
        return notifications.invited(view.table, view.renderer, t, people, address)

    def follow(self, changed: Changed) -> None:
        """Name whoever is newly invited, and nobody any more whose seat is kept no longer."""
        if changed.before is None:
            self._pinged = self._kept
        for note in changed.notes:
            if isinstance(note, Invited):
                self.say(note.person)
        for person in tuple(self._since):
            if self._view.table.kept_for(person) is None:
                self.drop(person)
        if self._since:
            self.touch()

    def say(self, person: int) -> None:
        """Name a person; who is invited anew is pinged no second time."""
        super().say(person)
        if person in self._pinged:
            self._untold = _without(self._untold, person)
        self._pinged = _with(self._pinged, person)

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over the line from before a restart: it names everybody who is invited now."""
        lines, self._pinged = _lines_of(records), self._kept
        if lines:
            self.take(lines, self._kept)
            self.touch()

    @property
    def _kept(self) -> tuple[int, ...]:
        """Everybody who is invited now."""
        return tuple(seat.invited for seat in self._view.table.seats if seat.invited is not None)


def _lines_of(records: Iterable[MessageRecord]) -> list[MessageRecord]:
    """Return the lines in the channel among what is shown of a table, oldest first."""
    return [record for record in records if record.kind == "line" and record.person is None]


def delete(view: "TableView", lines: Iterable[MessageRecord]) -> None:
    """Delete lines in the background."""
    for line in lines:
        view.deps.tasks.start(_deleted(view, line), f"old line of table {line.table}")


async def _deleted(view: "TableView", line: MessageRecord) -> None:
    """Delete a line; one that cannot be deleted now is once more tried after a restart."""
    try:
        await view.deps.wire.delete(line.channel, line.message)
    except FAILURES as error:
        log.info("line %s: %s", line.message, describe(error))
        if kind(error) is Trouble.BUSY:
            return
    view.deps.ledger.strike(line)
