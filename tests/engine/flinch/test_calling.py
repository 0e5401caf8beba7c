"""Faults and the call of "Flinch!": who may call, what is a fault, what ends it."""

import pytest

from engine.api import Call
from tests.engine.flinch.record import GAME, dealt, late, seat

CALL = GAME.calls[0]


def test_1_kept_in_the_hand_may_be_flinched() -> None:
    """F-18, F-19: laying while a 1 is in the hand is a fault, and a call about it is good."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9")
    assert record.faults == [(0, "H1")]
    record.do("1 C")
    assert (record.faults, record.hand(0)[:2]) == ([], [1, 9])


def test_flinch_card_not_played_may_be_flinched() -> None:
    """F-21, F-45, F-46, F-78: a Flinch top that fits must be played as soon as it does."""
    record = dealt(2, flinch={0: [2]}, hands={0: [1, 9]}).do("0 H1")
    assert record.faults == []
    assert record.do("0 L9").faults == [(0, "F")]


def test_fault_of_order_is_about_the_first_owed() -> None:
    """F-22, F-23, F-26: what is owed is the Flinch top before the 1 in the hand."""
    record = dealt(2, flinch={0: [1]}, hands={0: [1, 9]}).do("0 H1")
    assert record.faults == [(0, "F")]


def test_discontinuing_takes_the_card_back_and_ends_the_turn() -> None:
    """F-47, F-50, F-51: the card in the act goes back, nothing is laid, the next seat plays."""
    record = dealt(2, flinch={0: [2]}, hands={0: [1, 9, 1]}).do("0 H1", "0 H1", "1 C")
    assert (record.centre, record.hand(0)[:2], record.turn) == ([1], [9, 1], 1)
    assert record.reserve(0) == [[]] * 5
    assert record.kinds == [
        "flinch-called",
        "act-undone",
        "flinch-card-given",
        "turn-stopped",
        "turn-began",
    ]


def test_penalty_is_the_callers_top_card() -> None:
    """F-48: it goes face down under the accused's pile, and the caller's next card is turned up."""
    record = dealt(2, flinch={0: [8, 9], 1: [6, 7]}, hands={0: [1, 9]}).do("0 L9", "1 C")
    assert (record.flinch(0)[0], record.flinch(0)[-1], len(record.flinch(0))) == (7, 9, 6)
    assert (record.flinch(1)[-1], len(record.flinch(1))) == (6, 4)


def test_card_of_two_callers_comes_from_the_stock() -> None:
    """F-49: several callers at the same time keep their cards; the stock gives its top card."""
    record = dealt(3, hands={0: [1, 9]}, stock=[4, 5], dealer=2).do("0 L9", "21 C")
    assert record.flinch(0)[0] == 4
    assert [len(record.flinch(i)) for i in range(3)] == [6, 5, 5]
    assert record.stock[0] == 5


def test_several_good_faults_cost_one_card() -> None:
    """F-46, F-48: all open faults of the accused are closed by one call and one penalty."""
    record = dealt(2, flinch={0: [2]}, hands={0: [1, 1, 1, 9]}).do("0 H1", "0 H1", "0 H1")
    assert record.faults == [(0, "F"), (0, "F")]
    record.do("1 C")
    assert (record.faults, len(record.flinch(0)), record.centre) == ([], 6, [1, 1])


def test_fault_is_mended_by_playing_the_owed_card() -> None:
    """F-22, F-23: playing it in the same turn closes the faults about that card."""
    record = dealt(2, flinch={0: [7, 2]}, hands={0: [1, 1, 9]}).do("0 H1", "0 H1", "0 F")
    assert record.faults == []
    record = dealt(2, hands={0: [1, 2, 1, 9]}).do("0 H1", "0 H2", "0 H1")
    assert record.faults == []


def test_play_that_is_a_fault_mends_the_one_before() -> None:
    """F-22, F-23: the 1 passed over is played while the Flinch card is owed by now."""
    record = dealt(2, flinch={0: [7, 3]}, hands={0: [1, 2, 1, 9]}).do("0 H1", "0 H2")
    assert record.faults == [(0, "H1")]
    assert record.do("0 H1").faults == [(0, "F")]


def test_fault_about_another_card_stays_open() -> None:
    """F-23: mending one card leaves the faults about others."""
    record = late([seat([9, 3], [1, 2, 8], [[5]]), seat([9], [9])], centre=[1, 4, 2])
    record.do("0 R1")
    assert record.faults == [(0, "F")]
    record.do("0 F")
    assert record.faults == []
    record = late([seat([9, 8, 3], [1, 1, 7]), seat([9], [9])], centre=[2, 7])
    record.do("0 H1", "0 F", "0 H1")
    assert record.faults == [(0, "F")]
    assert record.do("0 F").faults == []


def test_covered_card_can_no_longer_be_mended() -> None:
    """F-21: after the owed card's pile was covered by another the fault stays open."""
    record = late([seat([9, 3], [3, 8, 8]), seat([9], [9])], centre=[2]).do("0 H3")
    assert record.refused("0 F") == "does-not-fit"
    assert record.do("0 L8").faults == [(0, "F")]


