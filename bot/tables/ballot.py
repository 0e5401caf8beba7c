"""What comes of a vote: it is called for, voices are counted, and what they decide is done.

See `experience.md` sections 4 and 5.
"""

from typing import assert_never

from bot.tables import end, leaving, moves, timers, votes
from bot.tables.commit import apply
from bot.tables.entries import Accuse, CastVote
from bot.tables.live_table import LiveTable
from bot.tables.model import StoredEvent, Vote
from bot.tables.replies import Acted, Answer, Done, Refusal, TableReason
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
    return await votes.put(
        live,
        "accuse",
        seat,
        entry.accused,
        _voters(live, entry.accused),
        notation=entry.notation,
        reason=entry.reason,
    )


def _voters(live: LiveTable, accused: int) -> tuple[int, ...]:
    teams = live.game.teams(len(live.table.seats), live.table.options)
    spared = next(team for team in teams if accused in team)
    return tuple(
        seat.owner
        for seat in live.table.seats
        if seat.owner is not None and seat.index not in spared
    )


async def cast(live: LiveTable, entry: CastVote) -> Answer | None:
    """Count a voice; once enough say yes it happens, once they cannot the vote is over."""
    before = live.table
    if before.status != "playing":
        return moves.not_playing(live)
    vote = votes.count(before, entry)
    if not isinstance(vote, Vote):
        return vote
    if before.race is not None:
        live.wait(entry)
        return None
    if len(vote.yes) < vote.needed:
        await apply(live, votes.counted(before, vote))
        return Done(live.table)
    events = await _passed(live, vote)
    return Acted(before=before, after=live.table, events=events) if events else Done(live.table)


async def decided(live: LiveTable, answer: Answer | None) -> Answer | None:
    """Pass an open vote that somebody's going has left with enough voices; return the answer."""
    vote = live.table.vote
    if vote is None or len(vote.yes) < vote.needed:
        return answer
    await live.follow_up(timers.VOTE, _passed(live, vote))
    return Done(live.table) if isinstance(answer, Done) else answer


async def due(live: LiveTable) -> None:
    """End a vote whose time is over; one with enough voices passes (`decided`)."""
    vote = live.table.vote
    if vote is not None and len(vote.yes) < vote.needed:
        await apply(live, votes.closed(live.table, vote, "failed"))


async def _passed(live: LiveTable, vote: Vote) -> tuple[StoredEvent, ...]:
    """Do what a vote has decided; return what happened in the game."""
    table, now = live.table, live.hall.clock.now()
    passed = votes.closed(table, vote, "passed")
    match vote.kind:
        case "accuse":
            step = _confirmed(live, passed, vote)
            await apply(live, step)
            return step.events
        case "kick":
            assert vote.accused is not None, "somebody is to be removed"
            seat = table.seats[vote.accused]
            removal = passed.then(lambda on: leaving.removed(live, on, seat))
            await leaving.deserted(live, removal, seat)
        case "end":
            step = passed.then(lambda on: end.over(live.game, on, None, "voted", now))
            await apply(live, step)
        case _:
            assert_never(vote.kind)
    return ()


def _confirmed(live: LiveTable, passed: Step, vote: Vote) -> Step:
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
        return votes.closed(live.table, vote, "moot")
