"""What a table waits for: deadlines, and the times planned anew after every change.

See `experience.md` section 5.
"""

from datetime import datetime, timedelta

from msgspec import structs

from bot.db.changes import vote_change
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, Table
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame, Wait

DEADLINE = "deadline"
INVITATION = "invitation"
RACE = "race"
HOLD = "hold"
VOTE = "vote"
LONGEST = "longest"
UNSEEN = "unseen"
START = "start"
RESUME = "resume"
WAIT = "wait:"
THINK = "think:"
CALL = "call:"


def plan(live: LiveTable, before: Table | None, after: Table) -> None:
    """Plan what a change brings and drop what it ends; `before` None plans everything anew."""
    if not after.active:
        live.times.forget_all()
        return
    _at(live, DEADLINE, before.deadline if before else None, after.deadline)
    _at(live, INVITATION, _invitation(before), _invitation(after))
    _at(live, VOTE, _vote(before), _vote(after))
    if before is None and after.status == "lobby" and after.rematch_of is not None:
        live.times.plan(START, 0)  # everybody may have come, now or before a restart
    if after.status != "playing":
        return
    if after.paused is not None:
        _stand_still(live, after)
        return
    started = before is not None and before.status == "playing" and before.paused is None
    if not started or (before is not None and before.ply != after.ply):
        _plan_waits(live, before if started else None, after)
        if any(seat.played_by for seat in after.seats):
            live.times.plan(UNSEEN, live.hall.settings.unseen)
    if not started and not live.game.has_turns and after.started is not None:
        longest = timedelta(seconds=live.hall.settings.turnless_longest)
        live.times.plan_at(LONGEST, after.started + longest)
    held = live.memory.held
    if held is not None and (live.game.hold(after.state) <= 0 or _turn_moved(before, after)):
        live.times.plan(HOLD, 0)


def _stand_still(live: LiveTable, table: Table) -> None:
    """Drop what would go on by itself: the table is paused."""
    live.drop_thoughts(live.memory.thoughts)
    for what in (LONGEST, UNSEEN):
        live.times.forget(what)
    for wait in live.game.waits(table.state):
        live.times.forget(name_of(wait))


def _plan_waits(live: LiveTable, before: Table | None, after: Table) -> None:
    """Plan the game's own actions; a count that has begun goes on while the position stays."""
    same = before is not None and _counts_on(live, before, after)
    if before is not None and not same:
        for wait in live.coming(before.state):
            live.times.forget(name_of(wait))
    for wait in waits(live, after):
        if not (same and live.times.planned(name_of(wait))):
            live.times.plan(name_of(wait), _delay(live, wait))


def foreseen(live: LiveTable, before: Table | None, after: Table) -> Table:
    """Return the table with when its next own action comes, for the screens to count down."""
    if after.status != "playing":
        return structs.replace(after, awaited=None, resumes=None)
    if after.paused is not None:
        return structs.replace(after, awaited=None)
    begun = before is not None and before.status == "playing" and before.paused is None
    if (
        before is not None
        and begun
        and (before.ply == after.ply or _counts_on(live, before, after))
    ):
        return after
    delays = [_delay(live, wait) for wait in waits(live, after)]
    now = live.hall.clock.now()
    awaited = now + timedelta(seconds=min(delays)) if delays else None
    return structs.replace(after, awaited=awaited)


def counted_down(live: LiveTable, table: Table) -> Table:
    """Return a game that goes on again with the countdown before it, where nobody has turns.

    So nobody wins by being the first to notice that it does.
    """
    if table.status != "playing" or table.paused is not None:
        return table
    if live.game.has_turns or table.ply == 0:
        return table
    settings, clock = live.hall.settings, live.hall.clock
    seconds = settings.resume / settings.countdown_speed
    live.memory.resume_at(clock.monotonic() + seconds)
    live.times.plan(RESUME, seconds)
    return structs.replace(table, resumes=clock.now() + timedelta(seconds=seconds))


def waits(live: LiveTable, table: Table) -> tuple[Wait, ...]:
    """Return what comes by itself: not the moves of people who want to make them by hand."""
    coming = live.coming(table.state)
    if not coming:
        return ()
    by_hand = {seat.index for seat in table.seats if _by_hand(live, seat)}
    return tuple(wait for wait in coming if not by_hand.intersection(wait.by))


def _by_hand(live: LiveTable, seat: Seat) -> bool:
    return seat.owner is not None and seat.standin is None and live.hall.by_hand(seat.owner)


def name_of(wait: Wait) -> str:
    """Return the name a game's own action is planned by."""
    return f"{WAIT}{wait.by}:{wait.notation}"


