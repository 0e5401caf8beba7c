"""What people have shared to a channel: drawn for all, posted once, and drawn anew without a name.

Each post is remembered with whom it names (`architecture.md`, Storage), so that deleting one's data
takes one's name out of it: before it names anybody, and as still to be drawn until it is.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping

from msgspec import Struct, structs

from bot.db.changes import share_shown, shares_change
from bot.db.errors import StorageError
from bot.db.records import FORGOTTEN, Share
from bot.db.unit_of_work import Store
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import BACKOFF
from bot.messages.dependencies import Dependencies
from bot.tables.model import Table
from bot.ui import privacy
from bot.ui.elements.screen import Screen, in_words, plain

log = logging.getLogger(__name__)


class Topic(Struct, frozen=True, kw_only=True):
    """What is shared, without anybody's view of it.

    Attributes:
        guild: in which server.
        what: the act of the control that shows it (`bot.ui.elements.controls`), without a person.
        ply: that control's: the page or step.
        subject: the person whom it is about, if it is about one.
    """

    guild: int
    what: str
    ply: int = 0
    subject: int | None = None


class Shown(Struct, frozen=True):
    """A topic as everybody may see it in the server, in its language.

    Attributes:
        screen: nothing on it can be pressed.
        people: whom it names.
        table: the one it is about, if it is about one.
    """

    screen: Screen
    people: frozenset[int]
    table: Table | None = None


NOTHING_YET = plain("…")
"""What a post shows until it is remembered whom it will name."""

Draw = Callable[[Topic], Awaitable[Shown | None]]
"""Draws a topic; None: there is no such thing (any more)."""


class Shares:
    """Posts what is shared, and draws it anew.

    Args:
        deps: the parts.
        store: the only writer.

    Attributes:
        draws: who draws a topic, by what its act begins with.
    """

    def __init__(self, deps: Dependencies, store: Store) -> None:
        self._deps = deps
        self._store = store
        self._drawing = asyncio.Lock()
        self.draws: Mapping[str, Draw] = {}

    def knows(self, topic: Topic) -> bool:
        """Say whether a topic is of a kind that can be shared."""
        return topic.what.startswith(tuple(self.draws))

    async def drawn(self, topic: Topic) -> Shown | None:
        """Return a topic as it is now; None: there is no such thing (any more)."""
        for prefix, draw in self.draws.items():
            if topic.what.startswith(prefix):
                return await draw(topic)
        return None

    async def post(self, topic: Topic, shown: Shown, channel: int, *, files: bool) -> int:
        """Post a topic to a channel and remember whom it names; return the message's id.

        Args:
            topic: what it is.
            shown: as it is drawn.
            channel: where it goes.
            files: whether files may be sent there; else pictures are told in words.

        Raises:
            StorageError: it could not be remembered, and was taken back.
        """
        wire = self._deps.wire
        screen = shown.screen if files else in_words(shown.screen)
        message = await wire.send(channel, NOTHING_YET, Priority.TABLE)
        share = Share(
            message=message,
            person=FORGOTTEN,
            channel=channel,
            guild=topic.guild,
            what=topic.what,
            ply=topic.ply,
            subject=topic.subject,
        )
        try:
            await self._remember(share, {FORGOTTEN, *shown.people})
        except StorageError:
            await wire.delete(channel, message)
            raise
        async with self._drawing:
            await self._show(share, screen, Priority.TABLE)
        return message

    async def redraw(self, shares: Iterable[Share]) -> None:
        """Draw what is still to be drawn, as it is now: without whoever is forgotten."""
        for share in shares:
            await self._redraw(share)

    async def _redraw(self, share: Share, tried: int = 0) -> None:
        """Draw one anew; one after the other, so that no older screen comes after a newer one."""
        topic = Topic(guild=share.guild, what=share.what, ply=share.ply, subject=share.subject)
        async with self._drawing:
            try:
                shown = await self.drawn(topic)
                if shown is not None:
                    await self._remember(share, shown.people)
            except StorageError as error:
                log.warning("message %s cannot be drawn anew: %s", share.message, error)
                shown = None
            t = self._deps.looks.guild(share.guild)
            screen = shown.screen if shown is not None else privacy.share_gone(t)
            if not self._deps.permissions(share.guild, share.channel).attach_files:
                screen = in_words(screen)
            await self._show(share, screen, Priority.COSMETIC, tried)

    async def _show(self, share: Share, screen: Screen, at: Priority, tried: int = 0) -> None:
        """Edit a post; while Discord cannot take it now, draw it anew a few times.

        What it does not take with its pictures, too large perhaps, is told in words. What it has
        not taken stays to be drawn: the next start does it.
        """
        try:
            await self._deps.limiter.admit(at, share.channel)
            await self._deps.wire.edit(share.channel, share.message, screen, anew=True)
        except FAILURES as error:
            log.info("message %s: %s", share.message, describe(error))
            if kind(error) is Trouble.OURS and screen.attachments:
                await self._show(share, in_words(screen), at, tried)
                return
            if kind(error) is Trouble.BUSY:
                if tried < len(BACKOFF):
                    self._later(share, tried)
                return
        try:
            await self._store.commit(share_shown(share.message))
        except StorageError as error:
            log.info("message %s will be drawn once more: %s", share.message, error)

    def _later(self, share: Share, tried: int) -> None:
        def again() -> None:
            self._deps.tasks.start(self._redraw(share, tried + 1), "a post drawn anew")

        self._deps.clock.call_later(BACKOFF[tried], again)

    async def _remember(self, share: Share, people: Iterable[int]) -> None:
        rows = [structs.replace(share, person=person) for person in sorted(people)]
        await self._store.commit(shares_change(rows))
