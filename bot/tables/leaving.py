"""People who go away from a running game, come back, come in, or are removed.

See `experience.md` sections 1 and 5. A house player goes on for who has gone. When only one side is
left that never went away, it wins at once; when nobody is left at all, the table ends.
"""

from datetime import datetime
from functools import partial
from typing import assert_never

from msgspec import structs

from bot.db.records import Away, Leaver, Unrated
from bot.tables import absence, house_players, limits, moves, timers, votes
from bot.tables.commit import apply
from bot.tables.entries import CastVote, End, GiveWay, Join, Kick, Leave, Resign
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, StoredEvent, Table, Vote
from bot.tables.notes import (
    Ended,
    HostChanged,
    Note,
    Resumed,
    Returned,
    SatIn,
    VoteOpened,
    WentAway,
)
from bot.tables.replies import Acted, Answer, Done, Refusal, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine import play
from engine.api import AnyGame, Outcome, Setup
from engine.errors import Reason


def go(game: AnyGame, table: Table, seat: Seat, how: Away, now: datetime) -> Step:
    """Return what somebody's going away brings, up to the end of the game."""
    person = seat.person
    assert person is not None, "somebody sits there, or may come back"
    after = absence.reseated(table, seat.index, partial(_empty, how=how))
    others = tuple(each for each in table.leavers if each.person != person)
    after = structs.replace(after, leavers=(*others, Leaver(person, how, seat.name)))
    step = Step(after=after, notes=(WentAway(seat.index, how),))
    step = step.then(lambda on: votes.without(on, seat.index, person))
    step = step.then(lambda on: _handed_over(on, person))
    return step.then(lambda on: _ended(game, on, seat, how, now))


def ending(game: AnyGame, table: Table, person: int, now: datetime) -> Table | None:
    """Return the table as it would be over by this person's leaving; None if it would go on."""
    seat = table.seat_of(person)
    if table.status != "playing" or seat is None:
        return None
    after = go(game, table, seat, "left", now).after
    return after if after.status == "ended" else None


