"""Two games that differ in one hidden card: nobody but its seat can tell them apart (F-64)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Seat
from engine.errors import Refusal, Refused
from engine.games.flinch.state import FlinchState
from engine.play import act
from tests.engine.flinch.knowledge import space
from tests.engine.flinch.record import GAME, Record, dealt

PASSED_OVER, HARMLESS = 1, 3
"""The second card of seat 0: playing anything else first is a fault about it, or none."""

BEGINNINGS = (("0 H1", "0 L9"), ("0 H1", "0 H2"), ("0 H1", "0 H2", "0 L9"))
CONDUCTS = st.sampled_from(("strict", "call"))
TABLES = st.sampled_from([(2, False), (3, False), (4, True), (6, True), (5, False)])


def answers(state: FlinchState, seat: Seat) -> dict[str, Refusal | None]:
    """Return why each action of this seat is refused, None where it is accepted.

    One place stands for all that a lay could name.
    """
    found: dict[str, Refusal | None] = {}
    for notation in (one for one in space(state) if "@" not in one or one.endswith("@2")):
        try:
            act(GAME, state, (seat,), notation)
        except Refused as refused:
            found[notation] = refused.refusal
        else:
            found[notation] = None
    return found


def both(first: Record, second: Record, seats: int) -> dict[str, list[Seat]]:
    """Return who may do what in both games; for all but seat 0 they must look the same."""
    possible: dict[str, list[Seat]] = {}
    for seat in range(seats):
        found, other = answers(first.state, seat), answers(second.state, seat)
        if seat != 0:
            assert found == other
            assert first.view(seat) == second.view(seat)
        for notation, refusal in found.items():
            if refusal is None and other[notation] is None:
                possible.setdefault(notation, []).append(seat)
    return possible


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(data=st.data(), conduct=CONDUCTS, table=TABLES, begin=st.sampled_from(BEGINNINGS))
def test_nobody_can_tell_whether_a_1_was_passed_over(
    data: st.DataObject, conduct: str, table: tuple[int, bool], begin: tuple[str, ...]
) -> None:
    """F-64: not by a view, nor by what is accepted or why not, whatever is done but a call."""
    seats, partners = table
    first, second = (
        dealt(seats, hands={0: [1, card, 2, 9]}, conduct=conduct, partners=partners).do(*begin)
        for card in (PASSED_OVER, HARMLESS)
    )
    assert set(first.faults) == {(0, "H1")}
    assert second.faults == []
    for _ in range(data.draw(st.integers(1, 6))):
        possible = both(first, second, seats)
        possible.pop("C", None)
        if not possible:
            break
        kinds = sorted({(notation[0], seat) for notation, may in possible.items() for seat in may})
        kind, seat = data.draw(st.sampled_from(kinds))
        notations = [one for one, may in possible.items() if one[0] == kind and seat in may]
        move = f"{seat} {data.draw(st.sampled_from(notations))}"
        first.do(move)
        second.do(move)
    both(first, second, seats)
