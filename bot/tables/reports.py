"""What the screens report: messages posted, edits confirmed, hands delivered."""

from datetime import timedelta

from msgspec import structs

from bot.db.changes import vote_change
from bot.tables import house_players, timers
from bot.tables.commands import (
    ClockSet,
    HandPlaced,
    NoticeGone,
    NoticePlaced,
    OldClosed,
    Placed,
    Seen,
)
from bot.tables.commit import apply
from bot.tables.live_table import LiveTable
from bot.tables.replies import Answer, Done
from bot.tables.step import Step


def seen(live: LiveTable, entry: Seen) -> Answer:
    """Learn that people can see a ply: graces begin, holds are counted, house players think."""
    memory = live.memory
    memory.seen = max(memory.seen, entry.ply)
    for ending in memory.endings.values():
        if ending.shown is None and entry.ply >= ending.ply:
            ending.shown = entry.at
    if memory.turn_shown is None and entry.ply >= memory.turn_ply:
        memory.turn_shown = entry.at
        if memory.held is not None:
            live.times.plan(timers.HOLD, 0)
    house_players.think(live, entry.ply)
    return Done(live.table)


async def clock_set(live: LiveTable, entry: ClockSet) -> Answer:
    """Move every time the table waits for, so that it is as far away as it was."""
    table, by = live.table, timedelta(seconds=entry.seconds)
    step = Step(after=timers.extended(table, entry.seconds))
    if table.vote is not None:
        vote = structs.replace(table.vote, until=table.vote.until + by)
        after = structs.replace(step.after, vote=vote)
        step = Step(after=after, more=vote_change(table.id, vote, None))
    await apply(live, step)
    return Done(live.table)


async def placed(live: LiveTable, entry: Placed) -> Answer:
    """Remember the public message; a message of an earlier round is an old one to be closed."""
    table = live.table
    if entry.round < table.round:
        after = structs.replace(table, old_message=entry.message)
    else:
        old = table.message if table.message not in (None, entry.message) else table.old_message
        after = structs.replace(
            table,
            round=entry.round,
            message=entry.message,
            message_at=entry.at,
            thread=entry.thread or table.thread,
            old_message=old,
        )
    await apply(live, Step(after=after))
    return Done(live.table)


async def old_closed(live: LiveTable, entry: OldClosed) -> Answer:
    """Forget the old message."""
    if live.table.old_message == entry.message:
        await apply(live, Step(after=structs.replace(live.table, old_message=None)))
    return Done(live.table)


async def hand_placed(live: LiveTable, entry: HandPlaced) -> Answer:
    """Remember a hand's message; with the last hand out the first deadline begins to count."""
    table = live.table
    if not 0 <= entry.seat < len(table.seats):
        return Done(table)
    if table.seats[entry.seat].free:
        return Done(table)
    seats = tuple(
        structs.replace(seat, hand_channel=entry.channel, hand_message=entry.message)
        if seat.index == entry.seat
        else seat
        for seat in table.seats
    )
    after = structs.replace(table, seats=seats)
    delivered = live.memory.delivered
    awaited = {seat.index for seat in seats if seat.owner is not None}
    missing = awaited - delivered
    delivered.add(entry.seat)
    if table.status == "playing" and table.ply == 0 and missing == {entry.seat}:
        after = timers.first(live.game, after, live.hall.clock.now(), live.hall.settings)
    await apply(live, Step(after=after))
    return Done(live.table)


async def notice_placed(live: LiveTable, entry: NoticePlaced) -> Answer:
    """Remember the line that tells of a turn, so that it is deleted also after a restart."""
    after = structs.replace(
        live.table,
        notice_turn=entry.turn,
        notice_channel=entry.channel,
        notice_message=entry.message,
    )
    await apply(live, Step(after=after))
    return Done(live.table)


async def notice_gone(live: LiveTable, entry: NoticeGone) -> Answer:
    """Forget the line."""
    if live.table.notice_message == entry.message:
        after = structs.replace(
            live.table, notice_turn=None, notice_channel=None, notice_message=None
        )
        await apply(live, Step(after=after))
    return Done(live.table)
