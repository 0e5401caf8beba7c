"""Who may sit down, and how many tables there may be (`experience.md` section 1).

A table that is abandoned does not count; when its place is wanted it ends (`make_room`).
"""

from collections.abc import Sequence

from bot.tables.entries import GiveWay
from bot.tables.hall import Hall
from bot.tables.model import NewTable, Table
from bot.tables.replies import Refusal, TableReason


def opening(hall: Hall, new: NewTable, elsewhere: Sequence[Table]) -> Refusal | None:
    """Return why this table may not be opened, if it may not.

    `elsewhere`: the tables of other processes at which its host sits.
    """
    usual, own = hall.settings, hall.servers.of(new.guild)
    disallowed = _disallowed(hall, new.guild, new.channel)
    if disallowed is not None:
        return disallowed
    if new.host in own.barred:
        return Refusal(TableReason.BARRED)
    active = hall.directory.active.values()
    most = own.tables_per_channel or usual.tables_per_channel
    counted = [table for table in active if table.channel == new.channel and not table.abandoned]
    if len(counted) >= most:
        return Refusal(TableReason.CHANNEL_LIMIT, {"limit": most})
    refusal = sitting(hall, new.guild, new.host, elsewhere)
    if refusal is not None:
        return refusal
    most = own.lobbies_per_person or usual.lobbies_per_person
    lobbies = [
        table.id
        for table in (*active, *elsewhere)
        if table.status == "lobby"
        and table.host == new.host
        and (own.lobbies_per_person is None or table.guild == new.guild)
    ]
    if len(lobbies) >= most:
        return Refusal(TableReason.LOBBY_LIMIT, {"limit": most, "table": min(lobbies)})
    return None


def sitting(
    hall: Hall, guild: int | None, person: int, elsewhere: Sequence[Table]
) -> Refusal | None:
    """Return why somebody may not sit down in a server, if so.

    `elsewhere` as for `opening`. The operator's bound holds for all servers together; one that a
    server has set takes its place, and holds for the tables of that server.
    """
    own = hall.servers.of(guild)
    if person in own.barred:
        return Refusal(TableReason.BARRED)
    most = own.tables_per_person
    if most is None:
        most, seats = hall.settings.tables_per_person, hall.directory.seats_of(person)
        seats += sum(not table.abandoned for table in elsewhere)
    else:
        seats = hall.directory.seats_of(person, guild)
    if seats >= most:
        return Refusal(TableReason.PERSON_LIMIT, {"limit": most, "person": person})
    return None


def make_room(hall: Hall, table: Table, person: int) -> None:
    """End what is abandoned in excess of the bounds, now that this person has sat down here."""
    usual, own = hall.settings, hall.servers.of(table.guild)
    active = hall.directory.active.values()
    here = [each for each in active if each.channel == table.channel]
    most = own.tables_per_channel or usual.tables_per_channel
    wanted = _in_excess(here, most)
    server = None if own.tables_per_person is None else table.guild
    held = [
        each
        for each in active
        if each.seat_of(person) is not None and (server is None or each.guild == server)
    ]
    wanted |= _in_excess(held, own.tables_per_person or usual.tables_per_person)
    for number in sorted(wanted):
        hall.others.submit(number, GiveWay())


def _in_excess(tables: list[Table], most: int) -> set[int]:
    """Return the abandoned tables that are too many, the longest paused ones first."""
    abandoned = [table for table in tables if table.abandoned]
    abandoned.sort(key=lambda table: (table.paused, table.id))
    return {table.id for table in abandoned[: max(len(tables) - most, 0)]}


def again(
    hall: Hall, guild: int | None, channel: int, person: int, elsewhere: Sequence[Table]
) -> Refusal | None:
    """Return why somebody may not open a rematch in a channel, if so; the rest as `sitting`."""
    return _disallowed(hall, guild, channel) or sitting(hall, guild, person, elsewhere)


def _disallowed(hall: Hall, guild: int | None, channel: int) -> Refusal | None:
    """Return that no table may be opened in a channel, and where one may, if so."""
    if hall.servers.opens_in(guild, channel):
        return None
    allowed = {"channels": hall.servers.of(guild).channels}
    return Refusal(TableReason.CHANNEL_NOT_ALLOWED, allowed)