def test_fault_is_open_until_the_next_seat_has_acted() -> None:
    """F-46: any act completed in a later turn closes it; a call is false from then on."""
    record = dealt(3, hands={0: [1, 9], 1: [13]}, dealer=2, false_call="none").do("0 L9")
    assert record.faults == [(0, "H1")]
    assert record.do("1 L13").faults == []
    record.do("2 C")
    assert record.position["seats"][0]["reserve"][0] == [9]


def test_faults_come_in_the_order_they_happened() -> None:
    """The position lists open faults oldest first."""
    record = late([seat([9, 3], [1, 3, 8]), seat([9], [9])], centre=[2])
    assert record.do("0 H3", "0 L8").faults == [(0, "F"), (0, "H1")]


def test_nothing_to_call_before_the_first_act() -> None:
    """C before anybody has acted is `nothing-to-call`."""
    assert dealt(2, hands={0: [1]}).refused("1 C") == "nothing-to-call"


def test_accused_may_not_call() -> None:
    """F-46: it is the opponent who calls."""
    assert dealt(2, hands={0: [1]}).do("0 H1").refused("0 C") == "not-allowed"


def test_one_who_may_not_call_refuses_all() -> None:
    """Callers together are one action: with the accused among them it is refused whole."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9")
    assert record.refused("10 C") == "not-allowed"
    assert record.do("1 C").faults == []


def test_one_who_has_called_refuses_all() -> None:
    """Several callers are refused if one of them has called about this act before."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2, false_call="none").do("0 H1", "1 C")
    assert record.refused("21 C") == "nothing-to-call"
    assert record.refused("10 C") == "not-allowed"
    record.do("2 C")


def test_seat_in_turn_may_call_the_seat_before() -> None:
    """F-46: also the seat whose turn it now is."""
    record = dealt(2, hands={0: [1, 9]}).do("0 L9")
    assert record.turn == 1
    record.do("1 C")
    assert (record.turn, record.reserve(0)[0]) == (1, [])


def test_nothing_to_call_after_a_good_call() -> None:
    """Until the next act there is nothing to call, for anybody."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9", "1 C")
    assert [record.refused(f"{seat} C") for seat in (0, 1, 2)] == ["nothing-to-call"] * 3
    record.do("1 L14", "2 C")


def test_seat_calls_once_per_act() -> None:
    """A second call by the same seat about the same act is `nothing-to-call`."""
    record = dealt(2, hands={0: [1, 2, 9]}, false_call="none").do("0 H1", "1 C")
    assert record.refused("1 C") == "nothing-to-call"
    record.do("0 H2", "1 C")


def test_no_call_with_assist() -> None:
    """With `assist` faults are refused and C does not exist."""
    record = dealt(2, hands={0: [1, 9]}, conduct="assist")
    assert record.refused("0 L9") == "must-follow"
    assert record.do("0 H1").refused("1 C") == "not-allowed"
    assert record.refused("10 C") == "not-allowed"


def test_false_call_mirrors_the_penalty() -> None:
    """Each false caller takes the accused's top card under its own pile, in order of calling."""
    record = dealt(3, flinch={0: [5, 6, 7]}, hands={0: [1, 9]}, dealer=2).do("0 H1", "21 C")
    assert (record.flinch(2)[0], record.flinch(1)[0], record.flinch(0)[-1]) == (7, 6, 5)
    assert (record.turn, record.centre) == (0, [1])


@pytest.mark.parametrize("rule", ["mirror", "lock"])
def test_false_caller_is_locked_until_its_next_turn(rule: str) -> None:
    """A false caller may not call again until its own next turn has begun."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2, false_call=rule).do("0 H1", "2 C", "0 L9")
    assert record.refused("2 C") == "nothing-to-call"
    assert record.view(1).seats[2].locked
    record.do("1 L14")
    assert not record.view(1).seats[2].locked
    record.do("2 C")


def test_false_caller_in_turn_is_locked_for_a_round() -> None:
    """Who calls falsely in its own turn is locked until that seat's following turn."""
    record = dealt(2, hands={0: [1, 9]}, false_call="lock").do("0 H1", "0 L9", "1 C", "1 L14")
    record.do("0 L14")
    record.do("1 C")


def test_lock_moves_no_card() -> None:
    """With `lock` a false call costs nothing else."""
    record = dealt(2, hands={0: [1, 9]}, false_call="lock").do("0 H1", "1 C")
    assert [len(record.flinch(i)) for i in (0, 1)] == [5, 5]


def test_none_is_not_even_a_lock() -> None:
    """With `none` the caller may call again about the next act."""
    record = dealt(2, hands={0: [1, 2, 9]}, false_call="none").do("0 H1", "1 C", "0 H2", "1 C")
    assert [len(record.flinch(i)) for i in (0, 1)] == [5, 5]


def test_judge_can_tell_a_good_call() -> None:
    """The table's judge is told whether a call by a seat would be good; a locked one's is not."""
    record = dealt(3, hands={0: [1, 2, 9]}, dealer=2).do("0 H1")
    assert not any(GAME.call_is_good(record.state, i, CALL) for i in range(3))
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9")
    assert [GAME.call_is_good(record.state, i, CALL) for i in range(3)] == [False, True, True]


def test_call_is_joint_and_judged_in_a_window() -> None:
    """Several callers are one action; calls 1.5 s after the chance ended are late."""
    assert GAME.calls == (Call("C", joint=True, window="always", grace=1.5),)
