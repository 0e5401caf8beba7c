"""Tables of Flushed for the tests: stacked decks, and games well under way."""

from collections.abc import Sequence
from typing import Any

from engine.api import Seat
from engine.cards import Card, french_deck
from engine.games.flushed import Flushed
from engine.games.flushed.state import Direction, FlushedOptions, FlushedState
from tests.engine.record import Record

FLUSHED = Flushed()


def cards_of(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks."""
    return tuple(text.split())


def dealt(
    hands: Sequence[str], dealer: Seat = 0, middle: str | None = None, **options: Any
) -> Record:
    """Deal a stacked deck: each seat draws its cards in the order given, the rest as it comes."""
    seats = len(hands)
    each = 52 // seats
    stacks = [list(cards_of(hand)) for hand in hands]
    used = {card for stack in stacks for card in stack} | {middle}
    rest = [card for card in french_deck() if card not in used]
    for stack in stacks:
        missing = each - len(stack)
        stack += rest[:missing]
        del rest[:missing]
    last = rest if middle is None else [middle]
    order = [(dealer - 1 - turn) % seats for turn in range(seats)]
    deck = [stacks[seat][-1 - number] for number in range(each) for seat in order] + last
    return Record.dealt(FLUSHED, seats, deck, dealer, **options)


def under_way(
    hands: Sequence[str],
    stacks: Sequence[str] = (),
    *,
    pile: str = "",
    suit: str | None = None,
    turn: Seat = 0,
    direction: Direction = -1,
    turns: int = 1,
    **options: Any,
) -> Record:
    """Set up a game with these cards only: stacks top first, the pile bottom first."""
    below = [*stacks, *("" for _ in range(len(hands) - len(stacks)))]
    settled: Any = FLUSHED.settle(len(hands), options)
    state = FlushedState(
        options=FlushedOptions(**settled),
        dealer=0,
        stacks=tuple(cards_of(stack) for stack in below),
        hands=tuple(cards_of(hand) for hand in hands),
        pile=cards_of(pile),
        turn=turn,
        suit=suit,
        direction=direction,
        turns=turns,
        known=((),) * len(hands),
        bottom=((),) * len(hands),
    )
    return Record(FLUSHED, state)
