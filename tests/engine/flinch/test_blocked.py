"""Blocked and locked games."""

from typing import Any

from engine.games.flinch.state import Bar, SeatState
from engine.shuffle import shuffle
from tests.engine.flinch.record import GAME, SEED, Record, late, seat


def blocked(seats: list[SeatState], centre: list[int], **more: Any) -> Record:
    """Arrange a table without stock and hands where a whole round has moved no card."""
    return late(seats, centre=centre, idle=True, **more)


def test_releasing_card_must_be_played() -> None:
    """F-59, F-60: the seat that has a play may not end its turn; which play is its choice."""
    record = blocked([seat([9], [], [[3], [8]]), seat([9]), seat([9])], [2, 7])
    assert record.refused("0 N") == "not-allowed"
    assert record.do("0 R2").centre == [2, 8]


def test_it_is_not_blocked_before_a_whole_round() -> None:
    """F-59: while a card has moved in the latest round the seat may end its turn."""
    record = late([seat([9], [], [[3]]), seat([9], [], [[3]]), seat([9])], centre=[2])
    assert record.do("0 N").turn == 1


def test_round_of_ended_turns_blocks() -> None:
    """F-59: after every seat has had a turn without a card, N is not allowed."""
    record = late([seat([9], [], [[3]]), seat([9]), seat([9])], centre=[2]).do("0 N")
    assert record.turn == 0
    assert record.refused("0 N") == "not-allowed"
    assert record.do("0 R1").centre == [3]


def test_it_is_not_blocked_with_a_finished_pile_or_a_hand() -> None:
    """F-59: the stack must be exhausted and no hand left."""
    record = blocked([seat([9], [8], [[3]]), seat([9])], [2])
    assert record.do("0 L8").turn == 0
    record = blocked([seat([9], [], [[3]]), seat([9], [5])], [2])
    assert record.do("0 N").turn == 1


def test_misfit_is_not_allowed_when_blocked() -> None:
    """F-57, F-60: strict's misfit would be a way out; elsewhere the card simply does not fit."""
    seats = [seat([9], [], [[3], [8]]), seat([9])]
    assert blocked(seats, [2], options={"conduct": "strict"}).refused("0 R2") == "not-allowed"
    assert blocked(seats, [2]).refused("0 R2") == "does-not-fit"
    assert blocked(seats, [2]).refused("0 R3") == "no-such-card"


def test_favoured_top_goes_under_its_pile() -> None:
    """F-61: the first opponent to the left whose top is one more puts it on the bottom."""
    record = blocked([seat([9], [], [[3]]), seat([9, 5]), seat([7, 8, 4]), seat([7, 4])], [2]).do(
        "0 R1"
    )
    assert (record.flinch(2), record.flinch(3)) == ([4, 7, 8], [7, 4])
    assert record.centre == [3]


def test_only_the_first_released_card_favours() -> None:
    """F-61: the releaser's turn goes on normally."""
    record = blocked([seat([9], [], [[3], [4]]), seat([9, 5]), seat([9])], [2])
    record.do("0 R1", "0 R2")
    assert record.flinch(1) == [9, 5]


def test_released_flinch_card_favours_too() -> None:
    """F-60, F-61: also a card from the Flinch pile."""
    record = blocked([seat([9, 3], [], [[3]]), seat([9, 4])], [2]).do("0 F")
    assert record.flinch(1) == [4, 9]


def test_nobody_is_favoured_by_a_winning_card() -> None:
    """F-44, F-61: the game is over at once."""
    record = blocked([seat([3]), seat([9, 4])], [2]).do("0 F")
    assert record.outcome is not None
    assert record.flinch(1) == [9, 4]


def test_partner_of_the_releaser_is_not_favoured() -> None:
    """F-61: only an opponent's pile."""
    record = blocked(
        [seat([9], [], [[3]]), seat([9]), seat([7, 4]), seat([8, 4])],
        [2],
        options={"partners": True},
    ).do("0 R1")
    assert (record.flinch(2), record.flinch(3)) == ([7, 4], [4, 8])


def test_last_card_is_barred_for_a_round() -> None:
    """F-62: a favoured only card may not be played until the turn after the next has begun."""
    record = blocked(
        [seat([9, 9], [], [[3], [7], [8]]), seat([4], [], [[6], [6], [6]])], [2, 6]
    ).do("0 R1")
    assert (record.flinch(1), record.view(0).seats[1].barred) == ([4], True)
    record.do("0 N")
    assert record.turn == 0
    assert record.view(None).seats[1].bar_turns == 1
    assert record.do("0 R2").faults == []
    record.do("0 N")
    assert (record.turn, record.view(0).seats[1].barred) == (1, False)
    assert "F" in [GAME.format(action) for action in GAME.actions(record.state, 1)]
    assert record.do("1 F").outcome is not None


def test_barred_card_is_not_owed_and_not_allowed() -> None:
    """F-62: nothing is owed for it, and playing it is `not-allowed` though it fits."""
    barred = seat([4], [8, 7], bar=Bar(mark=0, until=99))
    record = late([barred, seat([9], [9])], centre=[3])
    assert record.refused("0 F") == "not-allowed"
    assert record.do("0 L8").faults == []
    record = late([barred, seat([9], [9])], centre=[5])
    assert record.refused("0 F") == "does-not-fit"


