"""The provably fair shuffle, checked against a second writing of it (`rules.md` section 0)."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from engine.errors import BadSetup
from engine.shuffle import Stream, check_seed, commitment, first_dealer, shuffle

SEED = "5eed" * 16


def shuffled_by_the_book(seed: str, label: str, cards: list[int]) -> list[int]:
    """Shuffle with one long byte string, as the rules tell it."""
    stream = b"".join(sha256(f"{seed}:{label}:{i}".encode()).digest() for i in range(100))
    at = 0
    for i in range(len(cards) - 1, 0, -1):
        while True:
            x = int.from_bytes(stream[at : at + 8], "big")
            at += 8
            if x < 2**64 - 2**64 % (i + 1):
                break
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("label", ["deal", "deal-2", "reshuffle-1", "reshuffle-12"])
@pytest.mark.parametrize("seed", [SEED, SEED.upper(), "0" * 64])
def test_shuffle_is_the_one_of_the_rules(seed: str, label: str) -> None:
    """F-6: seed and label give the same order by both writings; a seed is used verbatim."""
    cards = list(range(150))
    assert list(shuffle(seed, label, tuple(cards))) == shuffled_by_the_book(seed, label, cards)


def test_labels_and_seeds_give_different_orders() -> None:
    """Letters of a seed are not folded: upper and lower case are two seeds."""
    orders = [
        shuffle(seed, label, tuple(range(20)))
        for seed in (SEED, SEED.upper())
        for label in ("deal", "reshuffle-1")
    ]
    assert len(set(orders)) == 4


@pytest.mark.parametrize("cards", [(), (7,)])
def test_nothing_to_shuffle_stays_as_it_is(cards: tuple[int, ...]) -> None:
    """No card and one card need no draw."""
    assert shuffle(SEED, "deal", cards) == cards


def test_draw_passes_over_numbers_that_are_not_fair() -> None:
    """A number from the incomplete last multiple is drawn again: of 2⁶³ + 1 there is but one."""
    m = 2**63 + 1
    for label in "abcdefgh":
        stream = b"".join(sha256(f"{SEED}:{label}:{i}".encode()).digest() for i in range(16))
        numbers = [int.from_bytes(stream[i : i + 8], "big") for i in range(0, len(stream), 8)]
        assert Stream(SEED, label).draw(m) == next(x for x in numbers if x < m)


def test_draws_are_even() -> None:
    """Over many seeds every seat deals first about equally often."""
    chance = Random(1)
    counts = Counter(first_dealer(f"{chance.getrandbits(256):064x}", 5) for _ in range(5000))
    assert all(850 < counts[seat] < 1150 for seat in range(5))


def test_commitment_hashes_the_digits() -> None:
    """The published hash is that of the seed's ASCII digits."""
    assert commitment(SEED) == sha256(SEED.encode("ascii")).hexdigest()


@pytest.mark.parametrize("seed", ["", "5eed", SEED + "0", SEED[:-1] + "g", SEED + "\n", None, 5])
def test_seed_is_64_hexadecimal_digits(seed: object) -> None:
    """Anything else names the field."""
    with pytest.raises(BadSetup) as caught:
        check_seed(seed)
    assert caught.value.field == "seed"
