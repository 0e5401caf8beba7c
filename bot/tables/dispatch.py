"""Who answers what: each type of entry has one handler, some another one by the table's status."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from bot.tables import acts, ballot, channels, end, forget, leaving, race, rematch, reports, start
from bot.tables.due import due
from bot.tables.entries import (
    Accuse,
    Act,
    AddHouse,
    CastVote,
    ClockSet,
    Decline,
    Due,
    End,
    Entry,
    Erase,
    Gap,
    GiveWay,
    HandDelivered,
    Here,
    Invite,
    Join,
    Kick,
    Leave,
    Load,
    PlaceGone,
    PlayWithBots,
    Press,
    Rematch,
    RemoveHouse,
    Resign,
    Seen,
    ServerAway,
    SetDisplay,
    SetLevel,
    SetPace,
    SetRule,
    SitOpposite,
    Start,
    ThreadGone,
    ThreadOpened,
)
from bot.tables.live_table import LiveTable
from bot.tables.model import Status
from bot.tables.replies import Answer, Done, Refusal, TableReason

Handler: TypeAlias = Callable[[LiveTable, Any], Awaitable[Answer | None]]


async def handle(live: LiveTable, entry: Entry) -> Answer | None:
    """Answer one entry; None where it waits behind a race."""
    kind, status = type(entry), live.table.status
    handler = BY_STATUS.get((status, kind), HANDLERS[kind])
    if isinstance(entry, Press) and live.table.set_aside and handler is not end.end_unreadable:
        return Refusal(TableReason.SET_ASIDE)
    if isinstance(entry, Press) and kind not in GOING:
        await leaving.heard(live, entry.person)
    return await ballot.decided(live, await handler(live, entry))


async def _look(live: LiveTable, entry: Load | Here) -> Answer:
    """Show the table as it is."""
    return Done(live.table)


HANDLERS: Mapping[type[Entry], Handler] = {
    Act: acts.act,
    Due: due,
    Seen: reports.seen,
    HandDelivered: reports.hand_delivered,
    ClockSet: reports.clock_set,
    Gap: race.interrupted,
    PlaceGone: channels.changed,
    ThreadOpened: channels.changed,
    ThreadGone: channels.changed,
    ServerAway: channels.changed,
    Join: start.join,
    Leave: start.ask,
    Decline: start.ask,
    Invite: start.invite,
    AddHouse: start.ask,
    RemoveHouse: start.ask,
    SetRule: start.ask,
    SetPace: start.ask,
    SetDisplay: start.ask,
    SetLevel: start.ask,
    SitOpposite: start.ask,
    Start: start.start,
    PlayWithBots: start.with_bots,
    Resign: leaving.leave,
    Kick: leaving.kick,
    CastVote: ballot.cast,
    End: end.end,
    Rematch: rematch.rematch,
    Accuse: ballot.accuse,
    GiveWay: end.give_way,
    Erase: forget.erase,
    Load: _look,
    Here: _look,
}
"""Who answers an entry."""

BY_STATUS: Mapping[tuple[Status, type[Entry]], Handler] = {
    ("playing", Join): leaving.sit_in,
    ("playing", Leave): leaving.leave,
    ("lobby", End): start.end,
    ("set-aside", End): end.end_unreadable,
}
"""Who answers it instead, as the table is now."""

GOING = (Leave, Resign)
"""Who goes is not there again by saying so."""
