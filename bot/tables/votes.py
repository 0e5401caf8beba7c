"""Votes: on an action the table has to confirm, on a removal, on the end.

See `experience.md` sections 4 and 5.
"""

from datetime import timedelta

from msgspec import structs

from bot.db.changes import vote_change
from bot.tables.commit import apply
from bot.tables.entries import CastVote
from bot.tables.live_table import LiveTable
from bot.tables.model import Seat, Table, Vote, VoteKind
from bot.tables.notes import VoteClosed, VoteOpened, VoteResult
from bot.tables.replies import Answer, Done, Refusal, Stale, TableReason
from bot.tables.step import Step


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


async def put(
    live: LiveTable,
    kind: VoteKind,
    by: Seat,
    about: int | None,
    voters: tuple[int, ...],
    notation: str = "",
    reason: str = "",
) -> Answer:
    """Open a vote, the first yes of which is that of whoever asks for it.

    On a removal or on the end it lasts as long as a turn may at least.

    Args:
        live: where.
        kind: of what.
        by: the seat of whoever asks.
        about: the seat it is about, if it is about one.
        voters: who votes: people.
        notation: the action to be confirmed, if it is about one.
        reason: in the words of whoever asks.
    """
    table, now, settings = live.table, live.hall.clock.now(), live.hall.settings
    if table.vote is not None:
        return Refusal(TableReason.VOTE_OPEN)
    assert by.owner is not None, "a person opens a vote"
    if by.owner not in voters or len(voters) < 2:
        return Refusal(TableReason.NO_VOTERS)
    longer = 0.0 if kind == "accuse" else settings.paces[table.pace]
    vote = Vote(
        kind=kind,
        notation=notation,
        accuser=by.index,
        accused=about,
        reason=reason,
        voters=voters,
        yes=(by.owner,),
        opened=now,
        until=now + timedelta(seconds=max(settings.vote, longer)),
    )
    await apply(live, _voted(table, vote).noting(VoteOpened()))
    return Done(live.table)


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


def voided(table: Table) -> Step:
    """Return the table without an open vote, if there is one, since it is over or was away."""
    return closed(table, table.vote, "voided") if table.vote is not None else Step(after=table)
