"""Flushed: what can be counted from a view: cards not seen yet, and who may lack a suit."""

from math import comb

from msgspec import Struct

from engine.api import Seat
from engine.cards import Card, french_deck, rank_of, suit_of
from engine.games.flushed.view import FlushedView


class Count(Struct, frozen=True):
    """What one seat knows by counting.

    Attributes:
        seat: who counts.
        unseen: cards never shown: in others' hands and all stacks.
        known: per seat the cards known to be in its hand (one's own: the hand).
        hidden: per seat how many cards of its hand are not known.
        coming: the cards this seat will draw next, as far as it knows them.
    """

    seat: Seat
    unseen: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    coming: tuple[Card, ...]

    @classmethod
    def of(cls, seat: Seat, view: FlushedView) -> "Count":
        """Count from what this seat sees and remembers."""
        memory = view.memory
        known = tuple(
            view.hand if other == seat else hand for other, hand in enumerate(memory.hands)
        )
        seen = {*memory.pile, *(c for cards in known + memory.stacks for c in cards)}
        mine = memory.stacks[seat]
        return cls(
            seat=seat,
            unseen=tuple(card for card in french_deck() if card not in seen),
            known=known,
            hidden=tuple(
                max(0, seen_as.hand - len(cards))
                for seen_as, cards in zip(view.seats, known, strict=True)
            ),
            coming=mine if len(mine) == view.seats[seat].stack else (),
        )

    def void(self, seat: Seat, suit: str) -> float:
        """Return the chance that another seat holds neither the suit nor an ace."""
        if any(_follows(card, suit) for card in self.known[seat]):
            return 0.0
        total, hidden = len(self.unseen), self.hidden[seat]
        out = sum(not _follows(card, suit) for card in self.unseen)
        return comb(out, hidden) / comb(total, hidden) if total >= hidden else 1.0

    def share(self, suit: str) -> float:
        """Return the share of the suit among the cards this seat may draw."""
        source = self.coming[:1] or self.unseen
        return sum(suit_of(card) == suit for card in source) / len(source) if source else 0.0


def _follows(card: Card, suit: str) -> bool:
    return suit_of(card) == suit or rank_of(card) == "A"
