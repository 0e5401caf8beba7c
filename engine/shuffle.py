"""The provably fair shuffle (`rules.md` section 0): all luck of a table comes from one seed."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from struct import Struct
from typing import TypeVar

from engine.errors import BadSetup

Card = TypeVar("Card")

_SEED = re.compile(r"[0-9a-fA-F]{64}")
_RANGE = 2**64
_WORDS = Struct(">4Q")
"""A block, read as four numbers of 8 bytes."""


def check_seed(seed: object) -> str:
    """Return the seed verbatim; raise `BadSetup` unless it is 64 hexadecimal digits."""
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise BadSetup("seed", "must be 64 hexadecimal digits")
    return seed


def commitment(seed: str) -> str:
    """Return what is published when the game starts: SHA-256 of the seed's ASCII digits, in hex.

    >>> commitment("0" * 64)[:16]
    '60e05bd1b195af2f'
    """
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


class Stream:
    """The endless byte string of one label of one seed, read as fair draws.

    Block *i* is SHA-256 of `seed:label:i` in ASCII with a decimal counter.
    """

    def __init__(self, seed: str, label: str) -> None:
        self._begun = hashlib.sha256(f"{seed}:{label}:".encode("ascii"))
        self._words = chain.from_iterable(map(self._block, count()))

    def _block(self, number: int) -> tuple[int, ...]:
        block = self._begun.copy()
        block.update(b"%d" % number)
        return _WORDS.unpack(block.digest())

    def draw(self, m: int) -> int:
        """Return a fair number in 0…m-1: the next 8 bytes that fall below a multiple of m."""
        sure = _RANGE - m
        for x in self._words:
            if x <= sure or x < _RANGE - _RANGE % m:
                return x % m
        raise AssertionError("a stream never ends")


def shuffle(seed: str, label: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards shuffled by the label's stream, last place first."""
    stream = Stream(seed, label)
    result = list(cards)
    for i in range(len(result) - 1, 0, -1):
        j = stream.draw(i + 1)
        result[i], result[j] = result[j], result[i]
    return tuple(result)


def check_deck(given: Sequence[Card], fresh: Sequence[Card]) -> tuple[Card, ...]:
    """Return a deck given instead of a shuffled one.

    Raises:
        BadSetup: it is not a permutation of the fresh one.
    """
    kind = type(fresh[0])
    if any(type(card) is not kind for card in given) or Counter(given) != Counter(fresh):
        raise BadSetup("deck", f"must hold exactly the {len(fresh)} cards of this game")
    return tuple(given)


def first_dealer(seed: str, seats: int) -> int:
    """Return the seat of the first dealer: one draw of the label `dealer`."""
    return Stream(seed, "dealer").draw(seats)
