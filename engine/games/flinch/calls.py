"""The call of "Flinch!" and what it costs (`rules.md` section 1, Obligations and the call)."""

from engine.api import Seat
from engine.games.flinch.course import Course
from engine.games.flinch.events import ActUndone, FlinchCalled, FlinchCardGiven, StockCardGiven
from engine.games.flinch.fits import open_faults, partner_of
from engine.games.flinch.state import FlinchState


def call(course: Course, callers: tuple[Seat, ...]) -> None:
    """Judge a call that is not refused."""
    accused = course.state.accused
    assert accused is not None
    if open_faults(course.state, accused):
        _good_call(course, callers, accused)
    else:
        course.happen(FlinchCalled(callers, accused, good=False))
        if course.state.options.false_call == "mirror":
            for caller in callers:
                if not course.over:
                    give(course, accused, caller)
    course.settle()


def _good_call(course: Course, callers: tuple[Seat, ...], accused: Seat) -> None:
    """Undo, then the penalty, then the end of the turn of the fault, if it lasts (F-46…F-51)."""
    lasts = _turn_lasts(course.state, accused)
    course.happen(FlinchCalled(callers, accused, good=True))
    _undo(course)
    if len(callers) == 1 or not give_from_stock(course, accused):
        give(course, callers[0], accused)
    if lasts and not course.over:
        course.stop_turn("called")


def _turn_lasts(state: FlinchState, accused: Seat) -> bool:
    """Say whether the turn an open fault happened in goes on; out of turn there is none."""
    return any(
        fault.seat == accused and fault.turn == state.number and fault.owed != "out-of-turn"
        for fault in state.faults
    )


def _undo(course: Course) -> None:
    """Take back the latest faulty act if it is still the last (F-50)."""
    undo = course.state.undo
    if undo is None:
        return
    act = undo.act
    course.happen(
        ActUndone(
            seat=act.seat,
            act="play" if act.kind == "play" else "lay",
            source=act.source,
            place=act.place,
            card=act.card,
            returned=len(undo.drawn),
        )
    )
    if undo.drawn and undo.refinished is None:
        course.reshuffle("returned", course.state.stock)


def give(course: Course, giver: Seat, to: Seat) -> None:
    """Put the giver's top Flinch card under a pile; who has none is helped (F-48).

    Without cards of its own its partner's pile gives one, without either the stock. With
    `last_card = stock` the stock gives instead of the last card of the pile that would give, and
    if there is none no card moves.
    """
    state = course.state
    partner = partner_of(state, giver)
    owner: Seat | None = giver
    if not state.seats[giver].flinch:
        owner = partner if partner is not None and state.seats[partner].flinch else None
    if owner is None:
        give_from_stock(course, to)
        return
    flinch = state.seats[owner].flinch
    if len(flinch) == 1 and state.options.last_card == "stock":
        give_from_stock(course, to)
        return
    course.happen(FlinchCardGiven(owner, giver, to, flinch[-1]))
    course.end_if_won(owner)


def give_from_stock(course: Course, to: Seat) -> bool:
    """Put the top card of the stock under a pile; say whether there was one (F-49)."""
    if not course.find_stock():
        return False
    course.happen(StockCardGiven(to, course.state.stock[0]))
    return True
