"""Strict 1913: misfits, cards shown out of turn, demands, judged irregularities."""

from typing import Any

import pytest

from tests.engine.flinch.record import GAME, Record, dealt, late, seat

STRICT = {"conduct": "strict"}


def strict(*, hands: dict[int, list[int]], seats: int = 3, **more: Any) -> Record:
    """Deal a strict game that seat 0 begins."""
    return dealt(seats, hands=hands, dealer=seats - 1, conduct="strict", **more)


def test_shown_card_that_fits_is_played() -> None:
    """F-56: choosing a card that fits plays it."""
    assert strict(hands={0: [1, 2]}).do("0 H1", "0 H2").centre == [2]


def test_misfit_makes_the_seat_discontinue() -> None:
    """F-57, F-66: a hand card that does not fit goes back; no lay, the turn is over."""
    record = strict(hands={0: [1, 9]}).do("0 H1", "0 H9")
    assert (record.turn, record.hand(0)[0], record.reserve(0)) == (1, 9, [[]] * 5)
    assert record.kinds == ["card-misfitted", "turn-began"]
    assert record.faults == []


def test_misfit_from_the_reserve_makes_the_seat_discontinue() -> None:
    """F-76, F-77: a reserve card lifted that cannot be played; the partner's likewise."""
    seats = [seat([9], [8], [[7]]), seat([9], [9]), seat([9], [9], [[6]]), seat([9], [9])]
    record = late(seats, options={**STRICT, "partners": True}).do("0 R1")
    assert (record.turn, record.reserve(0)[0]) == (1, [7])
    record = late(seats, options={**STRICT, "partners": True}).do("0 PR1")
    assert (record.turn, record.reserve(2)[0]) == (1, [6])


def test_reserve_card_that_fits_is_played() -> None:
    """F-76: the card lifted is played."""
    assert late([seat([9], [8], [[1]]), seat([9])], options=STRICT).do("0 R1").centre == [1]


def test_open_cards_that_do_not_fit_are_refused() -> None:
    """F-57: Flinch tops are face up anyway: choosing them shows nothing."""
    seats = [seat([9], [8]), seat([9], [9]), seat([9], [9]), seat([9], [9])]
    record = late(seats, options={**STRICT, "partners": True})
    assert record.refused("0 F") == "does-not-fit"
    assert record.refused("0 PF") == "does-not-fit"
    assert record.refused("0 R1") == "no-such-card"
    assert record.refused("0 H7") == "no-such-card"


def test_misfit_while_something_is_owed_is_a_fault() -> None:
    """F-57, F-66: about that card; the call costs a card, with nothing to undo."""
    record = strict(hands={0: [1, 9]}).do("0 H9")
    assert (record.faults, record.turn) == ([(0, "H1")], 1)
    record.do("2 C")
    assert (record.turn, len(record.flinch(0)), record.faults) == (1, 6, [])
    assert "act-undone" not in record.kinds


def test_misfit_is_an_act_that_closes_faults() -> None:
    """F-46: an act completed in a later turn closes the faults of the turn before."""
    record = strict(hands={0: [1, 9], 1: [13]}).do("0 L9")
    assert record.faults == [(0, "H1")]
    assert record.do("1 H13").faults == []
    assert record.state.accused == 1


def test_playing_out_of_turn_is_a_fault() -> None:
    """F-58, F-66, F-82: a held hand card tried out of turn is shown and callable; it stays."""
    record = strict(hands={0: [1], 2: [7]}).do("2 H7")
    assert record.faults == [(2, "out-of-turn")]
    assert record.view(None).seats[2].shown == (7,)
    assert 7 in record.hand(2)
    record.do("1 C")
    assert (len(record.flinch(2)), record.turn, record.faults) == (6, 0, [])
    assert record.view(None).seats[2].shown == (7,)


