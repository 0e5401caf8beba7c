"""Votes: on an action the table has to confirm, on a removal, on the end.

See `experience.md` sections 4 and 5.
"""

from datetime import timedelta

from msgspec import structs

from bot.db.changes import vote_change
from bot.tables import moves
from bot.tables.commit import apply
from bot.tables.entries import Accuse, CastVote
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, Table, Vote, VoteKind
from bot.tables.notes import VoteClosed, VoteOpened, VoteResult
from bot.tables.replies import Answer, Done, Refusal, Stale, TableReason
from bot.tables.step import Cause, Step
from engine.errors import Reason, Refused


async def accuse(live: LiveTable, entry: Accuse) -> Answer | None:
    """Open a vote; the accuser's is its first yes.

    Everybody seated votes but the accused and its partner; house players do not.
    """
    table, game = live.table, live.game
    seat = moves.seat_in_play(live, entry.person)
    if isinstance(seat, Refusal):
        return seat
    if not 0 <= entry.accused < len(table.seats):
        return Refusal(TableReason.NO_SUCH_SEAT)
    if table.race is not None:
        live.wait(entry)
        return None
    if table.vote is not None:
        return Refusal(TableReason.VOTE_OPEN)
    try:
        action = game.parse(entry.notation)
        if not game.needs_confirmation(action):
            return Refusal(Reason.NOT_ALLOWED)
        game.decide(table.state, (seat.index,), action)
    except Refused as refused:
        return Refusal.of(refused)
    voters = _voters(live, entry.accused)
    if entry.person not in voters or len(voters) < 2:
        return Refusal(TableReason.NO_VOTERS)
    now = live.hall.clock.now()
    vote = Vote(
        notation=entry.notation,
        accuser=seat.index,
        accused=entry.accused,
        reason=entry.reason,
        voters=voters,
        yes=(entry.person,),
        opened=now,
        until=now + timedelta(seconds=live.hall.settings.vote),
    )
    await apply(live, _voted(table, vote).noting(VoteOpened()))
    return Done(live.table)


def count(table: Table, entry: CastVote) -> Vote | Refusal | Stale:
    """Return the open vote with one more voice, or why it is not counted."""
    vote = table.vote
    if vote is None:
        return Refusal(TableReason.NO_VOTE)
    if entry.vote != vote.number:
        return Stale(table)
    if entry.person not in vote.voters:
        return Refusal(TableReason.NOT_A_VOTER)
    if entry.person in vote.yes + vote.no:
        return Refusal(TableReason.ALREADY_VOTED)
    if entry.yes:
        return structs.replace(vote, yes=(*vote.yes, entry.person))
    return structs.replace(vote, no=(*vote.no, entry.person))


def opened(
    live: LiveTable, kind: VoteKind, by: Seat, about: int | None, voters: tuple[int, ...]
) -> Step | Refusal:
    """Return the opening of a vote on a removal or on the end; it lasts as long as a turn may."""
    if live.table.vote is not None:
        return Refusal(TableReason.VOTE_OPEN)
    assert by.owner is not None, "a person opens a vote"
    if len(voters) < 2:
        return Refusal(TableReason.NO_VOTERS)
    now, settings = live.hall.clock.now(), live.hall.settings
    seconds = max(settings.vote, settings.paces[live.table.pace])
    vote = Vote(
        kind=kind,
        accuser=by.index,
        accused=about,
        voters=voters,
        yes=(by.owner,),
        opened=now,
        until=now + timedelta(seconds=seconds),
    )
    return _voted(live.table, vote)


def without(table: Table, seat: int, person: int) -> Step:
    """Return the open vote without the voice of somebody who has gone.

    Nobody escapes a vote by going away: it goes on, and who comes back finds it. It is moot for an
    accuser who is gone, and for a removal where there is nobody to remove any more.
    """
    vote = table.vote
    if vote is None:
        return Step(after=table)
    for_good = table.seats[seat].away in ("resigned", "kicked")
    if vote.kind == "accuse" and vote.accuser == seat:
        return closed(table, vote, "moot")
    if vote.kind == "kick" and vote.accused == seat and for_good:
        return closed(table, vote, "moot")
    vote = structs.replace(
        vote,
        voters=_but(vote.voters, person),
        yes=_but(vote.yes, person),
        no=_but(vote.no, person),
    )
    return counted(table, vote)


def confirmed(live: LiveTable, passed: Step, vote: Vote) -> Step:
    """Return the action the table has confirmed, if the rules still allow it.

    `passed` closes the vote.
    """
    cause = Cause(at=live.hall.clock.now(), stamp=live.hall.clock.stamp())
    settings = live.hall.settings
    try:
        return passed.then(
            lambda table: moves.played(
                live.game, table, (vote.accuser,), vote.notation, cause, settings
            )
        )
    except Refused:
        return closed(live.table, vote, "moot")


def _voters(live: LiveTable, accused: int) -> tuple[int, ...]:
    teams = live.game.teams(len(live.table.seats), live.table.options)
    spared = next(team for team in teams if accused in team)
    return tuple(
        seat.owner
        for seat in live.table.seats
        if seat.owner is not None and seat.index not in spared
    )


def _but(people: tuple[int, ...], person: int) -> tuple[int, ...]:
    return tuple(other for other in people if other != person)


def _voted(table: Table, vote: Vote) -> Step:
    after = structs.replace(table, vote=vote)
    return Step(after=after, more=vote_change(table.id, vote, None))


def counted(table: Table, vote: Vote) -> Step:
    """Return the vote going on, or its end if there cannot be enough yes any more."""
    if len(vote.yes) < vote.needed and len(vote.voters) - len(vote.no) < vote.needed:
        return closed(table, vote, "failed")
    return _voted(table, vote)


def closed(table: Table, vote: Vote, result: VoteResult) -> Step:
    """Return the end of a vote, without what it brings."""
    after = structs.replace(table, vote=None)
    note = VoteClosed(vote.accused, result, vote.kind)
    return Step(after=after, notes=(note,), more=vote_change(table.id, vote, result))
