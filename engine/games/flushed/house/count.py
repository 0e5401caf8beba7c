"""Flushed: what can be counted from a view: the cards not seen yet and where they may be."""

from msgspec import Struct

from engine.api import Seat
from engine.cards import Card, french_deck
from engine.games.flushed.view import FlushedView


class Count(Struct, frozen=True):
    """What one seat knows by counting.

    Attributes:
        unseen: the cards it never saw: dealt to others, or in its own stack since the deal.
        known: per seat the cards known to be in its hand (its own: the hand).
        hidden: per seat how many cards of its hand are unseen ones.
        below: per seat how many cards of its stack are unseen ones; they lie above the known.
        bottom: per seat the known cards at the bottom of its stack.
    """

    unseen: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    below: tuple[int, ...]
    bottom: tuple[tuple[Card, ...], ...]


def count(seat: Seat, view: FlushedView) -> Count:
    """Count from what this seat sees and remembers; the unseen cards fill the hidden places."""
    memory = view.memory
    known = tuple(view.hand if other == seat else hand for other, hand in enumerate(memory.hands))
    seen = {*memory.pile, *(card for cards in known + memory.stacks for card in cards)}
    sizes = tuple(zip(view.seats, known, memory.stacks, strict=True))
    return Count(
        unseen=tuple(card for card in french_deck() if card not in seen),
        known=known,
        hidden=tuple(cards.hand - len(hand) for cards, hand, _ in sizes),
        below=tuple(cards.stack - len(stack) for cards, _, stack in sizes),
        bottom=memory.stacks,
    )
