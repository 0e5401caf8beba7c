"""People who go away from a running game, come back, come in, or are removed.

See `experience.md` sections 1 and 5. A house player goes on for who has gone, unless the game ends
by that (`bot.tables.end`).
"""

from datetime import datetime
from functools import partial

from msgspec import structs

from bot.db.records import Away, Leaver
from bot.tables import absence, end, house_players, limits, moves, timers, votes
from bot.tables.commit import apply
from bot.tables.entries import Join, Kick, Leave, Resign
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, Table, Vote
from bot.tables.notes import HostChanged, Note, Returned, SatIn, WentAway
from bot.tables.replies import Answer, Done, Refusal, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame


def _go(game: AnyGame, table: Table, seat: Seat, how: Away, now: datetime) -> Step:
    """Return what somebody's going away brings, up to the end of the game."""
    person = seat.person
    assert person is not None, "somebody sits there, or may come back"
    after = absence.reseated(table, seat.index, partial(_empty, how=how))
    others = tuple(each for each in table.leavers if each.person != person)
    after = structs.replace(after, leavers=(*others, Leaver(person, how, seat.name)))
    step = Step(after=after, notes=(WentAway(seat.index, how),))
    step = step.then(lambda on: votes.without(on, seat.index, person))
    step = step.then(lambda on: _handed_over(on, person))
    return step.then(lambda on: end.if_gone(game, on, seat, how, now))


def ending(game: AnyGame, table: Table, person: int, now: datetime) -> Table | None:
    """Return the table as it would be over by this person's leaving; None if it would go on."""
    seat = table.seat_of(person)
    if table.status != "playing" or seat is None:
        return None
    after = _go(game, table, seat, "left", now).after
    return after if after.status == "ended" else None


def _come(
    game: AnyGame, table: Table, person: int, name: str, now: datetime, settings: TableSettings
) -> Step | Refusal:
    """Return what somebody's coming brings: back to the own seat, or for somebody gone away.

    Who had a seat takes no other one: two hands of one game would be known to one person.
    """
    own = absence.left_by(table, person)
    if own is None and absence.how_gone(table, person) is not None:
        return Refusal(absence.why_not_seated(table, person))
    seat = own or next((each for each in table.seats if each.free), None)
    if seat is None:
        return Refusal(TableReason.NO_FREE_SEAT)
    new = Seat(
        index=seat.index,
        person=person,
        name=name,
        substitute=own is None or own.substitute,
    )
    table = absence.reseated(table, seat.index, lambda _: new)
    if own is None and table.vote is not None and _removes(table.vote, seat.index):
        step = votes.closed(table, table.vote, "moot")
        return step.then(lambda on: _sat_down(game, on, seat.index, own, now, settings))
    return _sat_down(game, table, seat.index, own, now, settings)


def _removes(vote: Vote, seat: int) -> bool:
    return vote.kind == "kick" and vote.accused == seat


def _sat_down(
    game: AnyGame,
    table: Table,
    index: int,
    own: Seat | None,
    now: datetime,
    settings: TableSettings,
) -> Step:
    """Return what follows where somebody has taken a seat of a running game."""
    notes: list[Note] = [Returned(index) if own is not None else SatIn(index)]
    going = absence.going_on(game, table, now, settings)
    if going is not None:
        return Step(after=table, notes=tuple(notes)).then(lambda _: going)
    after = timers.given_anew(game, table, index, now, settings)
    return Step(after=after, notes=tuple(notes))


def _empty(seat: Seat, how: Away) -> Seat:
    return Seat(
        index=seat.index,
        person=seat.person,
        name=seat.name,
        standin=absence.STANDIN,
        away=how,
        substitute=seat.substitute,
    )


def _handed_over(table: Table, person: int) -> Step:
    """Pass the table on to the next person if its host has gone."""
    if table.host != person or not table.people:
        return Step(after=table)
    host = table.people[0]
    return Step(after=structs.replace(table, host=host), notes=(HostChanged(person, host),))


