"""How the seats came out of a game, as rows of the transaction that ends it."""

from datetime import datetime

from bot.db.values import Result
from bot.tables.values import Table
from engine.api import Outcome


def results(table: Table, outcome: Outcome, now: datetime) -> tuple[Result, ...]:
    """Return one result a seat; a table begun with a house player is unrated."""
    unrated = "house" if any(seat.house for seat in table.seats) else None
    return tuple(
        Result(
            table=table.id,
            seat=seat.index,
            guild=table.guild,
            game=table.game,
            person=seat.person,
            house=seat.house,
            place=outcome.places[seat.index],
            won=seat.index in outcome.winners,
            unrated=unrated,
            ended=now,
        )
        for seat in table.seats
    )