def test_partner_may_not_play_the_barred_card() -> None:
    """F-62: neither the seat nor its partner."""
    barred = seat([4], [8], bar=Bar(mark=0, until=99))
    record = late(
        [seat([9], [8, 7]), seat([9], [9]), barred, seat([9], [9])],
        centre=[3],
        options={"partners": True},
    )
    assert record.refused("0 PF") == "not-allowed"
    assert record.do("0 L8").faults == []


def test_bar_ends_when_the_card_leaves_the_top() -> None:
    """F-62: a barred card given away takes the bar with it."""
    barred = seat([4], [9], bar=Bar(mark=0, until=99))
    record = late(
        [seat([9, 9], [1, 8]), barred, seat([9], [9]), seat([9, 9], [9])],
        options={"partners": True},
    ).do("0 L8", "1 C")
    assert (record.flinch(0)[0], record.view(0).seats[1].barred) == (4, False)


def test_favour_is_undone_with_the_faulty_release() -> None:
    """F-50, F-61: what is owed stays owed; the card goes back and the favour too."""
    seats = [seat([9, 8], [], [[3]]), seat([9, 4]), seat([9, 9])]
    record = blocked(seats, [2, 7]).do("0 R1")
    assert (record.faults, record.flinch(1)) == ([(0, "F")], [4, 9])
    record.do("2 C")
    assert (record.flinch(1), record.centre, record.reserve(0)[0]) == ([9, 4], [2, 7], [3])


def test_bar_is_undone_with_the_faulty_release() -> None:
    """F-50, F-62: the only card may be played again."""
    seats = [seat([9, 8], [], [[3]]), seat([4]), seat([9, 9])]
    record = blocked(seats, [2, 7]).do("0 R1")
    assert record.view(0).seats[1].barred
    assert not record.do("2 C").view(0).seats[1].barred


def test_penalty_card_unblocks() -> None:
    """F-59: a penalty card has moved, so the seat may end its turn again."""
    record = late([seat([9, 3], [], []), seat([9, 9]), seat([9, 9])], centre=[2]).do("0 N")
    assert record.refused("0 N") == "not-allowed"
    record.do("1 C")
    assert record.state.moved == 1
    assert record.do("0 N").turn == 0


def test_release_that_was_undone_is_no_moved_card() -> None:
    """F-59: without a penalty card the round stays idle after the undoing."""
    record = blocked(
        [seat([9, 8], [], [[3]]), seat([9], [], [[3]]), seat([9])],
        [2, 7],
        options={"last_card": "stock"},
    ).do("0 R1", "2 C")
    assert (record.turn, record.state.idle, record.state.moved) == (1, 4, 0)
    assert record.refused("1 N") == "not-allowed"


def test_locked_game_gathers_the_reserves() -> None:
    """F-59: with no play anywhere all reserves are shuffled into a stock; the seat draws."""
    record = late(
        [seat([9], [], [[4, 5], [6]]), seat([9], [7], [[8], [10]]), seat([9], [])], turn=1
    ).do("1 L7")
    assert record.turn == 2
    assert record.state.reshuffles == 1
    cards = (4, 5, 6, 8, 10, 7)
    assert [*record.hand(2), *record.stock] == list(shuffle(SEED, "reshuffle-1", cards))
    assert [record.reserve(i) for i in range(3)] == [[[]] * 5] * 3
    assert "stock-shuffled" in record.kinds


def test_count_of_idle_turns_starts_anew_after_a_lock() -> None:
    """After a lock a whole round without a card is needed again."""
    record = late([seat([9], [7], []), seat([9], [])], turn=0).do("0 L7")
    assert (record.state.idle, record.state.moved, record.state.lock_plays) == (0, 0, 0)


def test_second_lock_without_a_play_ends_the_game() -> None:
    """A second lock with no card played since the first ends it as the cap does."""
    record = late([seat([9, 9], [7], []), seat([9], [])], turn=0).do("0 L7")
    assert (record.turn, record.hand(1)) == (1, [7])
    record.do("1 L7")
    assert record.outcome is not None
    assert (record.outcome.termination, record.outcome.winners) == ("locked", (1,))


def test_second_lock_after_a_play_gathers_again() -> None:
    """A card played in between, and the second lock is like the first."""
    record = late([seat([9, 9], [7], [[3, 9]]), seat([9], [])], centre=[2]).do("0 L7")
    assert sorted(record.hand(1)) == [3, 7, 9]
    record.do("1 H3", "1 L9", "1 L7")
    assert (record.outcome, record.state.reshuffles) == (None, 2)
    assert sorted(record.hand(record.turn)) == [7, 9]


def test_two_packs_are_offered_against_blocking() -> None:
    """F-63: with two packs there are twice the cards before a game can block."""
    record = blocked([seat([9], [], [[3]]), seat([9])], [2], options={"packs": 2})
    assert record.state.options.packs == 2
