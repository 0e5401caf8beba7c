"""A table's public message: posted, edited, posted anew at the bottom or in a thread, closed."""

import asyncio
import logging
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec import structs

from bot.db.errors import StorageError
from bot.db.records import MessageKind, MessageRecord
from bot.discord_api.errors import FAILURES, LOCKED, Trouble, code, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing, posting
from bot.messages.live_picture import LivePicture
from bot.messages.lookout import LATER, Lookout
from bot.messages.old_message import LEFT, OldMessage
from bot.messages.posting import OF_LOBBY
from bot.messages.retry import Retry
from bot.messages.scene import Confirmed, moved
from bot.messages.standing import Standing, print_of
from bot.pictures import Drawing
from bot.tables import entries
from bot.tables.model import Changed
from bot.ui.elements.links import message_url

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)

NEAR, RECENT = 5, 60.0
"""Messages below a table at most, and seconds since it was posted: then nobody has to look for it,
and another message of it would be litter."""
PATIENCE = 10.0
"""Seconds for which an answer with a table's address waits for the table to be posted."""


class PublicMessage:
    """Owns the table's present message.

    Attributes:
        record: where it is, which round of the table's public messages, and since when.
        seen: what its last confirmed edit showed; None for a lobby.
    """

    __slots__ = ("_standing", "_view", "arming", "record", "seen", "writer")

    seat = None

    def __init__(self, view: "TableView", record: MessageRecord) -> None:
        self._view = view
        self.record = record
        self.seen: Confirmed | None = None
        self.arming = view.deps.arming(record.channel, record.message)
        self._standing = Standing(view, record.shown)
        at = Priority.LOBBY if view.table.status == "lobby" else Priority.TABLE
        even = not view.game.has_turns
        self.writer = view.deps.writer(self, record.channel, record.message, at, even=even)

    def draw(self) -> Drawn | None:
        """Return the table as it is now."""
        return self._standing.drawn(lambda: self._view.public.drawn(self.record.round))

    def confirmed(self, mark: Any) -> None:
        """Tell the table which ply people can see, and set its reactions."""
        before = self.seen
        screen, self.seen, asides, over = mark
        view, table = self._view, self._view.table
        view.read(asides)
        if self.seen is not None:
            at = view.deps.clock.monotonic()
            view.deps.tables.submit(table.id, entries.Seen(ply=self.seen.ply, at=at))
        if table.active:
            self.arming.arm(screen.reactions)
        elif over and not self.record.final:
            self.record = structs.replace(self.record, final=True)
            view.public.finished(self)
        shown = print_of(screen, view.deps.wire.tag)
        self._standing.confirmed(shown)
        if shown != self.record.shown:
            self.record = structs.replace(self.record, shown=shown)
            view.deps.ledger.note(self.record, moved=moved(before, self.seen))

    def lost(self, trouble: Trouble) -> None:
        """Have the table shown anew, unless it has left this place already."""
        if self._view.public.present is self:
            self._view.public.gone(trouble)


