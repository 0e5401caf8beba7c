"""What is reported of a table: edits confirmed, hands delivered, the clock set."""

from bot.tables import house_players, timers
from bot.tables.commit import apply
from bot.tables.entries import ClockSet, HandDelivered, Seen
from bot.tables.live_table import LiveTable
from bot.tables.replies import Answer, Done
from bot.tables.step import Step


async def seen(live: LiveTable, entry: Seen) -> Answer:
    """Learn that people can see a ply: graces begin, holds are counted, house players think."""
    if live.memory.see(entry.ply, entry.at) and live.memory.held is not None:
        live.times.plan(timers.HOLD, 0)
    house_players.think(live, entry.ply)
    if entry.ply >= live.table.ply:
        live.let_go()
    return Done(live.table)


async def clock_set(live: LiveTable, entry: ClockSet) -> Answer:
    """Move every time the table waits for, so that it is as far away as it was."""
    await apply(live, timers.moved(live.table, entry.seconds))
    return Done(live.table)


async def hand_delivered(live: LiveTable, entry: HandDelivered) -> Answer:
    """With the last hand out the first deadline begins to count."""
    table = live.table
    awaited = {seat.index for seat in table.seats if seat.owner is not None}
    last = live.memory.deliver(entry.seat, awaited)
    if table.status == "playing" and table.ply == 0 and last:
        now, settings = live.hall.clock.now(), live.hall.settings
        await apply(live, Step(after=timers.first(live.game, table, now, settings)))
    return Done(live.table)
