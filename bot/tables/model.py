"""A table as everybody above storage sees it, and what is told when it changes."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from bot.db.records import (
    DISPLAYS,
    PACES,
    CallMade,
    Display,
    EndReason,
    NumberedEvent,
    Pace,
    Race,
    Route,
    Seat,
    Status,
    TableRecord,
    Vote,
    VoteKind,
)
from bot.tables.notes import Note
from engine.api import Level, OptionValue

__all__ = [
    "DISPLAYS",
    "PACES",
    "CallMade",
    "Changed",
    "Display",
    "EndReason",
    "Invitation",
    "NewTable",
    "Note",
    "Pace",
    "Race",
    "Route",
    "Seat",
    "Status",
    "StoredEvent",
    "Table",
    "Vote",
    "VoteKind",
]


class Table(TableRecord, frozen=True, kw_only=True):
    """A table with its state: frozen, so a `Table` in hand is one moment of it.

    Attributes:
        state: the fold of its events, as the game has it; None in a lobby. Everything, secrets
            too: screens go through `Game.view`.
        awaited: when the next action comes that the position brings by itself (`Game.waits`);
            None without one. Not stored: counted anew after a restart.
        resumes: until when nobody may act, after a restart; None at all other times. Not stored.
    """

    state: Any = None
    awaited: datetime | None = None
    resumes: datetime | None = None

    __repr__ = TableRecord.__repr__

    def seat_of(self, person: int) -> Seat | None:
        """Return the seat this person owns; None without one (only kept, or gone away)."""
        return next((seat for seat in self.seats if seat.owner == person), None)

    def name_of(self, person: int) -> str:
        """Return the name of somebody who plays or played here; "" of who was forgotten."""
        names = {leaver.person: leaver.name for leaver in self.leavers}
        names |= {seat.person: seat.name for seat in self.seats if seat.person is not None}
        return names.get(person, "")

    def kept_for(self, person: int) -> Seat | None:
        """Return the seat kept for this person in the lobby."""
        return next((seat for seat in self.seats if seat.invited == person), None)

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who sits here, in order of seats; not who has gone away."""
        return tuple(seat.owner for seat in self.seats if seat.owner is not None)

    def misses(self, person: int) -> bool:
        """Say whether any press of this person changes something: who plays, or that all wait."""
        seat = self.seat_of(person)
        if seat is None or self.status != "playing":
            return False
        asked = self.vote is not None and self.vote.kind == "kick"
        about = asked and self.vote is not None and self.vote.accused == seat.index
        return bool(seat.standin or seat.timeouts or self.paused or about)

    @property
    def abandoned(self) -> bool:
        """Whether all its people have timed out, so that it gives way to other tables.

        A daily table in its time never does.
        """
        return self.status == "playing" and self.paused is not None and self.pace != "daily"

    @property
    def set_aside(self) -> bool:
        """Whether its stored game cannot be read: it stands still until the staff ends it."""
        return self.status == "set-aside"

    @property
    def where(self) -> int:
        """The channel its public message is in."""
        return self.thread or self.channel


class StoredEvent(NumberedEvent, frozen=True, kw_only=True):
    """An event that is stored, as the game's own type has it.

    Everything, secrets too: screens go through `Game.redact`.
    """

    event: Any

    def __repr__(self) -> str:
        """Name the event without its data, which may hold hidden cards."""
        return f"<StoredEvent {self.seq} ply {self.ply} {type(self.event).__name__}>"


class Changed(Struct, frozen=True, kw_only=True):
    """What changed at one table, durable by now.

    Attributes:
        before: None for a table just opened or restored.
        notes: what else has happened, that is no event of the game.
    """

    before: Table | None
    after: Table
    events: tuple[StoredEvent, ...] = ()
    notes: tuple[Note, ...] = ()


class Invitation(Struct, frozen=True):
    """Somebody a seat is kept for. `name` as shown in the server."""

    person: int
    name: str


class NewTable(Struct, frozen=True, kw_only=True):
    """What `/play` asks for.

    Attributes:
        chosen: the house rules chosen; unknown ones are refused.
        house: how many house players sit down at once.
        thread: the thread `/play` was used in, `channel` being its parent.
        key: names the press; two with one key open one table, also in two processes.
    """

    game: str
    guild: int | None
    channel: int
    host: int
    host_name: str
    invited: tuple[Invitation, ...] = ()
    chosen: dict[str, OptionValue] = {}
    house: int = 0
    level: Level = "normal"
    pace: Pace = "live"
    display: Display = "text"
    thread: int | None = None
    key: str | None = None
