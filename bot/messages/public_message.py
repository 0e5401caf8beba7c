"""Where a table's public message is: posted, posted anew at the bottom, in a thread of its own."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from msgspec import structs

from bot.discord_api.errors import FAILURES, LOCKED, Trouble, code, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import Drawn, Writer
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.posting import Beginning, Retrying, closes_lobby, untold
from bot.messages.table_view import Seen, TableView
from bot.tables import commands
from bot.tables.model import Changed, Table
from bot.ui.elements.links import message_url

log = logging.getLogger(__name__)

BURIED = 12
NEAR, RECENT = 5, 60.0
"""Messages below a table at most, and seconds since it was posted: then nobody has to look for it,
and another message of it would be litter."""
PATIENCE = 10.0
"""Seconds for which an answer with a table's address waits for the table to be posted."""


def draw_public(kit: Dependencies, board: TableView, table: Table | None = None) -> Drawn | None:
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
        kit: Dependencies,
        board: TableView,
        channel: int,
        message: int,
        number: int,
        gone: Callable[[TableView, Trouble], None],
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
        kit: Dependencies,
        board: TableView,
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


class Placing:
    """The public messages of all tables.

    Args:
        may_thread: whether the bot may open threads in a channel.
        unshown: is told once that a table cannot be shown in its channel for now.
    """

    def __init__(
        self,
        kit: Dependencies,
        may_thread: Callable[[int, int], bool],
        unshown: Callable[[TableView], None],
    ) -> None:
        self._kit = kit
        self._beginning = Beginning(kit, may_thread)
        self._unshown = unshown
        self._retrying = Retrying(kit.clock, self._again)
        self._messages: dict[int, PublicMessage] = {}
        self._old: dict[int, OldMessage] = {}
        self._done: dict[int, int] = {}
        self._stubs: dict[int, int] = {}
        self._writers: dict[int, Writer] = {}
        self._tables: dict[int, int] = {}
        self._posting: dict[int, asyncio.Future[None]] = {}
        self._checked: dict[int, float] = {}

    def of(self, table: int) -> PublicMessage | None:
        """Return a table's present message."""
        return self._messages.get(table)

    def table_at(self, message: int) -> int | None:
        """Return the table whose present message this is."""
        return self._tables.get(message)

    def left(self, message: int) -> int | None:
        """Return the table that was shown here, once the message tells that it is elsewhere."""
        old = self._old.get(message)
        return self._stubs.get(message) if old is None or old.told else None

    def leaving(self, table: Table, message: int) -> bool:
        """Say whether a table is elsewhere already though its old message still shows it."""
        old = self._old.get(message)
        return not old.told if old is not None else message == table.message

    def writer(self, message: int) -> Writer | None:
        """Return who writes a message: a table's present one, or one being closed."""
        return self._writers.get(message)

    def follow(self, board: TableView, changed: Changed) -> None:
        """Take in a change: post what is missing, close what is old, repost what is buried."""
        table, before = changed.after, changed.before
        if table.old_message is None:
            self._done.pop(table.id, None)
        elif table.old_message not in self._old and self._done.get(table.id) != table.old_message:
            self._close(board, table.old_message, begun=closes_lobby(table))
        present = self._messages.get(table.id)
        posted = present is not None and present.round >= table.round
        if table.message is None and not posted and self._needed(board):
            self.post(board)
            return
        old = self._old.get(table.old_message or 0)
        if old is not None and before is not None and before.message != table.message:
            old.writer.touch()
        public = self._messages.get(table.id)
        if public is not None:
            public.writer.touch()
        if before is None or not board.playing:
            return
        if before.turn_number != table.turn_number and before.ply != table.ply:
            self._check(board)
        elif table.pace == "live" and self._aged(table):
            self.post(board)

    def adopt(self, board: TableView) -> None:
        """Take over the message posted before a restart, or post the one that never came."""
        table = board.table
        if table.old_message is not None:
            at_start = table.state is not None and table.ply == 0
            self._close(board, table.old_message, begun=at_start or closes_lobby(table))
        if table.message is not None:
            self._own(board, table.where, table.message, table.round).writer.touch()
        elif self._needed(board):
            self.post(board)

    def post(self, board: TableView) -> None:
        """Post the table's message, anew if there is one."""
        number = board.table.id
        if number in self._posting:
            return
        self._posting[number] = asyncio.get_running_loop().create_future()
        self._kit.tasks.start(self._until_posted(board), f"posting {number}")

    async def at_hand(self, board: TableView) -> bool:
        """Say whether a table was posted a moment ago and is still among the newest messages."""
        table = board.table
        if table.id in self._posting:
            await self._settled(table.id)
            return table.id in self._messages
        present = self._messages.get(table.id)
        if present is None or present.writer.channel is None or self._age(table) > RECENT:
            return False
        channel, message = present.writer.channel, present.writer.message
        try:
            seen = await self._kit.wire.messages_from(channel, message, NEAR + 2)
        except FAILURES as error:
            log.info("looking for table %s: %s", table.id, describe(error))
            return False
        return message in seen and len(seen) <= NEAR + 1

    async def address(self, table: Table) -> str:
        """Return the address of a table's message, once it is there if it is being posted."""
        await self._settled(table.id)
        present = self._messages.get(table.id)
        if present is None or present.writer.channel is None:
            return drawing.table_address(table)
        return message_url(table.guild, present.writer.channel, present.writer.message)

    async def _settled(self, table: int) -> None:
        """Wait until what is being posted of a table is there, or cannot be posted for now."""
        posting = self._posting.get(table)
        if posting is None:
            return
        waited: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def enough() -> None:
            if not waited.done():
                waited.set_result(None)

        posting.add_done_callback(lambda _: enough())
        timer = self._kit.clock.call_later(PATIENCE, enough)
        await waited
        timer.cancel()

    def forget(self, table: int) -> None:
        """Let go of a table that is over."""
        for message in [each for each, where in self._stubs.items() if where == table]:
            del self._stubs[message]
        self._drop(table)

    def _drop(self, table: int) -> None:
        """Let go of a table's present message."""
        public = self._messages.pop(table, None)
        if public is not None:
            self._writers.pop(public.writer.message, None)
            self._tables.pop(public.writer.message, None)
            self._kit.armory.forget(public.writer.message)
            public.writer.close()
        self._checked.pop(table, None)
        self._retrying.done(table)

    def gone(self, board: TableView, trouble: Trouble) -> None:
        """Post anew what was deleted; where the channel cannot be used, try again later."""
        self._drop(board.table.id)
        if not self._needed(board):
            return
        if trouble is Trouble.MESSAGE:
            self.post(board)
        elif trouble is Trouble.PLACE:
            self._placeless(board)
        else:
            self._later(board, trouble)

    def _needed(self, board: TableView) -> bool:
        """Say whether a table is to be shown: it is open, or nobody has read how it ended."""
        if board.table.active:
            return True
        played = board.table.state is not None
        return played and not board.told and self._retrying.patient(board.table.id)

    def _placeless(self, board: TableView) -> None:
        """Have the table go on in the channel of its thread, or end without a channel."""
        gone = commands.PlaceGone() if board.table.thread is None else commands.ThreadGone()
        self._kit.tables.submit(board.table.id, gone)

    def _own(self, board: TableView, channel: int, message: int, number: int) -> PublicMessage:
        public = PublicMessage(self._kit, board, channel, message, number, self.gone)
        self._messages[board.table.id] = public
        self._writers[message] = public.writer
        self._tables[message] = board.table.id
        return public

    async def _until_posted(self, board: TableView) -> None:
        try:
            while await self._post(board):
                continue
        finally:
            self._posting.pop(board.table.id).set_result(None)

    async def _post(self, board: TableView) -> bool:
        """Post and tell the table; a failure is tried again.

        Returns whether the game has begun meanwhile: what was posted is the lobby's, and old.
        """
        table, into = board.table, None
        try:
            if untold(table):
                await self._beginning.tell(board)
            into = await self._beginning.thread(board)
            number = self._next_round(table)
            drawn = draw_public(self._kit, board, structs.replace(board.table, round=number))
            if drawn is None:
                return False
            channel = into or table.where
            screen = drawn.screen
            if number > table.round:
                screen = structs.replace(screen, mentions=())
            priority = Priority.LOBBY if table.status == "lobby" else Priority.TABLE
            nonce = f"{table.id}/{number}"
            message = await self._kit.wire.send(channel, screen, priority, nonce)
        except FAILURES as error:
            log.info("table %s could not be posted: %s", table.id, describe(error))
            locked = table.thread is not None and code(error) in LOCKED
            if into is None and (locked or kind(error) is Trouble.PLACE):
                self._placeless(board)
            else:
                self._later(board, kind(error))
            return False
        self._retrying.done(table.id)
        placed = commands.Placed(
            round=number, message=message, at=self._kit.clock.now(), thread=into
        )
        if number < board.table.round:
            await self._kit.tables.submit(table.id, placed)
            return True
        before = self._messages.get(table.id)
        if before is not None and before.writer.message not in self._old:
            before.writer.close()
        public = self._own(board, channel, message, number)
        self._kit.tables.submit(table.id, placed)
        public.writer.posted(drawn)
        public.writer.touch()
        return False

    def _next_round(self, table: Table) -> int:
        """Return the round of a table's next message; the present one may not be stored yet."""
        present = self._messages.get(table.id)
        if present is not None:
            return max(table.round, present.round) + 1
        return table.round if table.message is None else table.round + 1

    def _close(self, board: TableView, message: int, *, begun: bool) -> None:
        """Close an old message of a table: its writer goes on with the closing in view."""
        table = board.table
        public = self._messages.get(table.id)
        if public is not None and public.writer.message == message:
            writer = public.writer
            del self._messages[table.id]
            self._tables.pop(message, None)
        else:
            channel = table.channel if table.thread == message else table.where
            writer = self._kit.writer(None, channel, message, Priority.COSMETIC)
        old = OldMessage(self._kit, board, writer, self._closed, begun=begun)
        self._old[message] = old
        self._stubs[message] = table.id
        self._writers[message] = writer
        self._kit.armory.forget(message)
        if table.message is not None:
            writer.touch()

    def _closed(self, table: int, message: int) -> None:
        """Forget a closed message; the table may name it until it has stored that it is closed."""
        self._done[table] = message
        self._old.pop(message, None)
        self._writers.pop(message, None)

    def _aged(self, table: Table) -> bool:
        return self._age(table) > self._kit.times.repost_after

    def _age(self, table: Table) -> float:
        """Return for how many seconds a table's message is there; 0 as long as there is none."""
        if table.message_at is None:
            return 0.0
        return (self._kit.clock.now() - table.message_at).total_seconds()

    def _check(self, board: TableView) -> None:
        """At the start of a turn, at most once a minute: is the message there, and in sight?"""
        table = board.table
        if table.pace == "live" and self._aged(table):
            self.post(board)
            return
        now = self._kit.clock.monotonic()
        last = self._checked.get(table.id)
        if last is not None and now - last < self._kit.times.buried_check:
            return
        self._checked[table.id] = now
        if table.message is not None:
            self._kit.tasks.start(self._look(board, table.message), f"looking for {table.id}")

    async def _look(self, board: TableView, message: int) -> None:
        where = board.table.where
        try:
            seen = await self._kit.wire.messages_from(where, message, BURIED + 1)
        except FAILURES as error:
            log.info("looking for table %s: %s", board.table.id, describe(error))
            return
        if message not in seen or len(seen) > BURIED:
            self.post(board)

    def _later(self, board: TableView, trouble: Trouble) -> None:
        """Try again later; once it is said that the channel cannot be used."""
        first = self._retrying.later(board)
        if first and trouble is Trouble.CHANNEL:
            log.warning("table %s cannot be shown in its channel now", board.table.id)
            self._unshown(board)

    def try_again(self, *, guild: int) -> None:
        """Post at once what could not be posted in a server: something has changed there."""
        self._retrying.at_once(guild=guild)

    def _again(self, board: TableView) -> None:
        if self._needed(board) and board.table.id not in self._messages:
            self.post(board)
