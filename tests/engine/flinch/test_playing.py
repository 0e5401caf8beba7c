"""Plays on the centre, finished piles and new hands."""

import pytest

from tests.engine.flinch.record import dealt, late, seat


def test_next_flinch_card_is_turned_up() -> None:
    """F-11: when the top is played, the card beneath is the new top."""
    record = dealt(2, flinch={0: [7, 2]}, hands={0: [1]}).do("0 H1", "0 F")
    assert record.flinch(0)[-1] == 7
    assert record.view(1).seats[0].flinch_top == 7


def test_plays_go_on_upward_by_one() -> None:
    """F-14: a 2 on the 1, a 3 on the 2, as long as the seat can play; nothing else fits."""
    record = dealt(2, hands={0: [1, 2, 3, 2, 5]}).do("0 H1", "0 H2", "0 H3")
    assert record.centre == [3]
    assert record.refused("0 H2") == "does-not-fit"
    assert record.refused("0 H5") == "does-not-fit"
    assert record.turn == 0


def test_cards_come_from_three_places() -> None:
    """F-15, F-24: hand, reserve and Flinch pile."""
    record = late(
        [seat([9, 4], [2, 8], [[3]]), seat([9], [9])],
        centre=[1],
    ).do("0 H2", "0 R1", "0 F")
    assert (record.centre, record.hand(0), record.flinch(0)) == ([4], [8], [9])
    assert record.reserve(0) == [[]] * 5


def test_new_hand_is_drawn_when_all_is_played() -> None:
    """F-16, F-73: a hand emptied by a play is replaced by the next five; the turn goes on."""
    record = dealt(2, hands={0: [1, 2, 3, 4, 5]}, stock=[6, 9, 9, 9, 9, 13])
    record.do("0 H1", "0 H2", "0 H3", "0 H4", "0 H5")
    assert (record.hand(0), record.turn, record.stock[0]) == ([6, 9, 9, 9, 9], 0, 13)
    assert record.do("0 H6").centre == [6]


def test_hand_emptied_by_a_lay_waits_for_the_next_turn() -> None:
    """F-74, F-75: after the last card is laid the new hand comes when the seat's turn begins."""
    record = dealt(2, hands={0: [1, 2, 3, 4, 9]}).do("0 H1", "0 H2", "0 H3", "0 H4", "0 L9")
    assert record.hand(0) == []
    assert len(record.do("1 L14").hand(0)) == 5
    assert record.turn == 0


def test_hand_takes_what_is_left_of_the_stock() -> None:
    """F-73: with fewer than five cards in the stock the hand is those, not topped up."""
    record = late([seat([9], [2]), seat([9], [9])], centre=[1], stock=[7, 8, 9], finished=1)
    record.do("0 H2")
    assert (record.hand(0), record.stock, record.position["finished"]) == ([7, 8, 9], [], 1)


def test_other_cards_need_not_be_played() -> None:
    """F-20, F-24, F-39: a seat may stop though it could play, or play the reserve first."""
    record = dealt(2, hands={0: [1, 2, 9]}).do("0 H1", "0 L9")
    assert record.faults == []
    record = late([seat([9], [2, 8], [[2]]), seat([9], [9])], centre=[1]).do("0 R1")
    assert record.faults == []


@pytest.mark.parametrize("conduct", ["assist", "call"])
def test_flinch_card_comes_first_then_the_1s(conduct: str) -> None:
    """F-21, F-22, F-23, F-26: the Flinch top is owed first, a 1 too, then a 1 in the hand."""
    record = dealt(
        2,
        flinch={0: [2, 1]},
        hands={0: [1, 1, 9]},
        conduct=conduct,
    )
    if conduct == "assist":
        assert record.refused("0 H1") == "must-follow"
        record.do("0 F")
        assert record.refused("0 H1") == "must-follow"
        record.do("0 F")
        assert record.refused("0 L9") == "must-follow"
        assert record.do("0 H1", "0 H1", "0 L9").turn == 1
    else:
        assert record.do("0 H1").faults == [(0, "F")]
        assert record.do("0 F").faults == []
        assert record.do("0 F", "0 L9").faults == [(0, "H1")]