@pytest.mark.parametrize("notation", ["H2", "F", "R1", "L7", "N"])
def test_nothing_else_is_tried_out_of_turn(notation: str) -> None:
    """F-82: what is not a held hand card is `not-your-turn`."""
    assert strict(hands={0: [1], 2: [7]}).refused(f"2 {notation}") == "not-your-turn"


def test_card_out_of_turn_is_shown_beside_an_open_fault() -> None:
    """F-64, F-82: it is shown, and nothing else changes: the fault stays callable and undone."""
    record = strict(hands={0: [1, 9], 1: [13], 2: [7, 7, 6]}).do("0 L9", "2 H7", "2 H6")
    assert record.view(0).seats[2].shown == (7, 6)
    assert (record.faults, record.turn, record.state.accused) == ([(0, "H1")], 1, 0)
    record.do("1 C")
    assert record.kinds == ["flinch-called", "act-undone", "flinch-card-given"]
    assert (record.hand(0)[:2], record.reserve(0), record.faults) == ([1, 9], [[]] * 5, [])
    assert [act.kind for act in record.view(0).recent] == ["out-of-turn"] * 2


def test_faulty_act_is_taken_back_after_more_cards_than_are_remembered() -> None:
    """F-50, F-82: the acts told to people are the latest six, the fault is older."""
    shown = [f"{seat} H{card}" for seat in (1, 2) for card in (15, 14, 13, 12, 11) if seat != 1]
    hands = {0: [1, 9], 1: [10, 9], 2: [15, 14, 13, 12, 11], 3: [15, 14, 13, 12]}
    record = strict(hands=hands, seats=4).do("0 L9", *shown, "3 H15", "3 H14", "3 H13")
    assert all(act.kind == "out-of-turn" for act in record.view(0).recent)
    record.do("1 C")
    assert (record.hand(0)[:2], record.reserve(0)) == ([1, 9], [[]] * 5)


def test_value_is_shown_once() -> None:
    """F-82: a second time it is refused, also by a second card of that value."""
    record = strict(hands={0: [1], 2: [7, 7, 6]}).do("2 H7")
    assert record.refused("2 H7") == "not-your-turn"
    record.do("0 H1")
    assert record.faults == []
    assert record.refused("2 H7") == "not-your-turn"
    assert record.do("2 H6").view(0).seats[2].shown == (7, 6)


def test_who_tried_a_card_out_of_turn_is_silent_until_the_next_act() -> None:
    """F-64, F-82: whether a fault is open beside it or not."""
    for first in ("0 H1", "0 L9"):
        record = strict(hands={0: [1, 9], 1: [13], 2: [7]}).do(first, "2 H7")
        assert record.refused("2 C") == "not-allowed"
        assert record.refused("12 C") == "not-allowed"
        record.do("1 C")
        assert record.refused("2 C") == "not-allowed"
        record.do(f"{record.turn} L{record.hand(record.turn)[1]}")
        assert "C" in {GAME.format(action) for action in GAME.actions(record.state, 2)}


def test_partners_are_silent_where_an_answer_would_tell_whose_fault_it_is() -> None:
    """F-64: those of the seat that tried and of the one before; the latter itself knows."""
    for passed_over, fault in ((13, (5, "out-of-turn")), (1, (0, "H1"))):
        record = strict(hands={0: [1, passed_over, 9], 5: [7]}, seats=6, partners=True)
        record.do("0 H1", "0 L9", "5 H7")
        assert record.faults == [fault]
        assert [record.refused(f"{seat} C") for seat in (5, 2, 3)] == ["not-allowed"] * 3
        assert record.view(1).accused == 5
        for other in (1, 4):
            assert record.view(other).may_call


