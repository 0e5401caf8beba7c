"""Storing a step and everything that follows from it: the one way a table changes."""

import logging
import secrets

from msgspec import structs

from bot.db.changes import Change, calls_change, names_change, table_change
from bot.db.errors import Damaged
from bot.tables import timers
from bot.tables.live_table import LiveTable
from bot.tables.model import Changed, Race, Table
from bot.tables.notes import CallJudged, Ended, SetAside
from bot.tables.race_judge import Timing
from bot.tables.replies import Refusal, TableReason
from bot.tables.step import Step
from engine.errors import Reason

log = logging.getLogger(__name__)


async def apply(live: LiveTable, step: Step, cause: Timing | None = None) -> None:
    """Store a step and tell of it (`store`)."""
    live.hall.tell(await store(live, step, cause))


async def store(live: LiveTable, step: Step, cause: Timing | None = None) -> Changed:
    """Store a step; only when it is durable remember it and plan what it brings.

    Returns what is to be told.

    Args:
        cause: the press or house player's act behind the events; None where the table acted.

    Raises:
        Conflict: somebody else wrote the table; nothing has changed.
        StorageError: nothing has changed.
    """
    before = live.table
    step = structs.replace(step, after=timers.foreseen(live, before, step.after))
    try:
        step = await _stored(live, step)
    except Damaged:
        await _give_up(live)
        raise
    live.become(step.after, step.events)
    if step.after.status == "playing" and step.events:
        _remember(live, before, step, cause)
    timers.plan(live, before, step.after)
    if before.status == "playing" != step.after.status:
        live.over(Refusal(Reason.GAME_OVER))
    return Changed(before=before, after=step.after, events=step.events, notes=step.notes)


async def _stored(live: LiveTable, step: Step) -> Step:
    """Make a step durable, the end of a game with its ratings."""
    if not step.results:
        await _commit(live, step)
        return step
    async with live.hall.rater.lock:
        step = await _rated(live, step)
        await _commit(live, step)
    return step


async def _give_up(live: LiveTable) -> None:
    """Set a running game aside that comes upon a broken page: it would be tried for ever."""
    if live.table.status != "playing":
        return
    number = secrets.token_hex(4)
    what = "error %s: table %s cannot go on: the database is damaged"
    log.error(what, number, live.table.id, extra={"error": number})
    await set_aside(live, live.table, number)


async def set_aside(live: LiveTable, before: Table | None, number: str) -> None:
    """Take a game that cannot be read out of the way; what is stored of it stays.

    Args:
        live: where.
        before: the table as everybody knows it; None of one that nobody has seen yet.
        number: of the error its channel is told, once.
    """
    now = live.hall.clock.now()
    after = structs.replace(live.table, status="set-aside", end_reason="unreadable", ended=now)
    await live.hall.store.commit(table_change(live.table, after))
    live.become(after)
    timers.plan(live, before, after)
    live.over(Refusal(TableReason.STORAGE))
    live.hall.tell(Changed(before=before, after=after, notes=(SetAside(number),)))


async def _commit(live: LiveTable, step: Step) -> None:
    """Make a step durable."""
    change = step.change(live.table)
    unvoided = live.memory.unvoided
    for race in unvoided:
        change = voiding(live.table.id, race) + change
    await live.hall.store.commit(change)
    live.memory.voided(unvoided)


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
    """Begin to remember a running game that was just loaded."""
    acts = [event for event in live.history if live.call_of(event.notation) is None]
    last, now = acts[-1] if acts else None, live.hall.clock.monotonic()
    live.memory.recall(live.game, live.table, last, now)


def _remember(live: LiveTable, before: Table, step: Step, cause: Timing | None) -> None:
    """Keep in mind what has happened, and drop what nobody intends any more."""
    called = live.call_of(step.events[-1].notation) is not None
    verdicts = [note for note in step.notes if isinstance(note, CallJudged)]
    live.memory.follow(
        live.game,
        before,
        step.after,
        step.events,
        cause or Timing(live.hall.clock.stamp(), "button"),
        live.hall.clock.monotonic(),
        called=called,
        wrongly=called and not any(verdict.good for verdict in verdicts),
    )
    _drop_thoughts(live, was_call=called)


def _drop_thoughts(live: LiveTable, *, was_call: bool) -> None:
    """Drop what house players intended for a position that has passed.

    A call stays while the act it is about is the last one. Without turns nothing is dropped: the
    rules say whether a play still fits, as for people.
    """
    if not live.game.has_turns:
        return
    live.drop_thoughts(
        what for what in live.memory.thoughts if what.startswith(timers.THINK) or not was_call
    )