def test_every_1_starts_a_new_pile_to_the_right() -> None:
    """F-18, F-31: any number of centre piles; each 1 of the hand goes to the middle."""
    record = dealt(2, hands={0: [1, 1, 2, 1, 9]}).do("0 H1", "0 H1", "0 H2", "0 H1")
    assert record.centre == [2, 1, 1]
    record = late([seat([9], [1, 8]), seat([9], [9])], centre=[1] * 9).do("0 H1")
    assert record.centre == [1] * 10


def test_leftmost_pile_takes_the_card() -> None:
    """F-14: of several piles that would do the leftmost is taken."""
    record = late([seat([9], [4, 8]), seat([9], [9])], centre=[5, 3, 3]).do("0 H4")
    assert record.centre == [5, 4, 3]


def test_pile_goes_to_15_and_leaves_the_table() -> None:
    """F-27, F-28: the 15 finishes a pile, which is removed."""
    record = late([seat([9], [15, 8]), seat([9], [9])], centre=[3, 14, 14]).do("0 H15")
    assert (record.centre, record.position["finished"]) == ([3, 14], 1)


def test_finished_piles_become_the_stock() -> None:
    """F-29: with the stock used up, the removed cards are shuffled and dealt out again."""
    record = late([seat([9], [2]), seat([9], [9])], centre=[1], finished=2).do("0 H2")
    assert sorted([*record.hand(0), *record.stock]) == sorted([*range(1, 16)] * 2)
    assert (len(record.hand(0)), record.position["finished"]) == (5, 0)
    assert record.kinds == ["card-played", "stock-shuffled", "hand-drawn"]


def test_finished_piles_wait_while_there_is_a_stock() -> None:
    """F-29: nothing is shuffled before all cards of the stack have been used."""
    record = late([seat([9], [2]), seat([9], [9])], centre=[1], stock=[4], finished=2).do("0 H2")
    assert (record.hand(0), record.position["finished"]) == ([4], 2)


def test_nothing_is_played_from_the_centre() -> None:
    """F-30: no notation names a centre pile as a source."""
    record = late([seat([9], [8]), seat([9], [9])], centre=[1])
    for notation in ("M1", "C1", "1", "M", "H1@1", "1@1"):
        assert record.refused(f"0 {notation}") == "unreadable"


def test_seat_without_a_hand_may_end_its_turn() -> None:
    """N is for a seat whose hand is empty and cannot be replaced."""
    record = late([seat([9, 3], [2], [[5], [4]]), seat([9], [9])], centre=[1]).do("0 H2")
    assert (record.turn, record.hand(0)) == (0, [])
    assert record.refused("0 L5") == "no-such-card"
    assert record.do("0 F", "0 N").turn == 1


def test_seat_with_a_hand_must_lay() -> None:
    """F-38: N is refused to a seat that holds a card."""
    record = dealt(2, hands={0: [1]}).do("0 H1")
    assert record.refused("0 N") == "not-allowed"


def test_turn_passes_by_itself_without_hand_and_play() -> None:
    """F-33: a seat with neither a hand nor a play that fits is passed over, also several."""
    record = late(
        [seat([9, 8], [2]), seat([9]), seat([9]), seat([9], [7])],
        centre=[1],
    ).do("0 H2")
    assert record.turn == 3
    assert record.kinds.count("turn-passed") == 3


def test_hand_owed_comes_in_its_turn_when_a_stock_exists() -> None:
    """F-74: a seat without a hand that finishes a pile gets its hand at once, and goes on."""
    record = late([seat([9, 8], [], [[15]]), seat([9], [9])], centre=[14]).do("0 R1")
    assert (len(record.hand(0)), len(record.stock), record.turn) == (5, 10, 0)


def test_hand_owed_comes_at_the_next_turn() -> None:
    """F-74, F-75: a stock that came in another's turn gives the hand when one's own turn begins."""
    record = late(
        [seat([9, 8], [2]), seat([9], [15, 7]), seat([9, 9], [9])],
        centre=[1, 14],
    ).do("0 H2", "1 H15", "1 L7")
    assert record.hand(0) == []
    assert len(record.do("2 L9").hand(0)) == 5


def test_all_cards_of_the_hand_are_playable_in_any_order() -> None:
    """`hand` loses the first equal card and gains what is drawn at its end."""
    record = dealt(2, hands={0: [9, 1, 8, 1, 9]}).do("0 H1")
    assert record.hand(0) == [9, 8, 1, 9]
    assert record.do("0 H1", "0 L9").hand(0) == [8, 9]
