"""A person who wants to be forgotten leaves every table, also in mid-game.

See `experience.md` section 1.
"""

from msgspec import structs

from bot.db.records import Away
from bot.tables import absence, house_players, leaving
from bot.tables.commands import Erase, Leave
from bot.tables.commit import apply
from bot.tables.live_table import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.model import Race, Seat, Table, Vote
from bot.tables.replies import Answer, Done, Refusal
from bot.tables.step import Step

NOBODY = 0
"""The host of a table whose host was forgotten."""


async def erase(live: LiveTable, entry: Erase) -> Answer:
    """Take a person off a table: out of a lobby, replaced by a stand-in in a game.

    The other seats, the game and its events stay as they are.
    """
    before, person = live.table, entry.person
    step = Step(after=before)
    if before.status == "lobby":
        step = _out_of_lobby(live, person)
    after = without(step.after, person)
    step = structs.replace(step, after=after)
    if after.status == "playing" and after != before:
        now = live.world.clock.now()
        step = step.then(lambda table: leaving.concluded(live.game, table, now))
    if step.after != before:
        await apply(live, step)
        house_players.look_anew(live)
    return Done(live.table)


def without(table: Table, person: int) -> Table:
    """Return a table that says nothing of a person any more."""
    people = [other for other in table.people if other != person]
    host = table.host
    if host == person:
        host = people[0] if people else NOBODY
    return structs.replace(
        table,
        seats=tuple(_seat(seat, person, table) for seat in table.seats),
        host=host,
        leavers=tuple(each for each in table.leavers if each.person != person),
        race=_race(table.race, person),
        vote=_vote(table.vote, person),
    )


def _out_of_lobby(live: LiveTable, person: int) -> Step:
    leave = Leave(person=person, route="command", stamp=0.0, arrived=0.0, key=f"erase {person}")
    lobby = Lobby(live.game, live.world.settings, live.world.clock.now())
    outcome = lobby.handle(live.table, leave)
    return Step(after=live.table) if isinstance(outcome, Refusal) else outcome


def _seat(seat: Seat, person: int, table: Table) -> Seat:
    opposite = None if seat.opposite == person else seat.opposite
    if person not in (seat.person, seat.invited):
        return structs.replace(seat, opposite=opposite)
    if table.status == "playing":
        away: Away = "resigned"
        return Seat(index=seat.index, standin=absence.STANDIN, opposite=opposite, away=away)
    return Seat(index=seat.index, standin=seat.standin, opposite=opposite, away=seat.away)


def _race(race: Race | None, person: int) -> Race | None:
    if race is None:
        return None
    calls = tuple(
        structs.replace(call, person=None) if call.person == person else call for call in race.calls
    )
    return structs.replace(race, calls=calls)


def _vote(vote: Vote | None, person: int) -> Vote | None:
    if vote is None:
        return None
    return structs.replace(
        vote,
        voters=_but(vote.voters, person),
        yes=_but(vote.yes, person),
        no=_but(vote.no, person),
    )


def _but(people: tuple[int, ...], person: int) -> tuple[int, ...]:
    return tuple(other for other in people if other != person)
