"""Storing a step and everything that follows from it: the one way a table changes."""

import logging
import secrets
from collections.abc import Callable

from msgspec import structs

from bot.db.changes import Change, calls_change, names_change, table_change
from bot.db.session import Damaged
from bot.tables import timers
from bot.tables.facts import CallJudged, Ended, SetAside
from bot.tables.live_table import STATES, Ending, LiveTable
from bot.tables.model import Changed, Race, Table
from bot.tables.race_judge import Timing
from bot.tables.replies import Refusal, TableReason
from bot.tables.step import Step
from engine.errors import Reason

log = logging.getLogger(__name__)


async def apply(
    live: LiveTable,
    step: Step,
    cause: Timing | None = None,
    once_stored: Callable[[], None] | None = None,
) -> None:
    """Store a step; only when it is durable remember it, plan what it brings and tell of it.

    Args:
        cause: the press or house player's act behind the events; None where the table acted.
        once_stored: done before anybody is told.

    Raises:
        Conflict: somebody else wrote the table; nothing has changed.
        StorageError: nothing has changed.
    """
    before = live.table
    step = structs.replace(step, after=timers.foreseen(live, before, step.after))
    try:
        step = await _stored(live, step)
    except Damaged:
        await _set_aside(live)
        raise
    live.become(step.after, step.events)
    if step.after.status == "playing" and step.events:
        _remember(live, before, step, cause)
    timers.plan(live, before, step.after)
    if before.status == "playing" != step.after.status:
        live.over(Refusal(Reason.GAME_OVER))
    if once_stored is not None:
        once_stored()
    changed = Changed(before=before, after=step.after, events=step.events, notes=step.notes)
    live.hall.tell(changed)


async def _stored(live: LiveTable, step: Step) -> Step:
    """Make a step durable, the end of a game with its ratings."""
    if not step.results:
        await _commit(live, step)
        return step
    async with live.hall.rater.lock:
        step = await _rated(live, step)
        await _commit(live, step)
    return step


async def _set_aside(live: LiveTable) -> None:
    """Take a running game whose next step falls on a broken page out of the way.

    It would be tried again for ever. What is stored of it stays; its channel is told once.
    """
    before = live.table
    if before.status != "playing":
        return
    number = secrets.token_hex(4)
    what = "error %s: table %s cannot go on: the database is damaged"
    log.error(what, number, before.id, extra={"error": number})
    now = live.hall.clock.now()
    after = structs.replace(before, status="set-aside", end_reason="unreadable", ended=now)
    await live.hall.store.commit(table_change(before, after))
    live.become(after)
    timers.plan(live, before, after)
    live.over(Refusal(TableReason.STORAGE))
    live.hall.tell(Changed(before=before, after=after, notes=(SetAside(number),)))


async def _commit(live: LiveTable, step: Step) -> None:
    """Make a step durable."""
    change = step.change(live.table)
    unvoided = tuple(live.memory.unvoided)
    for race in unvoided:
        change = voiding(live.table.id, race) + change
    await live.hall.store.commit(change)
    live.memory.unvoided = live.memory.unvoided[len(unvoided) :]


async def _rated(live: LiveTable, step: Step) -> Step:
    """Return the end of a game with what it does to ratings.

    The rater's lock is held until that is stored: two games of one person that end together are
    rated one after the other.
    """
    rated = await live.hall.rater.rate(step.results)
    names = {
        seat.person: seat.name for seat in step.after.seats if seat.person is not None and seat.name
    }
    more = rated.change
    if step.after.guild is not None:
        more += names_change(step.after.guild, names)
    notes = tuple(
        structs.replace(note, results=rated.results) if isinstance(note, Ended) else note
        for note in step.notes
    )
    return structs.replace(step, results=rated.results, notes=notes).storing(more)


def voiding(table: int, race: Race) -> Change:
    """Return the writes that close the calls of a race without a verdict."""
    return calls_change(table, race.ply, [(call, "void") for call in race.calls])


def recall(live: LiveTable) -> None:
    """Begin to remember a running game that was just loaded.

    What its screens show is unknown, so until an edit is confirmed a call that would be false is
    late: nobody is punished for what happened while we were away.
    """
    memory, table = live.memory, live.table
    turn = live.game.turn(table.state)
    acts = [event for event in live.history if not _is_call(live, event.notation)]
    if acts:
        memory.last_act = acts[-1].stamp
        if turn is not None:
            memory.turn_ply = table.ply
    memory.turn_begun = live.hall.clock.monotonic()
    memory.states[table.ply] = table.state
    for call in live.game.calls:
        for seat in table.seats:
            key = (call.notation, seat.index)
            memory.good[key] = live.game.call_is_good(table.state, seat.index, call)
            if table.ply > 0:
                memory.endings[key] = Ending(table.ply)


def _remember(live: LiveTable, before: Table, step: Step, cause: Timing | None) -> None:
    """Keep what the judge, the holds and the house players have to know of the new state.

    Where a call is judged only while it is good, any action but a false call is taken to end what
    there was to call and to have made what there is now: a new pair is not the old one.
    """
    memory, table, clock = live.memory, step.after, live.hall.clock
    was_call = _is_call(live, step.events[-1].notation)
    verdicts = [note for note in step.notes if isinstance(note, CallJudged)]
    false_call = was_call and not any(verdict.good for verdict in verdicts)
    if cause is None:
        cause = Timing(live.hall.clock.stamp(), "button")
    if not was_call:
        memory.last_act = cause.stamp
    for call in live.game.calls:
        for seat in table.seats:
            key = (call.notation, seat.index)
            good = live.game.call_is_good(table.state, seat.index, call)
            was_good = memory.good.get(key, False)
            replaced = call.window == "while-good" and not false_call
            if good and (replaced or not was_good):
                memory.made[key] = cause
            if was_good and (replaced or not good):
                memory.endings[key] = Ending(table.ply)
            memory.good[key] = good
    if before.status != "playing" or table.turn_number != before.turn_number:
        memory.turn_ply, memory.turn_begun = table.ply, clock.monotonic()
        memory.turn_shown = None
    for event in step.events:
        lock = live.game.lock(event.event)
        if lock is not None:
            memory.locks[lock.seat] = clock.monotonic() + lock.seconds
    memory.states[table.ply] = table.state
    while len(memory.states) > STATES:
        memory.states.pop(min(memory.states))
    _drop_thoughts(live, was_call=was_call)


def _drop_thoughts(live: LiveTable, *, was_call: bool) -> None:
    """Drop what house players intended for a position that has passed.

    A call stays while the act it is about is the last one. Without turns nothing is dropped: the
    rules say whether a play still fits, as for people.
    """
    if not live.game.has_turns:
        return
    for what in tuple(live.memory.thoughts):
        if what.startswith(timers.THINK) or not was_call:
            live.times.forget(what)
            del live.memory.thoughts[what]


def _is_call(live: LiveTable, notation: str) -> bool:
    return any(call.notation == notation for call in live.game.calls)
