"""The end of a running game: played out, won by who has stayed, or without a result.

See `experience.md` section 5.
"""

from datetime import datetime

from msgspec import structs

from bot.db.records import Away, EndReason, Unrated
from bot.tables import absence, votes
from bot.tables.commit import apply, voiding
from bot.tables.entries import End, GiveWay
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, Table
from bot.tables.notes import CallVoided, Ended
from bot.tables.replies import Answer, Done, Refusal, TableReason
from bot.tables.step import Step, results
from engine import play
from engine.api import AnyGame, Outcome, Setup
from engine.errors import Reason


def over(
    game: AnyGame,
    table: Table,
    outcome: Outcome | None,
    reason: EndReason,
    now: datetime,
    unrated: Unrated | None = None,
) -> Step:
    """Return the end of a running game with its results; open calls and votes end with it.

    Args:
        game: its rules.
        table: as it stands.
        outcome: None where nobody won or lost (a moderator's end): nothing is stored as a result.
        reason: why it is over.
        now: the time.
        unrated: why the game does not count for ratings, if the table knows a reason.
    """
    won = results(game, table, outcome, now, unrated) if outcome is not None else ()

    def ended(on: Table) -> Step:
        after = structs.replace(
            on, status="ended", outcome=outcome, end_reason=reason, ended=now, deadline=None
        )
        return Step(after=after, notes=(Ended(reason, won),), results=won)

    return race_voided(table).then(votes.voided).then(ended)


def race_voided(table: Table) -> Step:
    """Return the table without calls that were being judged, if there are any."""
    race = table.race
    if race is None:
        return Step(after=table)
    note = CallVoided(tuple(call.seat for call in race.calls))
    after = structs.replace(table, race=None)
    return Step(after=after, notes=(note,), more=voiding(table.id, race))


def if_played_out(game: AnyGame, step: Step, now: datetime) -> Step:
    """Return the step with the end of the game, if this was it."""
    outcome = game.outcome(step.after.state)
    if outcome is None:
        return step
    return step.then(lambda table: over(game, table, outcome, outcome.termination, now))


def if_gone(game: AnyGame, table: Table, gone: Seat, how: Away, now: datetime) -> Step:
    """Return the end of the game, if this going away is its end."""
    if not table.people and how == "resigned" and len(table.seats) == 2:
        return _won(game, table, (1 - gone.index,), now)
    return if_deserted(game, table, now)


def if_deserted(game: AnyGame, table: Table, now: datetime) -> Step:
    """Return the end of a game that somebody has gone away from, if it is over by that."""
    if not table.people:
        return over(game, table, None, "empty", now)
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
    return over(game, table, outcome, "left", now, _unrated(game, table, left))


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


async def end(live: LiveTable, entry: End) -> Answer | None:
    """End a running game without a result: a moderator, a lone person, or a vote."""
    table, now = live.table, live.hall.clock.now()
    if table.status != "playing":
        return Refusal(Reason.GAME_OVER)
    if entry.moderator:
        await apply(live, over(live.game, table, None, "ended", now))
        return Done(live.table)
    own = table.seat_of(entry.person)
    if own is None:
        return Refusal(TableReason.NOT_ALLOWED_HERE)
    if table.race is not None:
        live.wait(entry)
        return None
    if table.people == (entry.person,):
        await apply(live, over(live.game, table, None, "voted", now))
        return Done(live.table)
    return await votes.put(live, "end", own, None, table.people)


async def give_way(live: LiveTable, entry: GiveWay) -> Answer:
    """End an abandoned table for another one; it counts for nobody."""
    if live.table.abandoned:
        now = live.hall.clock.now()
        await apply(live, over(live.game, live.table, None, "abandoned", now))
    return Done(live.table)


async def end_unreadable(live: LiveTable, entry: End) -> Answer:
    """End a table whose stored game cannot be read: the staff alone."""
    if not entry.moderator:
        return Refusal(TableReason.SET_ASIDE)
    now = live.hall.clock.now()
    ended = structs.replace(live.table, status="ended", end_reason="ended", ended=now)
    await apply(live, Step(after=ended, notes=(Ended("ended"),)))
    return Done(live.table)
