"""What a use case decided, before it is stored: pure values on the way to one `Change`."""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct, structs

from bot.db.changes import NOTHING, Change, events_change, results_change, table_change
from bot.db.records import EventRecord, NumberedEvent, Result, Seat, Unrated
from bot.tables.model import StoredEvent, Table
from bot.tables.notes import Note
from engine.api import AnyGame, Outcome


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
    """Return an action's events as they will be stored, numbered on from the table's last.

    What is the same in many of them is there once: a table keeps its last ones in memory.
    """
    by, notation = _SEATS.setdefault(by, by), sys.intern(notation)
    people = tuple(table.seats[seat].person for seat in by)
    return tuple(
        StoredEvent(
            seq=table.seq + 1 + i,
            ply=ply,
            by=by,
            people=people,
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


_SEATS: dict[tuple[int, ...], tuple[int, ...]] = {}
"""The seats that have ever acted, alone or together."""


def _records(table: int, events: Sequence[StoredEvent]) -> tuple[EventRecord, ...]:
    return tuple(
        EventRecord(
            table=table,
            kind=str(event.event.__struct_config__.tag),
            data=msgspec.json.encode(event.event).decode(),
            **{key: getattr(event, key) for key in NumberedEvent.__struct_fields__},
        )
        for event in events
    )


def results(
    game: AnyGame, table: Table, outcome: Outcome, now: datetime, unrated: Unrated | None = None
) -> tuple[Result, ...]:
    """Return one result a seat, before ratings.

    A seat that ends under a stand-in, or whose person is gone, comes last and has not won
    (`experience.md` section 5); the others keep their order. A table begun with a house player is
    unrated.

    Args:
        game: its rules.
        table: as it ends.
        outcome: as the rules, or the table, found it.
        now: when it ends.
        unrated: why nothing of it counts for ratings, beside house players.
    """
    if any(seat.house for seat in table.seats):
        unrated = "house"
    places = places_of(table, outcome)
    teams = {seat: team[0] for team in game.teams(len(table.seats), table.options) for seat in team}
    return tuple(
        Result(
            table=table.id,
            seat=seat.index,
            guild=table.guild,
            game=table.game,
            person=seat.person,
            house=seat.house,
            place=places[seat.index],
            won=seat.index in winners_of(table, outcome),
            unrated=unrated or _unrated(table, seat, teams),
            ended=now,
            team=teams[seat.index],
            left=_has_left(seat),
        )
        for seat in table.seats
    )


def _unrated(table: Table, seat: Seat, teams: dict[int, int]) -> Unrated | None:
    """Return why the game does not count for one seat's person alone."""
    if seat.person is None:
        return "gone"
    if seat.substitute:
        return "substitute"
    partners = [other for other in table.seats if teams[other.index] == teams[seat.index]]
    return "partner" if any(other.substitute for other in partners) else None


def _has_left(seat: Seat) -> bool:
    """Say whether nobody sits here any more who came to play."""
    return seat.house is None and (seat.standin is not None or seat.gone)


def winners_of(table: Table, outcome: Outcome) -> tuple[int, ...]:
    """Return the seats that have won; empty also where only stand-ins would have."""
    return tuple(seat for seat in outcome.winners if not _has_left(table.seats[seat]))


def places_of(table: Table, outcome: Outcome) -> tuple[int, ...]:
    """Return the places with those who left last, all of them equal."""
    keys = [
        (True, 0) if _has_left(seat) else (False, outcome.places[seat.index])
        for seat in table.seats
    ]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
