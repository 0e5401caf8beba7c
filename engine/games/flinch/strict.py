"""What strict conduct adds: cards shown out of turn, demands, judged irregularities.

Misfits are plays and stand with them (`plays.py`).
"""

from engine.api import Seat
from engine.games.flinch.calls import give
from engine.games.flinch.course import Course
from engine.games.flinch.events import CardDemanded, CardShown, IrregularityJudged
from engine.games.flinch.fits import fits
from engine.games.flinch.state import Card, FlinchState


def may_show(state: FlinchState, seat: Seat, card: Card) -> bool:
    """Say whether a seat out of turn may try to play that card of its hand (F-82).

    Not a value it has already shown. An open fault makes no difference that anybody could tell
    (F-64).
    """
    own = state.seats[seat]
    return (
        state.options.conduct == "strict"
        and state.outcome is None
        and seat != state.turn
        and card in own.hand
        and card not in own.shown
    )


def show(course: Course, seat: Seat, card: Card) -> None:
    """Let a card be tried out of turn."""
    course.happen(CardShown(seat, card))


def demand(course: Course, by: Seat, seat: Seat, card: Card) -> None:
    """Demand a shown card: it must come first, or the seat discontinues (F-58)."""
    fitting = fits(course.state.centre, card)
    course.happen(CardDemanded(by, seat, card, fitting))
    if not fitting:
        course.stop_turn("demand")
        course.settle()


def judge(course: Course, by: Seat, seat: Seat) -> None:
    """Punish an irregularity as by a single call, and end the seat's turn (F-80, F-81, F-83)."""
    course.happen(IrregularityJudged(by, seat))
    give(course, by, seat)
    if course.state.turn == seat and not course.over:
        course.stop_turn("judged")
    course.settle()
