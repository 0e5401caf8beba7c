"""Where every lobby and running game is: in memory, or expected back after a start."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from bot.db.records import EventRecord, TableRecord, Whereabouts
from bot.tables.model import Table


@dataclass(slots=True)
class Expected:
    """A lobby or running game that has not come back yet after a start.

    Attributes:
        where: what is known of it.
        alive: when a process last had it; None: that is not known.
        read: what is stored of it, where it was read together with others.
    """

    where: Whereabouts
    alive: datetime | None
    read: "tuple[TableRecord, tuple[EventRecord, ...]] | None" = None


@dataclass(slots=True)
class Directory:
    """Every lobby and running game by id, and who is just sitting down.

    Attributes:
        active: those in memory.
        expected: those that come back when they are first touched, or in their turn.
    """

    active: dict[int, Table] = field(default_factory=dict)
    expected: dict[int, Expected] = field(default_factory=dict)
    _joining: Counter[int] = field(default_factory=Counter)
    """People whose sitting down is being stored."""

    def note(self, after: Table) -> None:
        """Learn of a change."""
        if after.active:
            self.active[after.id] = after
        else:
            self.active.pop(after.id, None)

    @contextmanager
    def sitting_down(self, person: int) -> Iterator[None]:
        """Count a seat of this person while it is being stored."""
        self._joining[person] += 1
        try:
            yield
        finally:
            self._joining[person] -= 1
            if not self._joining[person]:
                del self._joining[person]

    def seats_of(self, person: int, guild: int | None = None) -> int:
        """Return how many seats this person holds, counting those being stored.

        Those of tables that are abandoned do not count.

        `guild`: only in this server; those being stored count wherever they are.
        """
        held = sum(
            table.seat_of(person) is not None
            for table in self.active.values()
            if (guild is None or table.guild == guild) and not table.abandoned
        )
        coming = sum(
            person in each.where.seated
            for number, each in self.expected.items()
            if guild in (None, each.where.guild)
            and not (each.where.abandoned or number in self.active)
        )
        return held + coming + self._joining[person]