@pytest.mark.parametrize(("notation", "asked"), [("H7", True), ("H2", False), ("F", False)])
def test_out_of_turn_is_what_would_show_a_card(notation: str, asked: bool) -> None:
    """F-82: a play is confirmed only where it would be one, fault or not."""
    for first in ("0 H1", "0 L9"):
        state = strict(hands={0: [1, 9], 1: [8], 2: [7]}).do(first).state
        assert GAME.out_of_turn(state, 2, GAME.parse(notation)) is asked
        assert not GAME.out_of_turn(state, state.turn, GAME.parse(notation))
    record = strict(hands={0: [1], 2: [7]}).do("2 H7")
    assert not GAME.out_of_turn(record.state, 2, GAME.parse("H7"))
    assert not GAME.out_of_turn(dealt(2, hands={0: [1], 1: [7]}).state, 1, GAME.parse("H7"))


def test_out_of_turn_fault_ends_with_the_next_act_of_the_turns_seat() -> None:
    """F-82: in the very same turn; a call is false from then on."""
    record = strict(hands={0: [1, 9], 2: [7]}).do("2 H7", "0 H1")
    assert record.faults == []
    assert record.state.accused == 0


def test_only_strict_knows_out_of_turn() -> None:
    """F-82: elsewhere a play out of turn is refused."""
    assert dealt(2, hands={0: [1], 1: [7]}).refused("1 H7") == "not-your-turn"


def test_shown_card_may_be_demanded_at_the_next_turn() -> None:
    """F-58: if it fits, the first act must be that card, and it is never a fault."""
    record = strict(hands={0: [1, 9], 1: [2, 1, 8]}).do("1 H2", "0 H1", "0 L9", "2 D1*2")
    assert record.view(0).demanded == 2
    assert [record.refused(f"1 {one}") for one in ("H1", "H8", "L8", "N")] == ["must-follow"] * 4
    assert record.do("1 H2").faults == []
    assert record.do("1 L8").faults == [(1, "H1")]


def test_demanded_card_that_does_not_fit_ends_the_turn() -> None:
    """F-57, F-58: the seat discontinues at once, without a lay; it is no fault."""
    record = strict(hands={0: [1, 9], 1: [5]}).do("1 H5", "0 H1", "0 L9", "0 D1*5")
    assert (record.turn, record.reserve(1), record.faults) == (2, [[]] * 5, [])
    assert record.view(0).seats[1].shown == ()


def test_demand_is_for_opponents_and_the_cards_own_turn() -> None:
    """F-58: not in another's turn, not by the seat itself, not by its partner, not twice."""
    record = strict(hands={0: [1, 9], 1: [2, 3]}, seats=4, partners=True)
    record.do("1 H2")
    assert record.refused("0 D1*2") == "not-allowed"
    record.do("0 H1", "1 H3")
    assert record.refused("0 D1*2") == "not-allowed"
    record.do("0 L9")
    assert record.refused("1 D1*2") == "not-allowed"
    assert record.refused("3 D1*2") == "not-allowed"
    assert record.refused("0 D1*4") == "no-such-card"
    record.do("0 D1*2")
    assert record.refused("2 D1*3") == "not-allowed"


def test_shown_cards_are_forgotten_after_the_first_act() -> None:
    """F-58: a demand comes before the first act of the turn, or not at all."""
    record = strict(hands={0: [1, 9], 1: [2, 8]}).do("1 H2", "0 H1", "0 L9", "1 H2")
    assert record.refused("0 D1*2") == "no-such-card"
    assert record.view(0).seats[1].shown == ()


def test_first_act_waits_for_a_demand() -> None:
    """F-58: for 3 s, while the turn's seat has a shown card that nobody has demanded yet."""
    record = strict(hands={0: [1, 9], 1: [2, 8]}).do("1 H2", "0 H1")
    assert GAME.hold(record.state) == 0
    assert GAME.hold(record.do("0 L9").state) == 3
    assert GAME.hold(record.do("2 D1*2").state) == 0


def test_flinch_top_is_refused_when_it_does_not_fit_though_another_card_is_demanded() -> None:
    """F-58: `does-not-fit` is tested before `must-follow`."""
    record = strict(hands={0: [1, 9], 1: [2, 8]}).do("1 H2", "0 H1", "0 L9", "2 D1*2")
    assert record.refused("1 F") == "does-not-fit"
    assert record.refused("1 H9") == "no-such-card"


