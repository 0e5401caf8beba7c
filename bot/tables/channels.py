"""What becomes of a table whose place goes away: its channel, its thread, its server.

Nobody can play where nothing can be shown, so a table without a place ends at once and its seats
are free; a thread is only a room of its channel; a server that Discord cannot reach for a while
keeps everything, clocks standing still (`experience.md` section 5).
"""

from msgspec import structs

from bot.tables import end, house_players, start, timers
from bot.tables.commit import apply
from bot.tables.entries import Place, PlaceGone, ServerAway, ThreadGone, ThreadOpened
from bot.tables.live_table import LiveTable
from bot.tables.replies import Answer, Done
from bot.tables.step import Step

STANDING = (timers.DEADLINE, timers.INVITATION, timers.VOTE, timers.LONGEST)
"""Times that do not come while the server is away; `WAIT` and `THINK` neither."""


async def changed(live: LiveTable, entry: Place) -> Answer:
    """Take in what happened to the table's place."""
    if not live.table.active:
        return Done(live.table)
    match entry:
        case PlaceGone():
            await _gone(live)
        case ThreadOpened(thread=thread):
            await apply(live, Step(after=structs.replace(live.table, thread=thread)))
        case ThreadGone():
            if live.table.thread is not None:
                await apply(live, Step(after=structs.replace(live.table, thread=None)))
        case ServerAway(away=True):
            live.memory.go_away(live.hall.clock.monotonic())
        case ServerAway():
            await _there_again(live)
    return Done(live.table)


def stands_still(live: LiveTable, what: str) -> bool:
    """Say whether a time does not count now, because the server is away; it is planned later."""
    if not live.memory.away:
        return False
    return what in STANDING or what.startswith((timers.WAIT, timers.THINK))


async def _gone(live: LiveTable) -> None:
    table, now = live.table, live.hall.clock.now()
    if table.status == "lobby":
        await apply(live, start.lobby(live).close(table, "gone"))
    else:
        await apply(live, end.over(live.game, table, None, "gone", now))


async def _there_again(live: LiveTable) -> None:
    """Let every clock go on from where it stood."""
    seconds = live.memory.away_for(live.hall.clock.monotonic())
    if seconds is None:
        return
    await apply(live, timers.moved(live.table, seconds))
    live.memory.come_back()
    timers.plan(live, None, live.table)
    house_players.look_anew(live)
