"""Forgetting a person at one table (`/mydata`): out of the lobby, or out of the game."""

from msgspec import structs

from bot.db.records import FORGOTTEN, Away, Leaver
from bot.tables import absence, end, leaving, start, votes
from bot.tables.commit import apply
from bot.tables.entries import Erase, Leave
from bot.tables.live_table import LiveTable
from bot.tables.model import Race, Seat, Table
from bot.tables.replies import Answer, Done, Refusal
from bot.tables.step import Step


async def erase(live: LiveTable, entry: Erase) -> Answer:
    """Take a person off a table: out of a lobby, replaced by a stand-in in a game.

    The other seats, the game and its events stay as they are.
    """
    before, person, now = live.table, entry.person, live.hall.clock.now()
    live.forget(person)
    step = _out_of_lobby(live, person) if before.status == "lobby" else Step(after=before)
    step = step.then(lambda on: Step(after=_without(on, person)))
    playing = before.status == "playing"
    left = absence.left_by(before, person) if playing else None
    seat = before.seat_of(person) if playing else None
    if left is not None:
        step = step.then(lambda on: votes.without(on, left.index, person))
    if seat is not None:
        step = step.then(lambda on: votes.without(on, seat.index, person))
        step = step.then(lambda on: end.if_deserted(live.game, on, now))
        await leaving.deserted(live, step, seat)
    elif step.after != before:
        await apply(live, step)
    return Done(live.table)


def _without(table: Table, person: int) -> Table:
    """Return a table that says nothing of a person any more, but for the voice in an open vote.

    Nor does it say why that was opened: somebody may be named there.
    """
    people = [other for other in table.people if other != person]
    host = table.host
    if host == person:
        host = people[0] if people else FORGOTTEN
    return structs.replace(
        table,
        seats=tuple(_seat(seat, person, table) for seat in table.seats),
        host=host,
        leavers=_leavers(table, person),
        race=_race(table.race, person),
        vote=structs.replace(table.vote, reason="") if table.vote is not None else None,
    )


def _out_of_lobby(live: LiveTable, person: int) -> Step:
    leave = Leave(person=person, route="command", stamp=0.0, arrived=0.0, key=f"erase {person}")
    outcome = start.lobby(live).handle(live.table, leave)
    return Step(after=live.table) if isinstance(outcome, Refusal) else outcome


def _seat(seat: Seat, person: int, table: Table) -> Seat:
    if person not in (seat.person, seat.invited):
        return structs.replace(seat, opposite=None) if seat.opposite == person else seat
    if table.status == "playing":
        away: Away = "resigned"
        return Seat(index=seat.index, standin=absence.STANDIN, away=away)
    return Seat(index=seat.index, standin=seat.standin, away=seat.away)


def _leavers(table: Table, person: int) -> tuple[Leaver, ...]:
    """Return who went away, without the person: that somebody was removed, and nobody's name."""
    kept = [
        Leaver(FORGOTTEN, "kicked") if each.person == person else each
        for each in table.leavers
        if each.person != person or each.how == "kicked"
    ]
    return tuple(dict.fromkeys(kept))


def _race(race: Race | None, person: int) -> Race | None:
    if race is None:
        return None
    calls = tuple(
        structs.replace(call, person=None) if call.person == person else call for call in race.calls
    )
    return structs.replace(race, calls=calls)
