"""Who sits where: seats of a lobby, and the engine's seats at the start. Pure."""

from collections.abc import Sequence

from msgspec import structs

from bot.tables.model import Seat, Table
from engine.api import AnyGame, OptionValue
from engine.errors import BadSetup


def options_for(
    game: AnyGame, seats: int, chosen: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the house rules a lobby with that many seats shows.

    Complete as the game would settle them for the nearest number of seats it is played by; where
    the choice does not go with that, the defaults under what was chosen.
    """
    counts = [count for count in game.seat_counts if count >= seats] or [max(game.seat_counts)]
    try:
        return game.settle(min(counts), chosen)
    except BadSetup:
        return {spec.key: spec.default for spec in game.options} | chosen


def counts_for(game: AnyGame, chosen: dict[str, OptionValue]) -> tuple[int, ...]:
    """Return with how many seats the house rules chosen can be played; empty if with none."""
    possible: list[int] = []
    for count in game.seat_counts:
        try:
            game.settle(count, chosen)
        except BadSetup:
            continue
        possible.append(count)
    return tuple(possible)


def numbered(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return a lobby's seats numbered in order; wishes for somebody who is gone are dropped."""
    here = {seat.who for seat in seats}
    return tuple(
        structs.replace(seat, index=i, opposite=seat.opposite if seat.opposite in here else None)
        for i, seat in enumerate(seats)
    )


def house_name(seats: Sequence[Seat]) -> str:
    """Return the number of the next house player: the smallest one free."""
    used = {seat.name for seat in seats if seat.house}
    return next(str(n) for n in range(1, len(seats) + 2) if str(n) not in used)


def can_pair(game: AnyGame, table: Table) -> bool:
    """Say whether the house rules chosen have partners at some number of seats."""
    for count in game.seat_counts:
        try:
            options = game.settle(count, table.chosen)
        except BadSetup:
            continue
        if any(len(team) == 2 for team in game.teams(count, options)):
            return True
    return False


def seated(game: AnyGame, table: Table) -> tuple[Seat, ...]:
    """Return the seats as they would be if the game started now; kept ones are left out.

    In order of coming; with partners, wishes to sit opposite come first: mutual ones, then
    one-sided ones in order of seats where both are still free.
    """
    taken = [seat for seat in table.seats if seat.taken]
    order = list(taken)
    teams = _teams(game, table, len(taken))
    if any(len(team) == 2 for team in teams):
        order = _opposite(taken, teams)
    return tuple(
        structs.replace(seat, index=i, opposite=None, invited_until=None)
        for i, seat in enumerate(order)
    )


def _teams(game: AnyGame, table: Table, seats: int) -> tuple[tuple[int, ...], ...]:
    if seats not in game.seat_counts:
        return ()
    try:
        return game.teams(seats, game.settle(seats, table.chosen))
    except BadSetup:
        return ()


def _opposite(taken: list[Seat], teams: tuple[tuple[int, ...], ...]) -> list[Seat]:
    twos = [team for team in teams if len(team) == 2]
    pairs = _pairs(taken)[: len(twos)]
    paired = {seat.who for pair in pairs for seat in pair}
    rest = [seat for seat in taken if seat.who not in paired]
    places: dict[int, Seat] = {}
    for team, pair in zip(twos, pairs, strict=False):
        places |= dict(zip(team, pair, strict=True))
    free = [place for place in range(len(taken)) if place not in places]
    places |= dict(zip(free, rest, strict=True))
    return [places[place] for place in range(len(taken))]


def _pairs(taken: list[Seat]) -> list[tuple[Seat, Seat]]:
    """Return who sits opposite whom by their wishes, the one who came first in front."""
    by_who = {seat.who: seat for seat in taken}
    mutual = [
        seat
        for seat in taken
        if seat.opposite in by_who and by_who[seat.opposite].opposite == seat.who
    ]
    pairs: list[tuple[Seat, Seat]] = []
    paired: set[int] = set()
    for seat in mutual + [seat for seat in taken if seat.opposite in by_who]:
        other = by_who[seat.opposite] if seat.opposite is not None else seat
        if other.who != seat.who and not {seat.who, other.who} & paired:
            paired |= {seat.who, other.who}
            first, second = sorted((seat, other), key=lambda one: one.index)
            pairs.append((first, second))
    return sorted(pairs, key=lambda pair: pair[0].index)
