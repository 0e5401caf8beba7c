"""What a use case decided, before it is stored: pure values on the way to one `Change`."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct, structs

from bot.db.changes import NOTHING, Change, events_change, results_change, table_change
from bot.db.records import EventRecord, Result
from bot.tables.facts import Note
from bot.tables.model import StoredEvent, Table


class Step(Struct, frozen=True, kw_only=True):
    """One use case's effect on one table.

    Attributes:
        after: the table as it will be.
        more: further rows of the same transaction (calls, votes).
    """

    after: Table
    events: tuple[StoredEvent, ...] = ()
    notes: tuple[Note, ...] = ()
    results: tuple[Result, ...] = ()
    more: Change = NOTHING

    def then(self, following: "Callable[[Table], Step]") -> "Step":
        """Return this step followed by another on the table it leaves, stored together."""
        second = following(self.after)
        return Step(
            after=second.after,
            events=self.events + second.events,
            notes=self.notes + second.notes,
            results=self.results + second.results,
            more=self.more + second.more,
        )

    def noting(self, *notes: Note) -> "Step":
        """Return this step with more to tell."""
        return structs.replace(self, notes=self.notes + notes)

    def storing(self, more: Change) -> "Step":
        """Return this step with more to store."""
        return structs.replace(self, more=self.more + more)

    def change(self, before: Table | None) -> Change:
        """Return all there is to store."""
        return (
            table_change(before, self.after)
            + events_change(_records(self.after.id, self.events))
            + results_change(self.results)
            + self.more
        )


class Cause(Struct, frozen=True, kw_only=True):
    """What made an action happen, as stored with its events (see `EventRecord`)."""

    at: datetime
    stamp: float | None = None
    press: str | None = None
    auto: bool = False
    race: dict[str, Any] | None = None


def stored(
    table: Table, ply: int, by: tuple[int, ...], notation: str, events: Sequence[Any], cause: Cause
) -> tuple[StoredEvent, ...]:
    """Return an action's events as they will be stored, numbered on from the table's last."""
    return tuple(
        StoredEvent(
            seq=table.seq + 1 + i,
            ply=ply,
            by=by,
            event=event,
            notation=notation,
            stamp=cause.stamp,
            at=cause.at,
            press=cause.press if i == 0 else None,
            auto=cause.auto,
            race=cause.race if i == 0 else None,
        )
        for i, event in enumerate(events)
    )


def _records(table: int, events: Sequence[StoredEvent]) -> tuple[EventRecord, ...]:
    return tuple(
        EventRecord(
            table=table,
            kind=str(event.event.__struct_config__.tag),
            data=msgspec.json.encode(event.event).decode(),
            **{key: getattr(event, key) for key in _SAME},
        )
        for event in events
    )


_SAME = ("seq", "ply", "by", "notation", "stamp", "at", "press", "auto", "race")
