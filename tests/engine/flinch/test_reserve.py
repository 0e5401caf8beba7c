"""The reserve: laying cards, and playing them again."""

import pytest

from tests.engine.flinch.record import dealt, late, seat


def test_lay_ends_the_turn_and_passes_it_to_the_left() -> None:
    """F-32, F-33: a card from the hand, face up; then the next player proceeds."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 H1", "0 L9")
    assert (record.reserve(0)[0], record.turn) == ([9], 1)
    assert record.view(2).seats[0].reserve[0].top == 9


def test_cards_lie_side_by_side_until_there_are_five() -> None:
    """F-34: each lay takes the first empty place by itself."""
    record = late([seat([9], [8, 7, 6, 5]), seat([9], [9, 9, 9])]).do("0 L8", "1 L9", "0 L7")
    assert record.reserve(0) == [[8], [7], [], [], []]


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_sixth_card_goes_on_a_place_of_ones_choice(place: int) -> None:
    """F-35: with all five occupied the place is named, and must be."""
    record = late([seat([9], [8, 7], [[2], [3], [4], [5], [6]]), seat([9], [9])])
    assert record.refused("0 L8") == "not-allowed"
    chosen = [[2], [3], [4], [5], [6]]
    chosen[place - 1].append(8)
    assert record.do(f"0 L8@{place}").reserve(0) == chosen


@pytest.mark.parametrize("place", ["1", "2", "5"])
def test_place_is_not_named_while_one_is_empty(place: str) -> None:
    """F-34, F-40: neither the empty place nor an occupied one may be named."""
    record = late([seat([9], [8], [[2], [], [4], [5], [6]]), seat([9], [9])])
    assert record.refused(f"0 L8@{place}") == "not-allowed"


def test_exhausted_place_is_filled_first() -> None:
    """F-40: the next card laid goes to the place that was exhausted."""
    record = late([seat([9], [8, 7], [[2], [3], [4], [5], [6]]), seat([9], [9])], centre=[2])
    assert record.do("0 R2", "0 L8").reserve(0) == [[2], [8], [4], [5], [6]]


def test_only_tops_of_the_reserve_are_played() -> None:
    """F-36: R1 is the top of the first place, whatever lies beneath."""
    record = late([seat([9], [8], [[2, 5]]), seat([9], [9])], centre=[1])
    assert record.refused("0 R1") == "does-not-fit"
    assert record.refused("0 R2") == "no-such-card"
    record = late([seat([9], [8], [[5, 2]]), seat([9], [9])], centre=[1]).do("0 R1")
    assert (record.reserve(0)[0], record.centre) == ([5], [2])


def test_nobody_sees_beneath_a_top() -> None:
    """F-37: of a place everybody, its owner too, sees the top and the height alone."""
    record = late([seat([9], [8], [[5, 3, 2]]), seat([9], [9])])
    other = late([seat([9], [8], [[3, 5, 2]]), seat([9], [9])])
    for viewer in (0, 1, None):
        place = record.view(viewer).seats[0].reserve[0]
        assert (place.top, place.height) == (2, 3)
        assert record.view(viewer) == other.view(viewer)


def test_one_card_is_laid_each_time_a_turn_ends() -> None:
    """F-38: the turn goes on until a card is laid; there is no other way to pass with a hand."""
    record = dealt(2, hands={0: [1, 2, 9]}).do("0 H1", "0 H2")
    assert record.turn == 0
    assert record.refused("0 N") == "not-allowed"
    assert record.do("0 L9").turn == 1


def test_1_is_never_laid() -> None:
    """F-25: laying a 1 is not allowed, on any place."""
    record = late([seat([9], [1, 8], [[2], [3], [4], [5], [6]]), seat([9], [9])])
    assert record.refused("0 L1") == "not-allowed"
    assert record.refused("0 L1@2") == "not-allowed"


@pytest.mark.parametrize("notation", ["R1@2", "R1R2", "M1@2", "L@2", "L7@0", "L7@6"])
def test_cards_are_not_moved_between_places(notation: str) -> None:
    """F-41: no notation moves a card from place to place or lays one outside the five."""
    assert dealt(2, hands={0: [1]}).refused(f"0 {notation}") == "unreadable"


def test_reserve_may_be_played_at_any_time_of_the_turn() -> None:
    """F-42: before, between and after plays from the hand."""
    record = late([seat([9], [3, 8], [[2], [4]]), seat([9], [9])], centre=[1])
    assert record.do("0 R1", "0 H3", "0 R2").centre == [4]


def test_reserve_may_be_exhausted_and_established_again() -> None:
    """F-43: played out entirely, it begins again at the first place."""
    record = late([seat([9], [8], [[2], [3]]), seat([9], [9])], centre=[1])
    assert record.do("0 R1", "0 R2").reserve(0) == [[]] * 5
    assert record.do("0 L8").reserve(0)[0] == [8]


def test_lay_needs_the_card() -> None:
    """A card not held is not there to be laid."""
    assert dealt(2, hands={0: [1]}).refused("0 L2") == "no-such-card"
