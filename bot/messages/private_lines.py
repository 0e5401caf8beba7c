"""Why not, to each person at a running table alone: one message, which the next answer edits.

Somebody in a hurry is refused again and again: a message for each would push the table out of
sight faster than anybody reads, and one that comes and goes would move its buttons under a quick
finger. So it stays until the end, and says so once what it said is no longer so.
"""

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from bot.discord_api.interaction import Incoming, Token
from bot.tables.model import Changed
from bot.ui.elements import replies
from bot.ui.elements.screen import plain

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

RECENT = 60.0
"""Seconds after which nobody looks for an answer where the last one stands: it comes anew."""


class _Line:
    """The message of one person; who works at it holds the lock.

    Attributes:
        token, message: what edits it, and which it is; None as long as there is none.
        at: when it was last said.
        wanted: counts what was to be said: only the newest is worth a request.
        holds: whether what it says may still be so.
    """

    __slots__ = ("at", "holds", "lock", "message", "token", "wanted")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.token: Token | None = None
        self.message = 0
        self.at = 0.0
        self.wanted = 0
        self.holds = False


class PrivateLines:
    """The private answers to presses on one table's messages."""

    __slots__ = ("_lines", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._lines: dict[int, _Line] = {}

    async def say(self, press: Incoming, sentence: str, lasts: float = 0.0) -> None:
        """Answer a press by a sentence, in the place of the person's last one.

        Args:
            press: whose answer it is.
            sentence: what is said.
            lasts: seconds after which it is no longer so; 0 where only a change ends it.
        """
        person, clock = press.interaction.user.id, self._view.deps.clock
        line = self._lines.setdefault(person, _Line())
        line.wanted += 1
        line.holds = True
        number, now = line.wanted, clock.monotonic()
        if lasts:
            clock.call_later(lasts, lambda: self._no_longer(line, person, number))
        async with line.lock:
            old, there = line.token, line.message
            if old is not None and old.fresh(now) and now - line.at < RECENT:
                await press.acknowledge()
                if number != line.wanted or await old.restate(there, plain(sentence)):
                    line.at = now
                    return
            if await press.say(plain(sentence)) and press.said is not None:
                line.token, line.message, line.at = press.token, press.said.message, now
                if old is not None and old.fresh(now):
                    await old.unsay(there)

    def follow(self, changed: Changed) -> None:
        """Take back what is no longer so: by the person's own act, the table's, a call, the end.

        Not by what others do: in a hurry nobody would have read it by then.
        """
        view = self._view
        if not view.playing:
            lines, self._lines = self._lines, {}
            for line in lines.values():
                self._start(self._end(line))
            return
        calls = {call.notation for call in view.game.calls}
        called = any(not event.by or event.notation in calls for event in changed.events)
        acted = {person for event in changed.events for person in event.people}
        for person, line in self._lines.items():
            if called or person in acted:
                self._no_longer(line, person, line.wanted)

    def _no_longer(self, line: _Line, person: int, number: int) -> None:
        """Take back what was said, if it is still the newest."""
        if line.holds and number == line.wanted and self._view.playing:
            line.holds = False
            line.wanted += 1
            self._start(self._clear(line, person, line.wanted))

    async def _clear(self, line: _Line, person: int, number: int) -> None:
        async with line.lock:
            if line.token is not None and number == line.wanted:
                t = self._view.deps.looks.person(person, self._view.table)
                await line.token.restate(line.message, plain(replies.clear(t)))

    async def _end(self, line: _Line) -> None:
        async with line.lock:
            if line.token is not None:
                await line.token.unsay(line.message)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        self._view.deps.tasks.start(work, f"private line at {self._view.table.id}")
