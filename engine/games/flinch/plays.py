"""Plays, lays and ending a turn without (`rules.md` section 1, Turn, Obligations, Blocked)."""

from engine.api import Seat
from engine.errors import DOES_NOT_FIT, NO_SUCH_CARD, Refusal
from engine.games.flinch.actions import Lay, LayNothing, Play
from engine.games.flinch.course import Course
from engine.games.flinch.events import (
    CardLaid,
    CardMisfitted,
    CardPlayed,
    Favoured,
    NothingLaid,
)
from engine.games.flinch.fits import (
    OWED_PLAYS,
    card_at,
    fits,
    is_barred,
    is_blocked,
    owed,
    partner_of,
    pile_for,
)
from engine.games.flinch.refusals import (
    BARRED,
    BLOCKED,
    DEMANDED,
    HAND_LEFT,
    LAY_ONE,
    OWED,
    PLACE_FREE,
    PLACE_NEEDED,
)
from engine.games.flinch.state import Card, FlinchState, Owed

FACE_UP = ("F", "PF")
"""Sources whose card lies open: choosing one that does not fit shows nothing (strict)."""


def act_refusal(state: FlinchState, seat: Seat, act: Play | Lay | LayNothing) -> Refusal | None:
    """Return why the turn's seat may not do this, None if it may.

    In the order of `rules.md` section 0: `no-such-card`, `does-not-fit`, `must-follow` (a demanded
    card; with `assist` an owed one), `not-allowed`.
    """
    if isinstance(act, Play):
        return _play_refusal(state, seat, act)
    own = state.seats[seat]
    if isinstance(act, Lay) and act.card not in own.hand:
        return NO_SUCH_CARD
    if state.demanded is not None:
        return DEMANDED
    if _assist_forbids(state, act):
        return OWED
    if isinstance(act, LayNothing):
        if own.hand:
            return HAND_LEFT
        return BLOCKED if is_blocked(state) else None
    if act.card == 1:
        return LAY_ONE
    if all(own.reserve):
        return PLACE_NEEDED if act.place is None else None
    return None if act.place is None else PLACE_FREE


def _play_refusal(state: FlinchState, seat: Seat, play: Play) -> Refusal | None:
    """Return why the turn's seat may not play this, None if it may.

    A barred Flinch card that fits is `not-allowed`: a rule forbids it (F-62).
    """
    card = card_at(state, seat, play.source, play.number)
    if card is None:
        return NO_SUCH_CARD
    strict = state.options.conduct == "strict"
    fitting = fits(state.centre, card)
    if not fitting and (play.source in FACE_UP or not strict):
        return DOES_NOT_FIT
    if state.demanded is not None and play != Play("H", state.demanded):
        return DEMANDED
    if not fitting:
        return BLOCKED if is_blocked(state) else None
    if _assist_forbids(state, play):
        return OWED
    if play.source in FACE_UP:
        owner = seat if play.source == "F" else partner_of(state, seat)
        if owner is not None and is_barred(state.seats[owner]):
            return BARRED
    return None


def _assist_forbids(state: FlinchState, act: Play | Lay | LayNothing) -> bool:
    """Say whether the act would be a fault, which `assist` refuses."""
    return state.options.conduct == "assist" and _fault(state, act) is not None


def _fault(state: FlinchState, act: Play | Lay | LayNothing) -> Owed | None:
    """Return the owed card that this act passes over; a demanded card is never a fault."""
    card = owed(state)
    if card is None or state.demanded is not None or act == OWED_PLAYS[card]:
        return None
    return card


def do_act(course: Course, seat: Seat, act: Play | Lay | LayNothing) -> None:
    """Let the turn's seat do what is not refused."""
    state = course.state
    fault = _fault(state, act)
    if isinstance(act, Play):
        _do_play(course, seat, act, fault)
    elif isinstance(act, Lay):
        place = act.place
        if place is None:
            place = state.seats[seat].reserve.index(()) + 1
        course.happen(CardLaid(seat, act.card, place, fault))
        course.end_turn()
    else:
        course.happen(NothingLaid(seat, fault))
        course.end_turn()
    course.settle()


def _do_play(course: Course, seat: Seat, play: Play, fault: Owed | None) -> None:
    """Play a card; one that does not fit makes the seat discontinue (strict)."""
    state = course.state
    card = card_at(state, seat, play.source, play.number)
    assert card is not None
    place = play.number if play.source in ("R", "PR") else 0
    if not fits(state.centre, card):
        course.happen(CardMisfitted(seat, play.source, place, card, fault))
        course.end_turn()
        return
    pile = pile_for(state.centre, card)
    released = is_blocked(state)
    course.happen(CardPlayed(seat, play.source, place, card, pile, fault))
    if play.source in FACE_UP:
        course.end_if_won(seat)
    if released and not course.over:
        _favour(course, seat, card)


def _favour(course: Course, releaser: Seat, card: Card) -> None:
    """Favour the first opponent to the left whose Flinch top is one more (F-61, F-62)."""
    state = course.state
    count = len(state.seats)
    partner = partner_of(state, releaser)
    for i in range(1, count):
        seat = (releaser + i) % count
        flinch = state.seats[seat].flinch
        if seat != partner and flinch and flinch[-1] == card + 1:
            course.happen(Favoured(seat, card + 1, barred=len(flinch) == 1))
            return
