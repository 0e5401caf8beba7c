"""Where a press came from, for the entry it becomes."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.tables.commands import PersonEntry
from bot.tables.model import Route

E = TypeVar("E", bound=PersonEntry)


class Origin(Struct, frozen=True, kw_only=True):
    """Who pressed, how, and when (see `bot.tables.commands.Press`).

    `name` is the person's as shown where it was pressed.
    """

    person: int
    name: str
    route: Route
    stamp: float
    arrived: float
    key: str
    well_timed: bool = True

    def entry(self, kind: Callable[..., E], **fields: Any) -> E:
        """Return an entry of this press."""
        return kind(
            person=self.person,
            route=self.route,
            stamp=self.stamp,
            arrived=self.arrived,
            key=self.key,
            well_timed=self.well_timed,
            **fields,
        )
