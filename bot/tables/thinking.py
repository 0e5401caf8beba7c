"""House players: they think about a view once people could see it, and act in human time."""

from bot.tables import acting, calling
from bot.tables.answers import Late, Refusal
from bot.tables.live import Doing, LiveTable
from bot.tables.planning import CALL, THINK
from engine.api import Level


def think(live: LiveTable, ply: int) -> None:
    """Let the house players think about the state at a ply that has been seen.

    In a game with turns an older state than the present one is not worth a thought: it has passed.
    """
    memory, table, game = live.memory, live.table, live.game
    state = memory.states.get(ply)
    if table.status != "playing" or state is None or ply <= memory.thought_of:
        return
    if game.has_turns and ply != table.ply:
        return
    memory.thought_of = ply
    for old in [p for p in memory.states if p < ply]:
        del memory.states[old]
    for seat in table.seats:
        if seat.played_by is not None:
            _think(live, seat.index, seat.played_by, game.view(state, seat.index))


def _think(live: LiveTable, seat: int, level: Level, view: object) -> None:
    memory, world = live.memory, live.world
    before = memory.views.get(seat)
    memory.views[seat] = view
    for thought in live.game.think(level, seat, before, view, world.chance):
        is_call = calling.spec_of(live, thought.notation) is not None
        what = f"{CALL if is_call else THINK}{seat}"
        memory.thoughts[what] = thought.notation
        live.times.plan(what, thought.delay / world.settings.house_speed)


async def thought_due(live: LiveTable, what: str) -> None:
    """Do what a house player intended, as far as the rules still allow it."""
    notation = live.memory.thoughts.pop(what, None)
    if notation is None or live.table.status != "playing":
        return
    seat = int(what.split(":")[1])
    doing = Doing(
        stamp=live.world.stamp(),
        route="button",
        seat=seat,
        notation=notation,
        arrived=live.world.clock.monotonic(),
    )
    spec = calling.spec_of(live, notation)
    if spec is not None:
        answer = await calling.call(live, spec, doing)
    else:
        answer = await acting.perform(live, doing)
    if isinstance(answer, Refusal | Late) and not live.game.has_turns:
        _look_again(live, seat)


def _look_again(live: LiveTable, seat: int) -> None:
    """Let a house player whose chance has passed think about what it can see by now."""
    level = live.table.seats[seat].played_by
    if level is not None and live.memory.seen >= live.table.ply:
        _think(live, seat, level, live.game.view(live.table.state, seat))