def test_demanded_card_that_fits_no_more_is_a_misfit() -> None:
    """F-57, F-58: a call took back what it lay on: it must still come first, and misfits."""
    seats = [
        seat([9, 3], [], [[3]]),
        seat([9, 9], [4, 8], shown=(4,)),
        seat([9, 9], [9]),
    ]
    record = late(seats, centre=[2], options=STRICT).do("0 R1", "2 D1*4", "2 C")
    assert (record.turn, record.centre) == (1, [2])
    assert record.refused("1 L8") == "must-follow"
    assert GAME.format(GAME.auto_action(record.state, 1)) == "H4"
    assert record.do("1 H4").turn == 2
    assert record.faults == []


def test_information_and_looking_are_judged() -> None:
    """F-64, F-65, F-80, F-81, F-83: the penalty is a single call's, and a running turn ends."""
    record = strict(hands={0: [1, 9]}).do("0 H1", "1 J0")
    assert (len(record.flinch(0)), len(record.flinch(1))) == (6, 4)
    assert (record.turn, record.centre) == (1, [1])
    assert record.kinds[:2] == ["irregularity-judged", "flinch-card-given"]


def test_seat_out_of_turn_is_judged_without_ending_a_turn() -> None:
    """F-80: only the accused's own turn ends."""
    record = strict(hands={0: [1, 9]}).do("0 H1", "1 J2")
    assert (record.turn, len(record.flinch(2))) == (0, 6)


def test_judgment_is_once_a_turn_and_for_others() -> None:
    """F-83: not of oneself, not of a partner, and once per turn of the table and accused."""
    record = strict(hands={0: [1, 9]}, seats=4, partners=True).do("1 J2")
    assert record.refused("3 J2") == "not-allowed"
    assert record.refused("1 J1") == "not-allowed"
    assert record.refused("1 J3") == "not-allowed"
    record.do("2 J3", "0 H1", "0 L9", "3 J2")


def test_nothing_before_a_judgment_is_undone() -> None:
    """F-80: neither by it nor by a later call, which still is good."""
    record = strict(hands={0: [1, 9]}).do("0 L9", "1 J2")
    assert record.faults == [(0, "H1")]
    record.do("1 C")
    assert (record.reserve(0)[0], len(record.flinch(0)), record.faults) == ([9], 6, [])


def test_last_card_of_a_judge_wins() -> None:
    """F-44, F-80: the accuser's last card, given, gets rid of its pile."""
    record = late([seat([9], [8]), seat([7], [9])], options=STRICT).do("1 J0")
    assert record.outcome is not None
    assert (record.outcome.winners, record.turn) == ((1,), 0)


@pytest.mark.parametrize("notation", ["D0*9", "J0"])
@pytest.mark.parametrize("conduct", ["assist", "call"])
def test_only_strict_demands_and_judges(notation: str, conduct: str) -> None:
    """F-58, F-80: elsewhere not allowed."""
    assert dealt(2, hands={0: [1]}, conduct=conduct).refused(f"1 {notation}") == "not-allowed"


def test_judgment_is_confirmed_by_the_table() -> None:
    """F-83: a vote comes before J, and before nothing else."""
    asked = [one for one in ("J1", "D1*2", "C", "H1") if GAME.needs_confirmation(GAME.parse(one))]
    assert asked == ["J1"]


def test_owed_card_is_mended_only_by_that_very_card() -> None:
    """F-46: after the owed Flinch card was given away, playing the next one mends nothing."""
    seats = [seat([9, 4, 3], [3, 8]), seat([9, 9], [9])]
    record = late(seats, centre=[2, 2, 3], options=STRICT).do("0 H3", "0 J1")
    assert (record.flinch(1)[0], record.flinch(0)) == (3, [9, 4])
    assert record.do("0 F").faults == [(0, "F")]
