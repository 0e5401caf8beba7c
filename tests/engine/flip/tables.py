"""Tables of FLIP for the tests: stacked decks, and games well under way."""

from collections import Counter
from typing import Any

from engine.cards import Card, french_deck
from engine.games.flip import Flip
from engine.games.flip.state import FlipOptions, FlipState, SeatCards, Slots
from tests.engine.record import SEED, Record

FLIP = Flip()


def cards_of(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks."""
    return tuple(text.split())


def stacked(first: str, second: str, *, jokers: bool = True) -> tuple[Card, ...]:
    """Return a deck that deals these cards to the seats, in order, the rest as it comes.

    A seat's cards are its four slots, its middle card and the top of its stock.
    """
    halves = [list(cards_of(first)), list(cards_of(second))]
    left = Counter(french_deck(2, jokers=jokers))
    left.subtract(halves[0] + halves[1])
    assert min(left.values()) >= 0, "a card is dealt too often"
    rest = list(left.elements())
    for half in halves:
        missing = sum((54 if jokers else 52, -len(half)))
        half += rest[:missing]
        del rest[:missing]
    return tuple(card for pair in zip(*halves, strict=True) for card in pair)


def dealt(first: str, second: str, *, jokers: bool = True, **options: Any) -> Record:
    """Deal such a deck; nothing is turned up yet."""
    if not jokers:
        options["jokers"] = "none"
    return Record.dealt(FLIP, 2, stacked(first, second, jokers=jokers), None, **options)


def slots_of(text: str) -> Slots:
    """Read four slots, `-` an empty one."""
    a, b, c, d = (None if card == "-" else card for card in text.split())
    return a, b, c, d


def under_way(
    left: str,
    right: str,
    slots: tuple[str, str],
    stocks: tuple[str, str] = ("", ""),
    *,
    counted: int = 1,
    swaps: int = 0,
    **options: Any,
) -> Record:
    """Set up a game in which few cards are left: piles bottom first, stocks top first."""
    first, second = (
        SeatCards(stock=cards_of(stock), slots=slots_of(row))
        for stock, row in zip(stocks, slots, strict=True)
    )
    settled: Any = FLIP.settle(2, options)
    state = FlipState(
        options=FlipOptions(**settled),
        seed=SEED,
        seats=(first, second),
        middle=(cards_of(left), cards_of(right)),
        revealed=True,
        counted=counted,
        swaps=swaps,
    )
    return Record(FLIP, state)
