"""Flushed: games as a house player imagines them, quick and roughly right.

The cards it has not seen are dealt at random to the places they may lie in; then everybody plays
single cards by habit for a while. The rules proper are in `decide` and `evolve`; these lists
change in place because thousands of turns are imagined for one that is played.
"""

from random import Random

from engine.api import Seat
from engine.cards import Card
from engine.games.flushed.house.count import Count
from engine.games.flushed.house.habit import liking
from engine.games.flushed.state import HAND
from engine.games.flushed.view import FlushedView

WON = 1_000.0
"""The worth of a game won, in cards."""

ACE = 1.5
"""The worth of an ace still held, in cards: it always fits, also as the last one."""


class World:
    """One way the cards may lie, and the game that goes on from there."""

    def __init__(
        self,
        hands: list[list[Card]],
        stacks: list[list[Card]],
        pile: list[Card],
        turn: Seat,
        suit: str | None,
        direction: int,
    ) -> None:
        self.hands, self.stacks, self.pile = hands, stacks, pile
        self.turn, self.suit, self.direction = turn, suit, direction
        self.winner: Seat | None = None

    def copy(self) -> "World":
        """Return a world that goes its own way from here."""
        hands = [hand[:] for hand in self.hands]
        stacks = [stack[:] for stack in self.stacks]
        return World(hands, stacks, self.pile[:], self.turn, self.suit, self.direction)

    def play(self, *cards: Card) -> None:
        """Play cards for the turn's seat, the last on top, with all that follows."""
        seat, hand, top = self.turn, self.hands[self.turn], cards[-1]
        for card in cards:
            hand.remove(card)
            self.pile.append(card)
        self._draw(seat)
        if not hand:
            self.winner = seat
            return
        if top[0] == "J":
            self.direction = -self.direction
        self.suit = None if top[0] == "Q" else top[1]
        self._pass()
        if top[0] == "K":
            self.take()

    def take(self) -> None:
        """Give the pile to the turn's seat and pass the turn."""
        self.stacks[self.turn] += self.pile
        self.pile = []
        self.suit = None
        self._draw(self.turn)
        self._pass()

    def play_by_habit(self, turns: int) -> None:
        """Let everybody play single cards by habit for so many turns."""
        for _ in range(turns):
            if self.winner is not None:
                return
            card = self._usual()
            if card is None:
                self.take()
            else:
                self.play(card)

    def worth(self, seat: Seat) -> float:
        """Return how good this is for a seat: the cards it is ahead of the others."""
        others = len(self.hands) - 1
        if self.winner is not None:
            return WON if self.winner == seat else -WON / others
        left = [len(hand) + len(stack) for hand, stack in zip(self.hands, self.stacks, strict=True)]
        mine = left.pop(seat)
        aces = sum(card[0] == "A" for card in self.hands[seat])
        return (sum(left) / others + min(left)) / 2 - mine + ACE * aces

    def _pass(self) -> None:
        self.turn = (self.turn + self.direction) % len(self.hands)

    def _draw(self, seat: Seat) -> None:
        hand, stack = self.hands[seat], self.stacks[seat]
        missing = HAND - len(hand)
        if missing > 0 and stack:
            hand += stack[:missing]
            del stack[:missing]

    def _usual(self) -> Card | None:
        """Return the card played by habit, the first of equal ones; None where none fits."""
        hand, suit, height = self.hands[self.turn], self.suit, len(self.pile)
        best, most = None, float("-inf")
        for card in hand:
            if suit is None or card[1] == suit or card[0] == "A":
                likes = liking(card, hand, height)
                if likes > most:
                    best, most = card, likes
        return best


def imagine(view: FlushedView, counted: Count, chance: Random) -> World:
    """Deal the unseen cards at random to the places they may lie in."""
    unseen = list(counted.unseen)
    chance.shuffle(unseen)
    deal = iter(unseen)
    hands = [
        [*known, *(next(deal) for _ in range(hidden))]
        for known, hidden in zip(counted.known, counted.hidden, strict=True)
    ]
    stacks = [
        [*(next(deal) for _ in range(below)), *bottom]
        for below, bottom in zip(counted.below, counted.bottom, strict=True)
    ]
    pile = list(view.memory.pile)
    return World(hands, stacks, pile, view.turn, view.suit, view.direction)
