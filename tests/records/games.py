"""Whole games of the toy `count`, over in a moment, for what comes after a game."""

from typing import Any

from msgspec import structs

from bot.db.records import Result
from bot.tables import house_players
from bot.tables.model import Table
from tests.tables.harness import HOST, House


async def play(house: House, winner: int = HOST, people: int = 2, **fields: Any) -> Table:
    """Let somebody win a game."""
    table = await house.playing(people, chosen={"goal": 3, **fields.pop("chosen", {})}, **fields)
    await finish(house, table, winner)
    return house.table(table)


async def finish(house: House, table: Table, winner: int) -> None:
    """Play a game on until somebody has won."""
    while house.table(table).status == "playing":
        person = house.on_turn_or_none(table)
        if person is None or house.table(table).seats[house.turn_seat(table)].standin:
            await house.seen(table)
            await house.wait(5)
            continue
        await house.acted(table, person, "B" if person == winner else "A")


async def results(house: House, table: Table) -> tuple[Result, ...]:
    """Return the results as stored."""
    return await house.reader.results(table.id)


def away(house: House, table: Table, *seats: int) -> None:
    """Let house players stand in for these seats from now on."""
    live = house.tables._live[table.id]
    after = tuple(
        structs.replace(seat, standin="easy") if seat.index in seats else seat
        for seat in live.table.seats
    )
    live.known = structs.replace(live.table, seats=after)
    house_players.look_anew(live)
