"""What a seat does in a running game, whoever plays it: checked, held back if need be, stored.

The steps are pure, from the deal to the end of the game.
"""

import asyncio
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from msgspec import structs

from bot.tables import absence, end, timers
from bot.tables.commit import apply
from bot.tables.live_table import LiveTable
from bot.tables.lobby import seated
from bot.tables.memory import Doing, Held
from bot.tables.model import Changed, Seat, Table
from bot.tables.notes import ActHeld, Forced, Started, TimedOut
from bot.tables.replies import Acted, Answer, Pending, Refusal, Stale, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Cause, Step, stored
from engine import play
from engine.api import AnyGame, Call, Setup, Wait
from engine.errors import Reason, Refused
from engine.shuffle import commitment, first_dealer


def start(
    game: AnyGame,
    lobby: Table,
    seed: str,
    now: datetime,
    settings: TableSettings,
    *,
    gently: bool = False,
) -> Step:
    """Deal: the seats taken become the engine's, kept ones are given up.

    `gently`: by the house rules of a first game (`Game.gentle`), where nobody has chosen others.

    Raises:
        BadSetup: the house rules do not go with that many seats.
    """
    seats = seated(game, lobby)
    chosen = {**game.gentle, **lobby.chosen} if gently else lobby.chosen
    options = game.settle(len(seats), chosen)
    dealer = lobby.dealer
    deal = play.start(game, Setup(seats=len(seats), options=options, seed=seed, dealer=dealer))
    if game.next_dealer(0, len(seats)) is None:
        dealer = None
    elif dealer is None:
        dealer = first_dealer(seed, len(seats))
    table = structs.replace(
        lobby,
        status="playing",
        seats=seats,
        options=options,
        seed=seed,
        commitment=commitment(seed),
        dealer=dealer,
        started=now,
    )
    events = stored(table, 0, (), "", deal.events, Cause(at=now))
    table = structs.replace(table, state=deal.state, seq=len(events), turn_started=None)
    table = timers.announced(game, table, now, settings)
    return end.if_played_out(game, Step(after=table, events=events, notes=(Started(),)), now)


def played(
    game: AnyGame,
    table: Table,
    by: tuple[int, ...],
    notation: str,
    cause: Cause,
    settings: TableSettings,
) -> Step:
    """Return what an action brings, the end of the game included.

    Raises:
        Refused: by the rules.
    """
    happened = play.act(game, table.state, by, notation)
    return _after(game, table, by, notation, happened, cause, settings)


def guess(
    game: AnyGame, table: Table, seat: int, call: Call, cause: Cause, settings: TableSettings
) -> Step:
    """Return what a call brings that was made before there was anything to call.

    Raises:
        Refused: by the rules.
    """
    by = (seat,)
    happened = play.guess(game, table.state, by, call.notation)
    return _after(game, table, by, call.notation, happened, cause, settings)


def _after(
    game: AnyGame,
    table: Table,
    by: tuple[int, ...],
    notation: str,
    happened: play.Transition,
    cause: Cause,
    settings: TableSettings,
) -> Step:
    """Return the step of the table by which one of its game is stored."""
    ply = table.ply + 1
    events = stored(table, ply, by, notation, happened.events, cause)
    after = structs.replace(table, state=happened.state, ply=ply, seq=table.seq + len(events))
    after = timers.renewed(game, after, by, cause.at, settings)
    return end.if_played_out(game, Step(after=after, events=events), cause.at)


def by_itself(
    game: AnyGame, table: Table, wait: Wait, now: datetime, settings: TableSettings
) -> Step:
    """Return what an action brings that comes by itself; said so where it is a person's move."""
    step = Step(after=table)
    for seat in wait.by:
        if table.seats[seat].played_by is None:
            step = step.noting(Forced(seat))
    return step.then(lambda on: played(game, on, wait.by, wait.notation, Cause(at=now), settings))


def time_out(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Step:
    """Return what the table does for whoever it waits for in vain.

    In a game with turns `auto_action` until that turn is over; without turns one each of those
    who could act.
    """
    step = Step(after=table)
    turn = game.turn(table.state)
    waited = sorted(game.to_act(table.state))
    for seat in waited:
        step = step.noting(TimedOut(seat))
    if turn is None:
        for seat in waited:
            if seat in game.to_act(step.after.state):
                step = step.then(partial(_auto, game, seat=seat, now=now, settings=settings))
        return step
    while (last := game.turn(step.after.state)) is not None and last.number == turn.number:
        step = step.then(partial(_auto, game, seat=turn.seat, now=now, settings=settings))
    return step


def _auto(game: AnyGame, table: Table, seat: int, now: datetime, settings: TableSettings) -> Step:
    notation = game.format(game.auto_action(table.state, seat))
    return played(game, table, (seat,), notation, Cause(at=now, auto=True), settings)


def not_playing(live: LiveTable) -> Refusal:
    """Return why nothing of the game can be done here."""
    if live.table.status in ("lobby", "closed"):
        return Refusal(TableReason.NOT_PLAYING, {"status": live.table.status})
    return Refusal(Reason.GAME_OVER)


def seat_in_play(live: LiveTable, person: int) -> Seat | Refusal:
    """Return the seat of somebody in a running game, or why they can do nothing of it here."""
    if live.table.status != "playing":
        return not_playing(live)
    seat = live.table.seat_of(person)
    return Refusal(absence.why_not_seated(live.table, person)) if seat is None else seat


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
        step = _step_of(live, doing)
    except Refused as refused:
        overtaken = doing.possible is not None and doing.possible()
        return Refusal(TableReason.OVERTAKEN) if overtaken else Refusal.of(refused)
    refusal = _table_refuses(live, doing, action)
    if refusal is not None:
        return refusal
    release = None if held else release_of(live, doing.seat)
    if release is not None:
        return _hold(live, doing, release)
    await apply(live, step, doing)
    return Acted(before=table, after=live.table, events=step.events)


def _step_of(live: LiveTable, doing: Doing) -> Step:
    """Return what the action brings; raises `Refused`."""
    cause = Cause(at=live.hall.clock.now(), stamp=doing.stamp, press=doing.press)
    return played(live.game, live.table, (doing.seat,), doing.notation, cause, live.hall.settings)


def lock_of(live: LiveTable, seat: int) -> Refusal | None:
    """Return the refusal of a seat that the table keeps from acting."""
    now, memory = live.hall.clock.monotonic(), live.memory
    if (countdown := memory.resumes_in(now)) > 0:
        return Refusal(TableReason.RESUMING, {"seconds": countdown})
    left = memory.locked_for(seat, now)
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
    release = live.memory.turn_shown(live.hall.settings.unseen) + seconds
    return release if release > live.hall.clock.monotonic() else None


async def held_due(live: LiveTable) -> None:
    """Do the act held back, now that its time has come or the hold is over."""
    held = live.memory.held
    if held is None:
        return
    release = release_of(live, held.doing.seat)
    if release is not None:
        live.times.plan(timers.HOLD, release - live.hall.clock.monotonic())
        return
    live.memory.take_held()
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
    clock = live.hall.clock
    verdict: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    earlier = live.memory.hold(Held(doing, verdict))
    if earlier is not None:
        settle(earlier.verdict, Refusal(TableReason.REPLACED))
    delay = release - clock.monotonic()
    live.times.plan(timers.HOLD, delay)
    until = clock.now() + timedelta(seconds=delay)
    note = ActHeld(doing.seat, until)
    live.hall.tell(Changed(before=live.table, after=live.table, notes=(note,)))
    return Pending(live.table, "held", until, verdict)