async def heard(live: LiveTable, person: int) -> None:
    """Take note that somebody who sits here pressed anything.

    A stand-in gives the seat back, a pause ends, time-outs are forgotten, and a vote on removing
    this person is moot.
    """
    table = live.table
    if not table.misses(person):
        return
    seat = table.seat_of(person)
    assert seat is not None, "who is missed sits here"
    step = Step(after=table)
    if table.vote is not None and _removes(table.vote, seat.index):
        step = votes.closed(table, table.vote, "moot")
    now, settings = live.hall.clock.now(), live.hall.settings
    if seat.standin or seat.timeouts or table.paused:
        step = step.then(lambda on: absence.back(live.game, on, seat.index, now, settings))
    await apply(live, _going_on(live, step))
    if seat.standin is not None:
        house_players.forget(live, seat.index)
    if table.paused is not None:
        house_players.look_anew(live)


def _going_on(live: LiveTable, step: Step) -> Step:
    """Return the step with a countdown, if it ends a pause where nobody has turns."""
    if live.table.paused is None:
        return step
    return structs.replace(step, after=timers.counted_down(live, step.after))


async def leave(live: LiveTable, entry: Leave | Resign) -> Answer | None:
    """Go away from a running game: with or without coming back."""
    table = live.table
    seat = moves.seat_in_play(live, entry.person)
    if isinstance(seat, Refusal):
        return seat
    if table.race is not None:
        live.wait(entry)
        return None
    how: Away = "left" if isinstance(entry, Leave) else "resigned"
    await deserted(live, _go(live.game, table, seat, how, live.hall.clock.now()), seat)
    return Done(live.table)


async def sit_in(live: LiveTable, entry: Join) -> Answer | None:
    """Come back to one's seat, or take that of somebody who has gone away."""
    table, hall = live.table, live.hall
    if table.seat_of(entry.person) is not None:
        return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
    if table.race is not None:
        live.wait(entry)
        return None
    now, settings = hall.clock.now(), hall.settings
    step = _come(live.game, table, entry.person, entry.name, now, settings)
    if isinstance(step, Refusal):
        return step
    elsewhere = await hall.seats_elsewhere(entry.person)
    refusal = limits.sitting(hall, table.guild, entry.person, elsewhere)
    if refusal is not None:
        return refusal
    with hall.directory.sitting_down(entry.person):
        await apply(live, _going_on(live, step))
    limits.make_room(hall, live.table, entry.person)
    seat = live.table.seat_of(entry.person)
    assert seat is not None, "the person has just sat down"
    if table.seats[seat.index].person != entry.person:
        live.memory.unlock(seat.index)
    house_players.forget(live, seat.index)
    if table.paused is not None:
        house_players.look_anew(live)
    return Done(live.table)


async def kick(live: LiveTable, entry: Kick) -> Answer | None:
    """Remove somebody: at once by the host after a time-out, else by a vote of the others."""
    table = live.table
    own = moves.seat_in_play(live, entry.person)
    if isinstance(own, Refusal):
        return own
    seat = table.seats[entry.seat] if 0 <= entry.seat < len(table.seats) else None
    if seat is None or seat.owner is None or seat is own:
        return Refusal(TableReason.NOBODY_TO_REMOVE)
    if table.race is not None:
        live.wait(entry)
        return None
    if entry.person == table.host and seat.timeouts > 0:
        await deserted(live, removed(live, table, seat), seat)
        return Done(live.table)
    voters = tuple(person for person in table.people if person != seat.owner)
    return await votes.put(live, "kick", own, seat.index, voters)


def removed(live: LiveTable, table: Table, seat: Seat) -> Step:
    """Return what removing somebody brings."""
    return _go(live.game, table, seat, "kicked", live.hall.clock.now())


async def deserted(live: LiveTable, step: Step, seat: Seat) -> None:
    """Store that somebody has gone; what is held back for that seat is dropped."""
    held, now, settings = live.memory.held, live.hall.clock.now(), live.hall.settings
    await apply(live, step.then(lambda on: absence.if_nobody_is_there(on, now, settings)))
    if live.table.status != "playing":
        return
    if held is not None and held.doing.seat == seat.index and live.memory.held is held:
        live.memory.take_held()
        assert seat.person is not None, "somebody has gone"
        moves.settle(held.verdict, Refusal(absence.why_not_seated(live.table, seat.person)))
    house_players.look_anew(live)
