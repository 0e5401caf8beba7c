"""The whole position, secrets included (`rules.md` section 4)."""

from typing import Any

from engine.games.flinch.state import FlinchState


def position(state: FlinchState) -> dict[str, Any]:
    """Return the position without `ply`."""
    outcome = state.outcome
    return {
        "over": outcome is not None,
        "winners": [] if outcome is None else list(outcome.winners),
        "to_act": [state.turn] if outcome is None else [],
        "dealer": state.dealer,
        "turn": state.turn,
        "stock": list(state.stock),
        "finished": state.finished,
        "centre": list(state.centre),
        "seats": [
            {
                "flinch": list(seat.flinch),
                "hand": list(seat.hand),
                "reserve": [list(place) for place in seat.reserve],
            }
            for seat in state.seats
        ],
        "faults": [{"seat": fault.seat, "owed": fault.owed} for fault in state.faults],
    }
