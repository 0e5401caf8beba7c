"""Actions of a seat, whoever plays it: checked, held back if need be, stored."""

import asyncio
from datetime import timedelta
from typing import Any

from bot.tables import absence, playing, race, timers
from bot.tables.commands import Act
from bot.tables.commit import apply
from bot.tables.facts import ActHeld
from bot.tables.live_table import Doing, Held, LiveTable
from bot.tables.model import Changed
from bot.tables.replies import Acted, Answer, Pending, Refusal, Stale, TableReason
from bot.tables.step import Cause, Step
from engine.errors import Reason, Refused


async def act(live: LiveTable, entry: Act) -> Answer | None:
    """Answer a person's action; None while a race keeps it waiting."""
    table = live.table
    if table.status != "playing":
        return not_playing(live)
    seat = table.seat_of(entry.person)
    if seat is None:
        return Refusal(absence.why_not_seated(table, entry.person))
    doing = Doing(
        stamp=entry.stamp,
        route=entry.route,
        well_timed=entry.well_timed,
        seat=seat.index,
        notation=entry.notation,
        arrived=entry.arrived,
        person=entry.person,
        press=entry.key,
        confirmed=entry.confirmed,
        fresh=entry.fresh,
        possible=entry.possible,
    )
    try:
        live.game.parse(entry.notation)
    except Refused as refused:
        return Refusal.of(refused)
    spec = race.spec_of(live, entry.notation)
    if spec is not None and (table.race is None or table.race.calls[0].notation == spec.notation):
        return await race.call(live, spec, doing)
    if table.race is not None:
        live.wait(entry)
        return None
    return await perform(live, doing)


def not_playing(live: LiveTable) -> Refusal:
    """Return why nothing of the game can be done here."""
    if live.table.status in ("lobby", "closed"):
        return Refusal(TableReason.NOT_PLAYING, {"status": live.table.status})
    return Refusal(Reason.GAME_OVER)


async def perform(live: LiveTable, doing: Doing, *, held: bool = False) -> Answer:
    """Do an action that is no call, hold it back, or say why not.

    Args:
        held: whether it has been held back already and its time has come.
    """
    table, game = live.table, live.game
    locked = lock_of(live, doing.seat)
    if locked is not None:
        return locked
    if doing.fresh is not None and not doing.fresh(table):
        return Stale(table)
    try:
        action = game.parse(doing.notation)
        step = step_of(live, doing)
    except Refused as refused:
        return Refusal(TableReason.OVERTAKEN) if doing.possible else Refusal.of(refused)
    refusal = _table_refuses(live, doing, action)
    if refusal is not None:
        return refusal
    release = None if held else release_of(live, doing.seat)
    if release is not None:
        return _hold(live, doing, release)
    await apply(live, step, doing)
    return Acted(before=table, after=live.table, events=step.events)


def step_of(live: LiveTable, doing: Doing) -> Step:
    """Return what the action brings; raises `Refused`."""
    cause = Cause(at=live.world.clock.now(), stamp=doing.stamp, press=doing.press)
    return playing.act(
        live.game, live.table, (doing.seat,), doing.notation, cause, live.world.settings
    )


def lock_of(live: LiveTable, seat: int) -> Refusal | None:
    """Return the refusal of a seat that the table keeps from acting."""
    now, memory = live.world.clock.monotonic(), live.memory
    if memory.resumes > now:
        return Refusal(TableReason.RESUMING, {"seconds": memory.resumes - now})
    left = memory.locks.get(seat, 0.0) - now
    return Refusal(TableReason.LOCKED, {"seconds": left}) if left > 0 else None


def release_of(live: LiveTable, seat: int) -> float | None:
    """Return until when the first act of the turn is held back, monotonic; None if it is not.

    Counted from the edit that showed the turn's start; if that is not confirmed in time, from
    when it should have been.
    """
    seconds = live.game.hold(live.table.state)
    turn = live.game.turn(live.table.state)
    if seconds <= 0 or turn is None or turn.seat != seat:
        return None
    memory = live.memory
    shown = memory.turn_shown
    if shown is None:
        shown = memory.turn_begun + live.world.settings.unseen
    release = shown + seconds
    return release if release > live.world.clock.monotonic() else None


async def held_due(live: LiveTable) -> None:
    """Do the act held back, now that its time has come or the hold is over."""
    held = live.memory.held
    if held is None:
        return
    release = release_of(live, held.doing.seat)
    if release is not None:
        live.times.plan(timers.HOLD, release - live.world.clock.monotonic())
        return
    live.memory.held = None
    answer: Answer = Refusal(TableReason.STORAGE)
    try:
        answer = await perform(live, held.doing, held=True)
    finally:
        settle(held.verdict, answer)


def settle(verdict: "asyncio.Future[Answer]", answer: Answer) -> None:
    """Give the final answer to whoever waits for it."""
    if not verdict.done():
        verdict.set_result(answer)


def _table_refuses(live: LiveTable, doing: Doing, action: Any) -> Refusal | None:
    """Return what the table, not the rules, has against an action."""
    if live.game.needs_confirmation(action):
        return Refusal(TableReason.NEEDS_VOTE)
    if doing.confirmed or not live.game.out_of_turn(live.table.state, doing.seat, action):
        return None
    if doing.route == "reaction" or doing.person is None:
        return Refusal(Reason.NOT_YOUR_TURN)
    return Refusal(TableReason.CONFIRM)


def _hold(live: LiveTable, doing: Doing, release: float) -> Pending:
    """Hold an act back; an earlier one of the seat gives way to it."""
    clock = live.world.clock
    if live.memory.held is not None:
        settle(live.memory.held.verdict, Refusal(TableReason.REPLACED))
    verdict: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    live.memory.held = Held(doing, verdict)
    delay = release - clock.monotonic()
    live.times.plan(timers.HOLD, delay)
    until = clock.now() + timedelta(seconds=delay)
    note = ActHeld(doing.seat, until)
    live.world.tell(Changed(before=live.table, after=live.table, notes=(note,)))
    return Pending(live.table, "held", until, verdict)
