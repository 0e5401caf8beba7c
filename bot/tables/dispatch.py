"""One entry, one use case: who answers what."""

from typing import assert_never

from msgspec import structs

from bot.tables import (
    absence,
    channels,
    house_players,
    leaving,
    limits,
    moves,
    race,
    rematch,
    reports,
    timers,
    votes,
)
from bot.tables.commands import (
    Accuse,
    Act,
    AddHouse,
    CastVote,
    ClockSet,
    Decline,
    Due,
    End,
    Entry,
    Erase,
    Gap,
    GiveWay,
    HandDelivered,
    Here,
    Join,
    Kick,
    Leave,
    Look,
    PlaceGone,
    Press,
    Rematch,
    RemoveHouse,
    Resign,
    Seen,
    ServerAway,
    SetLevel,
    SetPace,
    SetRule,
    SitOpposite,
    Start,
    ThreadGone,
    ThreadOpened,
)
from bot.tables.commit import apply
from bot.tables.facts import Ended
from bot.tables.live_table import Held, LiveTable
from bot.tables.lobby import Lobby, Request, counts_for, seated
from bot.tables.model import Changed, EndReason
from bot.tables.replies import Acted, Answer, Done, Late, Refusal, TableReason
from bot.tables.step import Step
from engine.errors import BadSetup

HELD_GRACE = 0.5
"""Seconds after which a seat whose act was held back times out after all."""

BEHIND_A_RACE = (timers.DEADLINE, timers.HOLD, timers.WAIT, timers.THINK)
"""Times that wait, as acts do, until an open race is judged."""


async def handle(live: LiveTable, entry: Entry) -> Answer | None:
    """Answer one entry; None where it waits behind a race."""
    if isinstance(entry, Press) and live.table.set_aside:
        return await _set_aside(live, entry)
    if isinstance(entry, Press) and not isinstance(entry, Leave | Resign):
        await leaving.heard(live, entry.person)
    match entry:
        case Act():
            return await race.act(live, entry)
        case Due():
            return await _due(live, entry)
        case Seen():
            return reports.seen(live, entry)
        case HandDelivered():
            return await reports.hand_delivered(live, entry)
        case ClockSet():
            return await reports.clock_set(live, entry)
        case Gap():
            race.interrupted(live)
            return Done(live.table)
        case PlaceGone() | ThreadOpened() | ThreadGone() | ServerAway():
            return await channels.changed(live, entry)
        case Join() | Leave() | Resign() | Kick() | CastVote() | End() | Rematch():
            return await _attended(live, entry)
        case (
            Decline()
            | AddHouse()
            | RemoveHouse()
            | SetRule()
            | SetPace()
            | SetLevel()
            | SitOpposite()
        ):
            return await _in_lobby(live, entry)
        case Start():
            return await _start(live, entry)
        case Accuse():
            return await votes.accuse(live, entry)
        case GiveWay():
            return await _give_way(live)
        case Erase():
            return await leaving.erase(live, entry)
        case Look() | Here():
            return Done(live.table)
    assert_never(entry)


async def _give_way(live: LiveTable) -> Answer:
    """End an abandoned table for another one; it counts for nobody."""
    if live.table.abandoned:
        now = live.hall.clock.now()
        await apply(live, moves.end(live.game, live.table, None, "abandoned", now))
    return Done(live.table)


async def _set_aside(live: LiveTable, entry: Press) -> Answer:
    """Answer whatever anybody wants of a table that cannot be read; the staff ends it."""
    if not (isinstance(entry, End) and entry.moderator):
        return Refusal(TableReason.SET_ASIDE)
    now = live.hall.clock.now()
    ended = structs.replace(live.table, status="ended", end_reason="ended", ended=now)
    await apply(live, Step(after=ended, notes=(Ended("ended"),)))
    return Done(live.table)


async def _attended(
    live: LiveTable, entry: Join | Leave | Resign | Kick | CastVote | End | Rematch
) -> Answer | None:
    """Answer who comes, goes, or wants somebody or everybody to go."""
    playing_now = live.table.status == "playing"
    match entry:
        case Join():
            return await (leaving.sit_in if playing_now else _join)(live, entry)
        case Leave():
            return await (leaving.leave if playing_now else _in_lobby)(live, entry)
        case Resign():
            return await leaving.leave(live, entry)
        case Kick():
            return await leaving.kick(live, entry)
        case CastVote():
            return await leaving.cast(live, entry)
        case End():
            return await _end(live, entry)
        case Rematch():
            return await rematch.rematch(live, entry)
    assert_never(entry)


def lobby(live: LiveTable) -> Lobby:
    """Return what steps in this lobby go by."""
    return Lobby(live.game, live.hall.settings, live.hall.clock.now())


async def begin(live: LiveTable) -> Answer:
    """Start the game with those who sit in the lobby, or say why not."""
    table, game, hall = live.table, live.game, live.hall
    seats = seated(game, table)
    if len(seats) < min(game.seat_counts):
        details = {"seats": len(seats), "needed": min(game.seat_counts)}
        return Refusal(TableReason.TOO_FEW, details)
    if len(seats) not in game.seat_counts:
        possible = {"seats": len(seats), "possible": game.seat_counts}
        return Refusal(TableReason.SEATS, possible)
    old = await hall.others.load(table.rematch_of) if table.rematch_of is not None else None
    dealer = rematch.dealer_of(game, old, seats) if old is not None else None
    ready = structs.replace(table, dealer=dealer)
    try:
        step = moves.start(game, ready, hall.seed(), hall.clock.now(), hall.settings)
    except BadSetup as bad:
        counts = counts_for(game, table.chosen) or game.seat_counts
        why = {"seats": len(seats), "possible": counts, "field": bad.field}
        return Refusal(TableReason.RULES, why)
    await apply(live, step)
    return Acted(before=table, after=live.table, events=step.events)


