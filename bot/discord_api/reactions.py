"""Setting reactions below a message in the background, the likeliest first, until it is over.

A hand is live meanwhile. What Discord does not allow (twenty distinct ones, a block, a missing
permission) costs only the reactions: buttons are always there.
"""

import logging
from collections.abc import Iterable

from bot.discord_api.errors import FAILURES, NO_EMOJI, Tasks, Trouble, code, kind
from bot.discord_api.rest import Wire
from bot.ui.elements.emojis import plain
from bot.ui.elements.screen import MAX_REACTIONS

log = logging.getLogger(__name__)


class Arming:
    """Sets the reactions below one message, one after the other.

    Args:
        wire: sends.
        tasks: where setting goes on.
        channel, message: below which.
    """

    __slots__ = (
        "_channel",
        "_cleared",
        "_known",
        "_message",
        "_standing",
        "_stopped",
        "_tasks",
        "_unread",
        "_wire",
    )

    def __init__(self, wire: Wire, tasks: Tasks, channel: int, message: int) -> None:
        self._wire = wire
        self._tasks = tasks
        self._channel = channel
        self._message = message
        self._known: tuple[str, ...] = ()
        self._unread: tuple[str, ...] | None = None
        self._standing: tuple[str, ...] = ()
        self._stopped = self._cleared = False

    def wait(self) -> None:
        """Set nothing until `learn` says what stands there: the message is older than this."""
        self._unread = ()

    def learn(self, own: Iterable[str]) -> None:
        """Learn which reactions are set already; set those that are missing."""
        there = tuple(own)
        self._standing += there
        self._known += tuple(map(plain, there))
        wanted, self._unread = self._unread, None
        self.arm(wanted or ())

    def arm(self, emojis: tuple[str, ...]) -> None:
        """Set what is not set yet."""
        if self._unread is not None:
            self._unread = emojis
            return
        new = [each for each in emojis if plain(each) not in self._known]
        self._known += tuple(plain(each) for each in new)
        if new and not self._stopped:
            self._tasks.start(self._run(new), f"reactions {self._message}")

    def stop(self) -> None:
        """Set no more: the message is closed or gone, or Discord takes none."""
        self._stopped = True

    def clear(self) -> None:
        """Set no more, and take away again what stands: nothing is pressed there any more."""
        self._stopped = self._cleared = True
        self._tasks.start(self._take_back(), f"reactions {self._message}")

    async def _run(self, emojis: list[str]) -> None:
        for emoji in emojis[:MAX_REACTIONS]:
            if self._stopped:
                break
            try:
                await self._wire.react(self._channel, self._message, emoji)
            except FAILURES as error:
                log.info("reaction below %s: %s", self._message, type(error).__name__)
                if code(error) not in NO_EMOJI and kind(error) is not Trouble.BUSY:
                    self.stop()
            else:
                self._standing += (emoji,)
        if self._cleared:
            await self._take_back()

    async def _take_back(self) -> None:
        while self._standing:
            *left, emoji = self._standing
            self._standing = tuple(left)
            try:
                await self._wire.take_back(self._channel, self._message, emoji)
            except FAILURES as error:
                log.info("reactions below %s: %s", self._message, type(error).__name__)
                return
