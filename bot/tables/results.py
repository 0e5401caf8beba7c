"""How the seats came out of a game, as rows of the transaction that ends it."""

from datetime import datetime

from bot.db.records import Result, Seat, Unrated
from bot.tables.model import Table
from engine.api import AnyGame, Outcome


def results(
    game: AnyGame, table: Table, outcome: Outcome, now: datetime, unrated: Unrated | None = None
) -> tuple[Result, ...]:
    """Return one result a seat, before ratings.

    A seat that ends under a stand-in, or whose person is gone, comes last and has not won
    (`experience.md` section 5); the others keep their order. A table begun with a house player is
    unrated.

    Args:
        game: its rules.
        table: as it ends.
        outcome: as the rules, or the table, found it.
        now: when it ends.
        unrated: why nothing of it counts for ratings, beside house players.
    """
    if any(seat.house for seat in table.seats):
        unrated = "house"
    places = places_of(table, outcome)
    teams = {seat: team[0] for team in game.teams(len(table.seats), table.options) for seat in team}
    return tuple(
        Result(
            table=table.id,
            seat=seat.index,
            guild=table.guild,
            game=table.game,
            person=seat.person,
            house=seat.house,
            place=places[seat.index],
            won=seat.index in winners_of(table, outcome),
            unrated=unrated or _unrated(table, seat, teams),
            ended=now,
            team=teams[seat.index],
            left=has_left(seat),
        )
        for seat in table.seats
    )


def _unrated(table: Table, seat: Seat, teams: dict[int, int]) -> Unrated | None:
    """Return why the game does not count for one seat's person alone."""
    if seat.person is None:
        return "gone"
    if seat.substitute:
        return "substitute"
    partners = [other for other in table.seats if teams[other.index] == teams[seat.index]]
    return "partner" if any(other.substitute for other in partners) else None


def has_left(seat: Seat) -> bool:
    """Say whether nobody sits here any more who came to play."""
    return seat.house is None and (seat.standin is not None or seat.gone)


def winners_of(table: Table, outcome: Outcome) -> tuple[int, ...]:
    """Return the seats that have won; empty also where only stand-ins would have."""
    return tuple(seat for seat in outcome.winners if not has_left(table.seats[seat]))


def places_of(table: Table, outcome: Outcome) -> tuple[int, ...]:
    """Return the places with those who left last, all of them equal."""
    keys = [
        (True, 0) if has_left(seat) else (False, outcome.places[seat.index]) for seat in table.seats
    ]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
