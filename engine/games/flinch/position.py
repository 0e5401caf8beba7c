"""What lies where, secrets included (`rules.md` section 4)."""

from typing import Any

from engine.games.flinch.state import FlinchState


def layout(state: FlinchState) -> dict[str, Any]:
    """Return Flinch's own part of a position."""
    return {
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
