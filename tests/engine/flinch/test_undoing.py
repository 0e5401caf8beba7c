"""What a good call takes back, and what stays."""

from engine.shuffle import shuffle
from tests.engine.flinch.record import SEED, dealt, late, seat


def test_card_returns_to_where_it_was() -> None:
    """F-50: a hand card to its old position, a reserve card to its place."""
    record = dealt(2, flinch={0: [2]}, hands={0: [1, 9, 1, 8, 7]}).do("0 H1", "0 H1", "1 C")
    assert record.hand(0) == [9, 1, 8, 7]
    record = late([seat([9, 3], [8], [[5], [6, 2]]), seat([9], [9])], centre=[2, 1])
    record.do("0 R2", "1 C")
    assert (record.reserve(0)[:2], record.centre) == ([[5], [6, 2]], [2, 1])


def test_lay_is_taken_back_after_the_next_turn_began() -> None:
    """F-50, F-51: the laid card returns to the hand; what the next seat drew stays its own."""
    record = late(
        [seat([9], [8, 1, 7]), seat([9, 9], [])],
        centre=[4],
        stock=[5, 6, 7, 8, 9, 10],
    ).do("0 L8")
    assert record.hand(1) == [5, 6, 7, 8, 9]
    record.do("1 C")
    assert (record.hand(0), record.reserve(0)[0], record.turn) == ([8, 1, 7], [], 1)
    assert (record.hand(1), record.stock) == ([5, 6, 7, 8, 9], [10])


def test_finished_piles_shuffled_for_the_next_seat_stay_a_stock() -> None:
    """F-50: undoing a lay gives nothing back of what the next turn's hand was made from."""
    record = late([seat([9], [8, 1]), seat([9, 9], [])], centre=[4], finished=1)
    record.do("0 L8", "1 C")
    assert (record.position["finished"], len(record.stock), len(record.hand(1))) == (0, 10, 5)


def test_finished_pile_comes_back() -> None:
    """F-50: with the 15 taken back its pile is where it was among the others."""
    record = late([seat([9, 4], [15, 8]), seat([9], [9])], centre=[3, 14, 6], finished=1)
    record.do("0 H15")
    assert (record.centre, record.position["finished"]) == ([3, 6], 2)
    record.do("1 C")
    assert (record.centre, record.position["finished"]) == ([3, 14, 6], 1)


def test_hand_drawn_because_of_it_returns_to_the_stock() -> None:
    """F-50: to the front of the stock in the order drawn, and the whole stock is shuffled."""
    record = late([seat([9, 3], [2]), seat([9, 9], [9])], centre=[2, 1], stock=range(4, 12))
    record.do("0 H2")
    assert (record.hand(0), record.stock) == ([4, 5, 6, 7, 8], [9, 10, 11])
    record.do("1 C")
    assert record.hand(0) == [2]
    assert record.stock == list(shuffle(SEED, "reshuffle-1", tuple(range(4, 12))))


def test_piles_shuffled_for_it_are_finished_again() -> None:
    """F-29, F-50: without a shuffle of its own; the count of reshuffles does not go back."""
    record = late([seat([9, 3], [2]), seat([9, 9], [9])], centre=[2, 1], finished=2)
    record.do("0 H2", "1 C")
    assert (record.hand(0), record.stock, record.position["finished"]) == ([2], [], 2)
    assert record.state.reshuffles == 1
    cards = tuple(range(1, 16)) * 2
    record.do("1 L9", "0 H2")
    assert [*record.hand(0), *record.stock] == list(shuffle(SEED, "reshuffle-2", cards))


def test_hand_given_for_a_pile_finished_without_one_returns() -> None:
    """F-50, F-74: a seat without a hand that finishes a pile by a fault loses the hand again."""
    record = late([seat([9, 3], [], [[15]]), seat([9, 9], [9])], centre=[2, 14]).do("0 R1")
    assert len(record.hand(0)) == 5
    record.do("1 C")
    assert (record.hand(0), record.stock, record.position["finished"]) == ([], [], 0)
    assert (record.centre, record.reserve(0)[0]) == ([2, 14], [15])


