"""When whoever is waited for times out (`experience.md` section 5)."""

from datetime import datetime, timedelta

from msgspec import structs

from bot.tables.model import Table
from bot.tables.settings import TableSettings
from engine.api import AnyGame


def renewed(
    game: AnyGame, table: Table, by: tuple[int, ...], now: datetime, settings: TableSettings
) -> Table:
    """Return the table with the deadline it has after an accepted action of these seats.

    A new turn starts the time; each accepted action of the turn's seat starts it anew, to at most
    `most` times the pace a turn. Without turns any accepted action does, and nobody is waited for
    while nobody can act.
    """
    turn = game.turn(table.state)
    if turn is None:
        waited = bool(game.to_act(table.state))
        deadline = now + timedelta(seconds=settings.turnless) if waited else None
        return structs.replace(table, deadline=deadline)
    pace = timedelta(seconds=settings.paces[table.pace])
    if turn.number != table.turn_number or table.turn_started is None:
        return structs.replace(
            table, turn_number=turn.number, turn_started=now, deadline=now + pace
        )
    if turn.seat in by:
        latest = table.turn_started + pace * settings.most
        return structs.replace(table, deadline=min(now + pace, latest))
    return table


def announced(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return a game just dealt: its first deadline leaves time for the hands to go out."""
    table = renewed(game, table, (), now, settings)
    if table.deadline is None:
        return table
    return structs.replace(table, deadline=table.deadline + timedelta(seconds=settings.delivery))


def first(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return the table with its first deadline counted from now: all hands are out."""
    return renewed(game, structs.replace(table, turn_started=None), (), now, settings)


def given_anew(
    game: AnyGame, table: Table, seat: int, now: datetime, settings: TableSettings
) -> Table:
    """Return the table with time for a seat that somebody has just taken, if it is its turn."""
    return renewed(game, table, (seat,), now, settings) if game.has_turns else table


def paused(table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return the table with the time until which it waits for anybody at all."""
    seconds = settings.pause_daily if table.pace == "daily" else settings.pause
    return structs.replace(table, paused=now, deadline=now + timedelta(seconds=seconds))


def lobby(table: Table, now: datetime, settings: TableSettings) -> Table:
    """Return a lobby whose idle time starts now."""
    idle = settings.lobby_idle_daily if table.pace == "daily" else settings.lobby_idle
    return structs.replace(table, deadline=now + timedelta(seconds=idle))


def extended(table: Table, seconds: float) -> Table:
    """Return the table with every time it waits for moved by an outage."""
    by = timedelta(seconds=seconds)
    seats = tuple(
        structs.replace(seat, invited_until=seat.invited_until + by) if seat.invited_until else seat
        for seat in table.seats
    )
    return structs.replace(
        table,
        seats=seats,
        deadline=table.deadline + by if table.deadline else None,
        turn_started=table.turn_started + by if table.turn_started else None,
        started=table.started + by if table.started else None,
        paused=table.paused + by if table.paused else None,
    )