def _counts_on(live: LiveTable, before: Table, after: Table) -> bool:
    """Say whether the same actions are awaited in the same position as before."""
    game, waits = live.game, live.coming(after.state)
    return (
        bool(waits)
        and live.coming(before.state) == waits
        and game.position(before.state) == game.position(after.state)
    )


def _delay(live: LiveTable, wait: Wait) -> float:
    """Return in how many seconds an action comes; after a restart not before play goes on."""
    pause = live.memory.resumes_in(live.hall.clock.monotonic())
    return max(wait.seconds / live.hall.settings.countdown_speed, pause)


def _at(live: LiveTable, what: str, before: datetime | None, when: datetime | None) -> None:
    if when is None:
        live.times.forget(what)
    elif when != before or not live.times.planned(what):
        live.times.plan_at(what, when)


def _invitation(table: Table | None) -> datetime | None:
    if table is None or table.status != "lobby":
        return None
    return min((seat.invited_until for seat in table.seats if seat.invited_until), default=None)


def _vote(table: Table | None) -> datetime | None:
    """Return when the open vote ends; None without one, and in a pause, where it stands still."""
    return table.vote.until if table and table.vote and table.paused is None else None


def _turn_moved(before: Table | None, after: Table) -> bool:
    return before is not None and before.turn_number != after.turn_number


def renewed(
    game: AnyGame, table: Table, by: tuple[int, ...], now: datetime, settings: TableSettings
) -> Table:
    """Return the table with the deadline it has after an accepted action of these seats.

    A new turn starts the time; each accepted action of the turn's seat starts it anew, to at most
    `most` times the pace a turn. Without turns any accepted action does, and nobody is waited for
    while nobody can act.
    """
    turn = game.turn(table.state)
    if turn is None:
        waited = bool(game.to_act(table.state))
        deadline = now + timedelta(seconds=settings.turnless) if waited else None
        return structs.replace(table, deadline=deadline)
    pace = timedelta(seconds=settings.paces[table.pace])
    if turn.number != table.turn_number or table.turn_started is None:
        return structs.replace(
            table, turn_number=turn.number, turn_started=now, deadline=now + pace
        )
    if turn.seat in by:
        latest = table.turn_started + pace * settings.most
        return structs.replace(table, deadline=min(now + pace, latest))
    return table


def announced(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return a game just dealt: its first deadline leaves time for the hands to go out."""
    table = renewed(game, table, (), now, settings)
    if table.deadline is None:
        return table
    return structs.replace(table, deadline=table.deadline + timedelta(seconds=settings.delivery))


def first(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return the table with its first deadline counted from now: all hands are out."""
    return renewed(game, structs.replace(table, turn_started=None), (), now, settings)


def given_anew(
    game: AnyGame, table: Table, seat: int, now: datetime, settings: TableSettings
) -> Table:
    """Return the table with time for a seat that somebody has just taken, if it is its turn."""
    return renewed(game, table, (seat,), now, settings) if game.has_turns else table


def paused(table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return the table with the time until which it waits for anybody at all."""
    seconds = settings.pause_daily if table.pace == "daily" else settings.pause
    return structs.replace(table, paused=now, deadline=now + timedelta(seconds=seconds))


def idling(table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return a lobby whose idle time starts now."""
    idle = settings.lobby_idle_daily if table.pace == "daily" else settings.lobby_idle
    return structs.replace(table, deadline=now + timedelta(seconds=idle))


def moved(table: Table, seconds: float) -> Step:
    """Return the table with every time it waits for, that of a vote too, as far away as it was.

    `seconds`: for how long clocks stood still, or by how much they were set.
    """
    return Step(after=extended(table, seconds)).then(lambda on: vote_extended(on, seconds))


def vote_extended(table: Table, seconds: float) -> Step:
    """Return the table with an open vote that ends so many seconds later."""
    if table.vote is None:
        return Step(after=table)
    vote = structs.replace(table.vote, until=table.vote.until + timedelta(seconds=seconds))
    after = structs.replace(table, vote=vote)
    return Step(after=after, more=vote_change(table.id, vote, None))


def extended(table: Table, seconds: float) -> Table:
    """Return the table with every time it waits for moved by so many seconds."""
    by = timedelta(seconds=seconds)
    seats = tuple(
        structs.replace(seat, invited_until=seat.invited_until + by) if seat.invited_until else seat
        for seat in table.seats
    )
    return structs.replace(
        table,
        seats=seats,
        deadline=table.deadline + by if table.deadline else None,
        turn_started=table.turn_started + by if table.turn_started else None,
        started=table.started + by if table.started else None,
        paused=table.paused + by if table.paused else None,
        awaited=table.awaited + by if table.awaited else None,
        resumes=table.resumes + by if table.resumes else None,
    )
