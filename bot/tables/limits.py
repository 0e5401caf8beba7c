"""Who may sit down, and how many tables there may be (`experience.md` section 1)."""

from bot.tables.hall import Hall
from bot.tables.model import NewTable
from bot.tables.replies import Refusal, TableReason


def opening(hall: Hall, new: NewTable) -> Refusal | None:
    """Return why this table may not be opened, if it may not."""
    usual, own = hall.settings, hall.servers.of(new.guild)
    if not hall.servers.opens_in(new.guild, new.channel):
        return Refusal(TableReason.CHANNEL_NOT_ALLOWED)
    if new.host in own.barred:
        return Refusal(TableReason.BARRED)
    active = hall.directory.active.values()
    most = own.tables_per_channel or usual.tables_per_channel
    if sum(table.channel == new.channel for table in active) >= most:
        return Refusal(TableReason.CHANNEL_LIMIT, {"limit": most})
    refusal = sitting(hall, new.guild, new.host)
    if refusal is not None:
        return refusal
    most = own.lobbies_per_person or usual.lobbies_per_person
    lobbies = [
        table.id
        for table in active
        if table.status == "lobby"
        and table.host == new.host
        and (own.lobbies_per_person is None or table.guild == new.guild)
    ]
    if len(lobbies) >= most:
        return Refusal(TableReason.LOBBY_LIMIT, {"limit": most, "table": min(lobbies)})
    return None


def sitting(hall: Hall, guild: int | None, person: int) -> Refusal | None:
    """Return why somebody may not sit down in a server, if so.

    The operator's bound holds for all servers together; one that a server has set takes its place,
    and holds for the tables of that server.
    """
    own = hall.servers.of(guild)
    if person in own.barred:
        return Refusal(TableReason.BARRED)
    most = own.tables_per_person
    if most is None:
        most, seats = hall.settings.tables_per_person, hall.directory.seats_of(person)
    else:
        seats = hall.directory.seats_of(person, guild)
    if seats >= most:
        return Refusal(TableReason.PERSON_LIMIT, {"limit": most, "person": person})
    return None


def again(hall: Hall, guild: int | None, channel: int, person: int) -> Refusal | None:
    """Return why somebody may not open a rematch in a channel, if so."""
    if not hall.servers.opens_in(guild, channel):
        return Refusal(TableReason.CHANNEL_NOT_ALLOWED)
    return sitting(hall, guild, person)
