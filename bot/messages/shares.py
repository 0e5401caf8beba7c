"""What people have shared to a channel: drawn for all, posted once, and drawn anew without a name.

Each post is remembered with whom it names (`architecture.md`, Storage), so that deleting one's data
takes one's name out of it.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping

from msgspec import Struct

from bot.db.changes import shares_change
from bot.db.records import Share
from bot.db.session import StorageError
from bot.db.unit_of_work import Store
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.discord_api.writer import BACKOFF
from bot.messages.dependencies import Dependencies
from bot.tables.model import Table
from bot.ui import privacy
from bot.ui.elements.screen import Screen, in_words

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

        What Discord does not take with its pictures, too large perhaps, is told in words.

        Raises:
            StorageError: it could not be remembered, and was taken back.
        """
        wire = self._deps.wire
        screen = shown.screen if files else in_words(shown.screen)
        try:
            message = await wire.send(channel, screen, Priority.TABLE)
        except FAILURES as error:
            if kind(error) is not Trouble.OURS or not screen.attachments:
                raise
            message = await wire.send(channel, in_words(screen), Priority.TABLE)
        try:
            await self._remember(topic, shown.people, channel, message)
        except StorageError:
            await wire.delete(channel, message)
            raise
        return message

    async def redraw(self, shares: Iterable[Share], gone: int) -> None:
        """Draw what named somebody anew, now that the person is forgotten."""
        for share in {each.message: each for each in shares}.values():
            topic = Topic(guild=share.guild, what=share.what, ply=share.ply, subject=share.subject)
            t = self._deps.looks.guild(share.guild)
            try:
                shown = await self.drawn(topic) if share.subject != gone else None
                if shown is not None:
                    await self._remember(topic, shown.people, share.channel, share.message)
            except StorageError as error:
                log.warning("message %s cannot be drawn anew: %s", share.message, error)
                shown = None
            screen = shown.screen if shown is not None else privacy.share_gone(t)
            if not self._deps.permissions(share.guild, share.channel).attach_files:
                screen = in_words(screen)
            await self._edit(share, screen)

    async def _edit(self, share: Share, screen: Screen, tried: int = 0) -> None:
        """Edit what was shared; while Discord cannot take it now, try again a few times."""
        try:
            await self._deps.limiter.admit(Priority.COSMETIC, share.channel)
            await self._deps.wire.edit(share.channel, share.message, screen, anew=True)
        except FAILURES as error:
            log.info("message %s: %s", share.message, describe(error))
            if kind(error) is Trouble.OURS and screen.attachments:
                screen = in_words(screen)
            elif kind(error) is not Trouble.BUSY:
                return
            if tried == len(BACKOFF):
                return

            def again() -> None:
                self._deps.tasks.start(self._edit(share, screen, tried + 1), "a post drawn anew")

            self._deps.clock.call_later(BACKOFF[tried], again)

    async def _remember(
        self, topic: Topic, people: Iterable[int], channel: int, message: int
    ) -> None:
        rows = [
            Share(
                message=message,
                person=person,
                channel=channel,
                guild=topic.guild,
                what=topic.what,
                ply=topic.ply,
                subject=topic.subject,
            )
            for person in sorted(people)
        ]
        await self._store.commit(shares_change(rows))