class PublicMessages:
    """The public messages of one table: the present one, and those it has left.

    Attributes:
        present: the message that shows the table; None as long as there is none.
        round: of the newest public message there ever was.
    """

    __slots__ = (
        "_begun",
        "_end_shown",
        "_lookout",
        "_old",
        "_pictures",
        "_posting",
        "_retry",
        "_tried",
        "_unowned",
        "_view",
        "_without_files",
        "present",
        "round",
    )

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._retry = Retry(view.deps.clock, self._again)
        self.present: PublicMessage | None = None
        self.round = 0
        self._old: list[OldMessage] = []
        self._unowned: MessageRecord | None = None
        """Shows the table though nobody writes it: its channel is out of use, or it is recalled."""
        self._posting: asyncio.Future[None] | None = None
        self._lookout = Lookout(view)
        self._without_files = False
        self._begun = False
        self._tried = 0
        """The round of the last message that was sent, whether or not its answer came."""
        self._end_shown = False
        self._pictures: LivePicture | None = None

    @property
    def expected(self) -> int:
        """The round that controls of the table as it stands are of; of a later one they are news.

        Its message may not be there yet, or have been posted by another process.
        """
        record = self.present.record if self.present is not None else self._unowned
        return record.round if record is not None else self.round + 1

    def follow(self, changed: Changed) -> None:
        """Take in a change: post what is missing, close what is old, repost what is buried."""
        view, before = self._view, changed.before
        table, present = view.table, self.present
        if present is not None and present.record.channel != table.where and table.active:
            self._leave()
        elif present is not None and present.record.kind == "lobby" and table.state is not None:
            self._retire()
        if self.present is not None:
            self.present.writer.touch()
        elif self._needed() and not self._retry.waiting:
            self.post()
        if not table.active:
            self._lookout.stop()
            return
        if changed.events or table.status == "lobby":
            self._lookout.when_idle()
        if before is None or not view.playing:
            return
        if table.pace == "live" and self._aged():
            self.post()
        elif before.turn_number != table.turn_number and before.ply != table.ply:
            self._lookout.turn_began()

    def adopt(self, records: tuple[MessageRecord, ...]) -> None:
        """Take over the messages posted before a restart, or post the one that never came."""
        taken = self._take(records, Priority.UPKEEP)
        if self.present is not None:
            self.present.arming.wait()
        if not taken and self._needed():
            self.post()
        if self._view.table.active:
            self._lookout.when_idle(LATER)

    def remember(self, records: tuple[MessageRecord, ...]) -> None:
        """Learn where a table is that is over and shown no more."""
        for record in records:
            if record.round:
                self._unowned = record
                self._at(record)

    def drawn(self, number: int) -> Drawn | None:
        """Return the table as it is now, as its message of this round shows it.

        The mark says what it shows for judging presses, and whether it shows the end. None: it
        cannot be shown yet, since its events are being read or its picture is being drawn.
        """
        view = self._view
        if not view.ready:
            return None
        look, picture = view.deps.looks.public(view.table), self.picture
        if self._live:
            picture = self._picture.of(view.public_sight(look.t), look.t)
            if picture is None:
                return None
        screen = drawing.public(view, look, picture)
        if view.playing and view.deps.servers.buttons_only(view.table):
            screen = structs.replace(screen, reactions=())
        if number > OF_LOBBY:
            screen = structs.replace(screen, mentions=())
        seen = view.seen() if view.table.state is not None else None
        screen = drawing.in_round(screen, number)
        asides, over = tuple(view.asides.values()), not view.table.active
        return Drawn(screen, (screen, seen, asides, over))

    @property
    def picture(self) -> Drawing | None:
        """The final layout of a game that is over, in place of its text where files are taken."""
        drawn = self._view.picture
        return drawn if drawn is not None and self._takes_files else None

    @property
    def _live(self) -> bool:
        """Say whether the running game is shown as a picture: it falls back to text by itself."""
        view = self._view
        pictured = view.playing and view.table.display == "picture" and not self._picture.failed
        return pictured and self._takes_files

    @property
    def _takes_files(self) -> bool:
        table, present = self._view.table, self.present
        if self._without_files or (present is not None and present.writer.without_files):
            return False
        if table.guild is None:
            return True
        return self._view.deps.permissions(table.guild, table.where).attach_files

    @property
    def _picture(self) -> LivePicture:
        """What draws the running game, where it is shown as a picture."""
        if self._pictures is None:
            view = self._view
            self._pictures = LivePicture(view.renderer, view.deps.tasks, self._illustrated)
        return self._pictures

    def _illustrated(self) -> None:
        """Show the picture that has come."""
        if self.present is not None:
            self.present.writer.touch()

    def post(self) -> None:
        """Post the table's message, anew if there is one."""
        if self._posting is not None:
            return
        self._posting = asyncio.get_running_loop().create_future()
        self._view.deps.tasks.start(self._until_posted(), f"posting {self._view.table.id}")

    async def at_hand(self) -> bool:
        """Say whether a table was posted a moment ago and is still among the newest messages."""
        if self._posting is not None:
            await self.settled()
            return self.present is not None
        if self.present is None or self._age() > RECENT:
            return False
        seen = await self._lookout.below(self.present.record, NEAR + 2, Priority.COSMETIC)
        return seen is not None and self.present.record.message in seen and len(seen) <= NEAR + 1

    async def address(self) -> str:
        """Return the address of the table's message, once it is there if it is being posted."""
        await self.settled()
        return drawing.table_address(self._view)

    async def settled(self) -> None:
        """Wait until what is being posted is there, or cannot be posted for now."""
        if self._posting is None:
            return
        waited: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def enough() -> None:
            if not waited.done():
                waited.set_result(None)

        self._posting.add_done_callback(lambda _: enough())
        timer = self._view.deps.clock.call_later(PATIENCE, enough)
        await waited
        timer.cancel()

    def try_again(self) -> None:
        """Post at once what could not be posted: something has changed in the server."""
        self._retry.at_once()
        for old in self._old:
            old.try_again()

    def gone(self, trouble: Trouble) -> None:
        """Post anew what was deleted; where the channel cannot be used, try again later."""
        assert self.present is not None, "a message was there"
        record = self.present.record
        self._drop()
        if trouble is Trouble.MESSAGE:
            self._view.deps.ledger.strike(record)
        elif trouble is not Trouble.PLACE:
            self._unowned = record
        if not self._needed():
            return
        if trouble in (Trouble.MESSAGE, Trouble.OURS):
            self.post()
        elif trouble is Trouble.PLACE:
            self._placeless()
        else:
            self._later(trouble)

    def finished(self, message: PublicMessage) -> None:
        """Write down that the end is shown, and clear away what nobody presses any more."""
        view, self._end_shown = self._view, True
        view.deps.ledger.keep(message.record)
        if view.table.state is None:
            message.arming.stop()
        elif view.may_unreact(message.record.channel):
            message.arming.stop()
            work = self._clear(message.record)
            view.deps.tasks.start(work, f"reactions of {view.table.id}")
        else:
            message.arming.clear()

    def left(self, old: OldMessage) -> None:
        """Learn that an old message links to the present one, or is gone."""
        self._old = [each for each in self._old if each is not old]
        if self._view.messages.get(old.record.message) is old:
            self._view.messages[old.record.message] = LEFT

    def close(self) -> None:
        """Let go of everything; what is in flight lands."""
        self._retry.done()
        self._lookout.stop()
        self._drop()
        for old in self._old:
            old.stop()

    def _needed(self) -> bool:
        """Say whether a table is to be shown: it is open, or nobody has read how it ended."""
        if self._view.table.active:
            return True
        played = self._view.table.state is not None
        return played and not self._end_shown and self._retry.patient

    def _take(self, records: tuple[MessageRecord, ...], at: Priority | None = None) -> bool:
        """Own what is stored of this table's public messages; say whether the present one is new.

        What is not known yet was posted before a restart, or by another process.
        """
        dealt = self._view.table.state is not None or self._view.table.started is not None
        own: MessageKind = "table" if dealt else "lobby"
        public = [record for record in records if record.round > self.round]
        taken = False
        for record in public:
            self.round = record.round
            self._begun = self._begun or record.kind == "table"
            taken = record.kind == own and record.channel == self._view.table.where
            if taken and record is public[-1]:
                self._supersede(record)
                self._end_shown = record.final
                self._own(record).writer.touch(priority=at)
            elif not record.final:
                self._close(record, None)
        return taken

    def _own(self, record: MessageRecord) -> PublicMessage:
        self.present = PublicMessage(self._view, record)
        self._view.claim(record.message, self.present)
        self._at(record)
        for old in self._old:
            old.writer.touch()
        return self.present

    def _at(self, record: MessageRecord) -> None:
        self.round = record.round
        self._view.url = message_url(self._view.table.guild, record.channel, record.message)

    def _drop(self) -> None:
        """Let go of the table's present message."""
        present, self.present = self.present, None
        self._view.url = None
        if present is not None:
            self._view.release(present.record.message)
            present.arming.stop()
            present.writer.close()

    def _leave(self) -> None:
        """Leave a thread that is gone, and every message in it."""
        assert self.present is not None, "there is something to leave"
        self._view.deps.ledger.strike(self.present.record)
        self._drop()

    def _retire(self) -> None:
        """Close the present message: its writer goes on with the closing in view."""
        assert self.present is not None, "there is something to close"
        present, self.present = self.present, None
        self._view.url = None
        present.arming.stop()
        self._close(present.record, present.writer)

    def _close(self, record: MessageRecord, writer: Writer | None) -> None:
        old = OldMessage(self._view, record, writer)
        self._old = [*self._old, old]
        self._view.claim(record.message, old)
        if self.present is not None:
            old.writer.touch()

    async def _until_posted(self) -> None:
        try:
            while await self._post():
                continue
        finally:
            done, self._posting = self._posting, None
            if done is not None:
                done.set_result(None)

    async def _post(self) -> bool:
        """Post; a failure is tried again. Returns whether what was posted is old already.

        A message whose answer was lost is there as it was first sent: what it should show by now
        is edited into it.
        """
        view = self._view
        try:
            await view.deps.tables.submit(view.table.id, entries.Load())
            if self._take(await view.deps.stored.of(view.table.id)):
                return False
            if view.table.state is not None and not self._begun:
                await self._begin()
            number, posted = self.round + 1, view.table
            while (drawn := self.drawn(number)) is None and view.ready:
                await self._picture.settled()
                number, posted = self.round + 1, view.table
            if drawn is None:
                return False
            again, self._tried = self._tried == number, number
            message = await view.deps.wire.send(
                posted.where,
                drawn.screen,
                Priority.LOBBY if posted.status == "lobby" else Priority.TABLE,
                posting.nonce(posted.id, number),
            )
        except (*FAILURES, StorageError) as error:
            return self._failed(error)
        self._retry.done()
        now = view.deps.clock.now()
        record = self._record(number, message, posted.where, now, lobby=posted.state is None)
        view.deps.ledger.keep(record)
        self.round = number
        self._begun = self._begun or posted.state is not None
        if view.table.state is not None and posted.state is None:
            self._close(record, None)
            return True
        if view.table.where != posted.where:
            return True
        self._supersede(record)
        own = self._own(record)
        if not (again or view.inherited):
            own.writer.posted(drawn)
        view.table_is_there()
        assert self.present is not None, "it has just come"
        self.present.writer.touch()
        return False

    async def _begin(self) -> None:
        """Tell of a game's beginning before its first message, and make its thread."""
        view = self._view
        if self.round == 0:
            now = view.deps.clock.now()
            message = await posting.told(view)
            record = self._record(OF_LOBBY, message, view.table.where, now, lobby=True)
            view.deps.ledger.keep(record)
            self.round = OF_LOBBY
            self._close(record, None)
        lobbies = [old.record.message for old in self._old if old.record.kind == "lobby"]
        await posting.thread_of_its_own(view, lobbies[-1] if lobbies else None)

    def _record(
        self, number: int, message: int, channel: int, at: datetime, *, lobby: bool
    ) -> MessageRecord:
        return MessageRecord(
            table=self._view.table.id,
            message=message,
            channel=channel,
            kind="lobby" if lobby else "table",
            round=number,
            posted=at,
        )

    def _supersede(self, record: MessageRecord) -> None:
        """Close the message in whose place a new one has come."""
        unowned, self._unowned = self._unowned, None
        if self.present is not None and self.present.record.message != record.message:
            self._retire()
        elif unowned is not None and unowned.message != record.message:
            self._close(unowned, None)

    def _failed(self, error: BaseException) -> bool:
        """Plan the next try; True: it is worth one at once."""
        view, trouble = self._view, kind(error)
        log.info("table %s could not be posted: %s", view.table.id, describe(error))
        locked = view.table.thread is not None and code(error) in LOCKED
        if locked or trouble is Trouble.PLACE:
            self._placeless()
        elif trouble is Trouble.OURS and (self._live or self.picture is not None):
            self._without_files = True
            return True
        else:
            self._later(trouble)
        return False

    def _placeless(self) -> None:
        """Have the table go on in the channel of its thread, or end without a channel."""
        table = self._view.table
        gone = entries.PlaceGone() if table.thread is None else entries.ThreadGone()
        self._view.deps.tables.submit(table.id, gone)

    def _later(self, trouble: Trouble) -> None:
        """Try again later; once it is said that the channel cannot be used."""
        if self._retry.later() and trouble is Trouble.CHANNEL:
            log.warning("table %s cannot be shown in its channel now", self._view.table.id)
            self._view.unshown()

    def _again(self) -> None:
        if self.present is None and self._needed():
            self.post()

    def _aged(self) -> bool:
        return self._age() > self._view.deps.times.repost_after

    def _age(self) -> float:
        """Return for how many seconds a table's message is there; 0 as long as there is none."""
        if self.present is None or self.present.record.posted is None:
            return 0.0
        return (self._view.deps.clock.now() - self.present.record.posted).total_seconds()

    async def _clear(self, record: MessageRecord) -> None:
        try:
            await self._view.deps.wire.clear_reactions(record.channel, record.message)
        except FAILURES as error:
            log.info("reactions of table %s: %s", record.table, describe(error))
