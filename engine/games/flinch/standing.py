"""Who may call, demand or have judged, as everybody can tell (`rules.md` section 1).

Whether a call would be good is no part of it: that nobody can tell.
"""

from engine.api import Seat
from engine.errors import Reason
from engine.games.flinch.facts import partner_of
from engine.games.flinch.state import Card, FlinchState


def call_refusal(state: FlinchState, seats: tuple[Seat, ...]) -> Reason | None:
    """Return why these seats may not call together, None if they may.

    With `assist` a call does not exist. The accused and its partner may not call; nobody may
    without an accused, twice about one act, or while locked by a false call. One who may not call
    refuses all.
    """
    if state.options.conduct == "assist":
        return Reason.NOT_ALLOWED
    accused = state.accused
    if accused is None:
        return Reason.NOTHING_TO_CALL
    if any(seat in (accused, partner_of(state, accused)) for seat in seats):
        return Reason.NOT_ALLOWED
    if any(seat in state.called or state.seats[seat].locked for seat in seats):
        return Reason.NOTHING_TO_CALL
    return None


def demand_refusal(state: FlinchState, by: Seat, seat: Seat, card: Card) -> Reason | None:
    """Return why a seat may not demand that card, None if it may (strict, F-58)."""
    if card not in state.seats[seat].shown:
        return Reason.NO_SUCH_CARD
    if by in (seat, partner_of(state, seat)) or seat != state.turn:
        return Reason.NOT_ALLOWED
    if state.acted or state.demanded is not None:
        return Reason.NOT_ALLOWED
    return None


def judge_refusal(state: FlinchState, by: Seat, seat: Seat) -> Reason | None:
    """Return why a seat may not have that seat judged, None if it may (strict)."""
    if by in (seat, partner_of(state, seat)) or seat in state.judged:
        return Reason.NOT_ALLOWED
    return None


def may_call(state: FlinchState, seat: Seat) -> bool:
    """Say whether a seat may call at all, rightly or not."""
    return state.outcome is None and call_refusal(state, (seat,)) is None


def demands(state: FlinchState, by: Seat) -> tuple[tuple[Seat, Card], ...]:
    """Return seat and card of everything a seat may demand now."""
    if state.options.conduct != "strict" or state.outcome is not None:
        return ()
    seat = state.turn
    return tuple(
        (seat, card)
        for card in state.seats[seat].shown
        if demand_refusal(state, by, seat, card) is None
    )


def judgeable(state: FlinchState, by: Seat) -> tuple[Seat, ...]:
    """Return the seats a seat may have judged now."""
    if state.options.conduct != "strict" or state.outcome is not None:
        return ()
    return tuple(seat for seat in range(len(state.seats)) if judge_refusal(state, by, seat) is None)
