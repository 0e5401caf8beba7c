"""Who plays: people who press, leave, give up, come back, come in, and are removed.

See `experience.md` section 5.
"""

from typing import assert_never

from msgspec import structs

from bot.db.records import Away
from bot.tables import absence, house_players, leaving, limits, moves, playing, timers, votes
from bot.tables.commands import CastVote, End, Join, Kick, Leave, Resign
from bot.tables.commit import apply
from bot.tables.facts import VoteOpened
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, StoredEvent, Table, Vote
from bot.tables.replies import Acted, Answer, Done, Refusal, TableReason
from bot.tables.step import Step
from engine.errors import Reason


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
    now, settings = live.world.clock.now(), live.world.settings
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
    if table.status != "playing":
        return moves.not_playing(live)
    seat = table.seat_of(entry.person)
    if seat is None:
        return Refusal(absence.why_not_seated(table, entry.person))
    if table.race is not None:
        live.wait(entry)
        return None
    how: Away = "left" if isinstance(entry, Leave) else "resigned"
    await _deserted(live, leaving.go(live.game, table, seat, how, live.world.clock.now()), seat)
    return Done(live.table)


async def sit_in(live: LiveTable, entry: Join) -> Answer | None:
    """Come back to one's seat, or take that of somebody who has gone away."""
    table, world = live.table, live.world
    if table.seat_of(entry.person) is not None:
        return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
    if table.race is not None:
        live.wait(entry)
        return None
    now, settings = world.clock.now(), world.settings
    step = leaving.sit_in(live.game, table, entry.person, entry.name, now, settings)
    if isinstance(step, Refusal):
        return step
    refusal = limits.sitting(world, table.guild, entry.person)
    if refusal is not None:
        return refusal
    world.directory.joining[entry.person] += 1
    try:
        await apply(live, _going_on(live, step))
    finally:
        world.directory.joining[entry.person] -= 1
    seat = live.table.seat_of(entry.person)
    assert seat is not None, "the person has just sat down"
    if table.seats[seat.index].person != entry.person:
        live.memory.locks.pop(seat.index, None)
    house_players.forget(live, seat.index)
    if table.paused is not None:
        house_players.look_anew(live)
    return Done(live.table)


async def kick(live: LiveTable, entry: Kick) -> Answer | None:
    """Remove somebody: at once by the host after a time-out, else by a vote of the others."""
    table = live.table
    if table.status != "playing":
        return moves.not_playing(live)
    own = table.seat_of(entry.person)
    if own is None:
        return Refusal(absence.why_not_seated(table, entry.person))
    seat = table.seats[entry.seat] if 0 <= entry.seat < len(table.seats) else None
    if seat is None or seat.owner is None or seat is own:
        return Refusal(TableReason.NOBODY_TO_REMOVE)
    if table.race is not None:
        live.wait(entry)
        return None
    if entry.person == table.host and seat.timeouts > 0:
        await _deserted(live, removed(live, table, seat), seat)
        return Done(live.table)
    voters = tuple(person for person in table.people if person != seat.owner)
    return await _put_to_vote(live, votes.opened(live, "kick", own, seat.index, voters))


async def end(live: LiveTable, entry: End) -> Answer | None:
    """End a running game without a result: a moderator, a lone person, or a vote."""
    table, now = live.table, live.world.clock.now()
    if table.status != "playing":
        return Refusal(Reason.GAME_OVER)
    if entry.moderator:
        await apply(live, playing.end(live.game, table, None, "ended", now))
        return Done(live.table)
    own = table.seat_of(entry.person)
    if own is None:
        return Refusal(TableReason.NOT_ALLOWED_HERE)
    if table.race is not None:
        live.wait(entry)
        return None
    if table.people == (entry.person,):
        await apply(live, playing.end(live.game, table, None, "voted", now))
        return Done(live.table)
    return await _put_to_vote(live, votes.opened(live, "end", own, None, table.people))


async def cast(live: LiveTable, entry: CastVote) -> Answer | None:
    """Count a voice; once enough say yes it happens, once they cannot the vote is over."""
    before = live.table
    if before.status != "playing":
        return moves.not_playing(live)
    vote = votes.count(before, entry)
    if isinstance(vote, Refusal):
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
    table, now = live.table, live.world.clock.now()
    passed = votes.closed(table, vote, "passed")
    match vote.kind:
        case "accuse":
            step = votes.confirmed(live, passed, vote)
            await apply(live, step)
            return step.events
        case "kick":
            assert vote.accused is not None, "somebody is to be removed"
            seat = table.seats[vote.accused]
            await _deserted(live, passed.then(lambda on: removed(live, on, seat)), seat)
        case "end":
            step = passed.then(lambda on: playing.end(live.game, on, None, "voted", now))
            await apply(live, step)
        case _:
            assert_never(vote.kind)
    return ()


def removed(live: LiveTable, table: Table, seat: Seat) -> Step:
    """Return what removing somebody brings."""
    return leaving.go(live.game, table, seat, "kicked", live.world.clock.now())


async def _put_to_vote(live: LiveTable, step: Step | Refusal) -> Answer:
    if isinstance(step, Refusal):
        return step
    await apply(live, step.noting(VoteOpened()))
    return Done(live.table)


async def _deserted(live: LiveTable, step: Step, seat: Seat) -> None:
    """Store that somebody has gone; what is held back for that seat is dropped."""
    held, now, settings = live.memory.held, live.world.clock.now(), live.world.settings
    await apply(live, step.then(lambda on: absence.if_nobody_is_there(on, now, settings)))
    if live.table.status != "playing":
        return
    if held is not None and held.doing.seat == seat.index and live.memory.held is held:
        live.memory.held = None
        moves.settle(held.verdict, Refusal(absence.WHY["left"]))
    house_players.look_anew(live)
    vote = live.table.vote
    if vote is not None and len(vote.yes) >= vote.needed:
        await _passed(live, vote)
