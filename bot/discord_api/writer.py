"""One writer per message: it owns every way to change it.

See `architecture.md`, One writer per message.

The newest state wins; never two changes in flight, whichever the route. A press that comes while
nothing is in flight is lent to the writer as its next edit; otherwise it is acknowledged at once
and the writer goes on through its token, also with an edit that waits for its turn within the
budgets already. Nobody waits for a writer but the press that is lent.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from msgspec import Struct

from bot.clock import Clock, Timer
from bot.discord_api.errors import FAILURES, Tasks, Trouble, kind, report
from bot.discord_api.interaction import Incoming, Token, describe
from bot.discord_api.rate_limit import Limiter, Priority, Waiting
from bot.ui.elements.screen import Screen, in_words

log = logging.getLogger(__name__)

TOKEN_LIMIT, TOKEN_WINDOW = 4, 2.1
"""Edits through one token: one less than Discord's five in two seconds."""
LENT = 0.1
"""Seconds an edit gives way to a press that is being decided and will bring it as its answer."""
BACKOFF = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before the newest state is tried again after a failure of Discord's."""


class Drawn(Struct, frozen=True):
    """What a message is to show, and a mark that is handed back once Discord took it.

    `standing`: it shows that already, and has since before a restart.
    """

    screen: Screen
    mark: Any = None
    standing: bool = False


class Owner(Protocol):
    """Whoever a message belongs to."""

    def draw(self) -> Drawn | None:
        """Return the newest state; None: there is nothing to show any more."""
        ...

    def confirmed(self, mark: Any) -> None:
        """Learn that Discord took the edit with this mark."""
        ...

    def lost(self, trouble: Trouble) -> None:
        """Learn that the message is gone, or cannot be edited, or not to what is to be shown."""
        ...


class _Nobody:
    """Owns a message until somebody does: draws nothing."""

    def draw(self) -> Drawn | None:
        return None

    def confirmed(self, mark: Any) -> None:
        pass

    def lost(self, trouble: Trouble) -> None:
        pass


_NOBODY = _Nobody()


class Patch(Protocol):
    """The normal route (`Wire.edit`)."""

    async def edit(self, channel: int, message: int, screen: Screen, *, anew: bool = False) -> None:
        """Edit the message; `anew`: take away files that the screen has not."""
        ...


