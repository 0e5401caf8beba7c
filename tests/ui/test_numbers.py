"""Hand numbers stay with their cards (`experience.md` section 4, private hand)."""

from collections import Counter
from random import Random

import pytest

from bot.ui.games.flinch import presses as flinch
from bot.ui.games.flushed import presses as flushed
from tests.ui.positions import PAIRS, walk


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_flinch_numbers_hold_over_whole_games(seats: int) -> None:
    """A held card keeps its number; a new hand is sorted; the numbers hold the hand exactly."""
    game, renderer = PAIRS[0]
    for seed in range(3):
        before: list[tuple[str | None, ...]] = []
        for position in walk(game, renderer, seats, seed=seed, plies=400):
            for seat, numbers in enumerate(position.numbers):
                hand = Counter(str(card) for card in position.view(seat).hand)
                held = [card for card in numbers if card is not None]
                assert Counter(held) == hand
                if not before:
                    assert held == sorted(held, key=int)
                    continue
                old = [card for card in before[seat] if card is not None]
                if not old or len(held) > len(old) + 1:
                    assert numbers[: len(held)] == tuple(sorted(held, key=int))
                else:
                    kept = sum(
                        a is not None and a == b for a, b in zip(before[seat], numbers, strict=True)
                    )
                    assert kept == (Counter(old) & hand).total()
            before = list(position.numbers)


@pytest.mark.parametrize("seats", [3, 4])
def test_flushed_numbers_hold_over_whole_games(seats: int) -> None:
    """A card keeps its number while held, a drawn one takes the lowest empty number."""
    game, renderer = PAIRS[2]
    for seed in range(4):
        before: list[tuple[str | None, ...]] = []
        for position in walk(game, renderer, seats, seed=seed, plies=400):
            for seat, numbers in enumerate(position.numbers):
                hand = set(position.view(seat).hand)
                assert {card for card in numbers if card is not None} == hand
                for at, card in enumerate(before[seat] if before else ()):
                    if card in hand:
                        assert numbers[at] == card
            before = list(position.numbers)


def test_numbers_are_the_same_however_often_they_are_folded() -> None:
    """Folding every view anew, as after a restart, gives the same numbers."""
    for game, renderer in PAIRS:
        if not renderer.hands:
            continue
        seats = min(4, max(game.seat_counts))
        folded: list[tuple[str | None, ...] | None] = [None] * seats
        for position in walk(game, renderer, seats, seed=9, plies=150):
            folded = [
                renderer.arrange(numbers, position.view(seat))
                for seat, numbers in enumerate(folded)
            ]
            assert tuple(folded) == position.numbers


def test_flinch_played_card_leaves_its_number_empty() -> None:
    """A played card leaves its number empty, the others stay."""
    numbers = flinch.arrange(None, (9, 3, 3, 12, 1))
    assert numbers == ("1", "3", "3", "9", "12")
    assert flinch.arrange(numbers, (9, 3, 12, 1)) == ("1", "3", None, "9", "12")


def test_flinch_card_taken_back_takes_an_empty_number() -> None:
    """F-50: a card that comes back takes the lowest empty number."""
    assert flinch.arrange((None, "3", None, "9", None), (3, 9, 12)) == ("12", "3", None, "9", None)


def test_flinch_new_hand_is_sorted() -> None:
    """A new hand is sorted although one card of the old is in it."""
    assert flinch.arrange((None, None, "9", None, None), (9, 2, 15, 1, 4)) == (
        "1",
        "2",
        "4",
        "9",
        "15",
    )


def test_flinch_empty_hand_has_five_empty_numbers() -> None:
    """Without a hand every number is empty."""
    assert flinch.arrange((None, None, "9", None, None), ()) == (None,) * 5


def test_flushed_drawn_card_takes_the_played_ones_number() -> None:
    """U-7: the card drawn after a play takes the number that became empty."""
    numbers = flushed.arrange(None, ("KS", "2C", "AD", "9H", "3C"))
    assert numbers == ("2C", "3C", "AD", "9H", "KS")
    assert flushed.arrange(numbers, ("KS", "2C", "9H", "3C", "4D")) == (
        "2C",
        "3C",
        "4D",
        "9H",
        "KS",
    )


def test_flushed_new_hand_is_sorted() -> None:
    """U-38: after a flush of the whole hand the five new cards are sorted."""
    before = ("2C", "3C", "4C", "5C", "6C")
    assert flushed.arrange(before, ("KS", "AD", "9H", "7C", "8C")) == (
        "7C",
        "8C",
        "AD",
        "9H",
        "KS",
    )


def test_numbers_survive_any_order_of_the_hand() -> None:
    """The order in which the engine lists a hand does not matter."""
    chance = Random(3)
    for _ in range(200):
        hand = [chance.randint(1, 15) for _ in range(5)]
        numbers = flinch.arrange(None, tuple(hand))
        chance.shuffle(hand)
        assert flinch.arrange(numbers, tuple(hand)) == numbers
