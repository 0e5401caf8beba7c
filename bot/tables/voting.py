"""Votes on an action the table has to confirm (`experience.md` section 4, strict Flinch)."""

from datetime import timedelta

from msgspec import structs

from bot.db.changes import vote_change
from bot.tables import playing
from bot.tables.acting import not_playing
from bot.tables.answers import Acted, Answer, Done, Refusal, TableReason
from bot.tables.applying import apply
from bot.tables.entries import Accuse, CastVote
from bot.tables.live import LiveTable
from bot.tables.notes import VoteClosed, VoteOpened, VoteResult
from bot.tables.step import Cause, Step
from bot.tables.values import Table, Vote
from engine.errors import Reason, Refused


async def accuse(live: LiveTable, entry: Accuse) -> Answer | None:
    """Open a vote; the accuser's is its first yes.

    Everybody seated votes but the accused and its partner; house players do not.
    """
    table, game = live.table, live.game
    if table.status != "playing":
        return not_playing(live)
    seat = table.seat_of(entry.person)
    if seat is None:
        return Refusal(TableReason.NOT_AT_TABLE)
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
        return Refusal(refused.reason)
    voters = _voters(live, entry.accused)
    if entry.person not in voters or len(voters) < 2:
        return Refusal(TableReason.NO_VOTERS)
    now = live.world.clock.now()
    vote = Vote(
        notation=entry.notation,
        accuser=seat.index,
        accused=entry.accused,
        reason=entry.reason,
        voters=voters,
        yes=(entry.person,),
        opened=now,
        until=now + timedelta(seconds=live.world.settings.vote),
    )
    await apply(live, _voted(table, vote).noting(VoteOpened()))
    return Done(live.table)


async def cast(live: LiveTable, entry: CastVote) -> Answer | None:
    """Count a vote; once enough say yes the action happens, once they cannot the vote is over."""
    table = live.table
    if table.status != "playing":
        return not_playing(live)
    vote = table.vote
    if vote is None:
        return Refusal(TableReason.NO_VOTE)
    if entry.person not in vote.voters:
        return Refusal(TableReason.NOT_A_VOTER)
    if entry.person in vote.yes + vote.no:
        return Refusal(TableReason.ALREADY_VOTED)
    if table.race is not None:
        live.wait(entry)
        return None
    if entry.yes:
        vote = structs.replace(vote, yes=(*vote.yes, entry.person))
    else:
        vote = structs.replace(vote, no=(*vote.no, entry.person))
    if len(vote.yes) >= vote.needed:
        return await _pass(live, vote)
    if len(vote.voters) - len(vote.no) < vote.needed:
        await apply(live, _closed(table, vote, "failed"))
    else:
        await apply(live, _voted(table, vote))
    return Done(live.table)


async def vote_due(live: LiveTable) -> None:
    """End a vote whose time is over."""
    vote = live.table.vote
    if vote is not None:
        await apply(live, _closed(live.table, vote, "failed"))


async def _pass(live: LiveTable, vote: Vote) -> Answer:
    """Do the action the table has confirmed, if the rules still allow it."""
    before = live.table
    passed = _closed(before, vote, "passed")
    cause = Cause(at=live.world.clock.now(), stamp=live.world.stamp())
    settings = live.world.settings
    try:
        step = passed.then(
            lambda table: playing.act(
                live.game, table, (vote.accuser,), vote.notation, cause, settings
            )
        )
    except Refused:
        await apply(live, _closed(before, vote, "moot"))
        return Done(live.table)
    await apply(live, step)
    return Acted(before=before, after=live.table, events=step.events)


def _voters(live: LiveTable, accused: int) -> tuple[int, ...]:
    teams = live.game.teams(len(live.table.seats), live.table.options)
    spared = next(team for team in teams if accused in team)
    return tuple(
        seat.person
        for seat in live.table.seats
        if seat.person is not None and seat.index not in spared
    )


def _voted(table: Table, vote: Vote) -> Step:
    after = structs.replace(table, vote=vote)
    return Step(after=after, more=vote_change(table.id, vote, None))


def _closed(table: Table, vote: Vote, result: VoteResult) -> Step:
    after = structs.replace(table, vote=None)
    note = VoteClosed(vote.accused, result)
    return Step(after=after, notes=(note,), more=vote_change(table.id, vote, result))
