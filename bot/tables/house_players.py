"""House players: they think about a view once people could see it, and act in human time."""

from typing import Any

from bot.tables.live_table import LiveTable
from bot.tables.memory import Doing
from bot.tables.timers import CALL, THINK, UNSEEN
from engine.api import Level, Thought
from engine.errors import Refused


def think(live: LiveTable, ply: int) -> None:
    """Let the house players think about the state at a ply that has been seen.

    In a game with turns an older state than the present one is not worth a thought: it has passed.
    """
    memory, table, game = live.memory, live.table, live.game
    if table.status != "playing" or table.paused is not None:
        return
    if game.has_turns and ply != table.ply:
        return
    state = memory.consider(ply)
    if state is None:
        return
    for seat in table.seats:
        if seat.played_by is not None:
            _think(live, seat.index, seat.played_by, state)


def _think(live: LiveTable, seat: int, level: Level, state: Any) -> None:
    """Plan what a house player intends on seeing this state.

    Without turns it finishes what it is about to do if that is still possible there, else only
    changes its aim: somebody who acts quickly must not keep it busy with beginning anew.
    """
    memory, hall = live.memory, live.hall
    view = live.game.view(state, seat)
    before = memory.look(seat, view)
    intended = {}
    for thought in live.game.think(level, seat, before, view, hall.chance):
        is_call = live.call_of(thought.notation) is not None
        intended[f"{CALL if is_call else THINK}{seat}"] = thought
    if not live.game.has_turns:
        live.drop_thoughts({f"{kind}{seat}" for kind in (THINK, CALL)} - intended.keys())
    for what, thought in intended.items():
        if what.startswith(CALL) or not _goes_on(live, what, seat, state):
            memory.intend(what, thought.notation)
            live.times.plan(what, _delay(live, what, thought))


def _delay(live: LiveTable, what: str, thought: Thought) -> float:
    """Return in how many seconds a thought is acted on: after a restart not before play goes on."""
    speed = live.hall.settings.house_speed
    delay, left = thought.delay / speed, live.times.left(what)
    if left is not None and thought.least is not None:
        delay = max(thought.least / speed, min(delay, left))
    return delay + live.memory.resumes_in(live.hall.clock.monotonic())


def _goes_on(live: LiveTable, what: str, seat: int, state: Any) -> bool:
    """Say whether a house player is about to do something that this state still allows."""
    notation = live.memory.thoughts.get(what)
    if notation is None or live.game.has_turns:
        return False
    try:
        live.game.decide(state, (seat,), live.game.parse(notation))
    except Refused:
        return False
    return True


def intent(live: LiveTable, what: str) -> Doing | None:
    """Return what a house player is about to do now that its time has come; None: nothing."""
    notation = live.memory.take_thought(what)
    seat = int(what.split(":")[1])
    table = live.table
    if notation is None or table.status != "playing" or table.seats[seat].played_by is None:
        return None
    return Doing(
        stamp=live.hall.clock.stamp(),
        route="button",
        seat=seat,
        notation=notation,
        arrived=live.hall.clock.monotonic(),
    )


def look_again(live: LiveTable, seat: int) -> None:
    """Let a house player whose chance has passed think about what it can see by now.

    Only without turns: with them its time comes again.
    """
    if live.game.has_turns:
        return
    level = live.table.seats[seat].played_by
    if level is not None and live.memory.seen >= live.table.ply:
        _think(live, seat, level, live.table.state)


def forget(live: LiveTable, seat: int) -> None:
    """Drop what a stand-in intended at a seat that a person plays again."""
    live.drop_thoughts(f"{kind}{seat}" for kind in (THINK, CALL))
    live.memory.forget_view(seat)


def look_anew(live: LiveTable) -> None:
    """Let house players look at a position they have a new reason to think about.

    A stand-in has just come, or the table goes on after a pause. As always no sooner than people
    could see it.
    """
    table, memory = live.table, live.memory
    if table.status != "playing":
        return
    memory.reconsider(table.ply, table.state)
    if memory.seen >= table.ply:
        think(live, table.ply)
    else:
        live.times.plan(UNSEEN, live.hall.settings.unseen)
