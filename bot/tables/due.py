"""What happens when a time has come that a table was waiting for."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import structs

from bot.tables import (
    absence,
    acts,
    ballot,
    channels,
    end,
    house_players,
    moves,
    race,
    start,
    timers,
)
from bot.tables.commit import apply
from bot.tables.entries import Due
from bot.tables.live_table import LiveTable
from bot.tables.memory import Held
from bot.tables.model import Changed
from bot.tables.replies import Answer, Done, Late, Refusal

HELD_GRACE = 0.5
"""Seconds after which a seat whose act was held back times out after all."""

BEHIND_A_RACE = (timers.DEADLINE, timers.HOLD, timers.WAIT, timers.THINK)
"""Times that wait, as acts do, until an open race is judged."""


async def due(live: LiveTable, entry: Due) -> Answer | None:
    """Do what the time has come for, unless it was planned anew or dropped since."""
    if live.table.race is not None and entry.what.startswith(BEHIND_A_RACE):
        live.wait(entry)
        return None
    counts = live.times.take(entry) and not channels.stands_still(live, entry.what)
    if counts and live.table.active:
        kind, colon, _ = entry.what.partition(":")
        if colon:
            await BY_NAME[kind + colon](live, entry.what)
        else:
            await HAPPENS[kind](live)
    return Done(live.table)


async def _deadline(live: LiveTable) -> None:
    """Close a lobby, end a pause, or play for whoever is waited for in vain."""
    table, now = live.table, live.hall.clock.now()
    if table.status == "lobby":
        await apply(live, start.lobby(live).close(table, "idle"))
        return
    if table.paused is not None:
        await apply(live, end.over(live.game, table, None, "idle", now))
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


async def _invitation(live: LiveTable) -> None:
    """Keep seats no longer for who has not come."""
    step = start.lobby(live).invitations_over(live.table)
    if step is not None:
        await apply(live, step)


async def _unseen(live: LiveTable) -> None:
    """Take the position for seen, though no edit was confirmed."""
    house_players.think(live, live.table.ply)


async def _longest(live: LiveTable) -> None:
    """End a game without turns that goes on for too long."""
    outcome = live.game.capped(live.table.state)
    now = live.hall.clock.now()
    await apply(live, end.over(live.game, live.table, outcome, "time", now))


async def _resume(live: LiveTable) -> None:
    """Let play go on after a restart, and have the countdown taken off the screen."""
    before = live.table
    live.become(structs.replace(before, resumes=None))
    live.hall.tell(Changed(before=before, after=live.table))


async def _wait(live: LiveTable, what: str) -> None:
    """Do what comes by itself, if the position still brings it."""
    for wait in timers.waits(live, live.table):
        if timers.name_of(wait) == what:
            now, settings = live.hall.clock.now(), live.hall.settings
            await apply(live, moves.by_itself(live.game, live.table, wait, now, settings))
            return


async def _intended(live: LiveTable, what: str) -> None:
    """Do what a house player intended, as far as the rules still allow it."""
    doing = house_players.intent(live, what)
    if doing is None:
        return
    answer = await acts.attempt(live, doing)
    if isinstance(answer, Refusal | Late):
        house_players.look_again(live, doing.seat)


HAPPENS: Mapping[str, Callable[[LiveTable], Awaitable[None]]] = {
    timers.DEADLINE: _deadline,
    timers.INVITATION: _invitation,
    timers.RACE: race.judged,
    timers.HOLD: moves.held_due,
    timers.VOTE: ballot.due,
    timers.UNSEEN: _unseen,
    timers.START: start.start_if_complete,
    timers.LONGEST: _longest,
    timers.RESUME: _resume,
}
"""What happens when a time has come."""

BY_NAME: Mapping[str, Callable[[LiveTable, str], Awaitable[None]]] = {
    timers.WAIT: _wait,
    timers.THINK: _intended,
    timers.CALL: _intended,
}
"""The same for those of which there may be several, by how their names begin."""
