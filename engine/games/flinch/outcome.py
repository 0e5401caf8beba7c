"""How a game of Flinch ended (`rules.md` section 1, End)."""

from typing import Literal, TypeAlias

from engine.api import Outcome, Seat
from engine.games.flinch.fits import partner_of
from engine.games.flinch.state import FlinchState

Termination: TypeAlias = Literal["won", "cap", "locked"]


def outcome_now(state: FlinchState, termination: Termination = "cap") -> Outcome:
    """Return the outcome if the game ended now: the fewest Flinch cards, of a pair together.

    Equal is shared. The winner of a game that was won has none left, so this ranks all.
    """
    totals = tuple(_total(state, seat) for seat in range(len(state.seats)))
    return Outcome(
        termination=termination,
        winners=tuple(seat for seat, total in enumerate(totals) if total == min(totals)),
        places=tuple(1 + sum(other < total for other in totals) for total in totals),
    )


def _total(state: FlinchState, seat: Seat) -> int:
    """Return the Flinch cards of a seat, with its partner's."""
    partner = partner_of(state, seat)
    own = len(state.seats[seat].flinch)
    return own if partner is None else own + len(state.seats[partner].flinch)