class Writer:
    """Writes one message.

    Args:
        owner: draws it and learns what became of it; may change as the message's use does.
        channel: where it is; None for an ephemeral one, which only tokens reach.
        message: its id.
        priority: importance of its edits by the normal route.
        even: whether these keep an even pace. Two at once after a rest are paid for by those after
            them, which wait for longer: too long where one change always follows another.
    """

    __slots__ = (
        "_asking",
        "_closed",
        "_due",
        "_even",
        "_expected",
        "_failures",
        "_flight",
        "_has_files",
        "_left",
        "_limiter",
        "_priority",
        "_queued",
        "_refused",
        "_sent",
        "_shown",
        "_task",
        "_tasks",
        "_time",
        "_timer",
        "_token",
        "_token_uses",
        "_urgency",
        "_wanted",
        "_wire",
        "channel",
        "message",
        "owner",
        "without_files",
    )

    def __init__(
        self,
        owner: Owner | None,
        wire: Patch,
        limiter: Limiter,
        time: Clock,
        tasks: Tasks,
        *,
        channel: int | None,
        message: int,
        priority: Priority,
        even: bool = False,
    ) -> None:
        self.owner: Owner = owner or _NOBODY
        self._wire = wire
        self._limiter = limiter
        self._time = time
        self._tasks = tasks
        self.channel = channel
        self.message = message
        self._priority = priority
        self._even = even
        self._left: float | None = None
        """When the last edit by the normal route left."""
        self._urgency: Priority | None = None
        self._asking: Waiting | None = None
        self._wanted = 0
        self._sent = 0
        self._due: float | None = None
        self._timer: Timer | None = None
        self._flight: asyncio.Future[None] | None = None
        """Done when the change in flight has landed."""
        self._queued = False
        """Whether an edit waits for the change in flight: a press would have to wait behind it."""
        self._task: asyncio.Task[None] | None = None
        self._token: Token | None = None
        self._token_uses: tuple[float, ...] = ()
        self._failures = 0
        self._expected = 0
        self._shown: int | None = None
        """The hash of what Discord took last: a table has several screens, each of some kB."""
        self._refused = False
        self.without_files = False
        self._has_files = False
        self._closed = False

    @property
    def dirty(self) -> bool:
        """Whether something newer than the last edit is to be shown."""
        return self._wanted > self._sent

    def touch(self, delay: float = 0.0, priority: Priority | None = None) -> None:
        """Have the newest state shown, now or at the latest in `delay` seconds.

        `priority` makes the next edit more or less important than this message usually is; the
        most important of several counts, also while the edit waits for its turn.
        """
        if self._closed:
            return
        wanted = self._priority if priority is None else priority
        self._urgency = wanted if self._urgency is None else min(self._urgency, wanted)
        if self._asking is not None and self._urgency < self._asking.priority:
            self._limiter.hurry(self._asking, self._urgency)
        self._wanted += 1
        self._plan(self._time.monotonic() + max(delay, LENT if self._expected else 0.0))

    def expect(self) -> None:
        """Learn that a press on this message is being decided: its answer may be the next edit."""
        self._expected += 1

    def decided(self) -> None:
        """Learn that a press that was expected is decided; it is lent now, or never."""
        self._expected -= 1

    def close(self) -> None:
        """Write no more, for nobody; what is in flight is not abandoned."""
        self._closed = True
        self.owner = _NOBODY
        self._token = None
        if self._timer is not None:
            self._timer.cancel()

    async def lend(self, press: Incoming) -> None:
        """Answer a press on this message: by its next edit, or at once and edit after.

        Returns when the answer has left and come back.
        """
        self._wanted += 1
        owner = self.owner
        busy = self._flight is not None or self._queued
        drawn = None if busy or self._closed else owner.draw()
        if drawn is None:
            await press.acknowledge()
            self.keep(press.token)
            self._plan(self._time.monotonic())
            return
        with self._flying():
            wanted, self._shown = self._wanted, None
            landed = await press.update(drawn.screen, anew=self._has_files)
            self.keep(press.token)
            if landed:
                self._confirm(wanted, drawn, owner)
        if self.dirty:
            self._plan(self._time.monotonic())

    def posted(self, drawn: Drawn) -> None:
        """Take for confirmed what the message was sent with."""
        self._confirm(self._wanted, drawn, self.owner)

    def keep(self, token: Token) -> None:
        """Remember what a press that brought this message or was on it edits it with."""
        if self._closed:
            return
        self._token, self._token_uses = token, ()
        if self._asking is not None:
            self._limiter.withdraw(self._asking)

    def _confirm(self, wanted: int, drawn: Drawn, owner: Owner) -> None:
        """Take in that an edit landed; whoever owns the message since has not drawn it."""
        self._failures = 0
        self._refused = False
        self._shown = hash(drawn.screen)
        self._has_files = bool(drawn.screen.attachments) and not self.without_files
        self._sent = max(self._sent, wanted)
        if not self._closed and owner is self.owner:
            owner.confirmed(drawn.mark)

    def _plan(self, due: float) -> None:
        if self._closed or (self._due is not None and self._due <= due):
            return
        self._due = due
        if self._task is None:
            self._arm()

    def _arm(self) -> None:
        """Come back when the next edit is due: by a timer, or at once."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due is None or self._closed:
            return
        wait = self._due - self._time.monotonic()
        if wait > 0:
            self._timer = self._time.call_later(wait, self._start)
        else:
            self._start()

    def _start(self) -> None:
        self._timer = None
        if not self.dirty:
            self._due = None
        elif self._task is None and not self._closed:
            self._task = self._tasks.start(self._run(), f"writer {self.message}")

    async def _run(self) -> None:
        """Send the newest state until nothing is due."""
        try:
            while self._due is not None and self._due <= self._time.monotonic():
                self._due = None
                if not self.dirty:
                    break
                await self._write()
        finally:
            self._task = None
            self._arm()

    async def _write(self) -> None:
        """Send one edit by the token, or else by the normal route within the budgets."""
        token, asked = self._usable_token(), None
        if token is None:
            if self.channel is None:
                if self._token is not None:
                    self._plan(self._token_uses[0] + TOKEN_WINDOW)
                return
            if self._even and self._left is not None:
                soonest = self._left + self._limiter.spacing
                if self._time.monotonic() < soonest:
                    self._plan(soonest)
                    return
            urgency = self._priority if self._urgency is None else self._urgency
            asked = self._asking = self._limiter.ask(urgency, self.channel)
            try:
                admitted = await asked.future
            finally:
                self._asking = self._urgency = None
            if not admitted:
                self._plan(self._time.monotonic())
                return
        self._queued = True
        try:
            if self._flight is not None:
                await self._flight
        finally:
            self._queued = False
        with self._flying():
            wanted, owner = self._wanted, self.owner
            drawn = owner.draw() if self.dirty and not self._closed else None
            if drawn is None or drawn.standing or hash(drawn.screen) == self._shown:
                if asked is not None:
                    self._limiter.give_back(asked)
                if drawn is not None:
                    self._confirm(wanted, drawn, owner)
                self._sent = wanted
                return
            self._shown = None
            try:
                await self._send(token, drawn.screen)
            except FAILURES as error:
                self._failed(drawn, token, error)
            else:
                self._confirm(wanted, drawn, owner)

    @contextmanager
    def _flying(self) -> Iterator[None]:
        """Have a change in flight, which whoever writes next waits for."""
        landed = self._flight = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._flight = None
            if not landed.done():
                landed.set_result(None)

    async def _send(self, token: Token | None, screen: Screen) -> None:
        if self.without_files:
            screen = in_words(screen)
        if token is not None:
            self._token_uses += (self._time.monotonic(),)
            await token.edit(screen, anew=self._has_files)
        else:
            assert self.channel is not None, "an ephemeral message has no other route"
            self._left = self._time.monotonic()
            await self._wire.edit(self.channel, self.message, screen, anew=self._has_files)

    def _failed(self, drawn: Drawn, token: Token | None, error: BaseException) -> None:
        """Decide what a failure means; in flight is nothing any more.

        What Discord does not understand is tried once more, without files such as a picture that
        is too large; then its owner has to find another way to show it.
        """
        trouble = kind(error)
        now = self._time.monotonic()
        if token is not None and trouble is not Trouble.BUSY:
            if self._token is token:
                self._token = None
            self._plan(now)
        elif trouble in (Trouble.BUSY, Trouble.EMOJI):
            wait = BACKOFF[min(self._failures, len(BACKOFF) - 1)]
            self._failures += 1
            log.info("message %s: %s, again in %s s", self.message, describe(error), wait)
            self._plan(now + wait)
        elif trouble is Trouble.OURS and not self._refused:
            report(f"message {self.message} was refused", error)
            self._refused = True
            self.without_files = self.without_files or bool(drawn.screen.attachments)
            self._plan(now + BACKOFF[0])
        else:
            if trouble is Trouble.OURS:
                report(f"message {self.message} was refused", error)
            owner = self.owner
            self.close()
            owner.lost(trouble)

    def _usable_token(self) -> Token | None:
        """Return the newest press if its token can edit now."""
        now = self._time.monotonic()
        if self._token is not None and not self._token.fresh(now):
            self._token = None
        self._token_uses = tuple(used for used in self._token_uses if used > now - TOKEN_WINDOW)
        return self._token if len(self._token_uses) < TOKEN_LIMIT else None
