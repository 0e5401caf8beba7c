"""A store whose batches a test counts."""

from collections.abc import Callable

from bot.db.unit_of_work import Store
from bot.db.writers import Writer


class CountedStore(Store):
    """Stores as the bot does.

    Attributes:
        batches: how many were written, those that were refused included.
        then: what a test does right after the next one, once.
    """

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer, noted=self._count)
        self.batches = 0
        self.then: Callable[[], object] | None = None

    def _count(self, changes: int, seconds: float) -> None:
        self.batches += 1
        then, self.then = self.then, None
        if then is not None:
            then()
