"""People who are away for a while: pure steps (`experience.md` section 5).

A seat whose turns run out of time twice in a row is played by a house player until its person
presses anything. Without anybody there at all the table pauses.
"""

from collections.abc import Callable, Collection
from datetime import datetime

from msgspec import structs

from bot.db.records import Away
from bot.tables import timers
from bot.tables.model import Seat, Table
from bot.tables.notes import Note, Paused, Resumed, Returned, StoodIn
from bot.tables.replies import TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame, Level

STANDIN: Level = "easy"
"""How well a house player plays for somebody who is away."""

PATIENCE = 2
"""Time-outs in a row after which one does, and after which a table without people pauses."""

WHY = {
    "left": TableReason.LEFT,
    "resigned": TableReason.RESIGNED,
    "kicked": TableReason.KICKED,
}


def why_not_seated(table: Table, person: int) -> TableReason:
    """Return why somebody without a seat has none, to be told on pressing an old screen."""
    how = how_gone(table, person)
    if how is None:
        return TableReason.NOT_AT_TABLE
    if how == "left" and left_by(table, person) is None:
        return TableReason.REPLACED_HERE
    return WHY[how]


def how_gone(table: Table, person: int) -> Away | None:
    """Return how somebody has gone away from this game, if so."""
    return next((each.how for each in table.leavers if each.person == person), None)


def left_by(table: Table, person: int) -> Seat | None:
    """Return the seat this person left and may take back."""
    return next((s for s in table.seats if s.person == person and s.away == "left"), None)


def reseated(table: Table, index: int, change: Callable[[Seat], Seat]) -> Table:
    """Return the table with one seat changed."""
    seats = tuple(change(seat) if seat.index == index else seat for seat in table.seats)
    return structs.replace(table, seats=seats)


def missed(table: Table, waited: Collection[int], now: datetime, settings: TableSettings) -> Step:
    """Count a time-out of these seats, with the stand-ins and the pause it brings."""
    if table.status != "playing":
        return Step(after=table)
    notes: list[Note] = []
    for index in waited:
        before = table.seats[index]
        table = reseated(table, index, _missed_once)
        if table.seats[index].standin != before.standin:
            notes.append(StoodIn(index))
    step = Step(after=table, notes=tuple(notes))
    return step.then(lambda on: if_nobody_is_there(on, now, settings))


def if_nobody_is_there(table: Table, now: datetime, settings: TableSettings) -> Step:
    """Return the pause of a table all of whose people have been idle for two rounds."""
    people = [seat for seat in table.seats if seat.owner is not None]
    idle = bool(people) and all(seat.timeouts >= PATIENCE for seat in people)
    if table.status != "playing" or table.paused is not None or not idle:
        return Step(after=table)
    return Step(after=timers.paused(table, now, settings), notes=(Paused(),))


def back(game: AnyGame, table: Table, index: int, now: datetime, settings: TableSettings) -> Step:
    """Return the table with a person playing again who was away; a paused one goes on."""
    notes: tuple[Note, ...] = (Returned(index),) if table.seats[index].standin else ()
    table = reseated(table, index, lambda seat: structs.replace(seat, standin=None, timeouts=0))
    going = going_on(game, table, now, settings)
    if going is not None:
        return Step(after=table, notes=notes).then(lambda _: going)
    return Step(after=timers.given_anew(game, table, index, now, settings), notes=notes)


def going_on(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Step | None:
    """Return a paused table as it goes on, no time lost; None if it is not paused."""
    if table.paused is None:
        return None
    pause = now - table.paused
    started = table.started + pause if table.started else None
    table = structs.replace(table, paused=None, started=started)
    step = Step(after=timers.first(game, table, now, settings))
    step = step.then(lambda on: timers.vote_extended(on, pause.total_seconds()))
    return step.noting(Resumed())


def _missed_once(seat: Seat) -> Seat:
    if seat.owner is None or seat.standin is not None:
        return seat
    timeouts = seat.timeouts + 1
    standin = STANDIN if timeouts >= PATIENCE else None
    return structs.replace(seat, timeouts=timeouts, standin=standin)
