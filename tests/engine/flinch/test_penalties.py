"""Who gives a card, and what happens to the last one."""

import pytest

from tests.engine.flinch.record import dealt, late, seat

PARTNERS = {"partners": True}


def test_callers_last_card_wins() -> None:
    """F-44, F-48: giving the last Flinch card gets rid of the pile, and wins at once."""
    record = late([seat([9], [1, 8]), seat([7], [9])]).do("0 L8", "1 C")
    assert record.outcome is not None
    assert (record.outcome.termination, record.outcome.winners) == ("won", (1,))
    assert (record.turn, record.flinch(0)) == (1, [7, 9])


def test_no_turn_begins_after_a_winning_penalty() -> None:
    """F-44: the turn of the fault lasts still, and keeps its value with the end."""
    record = late([seat([9, 3], [1, 8]), seat([7], [9])], centre=[2]).do("0 H1", "1 C")
    assert record.outcome is not None
    assert (record.turn, record.outcome.winners, record.centre) == (0, (1,), [2])


def test_last_card_may_stay_by_house_rule() -> None:
    """With `last_card = stock` the stock gives instead, and the caller keeps its card."""
    record = late(
        [seat([9], [1, 8]), seat([7], [9])], stock=[4, 5], options={"last_card": "stock"}
    ).do("0 L8", "1 C")
    assert (record.flinch(0), record.flinch(1), record.stock) == ([4, 9], [7], [5])
    assert record.outcome is None


def test_no_card_moves_where_the_stock_has_none() -> None:
    """With `last_card = stock` and no stock to be had, the good call costs no card."""
    record = late([seat([9], [1, 8]), seat([7], [9])], options={"last_card": "stock"})
    record.do("0 L8", "1 C")
    assert (record.flinch(0), record.flinch(1), record.hand(0)) == ([9], [7], [1, 8])


def test_finished_piles_are_shuffled_for_a_penalty() -> None:
    """F-29, F-49: for a card of the stock finished piles are shuffled if need be."""
    record = late([seat([9], [1, 8]), seat([7, 7], [9]), seat([7, 7], [9])], finished=1).do(
        "0 L8", "21 C"
    )
    assert (len(record.flinch(0)), len(record.stock)) == (2, 14)
    assert [len(record.flinch(i)) for i in (1, 2)] == [2, 2]


def test_first_caller_supplies_the_card_where_there_is_none() -> None:
    """F-49: with no card in the stock the first of several callers gives one."""
    record = late([seat([9], [1, 8]), seat([7, 6], [9]), seat([7, 5], [9])])
    record.do("0 L8", "21 C")
    assert (record.flinch(0), record.flinch(2), record.flinch(1)) == ([5, 9], [7], [7, 6])


def test_first_callers_last_card_wins_too() -> None:
    """F-44: also when it was supplied for want of a stock."""
    record = late([seat([9], [1, 8]), seat([7, 6], [9]), seat([5], [9])]).do("0 L8", "21 C")
    assert record.outcome is not None
    assert record.outcome.winners == (2,)


def test_accused_wins_when_a_false_call_takes_its_last_card() -> None:
    """F-44: mirror empties the accused's pile, and the second caller takes nothing more."""
    record = late([seat([8], [2, 9]), seat([7, 6], [9]), seat([7, 5], [9])], centre=[1])
    record.do("0 H2", "12 C")
    assert record.outcome is not None
    assert record.outcome.winners == (0,)
    assert (record.flinch(1), record.flinch(2)) == ([8, 7, 6], [7, 5])


def test_false_callers_take_from_the_stock_by_house_rule() -> None:
    """With `last_card = stock` the accused keeps its last card and the stock gives."""
    record = late(
        [seat([8], [2, 9]), seat([7, 6], [9]), seat([7, 5], [9])],
        centre=[1],
        stock=[3, 4],
        options={"last_card": "stock"},
    ).do("0 H2", "12 C")
    assert (record.flinch(0), record.flinch(1), record.flinch(2)) == ([8], [3, 7, 6], [4, 7, 5])


def test_play_may_be_lost_to_a_false_call() -> None:
    """A seat without a hand whose only play was its Flinch top is passed over after the call."""
    record = late([seat([8, 3], [], [[2]]), seat([7, 6], [9]), seat([7, 5], [9])], centre=[1]).do(
        "0 R1", "1 C"
    )
    assert (record.flinch(0), record.turn) == ([8], 1)


def test_partner_gives_for_who_has_none() -> None:
    """F-48, F-71: a caller without Flinch cards gives from its partner's pile."""
    record = late(
        [seat([9, 9], [1, 8]), seat([], [9]), seat([9], [9]), seat([7, 6], [9])],
        options=PARTNERS,
    ).do("0 L8", "1 C")
    assert (record.flinch(0), record.flinch(3)) == ([6, 9, 9], [7])


def test_pair_wins_with_the_last_card_of_both() -> None:
    """F-72: the card given for the partner's is the pair's last one."""
    record = late(
        [seat([9, 9], [1, 8]), seat([], [9]), seat([9], [9]), seat([6], [9])],
        options=PARTNERS,
    ).do("0 L8", "1 C")
    assert record.outcome is not None
    assert record.outcome.winners == (1, 3)


def test_pair_does_not_win_while_the_partner_has_cards() -> None:
    """F-71: the giver's own pile is gone, the pair's are not."""
    record = late(
        [seat([9, 9], [1, 8]), seat([6], [9]), seat([9], [9]), seat([7], [9])],
        options=PARTNERS,
    ).do("0 L8", "1 C")
    assert (record.outcome, record.flinch(1)) == (None, [])


@pytest.mark.parametrize("stock", [[], [4]])
def test_house_rule_holds_for_the_pile_that_gives(stock: list[int]) -> None:
    """With `last_card = stock` the last card of the partner's pile stays as well."""
    record = late(
        [seat([9, 9], [1, 8]), seat([], [9]), seat([9], [9]), seat([7], [9])],
        stock=stock,
        options={"partners": True, "last_card": "stock"},
    ).do("0 L8", "1 C")
    assert (record.flinch(0), record.flinch(3)) == ([*stock, 9, 9], [7])


def test_penalty_reopens_an_exhausted_pile() -> None:
    """F-71: a card under no pile is a pile, its top face up."""
    record = late(
        [seat([], [1, 8]), seat([7, 6], [9]), seat([9], [9]), seat([7], [9])],
        options=PARTNERS,
    ).do("0 L8", "1 C")
    assert (record.flinch(0), record.view(3).seats[0].flinch_top) == ([6], 6)


def test_false_call_takes_from_the_accuseds_partner() -> None:
    """Mirror takes from the partner's pile where the accused has none."""
    record = late(
        [seat([], [2, 8]), seat([7, 6], [9]), seat([9, 5], [9]), seat([7], [9])],
        centre=[1],
        options=PARTNERS,
    ).do("0 H2", "1 C")
    assert (record.flinch(2), record.flinch(1)) == ([9], [5, 7, 6])


def test_penalty_of_one_caller_leaves_the_stock_alone() -> None:
    """F-48: it is the caller's card, not the stock's."""
    record = dealt(2, hands={0: [1, 9]}, stock=[4, 5])
    before = record.stock
    assert record.do("0 L9", "1 C").stock == before
