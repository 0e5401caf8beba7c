"""People who go away from a running game, and who comes for them: pure steps.

See `experience.md` section 5.

A house player goes on for who has gone. When only one side is left that never went away, it wins
at once; when nobody is left at all, the table ends.
"""

from datetime import datetime
from functools import partial

from msgspec import structs

from bot.db.records import Away, Leaver, Unrated
from bot.tables import absence, deadlines, playing, votes
from bot.tables.facts import HostChanged, Note, Resumed, Returned, SatIn, WentAway
from bot.tables.model import Seat, Table
from bot.tables.replies import Refusal, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine import play
from engine.api import AnyGame, Outcome, Setup


def go(game: AnyGame, table: Table, seat: Seat, how: Away, now: datetime) -> Step:
    """Return what somebody's going away brings, up to the end of the game."""
    person = seat.owner
    assert person is not None, "somebody sits there"
    after = absence.reseated(table, seat.index, partial(_deserted, how=how))
    others = tuple(each for each in table.leavers if each.person != person)
    after = structs.replace(after, leavers=(*others, Leaver(person, how)))
    step = Step(after=after, notes=(WentAway(seat.index, seat.name, how),))
    step = step.then(lambda now_: votes.without(now_, seat.index, person))
    step = step.then(lambda now_: _handed_over(now_, person))
    return step.then(lambda now_: _ended(game, now_, seat, how, now))


def ending(game: AnyGame, table: Table, person: int, now: datetime) -> Table | None:
    """Return the table as it would be over by this person's leaving; None if it would go on."""
    seat = table.seat_of(person)
    if table.status != "playing" or seat is None:
        return None
    after = go(game, table, seat, "left", now).after
    return after if after.status == "ended" else None


def sit_in(
    game: AnyGame, table: Table, person: int, name: str, now: datetime, settings: TableSettings
) -> Step | Refusal:
    """Return what somebody's coming brings: back to the own seat, or for somebody gone away."""
    how = next((each.how for each in table.leavers if each.person == person), None)
    if how in ("resigned", "kicked"):
        return Refusal(absence.WHY[how])
    own = absence.left_by(table, person)
    seat = own or next((each for each in table.seats if each.free), None)
    if seat is None:
        return Refusal(TableReason.NO_FREE_SEAT)
    new = Seat(
        index=seat.index,
        person=person,
        name=name,
        substitute=own is None or own.substitute,
    )
    table = absence.reseated(table, seat.index, lambda _: new)
    notes: list[Note] = [Returned(seat.index) if own is not None else SatIn(seat.index)]
    going = absence.going_on(game, table, now, settings)
    if going is not None:
        return Step(after=going, notes=(*notes, Resumed()))
    after = deadlines.given_anew(game, table, seat.index, now, settings)
    return Step(after=after, notes=tuple(notes))


def _deserted(seat: Seat, how: Away) -> Seat:
    return Seat(
        index=seat.index,
        person=seat.person,
        name=seat.name,
        standin=absence.STANDIN,
        away=how,
        substitute=seat.substitute,
    )


def _handed_over(table: Table, person: int) -> Step:
    """Pass the table on to the next person if its host has gone."""
    if table.host != person or not table.people:
        return Step(after=table)
    host = table.people[0]
    return Step(after=structs.replace(table, host=host), notes=(HostChanged(person, host),))


def _ended(game: AnyGame, table: Table, gone: Seat, how: Away, now: datetime) -> Step:
    """Return the end of the game, if this going away is its end."""
    if not table.people and how == "resigned" and len(table.seats) == 2:
        return _won(game, table, (1 - gone.index,), now)
    return concluded(game, table, now)


def concluded(game: AnyGame, table: Table, now: datetime) -> Step:
    """Return the end of a game that somebody has gone away from, if it is over by that."""
    if not table.people:
        return playing.end(game, table, None, "empty", now)
    teams = game.teams(len(table.seats), table.options)
    left = {leaver.person for leaver in table.leavers}
    stayed = {seat.index for seat in table.seats if seat.owner not in (None, *left)}
    sides = [team for team in teams if stayed & set(team)]
    return _won(game, table, sides[0], now) if len(sides) == 1 else Step(after=table)


def _won(game: AnyGame, table: Table, side: tuple[int, ...], now: datetime) -> Step:
    """Return the win of the only side left; a seat there is its person's again."""
    for index in side:
        if table.seats[index].owner is not None:
            table = absence.reseated(
                table, index, lambda seat: structs.replace(seat, standin=None, timeouts=0)
            )
    left = game.remaining(table.state)
    keys = [
        (0, 0) if seat.index in side else (2, 0) if seat.free else (1, left[seat.index])
        for seat in table.seats
    ]
    places = tuple(1 + sum(other < own for other in keys) for own in keys)
    outcome = Outcome("won", tuple(sorted(side)), places)
    return playing.end(game, table, outcome, "left", now, _unrated(game, table, left))


def _unrated(game: AnyGame, table: Table, left: tuple[int, ...]) -> Unrated | None:
    """Return why a win by staying does not count.

    It does not after a removal, nor before the seat with the fewest cards was rid of a third.
    """
    if any(leaver.how == "kicked" for leaver in table.leavers):
        return "kick"
    setup = Setup(
        seats=len(table.seats), options=table.options, seed=table.seed, dealer=table.dealer
    )
    dealt = game.remaining(play.start(game, setup).state)
    ahead = [seat for seat, cards in enumerate(left) if cards == min(left)]
    return None if any(3 * left[seat] <= 2 * dealt[seat] for seat in ahead) else "early"