async def _in_lobby(live: LiveTable, entry: Request) -> Answer:
    outcome = lobby(live).handle(live.table, entry)
    if isinstance(outcome, Refusal):
        return outcome
    await apply(live, outcome)
    return Done(live.table)


async def _join(live: LiveTable, entry: Join) -> Answer | None:
    """Sit down, within the limit of tables a person; the last of a rematch starts it."""
    hall, person = live.hall, entry.person
    outcome = lobby(live).handle(live.table, entry)
    if isinstance(outcome, Refusal):
        return outcome
    refusal = limits.sitting(hall, live.table.guild, person)
    if refusal is not None:
        return refusal
    hall.directory.joining[person] += 1
    try:
        await apply(live, outcome)
    finally:
        hall.directory.joining[person] -= 1
    limits.make_room(hall, live.table, person)
    await _start_if_complete(live)
    return Done(live.table)


async def _start(live: LiveTable, entry: Start) -> Answer:
    table = live.table
    if table.status != "lobby":
        return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
    if entry.person != table.host:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    return await begin(live)


async def _start_if_complete(live: LiveTable) -> None:
    """Start a rematch once everybody has come."""
    table = live.table
    if table.status != "lobby" or table.rematch_of is None:
        return
    old = await live.hall.others.load(table.rematch_of)
    if old is not None and rematch.complete(old, table):
        await begin(live)


async def _end(live: LiveTable, entry: End) -> Answer | None:
    table = live.table
    if table.status != "lobby":
        return await leaving.end(live, entry)
    if entry.person != table.host and not entry.moderator:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    reason: EndReason = "host" if entry.person == table.host else "ended"
    await apply(live, lobby(live).close(table, reason))
    return Done(live.table)


async def _due(live: LiveTable, due: Due) -> Answer | None:
    """Do what the time has come for, unless it was planned anew or dropped since."""
    if live.table.race is not None and due.what.startswith(BEHIND_A_RACE):
        live.wait(due)
        return None
    counts = live.times.take(due) and not channels.stands_still(live, due.what)
    if counts and live.table.active:
        await _happen(live, due.what)
    return Done(live.table)


async def _happen(live: LiveTable, what: str) -> None:
    match what:
        case timers.DEADLINE:
            await _time_out(live)
        case timers.INVITATION:
            step = lobby(live).invitations_over(live.table)
            if step is not None:
                await apply(live, step)
        case timers.RACE:
            await race.judged(live)
        case timers.HOLD:
            await moves.held_due(live)
        case timers.VOTE:
            await leaving.vote_due(live)
        case timers.UNSEEN:
            house_players.think(live, live.table.ply)
        case timers.START:
            await _start_if_complete(live)
        case timers.LONGEST:
            await _longest(live)
        case timers.RESUME:
            _resume(live)
        case _ if what.startswith(timers.WAIT):
            await _wait_due(live, what)
        case _:
            await _intended(live, what)


async def _intended(live: LiveTable, what: str) -> None:
    """Do what a house player intended, as far as the rules still allow it."""
    doing = house_players.intent(live, what)
    if doing is None:
        return
    answer = await race.attempt(live, doing)
    if isinstance(answer, Refusal | Late):
        house_players.look_again(live, doing.seat)


async def _time_out(live: LiveTable) -> None:
    table, now = live.table, live.hall.clock.now()
    if table.status == "lobby":
        await apply(live, lobby(live).close(table, "idle"))
        return
    if table.paused is not None:
        await apply(live, moves.end(live.game, table, None, "idle", now))
        return
    if live.memory.held is not None and _acts_in_time(live, live.memory.held):
        return
    settings = live.hall.settings
    waited = sorted(live.game.to_act(table.state))
    step = moves.time_out(live.game, table, now, settings)
    await apply(live, step.then(lambda on: absence.missed(on, waited, now, settings)))


def _acts_in_time(live: LiveTable, held: Held) -> bool:
    """Say whether whoever is waited for has acted, only the act is held back; wait for it."""
    turn = live.game.turn(live.table.state)
    release = moves.release_of(live, held.doing.seat)
    if turn is None or turn.seat != held.doing.seat or release is None:
        return False
    left = max(release - live.hall.clock.monotonic(), 0.0)
    live.times.plan(timers.DEADLINE, left + HELD_GRACE)
    return True


async def _longest(live: LiveTable) -> None:
    outcome = live.game.capped(live.table.state)
    now = live.hall.clock.now()
    await apply(live, moves.end(live.game, live.table, outcome, "time", now))


def _resume(live: LiveTable) -> None:
    """Let play go on after a restart, and have the countdown taken off the screen."""
    before = live.table
    live.become(structs.replace(before, resumes=None))
    live.hall.tell(Changed(before=before, after=live.table))


async def _wait_due(live: LiveTable, what: str) -> None:
    """Do what comes by itself, if the position still brings it."""
    for wait in timers.waits(live, live.table):
        if timers.name_of(wait) == what:
            now, settings = live.hall.clock.now(), live.hall.settings
            await apply(live, moves.by_itself(live.game, live.table, wait, now, settings))
            return
