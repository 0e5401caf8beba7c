"""Playing partners: seat i with seat i + n/2."""

import pytest

from tests.engine.flinch.record import GAME, Record, late, seat

PARTNERS = {"partners": True}


def pairs(
    own: tuple[list[int], list[int]], partner: list[int], centre: list[int], **more: str
) -> Record:
    """Arrange four seats: seat 0 with a pile and a hand, its partner with a pile."""
    seats = [seat(*own), seat([9, 9], [9]), seat(partner, [9]), seat([9, 9], [9])]
    return late(seats, centre=centre, options={**PARTNERS, **more})


@pytest.mark.parametrize(("seats", "teams"), [(4, 2), (6, 3), (8, 4)])
def test_four_six_or_eight_play_partners(seats: int, teams: int) -> None:
    """F-67: partners sit opposite each other."""
    options = GAME.settle(seats, PARTNERS)
    assert GAME.teams(seats, options) == tuple((i, i + teams) for i in range(teams))


def test_alone_everybody_is_a_team() -> None:
    """F-67: without partners nobody plays together."""
    assert GAME.teams(3, GAME.settle(3, {})) == ((0,), (1,), (2,))


def test_partners_piles_may_be_played() -> None:
    """F-68: from the partner's Flinch pile and reserve, not from its hand."""
    record = late(
        [
            seat([9, 9], [8]),
            seat([9], [9]),
            seat([9, 3], [4], [[2], [4]]),
            seat([9], [9]),
        ],
        centre=[1],
        options=PARTNERS,
    ).do("0 PR1", "0 PF", "0 PR2")
    assert (record.centre, record.flinch(2), record.reserve(2)) == ([4], [9], [[]] * 5)


@pytest.mark.parametrize("notation", ["PF", "PR1"])
def test_alone_there_is_no_partner(notation: str) -> None:
    """F-67: without partners it is not allowed, whoever asks."""
    record = late([seat([9], [8]), seat([9], [9])], centre=[1])
    assert record.refused(f"0 {notation}") == "not-allowed"
    assert record.refused(f"1 {notation}") == "not-allowed"


def test_own_pile_comes_before_the_partners() -> None:
    """F-69: with both possible one's own is owed first, then the partner's, then the 1s."""
    record = pairs(([9, 3], [1, 8]), [9, 3], [2, 2])
    assert record.do("0 PF").faults == [(0, "F")]
    record = pairs(([9, 3], [1, 8]), [9, 3], [2, 2], conduct="assist")
    assert record.refused("0 PF") == "must-follow"
    assert record.do("0 F").refused("0 H1") == "must-follow"
    assert record.do("0 PF").refused("0 L8") == "must-follow"
    assert record.do("0 H1", "0 L8").turn == 1


def test_partners_pile_is_owed() -> None:
    """F-70, F-79: neglecting it is a fault, and playing it mends that."""
    record = pairs(([9, 9], [1, 8]), [9, 3], [2]).do("0 H1")
    assert record.faults == [(0, "PF")]
    assert record.do("0 PF").faults == []
    record = pairs(([9, 9], [8]), [9, 3], [2]).do("0 L8", "1 C")
    assert (len(record.flinch(0)), len(record.flinch(2))) == (3, 2)


def test_partners_card_goes_back_to_its_pile() -> None:
    """F-50, F-69: a partner's card played before one's own returns to the partner's pile."""
    record = pairs(([9, 3], [8]), [9, 3], [2, 2]).do("0 PF", "1 C")
    assert (record.flinch(2), record.centre) == ([9, 3], [2, 2])
    record = late(
        [seat([9, 3], [8]), seat([9, 9], [9]), seat([9], [9], [[7, 3]]), seat([9], [9])],
        centre=[2, 2],
        options=PARTNERS,
    ).do("0 PR1", "1 C")
    assert record.reserve(2)[0] == [7, 3]


def test_partner_may_not_call() -> None:
    """F-46: an opponent calls; the accused's partner does not."""
    record = pairs(([9, 3], [8]), [9], [2]).do("0 L8")
    assert record.refused("2 C") == "not-allowed"
    assert record.refused("12 C") == "not-allowed"
    record.do("3 C")


def test_both_play_on_after_one_pile_is_gone() -> None:
    """F-71: the seat goes on with hand, reserve and its partner's piles."""
    record = pairs(([3], [4, 8]), [9, 5], [2]).do("0 F", "0 H4", "0 PF", "0 L8")
    assert (record.outcome, record.flinch(0), record.turn) == (None, [], 1)
    assert record.refused("1 F") == "does-not-fit"


def test_exhausted_pile_has_no_card() -> None:
    """F-71: there is nothing to play from a pile that is gone, nor is anything owed of it."""
    record = pairs(([], [8]), [9], [2])
    assert record.refused("0 F") == "no-such-card"
    assert record.do("0 L8").faults == []


def test_game_ends_when_both_piles_are_gone() -> None:
    """F-72: the pair has won; the others are ranked by the cards of the pair together."""
    record = pairs(([3], [8]), [4], [2]).do("0 F", "0 PF")
    assert record.outcome is not None
    assert record.outcome.winners == (0, 2)
    assert record.outcome.places == (1, 3, 1, 3)
