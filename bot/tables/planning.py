"""Which times a table waits for: planned anew after every change, and after a restart."""

from datetime import datetime, timedelta

from bot.tables.live import LiveTable
from bot.tables.values import Table
from engine.api import Wait

DEADLINE = "deadline"
INVITATION = "invitation"
RACE = "race"
HOLD = "hold"
VOTE = "vote"
LONGEST = "longest"
UNSEEN = "unseen"
START = "start"
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
    if after.status != "playing":
        return
    started = before is not None and before.status == "playing"
    if not started or (before is not None and before.ply != after.ply):
        plan_waits(live, before if started else None, after)
        if any(seat.played_by for seat in after.seats):
            live.times.plan(UNSEEN, live.world.settings.unseen)
    if not started and not live.game.has_turns and after.started is not None:
        longest = timedelta(seconds=live.world.settings.turnless_longest)
        live.times.plan_at(LONGEST, after.started + longest)
    held = live.memory.held
    if held is not None and (live.game.hold(after.state) <= 0 or _turn_moved(before, after)):
        live.times.plan(HOLD, 0)


def plan_waits(live: LiveTable, before: Table | None, after: Table) -> None:
    """Plan the game's own actions; a count that has begun goes on while the position stays."""
    waits = live.game.waits(after.state)
    same = (
        before is not None
        and bool(waits)
        and live.game.waits(before.state) == waits
        and live.game.position(before.state) == live.game.position(after.state)
    )
    if before is not None and not same:
        for wait in live.game.waits(before.state):
            live.times.forget(name_of(wait))
    for wait in waits:
        if not (same and live.times.planned(name_of(wait))):
            live.times.plan(name_of(wait), wait.seconds)


def name_of(wait: Wait) -> str:
    """Return the name a game's own action is planned by."""
    return f"{WAIT}{wait.by}:{wait.notation}"


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
    return table.vote.until if table and table.vote else None


def _turn_moved(before: Table | None, after: Table) -> bool:
    return before is not None and before.turn_number != after.turn_number