def come(
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
        return Step(after=going, notes=(*notes, Resumed()))
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


def _ended(game: AnyGame, table: Table, gone: Seat, how: Away, now: datetime) -> Step:
    """Return the end of the game, if this going away is its end."""
    if not table.people and how == "resigned" and len(table.seats) == 2:
        return _won(game, table, (1 - gone.index,), now)
    return concluded(game, table, now)


def concluded(game: AnyGame, table: Table, now: datetime) -> Step:
    """Return the end of a game that somebody has gone away from, if it is over by that."""
    if not table.people:
        return moves.end(game, table, None, "empty", now)
    teams = game.teams(len(table.seats), table.options)
    left = {leaver.person for leaver in table.leavers}
    stayed = {seat.index for seat in table.seats if seat.owner not in (None, *left)}
    sides = [team for team in teams if stayed & set(team)]
    return _won(game, table, sides[0], now) if len(sides) == 1 else Step(after=table)


def _won(game: AnyGame, table: Table, side: tuple[int, ...], now: datetime) -> Step:
    """Return the win of the only side left; a seat there is its person's again."""
    for index in side:
        if table.seats[index].owner is not None:
            table = absence.reseated(
                table, index, lambda seat: structs.replace(seat, standin=None, timeouts=0)
            )
    left = game.remaining(table.state)
    keys = [
        (0, 0) if seat.index in side else (2, 0) if seat.free else (1, left[seat.index])
        for seat in table.seats
    ]
    places = tuple(1 + sum(other < own for other in keys) for own in keys)
    outcome = Outcome("won", tuple(sorted(side)), places)
    return moves.end(game, table, outcome, "left", now, _unrated(game, table, left))


def _unrated(game: AnyGame, table: Table, left: tuple[int, ...]) -> Unrated | None:
    """Return why a win by staying does not count.

    It does not after a removal, nor before the seat with the fewest cards was rid of a third.
    """
    if any(leaver.how == "kicked" for leaver in table.leavers):
        return "kick"
    setup = Setup(
        seats=len(table.seats), options=table.options, seed=table.seed, dealer=table.dealer
    )
    dealt = game.remaining(play.start(game, setup).state)
    ahead = [seat for seat, cards in enumerate(left) if cards == min(left)]
    return None if any(3 * left[seat] <= 2 * dealt[seat] for seat in ahead) else "early"


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
    if table.vote is not None and table.vote.kind == "kick" and table.vote.accused == seat.index:
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
    await deserted(live, go(live.game, table, seat, how, live.hall.clock.now()), seat)
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
    step = come(live.game, table, entry.person, entry.name, now, settings)
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
    return await _put_to_vote(live, votes.opened(live, "kick", own, seat.index, voters))


async def end(live: LiveTable, entry: End) -> Answer | None:
    """End a running game without a result: a moderator, a lone person, or a vote."""
    table, now = live.table, live.hall.clock.now()
    if table.status != "playing":
        return Refusal(Reason.GAME_OVER)
    if entry.moderator:
        await apply(live, moves.end(live.game, table, None, "ended", now))
        return Done(live.table)
    own = table.seat_of(entry.person)
    if own is None:
        return Refusal(TableReason.NOT_ALLOWED_HERE)
    if table.race is not None:
        live.wait(entry)
        return None
    if table.people == (entry.person,):
        await apply(live, moves.end(live.game, table, None, "voted", now))
        return Done(live.table)
    return await _put_to_vote(live, votes.opened(live, "end", own, None, table.people))


async def give_way(live: LiveTable, entry: GiveWay) -> Answer:
    """End an abandoned table for another one; it counts for nobody."""
    if live.table.abandoned:
        now = live.hall.clock.now()
        await apply(live, moves.end(live.game, live.table, None, "abandoned", now))
    return Done(live.table)


async def end_unreadable(live: LiveTable, entry: End) -> Answer:
    """End a table whose stored game cannot be read: the staff alone."""
    if not entry.moderator:
        return Refusal(TableReason.SET_ASIDE)
    now = live.hall.clock.now()
    ended = structs.replace(live.table, status="ended", end_reason="ended", ended=now)
    await apply(live, Step(after=ended, notes=(Ended("ended"),)))
    return Done(live.table)


async def cast(live: LiveTable, entry: CastVote) -> Answer | None:
    """Count a voice; once enough say yes it happens, once they cannot the vote is over."""
    before = live.table
    if before.status != "playing":
        return moves.not_playing(live)
    vote = votes.count(before, entry)
    if not isinstance(vote, Vote):
        return vote
    if before.race is not None:
        live.wait(entry)
        return None
    if len(vote.yes) < vote.needed:
        await apply(live, votes.counted(before, vote))
        return Done(live.table)
    events = await _passed(live, vote)
    return Acted(before=before, after=live.table, events=events) if events else Done(live.table)


async def vote_due(live: LiveTable) -> None:
    """End a vote whose time is over."""
    vote = live.table.vote
    if vote is not None:
        await apply(live, votes.closed(live.table, vote, "failed"))


async def _passed(live: LiveTable, vote: Vote) -> tuple[StoredEvent, ...]:
    """Do what a vote has decided; return what happened in the game."""
    table, now = live.table, live.hall.clock.now()
    passed = votes.closed(table, vote, "passed")
    match vote.kind:
        case "accuse":
            step = votes.confirmed(live, passed, vote)
            await apply(live, step)
            return step.events
        case "kick":
            assert vote.accused is not None, "somebody is to be removed"
            seat = table.seats[vote.accused]
            await deserted(live, passed.then(lambda on: removed(live, on, seat)), seat)
        case "end":
            step = passed.then(lambda on: moves.end(live.game, on, None, "voted", now))
            await apply(live, step)
        case _:
            assert_never(vote.kind)
    return ()


def removed(live: LiveTable, table: Table, seat: Seat) -> Step:
    """Return what removing somebody brings."""
    return go(live.game, table, seat, "kicked", live.hall.clock.now())


async def _put_to_vote(live: LiveTable, step: Step | Refusal) -> Answer:
    if isinstance(step, Refusal):
        return step
    await apply(live, step.noting(VoteOpened()))
    return Done(live.table)


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
    vote = live.table.vote
    if vote is not None and len(vote.yes) >= vote.needed:
        await _passed(live, vote)
