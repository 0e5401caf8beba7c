"""Who may call, demand or have judged, as everybody can tell (`rules.md` section 1).

Whether a call would be good is no part of it: that nobody can tell.
"""

from engine.api import Seat
from engine.errors import Ground, Reason, Why
from engine.games.flinch.facts import partner_of
from engine.games.flinch.state import Card, FlinchState


def call_refusal(state: FlinchState, seats: tuple[Seat, ...]) -> Ground | None:
    """Return why these seats may not call together, None if they may.

    With `assist` a call does not exist. The accused and its partner may not call; nobody may
    without an accused, twice about one act, or while locked by a false call. One who may not call
    refuses all.
    """
    if state.options.conduct == "assist":
        return Why.NO_CALLS
    accused = state.accused
    if accused is None:
        return Reason.NOTHING_TO_CALL
    if accused in seats:
        return Why.OWN_CALL
    if partner_of(state, accused) in seats:
        return Why.PARTNERS_CALL
    if any(seat in state.called for seat in seats):
        return Why.CALLED
    if any(state.seats[seat].locked for seat in seats):
        return Why.CALL_LOCKED
    return None


def demand_refusal(state: FlinchState, by: Seat, seat: Seat, card: Card) -> Ground | None:
    """Return why a seat may not demand that card, None if it may (strict, F-58)."""
    if card not in state.seats[seat].shown:
        return Reason.NO_SUCH_CARD
    if by in (seat, partner_of(state, seat)):
        return Why.OWN_DEMAND
    if seat != state.turn or state.acted or state.demanded is not None:
        return Why.NO_DEMAND
    return None


def judge_refusal(state: FlinchState, by: Seat, seat: Seat) -> Ground | None:
    """Return why a seat may not have that seat judged, None if it may (strict)."""
    if by == seat:
        return Why.OWN_JUDGED
    if by == partner_of(state, seat):
        return Why.PARTNER_JUDGED
    return Why.JUDGED if seat in state.judged else None


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
