"""The picture of a running table: drawn beside the event loop, shown once it is up to date."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from bot.discord_api.errors import Tasks, report
from bot.locale import Translator
from bot.pictures import Drawing, of_table
from bot.ui.contract.renderer import AnyRenderer, PublicSight
from bot.ui.contract.spread import Spread
from bot.ui.elements.names import labels

Lying: TypeAlias = tuple[Spread, Translator]
"""All that a picture depends on: what lies where, and the language."""


class LivePicture:
    """Keeps the newest picture of what lies on one table.

    Args:
        renderer: the game's.
        tasks: where drawing goes on.
        ready: learns that a picture is there, or that there will be none.

    Attributes:
        failed: whether it could not be drawn.
    """

    __slots__ = ("_drawing", "_drawn", "_ready", "_renderer", "_tasks", "_wanted", "failed")

    def __init__(self, renderer: AnyRenderer, tasks: Tasks, ready: Callable[[], None]) -> None:
        self._renderer = renderer
        self._tasks = tasks
        self._ready = ready
        self._wanted: tuple[Lying, PublicSight[Any]] | None = None
        self._drawn: tuple[Lying, Drawing] | None = None
        self._drawing: asyncio.Task[None] | None = None
        self.failed = False

    def of(self, sight: PublicSight[Any], t: Translator) -> Drawing | None:
        """Return the picture of this; None: it is being drawn."""
        names = labels(sight.table, t)
        lying = (self._renderer.spread(sight.laid, names, t, sight.last), t)
        if self._drawn is not None and self._drawn[0] == lying:
            return self._drawn[1]
        self._wanted = (lying, sight)
        if self._drawing is None:
            self._drawing = self._tasks.start(self._draw(), "picture of a table")
        return None

    async def settled(self) -> None:
        """Wait for what is being drawn."""
        if self._drawing is not None:
            await asyncio.wait([self._drawing])

    async def _draw(self) -> None:
        try:
            while self._wanted is not None:
                (lying, sight), self._wanted = self._wanted, None
                _, t = lying
                drawn = await asyncio.to_thread(of_table, sight, self._renderer, t, headed=False)
                self._drawn = (lying, drawn)
        except Exception as error:
            self.failed = True
            report("picture of a table", error)
        finally:
            self._drawing = None
        self._ready()
