"""Actions of a game at a table: pure steps from start to end."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from msgspec import structs

from bot.db.changes import NOTHING, calls_change, vote_change
from bot.db.records import EndReason, Unrated
from bot.tables import deadlines
from bot.tables.facts import CallVoided, Ended, Forced, Note, Started, TimedOut, VoteClosed
from bot.tables.model import Table
from bot.tables.results import results
from bot.tables.seating import seated
from bot.tables.settings import TableSettings
from bot.tables.step import Cause, Step, stored
from engine import play
from engine.api import AnyGame, Call, Outcome, Setup, Wait
from engine.shuffle import commitment, first_dealer


def start(game: AnyGame, lobby: Table, seed: str, now: datetime, settings: TableSettings) -> Step:
    """Deal: the seats taken become the engine's, kept ones are given up.

    Raises:
        BadSetup: the house rules do not go with that many seats.
    """
    seats = seated(game, lobby)
    options = game.settle(len(seats), lobby.chosen)
    dealer = lobby.dealer
    deal = play.start(game, Setup(seats=len(seats), options=options, seed=seed, dealer=dealer))
    if game.next_dealer(0, len(seats)) is None:
        dealer = None
    elif dealer is None:
        dealer = first_dealer(seed, len(seats))
    table = structs.replace(
        lobby,
        status="playing",
        seats=seats,
        options=options,
        seed=seed,
        commitment=commitment(seed),
        dealer=dealer,
        started=now,
        round=lobby.round + 1,
        old_message=lobby.message,
        message=None,
        message_at=None,
    )
    events = stored(table, 0, (), "", deal.events, Cause(at=now))
    table = structs.replace(table, state=deal.state, seq=len(events), turn_started=None)
    table = deadlines.announced(game, table, now, settings)
    return _over(game, Step(after=table, events=events, notes=(Started(),)), now)


def act(
    game: AnyGame,
    table: Table,
    by: tuple[int, ...],
    notation: str,
    cause: Cause,
    settings: TableSettings,
) -> Step:
    """Return what an action brings, the end of the game included.

    Raises:
        Refused: by the rules.
    """
    events = game.decide(table.state, by, game.parse(notation))
    return _happened(game, table, by, notation, events, cause, settings)


def guess(
    game: AnyGame, table: Table, seat: int, call: Call, cause: Cause, settings: TableSettings
) -> Step:
    """Return what a call brings that was made before there was anything to call.

    Raises:
        Refused: by the rules.
    """
    events = game.called_false(table.state, seat, call)
    return _happened(game, table, (seat,), call.notation, events, cause, settings)


def _happened(
    game: AnyGame,
    table: Table,
    by: tuple[int, ...],
    notation: str,
    events: Sequence[Any],
    cause: Cause,
    settings: TableSettings,
) -> Step:
    ply = table.ply + 1
    happened = stored(table, ply, by, notation, events, cause)
    state = play.fold(game, events, table.state)
    after = structs.replace(table, state=state, ply=ply, seq=table.seq + len(happened))
    after = deadlines.renewed(game, after, by, cause.at, settings)
    return _over(game, Step(after=after, events=happened), cause.at)


def by_itself(
    game: AnyGame, table: Table, wait: Wait, now: datetime, settings: TableSettings
) -> Step:
    """Return what an action brings that comes by itself; said so where it is a seat's move."""
    step = Step(after=table)
    for seat in wait.by:
        step = step.noting(Forced(seat))
    return step.then(lambda on: act(game, on, wait.by, wait.notation, Cause(at=now), settings))


def time_out(game: AnyGame, table: Table, now: datetime, settings: TableSettings) -> Step:
    """Return what the table does for whoever it waits for in vain.

    In a game with turns `auto_action` until that turn is over; without turns one each of those
    who could act.
    """
    step = Step(after=table)
    turn = game.turn(table.state)
    waited = sorted(game.to_act(table.state))
    for seat in waited:
        step = step.noting(TimedOut(seat))
    if turn is None:
        for seat in waited:
            if seat in game.to_act(step.after.state):
                step = step.then(partial(_auto, game, seat=seat, now=now, settings=settings))
        return step
    while (last := game.turn(step.after.state)) is not None and last.number == turn.number:
        step = step.then(partial(_auto, game, seat=turn.seat, now=now, settings=settings))
    return step


def _auto(game: AnyGame, table: Table, seat: int, now: datetime, settings: TableSettings) -> Step:
    notation = game.format(game.auto_action(table.state, seat))
    return act(game, table, (seat,), notation, Cause(at=now, auto=True), settings)


def end(
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
    notes: list[Note] = []
    more = NOTHING
    if table.race is not None:
        calls = [(call, "void") for call in table.race.calls]
        more += calls_change(table.id, table.race.ply, calls)
        notes.append(CallVoided(tuple(call.seat for call in table.race.calls)))
    if table.vote is not None:
        more += vote_change(table.id, table.vote, "voided")
        notes.append(VoteClosed(table.vote.accused, "voided", table.vote.kind))
    after = structs.replace(
        table,
        status="ended",
        outcome=outcome,
        end_reason=reason,
        ended=now,
        deadline=None,
        race=None,
        vote=None,
    )
    won = results(game, table, outcome, now, unrated) if outcome is not None else ()
    notes.append(Ended(reason, won))
    return Step(after=after, notes=tuple(notes), results=won, more=more)


def _over(game: AnyGame, step: Step, now: datetime) -> Step:
    """Return the step with the end of the game, if this was it."""
    outcome = game.outcome(step.after.state)
    if outcome is None:
        return step
    return step.then(lambda table: end(game, table, outcome, outcome.termination, now))
