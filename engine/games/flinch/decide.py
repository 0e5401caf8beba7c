"""What happens when seats ask for something, or why it is refused (`rules.md` section 0)."""

from typing import assert_never

from engine.api import Seat
from engine.errors import NOT_SEATED, NOT_YOUR_TURN, Refusal, Refused
from engine.games.flinch import calls, plays, strict
from engine.games.flinch.actions import (
    CallFlinch,
    DemandCard,
    FlinchAction,
    JudgeSeat,
    Lay,
    LayNothing,
    Play,
)
from engine.games.flinch.course import Course
from engine.games.flinch.events import FlinchEvent
from engine.games.flinch.refusals import NO_PARTNERS, STRICT_ONLY
from engine.games.flinch.standing import call_refusal, demand_refusal, judge_refusal
from engine.games.flinch.state import FlinchState
from engine.play import check_actors


def decide(
    state: FlinchState, by: tuple[Seat, ...], action: FlinchAction
) -> tuple[FlinchEvent, ...]:
    """Return the events of an action; raise `Refused` if it is not possible."""
    refused = refusal(state, by, action)
    if refused is not None:
        raise Refused(refused)
    course = Course(state)
    match action:
        case CallFlinch():
            calls.call(course, by)
        case DemandCard():
            strict.demand(course, by[0], action.seat, action.card)
        case JudgeSeat():
            strict.judge(course, by[0], action.seat)
        case Play() if by[0] != state.turn:
            strict.show(course, by[0], action.number)
        case Play() | Lay() | LayNothing():
            plays.do_act(course, by[0], action)
        case _:
            assert_never(action)
    return tuple(course.events)


def refusal(state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> Refusal | None:
    """Return the first reason that applies, None if the action is possible.

    A seat named by a demand or a judgment that is out of range is `not-seated` like one acting.
    """
    named = (action.seat,) if isinstance(action, DemandCard | JudgeSeat) else ()
    if any(not 0 <= seat < len(state.seats) for seat in named):
        return NOT_SEATED
    try:
        check_actors(
            by,
            len(state.seats),
            over=state.outcome is not None,
            for_table=False,
            joint=isinstance(action, CallFlinch),
        )
    except Refused as refused:
        return refused.refusal
    return _seat_refusal(state, by, action)


def _seat_refusal(state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> Refusal | None:
    """Return why seats that may act in general may not do this, None if they may."""
    seat = by[0]
    match action:
        case CallFlinch():
            return call_refusal(state, by)
        case DemandCard() | JudgeSeat() if state.options.conduct != "strict":
            return STRICT_ONLY
        case DemandCard():
            return demand_refusal(state, seat, action.seat, action.card)
        case JudgeSeat():
            return judge_refusal(state, seat, action.seat)
        case Play(source="PF" | "PR") if not state.options.partners:
            return NO_PARTNERS
        case Play(source="H") if seat != state.turn:
            shows = strict.may_show(state, seat, action.number)
            return None if shows else NOT_YOUR_TURN
        case Play() | Lay() | LayNothing() if seat != state.turn:
            return NOT_YOUR_TURN
        case Play() | Lay() | LayNothing():
            return plays.act_refusal(state, seat, action)
        case _:
            assert_never(action)
