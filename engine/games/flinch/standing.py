"""Who may call, demand or have judged, as everybody can tell (`rules.md` section 1).

Whether a call would be good is no part of it: that nobody can tell.
"""

from engine.api import Seat
from engine.errors import NO_SUCH_CARD, NOTHING_TO_CALL, Refusal
from engine.games.flinch.fits import partner_of
from engine.games.flinch.refusals import (
    CALL_LOCKED,
    CALLED,
    JUDGED,
    NO_CALLS,
    NO_DEMAND,
    OWN_CALL,
    OWN_DEMAND,
    OWN_JUDGED,
    PARTNER_JUDGED,
    PARTNERS_CALL,
    TRIED,
)
from engine.games.flinch.state import Card, FlinchState


def call_refusal(state: FlinchState, seats: tuple[Seat, ...]) -> Refusal | None:
    """Return why these seats may not call together, None if they may.

    With `assist` a call does not exist. The accused and its partner may not call, nor who is silent
    after a card tried out of turn; nobody may without an accused, twice about one act, or while
    locked by a false call. One who may not call refuses all.
    """
    if state.options.conduct == "assist":
        return NO_CALLS
    if any(seat in state.silent for seat in seats):
        return TRIED
    accused = state.accused
    if accused is None:
        return NOTHING_TO_CALL
    if accused in seats:
        return OWN_CALL
    if partner_of(state, accused) in seats:
        return PARTNERS_CALL
    if any(seat in state.called for seat in seats):
        return CALLED
    if any(state.seats[seat].locked for seat in seats):
        return CALL_LOCKED
    return None


def demand_refusal(state: FlinchState, by: Seat, seat: Seat, card: Card) -> Refusal | None:
    """Return why a seat may not demand that card, None if it may (strict, F-58)."""
    if card not in state.seats[seat].shown:
        return NO_SUCH_CARD
    if by in (seat, partner_of(state, seat)):
        return OWN_DEMAND
    if seat != state.turn or state.acted or state.demanded is not None:
        return NO_DEMAND
    return None


def judge_refusal(state: FlinchState, by: Seat, seat: Seat) -> Refusal | None:
    """Return why a seat may not have that seat judged, None if it may (strict)."""
    if by == seat:
        return OWN_JUDGED
    if by == partner_of(state, seat):
        return PARTNER_JUDGED
    return JUDGED if seat in state.judged else None


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