def test_only_the_last_act_of_the_table_is_undone() -> None:
    """F-50: after a faultless act the earlier faulty one stays; the turn ends all the same."""
    record = late([seat([9, 3], [3, 4, 8]), seat([9, 9], [9])], centre=[2]).do("0 H3", "0 H4")
    assert record.faults == [(0, "F")]
    record.do("1 C")
    assert (record.centre, record.turn, record.faults) == ([4], 1, [])
    assert len(record.flinch(0)) == 3


def test_nothing_is_undone_after_the_next_turn_of_the_accused_began() -> None:
    """F-50: when all others were passed over, the accused's new turn goes on after the penalty."""
    record = late(
        [seat([9, 3], [1, 8], [[6], [7], [8], [9], [4]]), seat([9, 9])],
        centre=[3],
    ).do("0 L8@1")
    assert (record.turn, record.faults) == (0, [(0, "H1")])
    record.do("1 C")
    assert (record.turn, record.hand(0), record.reserve(0)[0]) == (0, [1], [6, 8])
    assert (record.flinch(0), record.faults) == ([9, 9, 3], [])


def test_nothing_is_undone_of_an_ended_turn_without_a_lay() -> None:
    """F-47: N is a fault too while something is owed, but there is no card to take back."""
    record = late([seat([9, 3], [], [[8]]), seat([9, 9], [9])], centre=[2]).do("0 N")
    assert record.faults == [(0, "F")]
    record.do("1 C")
    assert (record.turn, record.flinch(0)) == (1, [9, 9, 3])


def test_undone_play_may_leave_the_seat_in_turn_without_a_play() -> None:
    """F-50: a seat whose only play lay on the card taken back is passed over after the call."""
    record = late(
        [seat([9, 3], [], [[3]]), seat([9, 9], [], [[4]]), seat([9, 9], [9])],
        centre=[2],
    ).do("0 R1")
    assert record.turn == 1
    record.do("2 C")
    assert (record.turn, record.centre, record.reserve(0)[0]) == (2, [2], [3])


def test_turn_that_is_over_is_not_ended_again() -> None:
    """F-47: a call after the lay leaves the next seat in turn."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9", "2 C")
    assert (record.turn, record.state.number) == (1, 2)
    assert "turn-stopped" not in record.kinds


def test_undoing_comes_before_the_penalty_and_the_next_turn() -> None:
    """F-48, F-50: undoing, penalty, next seat with its new hand, in this order."""
    record = late(
        [seat([9, 3], [2]), seat([9, 9], []), seat([9, 9], [9])],
        centre=[2, 1],
        stock=range(4, 14),
    ).do("0 H2", "12 C")
    stock = list(shuffle(SEED, "reshuffle-1", tuple(range(4, 14))))
    assert (record.flinch(0)[0], record.hand(1), record.stock) == (stock[0], stock[1:6], stock[6:])


def test_play_taken_back_no_longer_counts_as_played() -> None:
    """F-50: of the cards played since a lock it is none."""
    record = late([seat([9, 3], [2, 8]), seat([9, 9], [9])], centre=[2, 1]).do("0 H2")
    assert record.state.plays == 1
    assert record.do("1 C").state.plays == 0


def test_turn_is_idle_whose_only_card_was_taken_back() -> None:
    """F-50, F-59: one in which another card had moved before is not."""
    record = late([seat([9, 5], [8]), seat([9, 9], [9])], centre=[4]).do("0 L8", "1 C")
    assert record.state.idle == 1
    record = late([seat([9, 5], [4, 8]), seat([9, 9], [9])], centre=[3]).do("0 H4", "0 L8", "1 C")
    assert record.state.idle == 0
