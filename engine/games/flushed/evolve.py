"""Flushed: the state after events. No rule is checked here."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.api import Seat
from engine.cards import Card, suit_of
from engine.games.flushed.events import (
    CardsPlayed,
    Dealt,
    DirectionTurned,
    FlushedEvent,
    GameEnded,
    PileNeutral,
    PileTaken,
    SuitSet,
    TurnBegan,
)
from engine.games.flushed.state import FlushedState


def evolve(state: FlushedState | None, event: FlushedEvent) -> FlushedState:
    """Return the state after an event; only a `Dealt` begins from nothing."""
    after = fold(state, (event,))
    assert after is not None, "there was an event"
    return after


def fold(state: FlushedState | None, events: Iterable[FlushedEvent]) -> FlushedState | None:
    """Return the state after these events, in one private copy."""
    following = iter(events)
    if state is None:
        first = next(following, None)
        if first is None:
            return None
        assert isinstance(first, Dealt), "a game begins with its deal"
        state = _dealt(first)
    draft = Draft(state)
    for event in following:
        _CHANGES[type(event)](draft, event)
    return draft.state()


def _dealt(event: Dealt) -> FlushedState:
    """Return the state the deal makes; a card in the middle only gives its suit (U-33)."""
    return FlushedState(
        options=event.options,
        dealer=event.dealer,
        stacks=tuple(cards.stack for cards in event.seats),
        hands=tuple(cards.hand for cards in event.seats),
        pile=() if event.middle is None else (event.middle,),
        turn=event.turn,
        suit=None if event.middle is None else suit_of(event.middle),
        direction=-1,
        turns=0,
        known=((),) * len(event.seats),
        bottom=((),) * len(event.seats),
    )


class Draft:
    """A game of Flushed as it changes: the same as a `FlushedState`."""

    def __init__(self, state: FlushedState) -> None:
        self.options, self.dealer = state.options, state.dealer
        self.stacks, self.hands = list(state.stacks), [*map(list, state.hands)]
        self.pile = list(state.pile)
        self.turn, self.suit = state.turn, state.suit
        self.direction, self.turns = state.direction, state.turns
        self.known, self.bottom = list(state.known), list(state.bottom)
        self.outcome = state.outcome

    def state(self) -> FlushedState:
        """Return the state it has come to."""
        return FlushedState(
            self.options,
            self.dealer,
            tuple(self.stacks),
            tuple(map(tuple, self.hands)),
            tuple(self.pile),
            self.turn,
            self.suit,
            self.direction,
            self.turns,
            tuple(self.known),
            tuple(self.bottom),
            self.outcome,
        )

    def play(self, event: CardsPlayed) -> None:
        """Put cards of a hand on the pile, the last on top, and draw (U-7, U-36)."""
        seat = event.seat
        hand, known = self.hands[seat], self.known[seat]
        for card in event.cards:
            hand.remove(card)
            if card in known:
                at = known.index(card)
                self.known[seat] = known = known[:at] + known[at + 1 :]
        self.pile += event.cards
        self.turns += 1
        if event.drawn:
            self._draw(seat, event.drawn)

    def take_pile(self, event: PileTaken) -> None:
        """Put the pile under a stack, the earliest played card nearest the top, and draw (U-17)."""
        seat, pile = event.seat, tuple(self.pile)
        self.stacks[seat] += pile
        self.bottom[seat] += pile
        self.pile = []
        self.suit = None
        self.turns += 1
        if event.drawn:
            self._draw(seat, event.drawn)

    def _draw(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Take these cards from the top of a stack to its hand (U-6 to U-9)."""
        self.hands[seat] += cards
        self.stacks[seat] = stack = self.stacks[seat][len(cards) :]
        bottom = self.bottom[seat]
        if len(bottom) > len(stack):
            reached = len(bottom) - len(stack)
            self.known[seat] += bottom[:reached]
            self.bottom[seat] = bottom[reached:]

    def set_suit(self, event: SuitSet) -> None:
        """Make a suit the one to follow."""
        self.suit = event.suit

    def open_suit(self, event: PileNeutral) -> None:
        """Let any card follow."""
        self.suit = None

    def turn_direction(self, event: DirectionTurned) -> None:
        """Let turns go round the other way."""
        self.direction = event.direction

    def begin_turn(self, event: TurnBegan) -> None:
        """Give a seat the turn."""
        self.turn = event.seat

    def end(self, event: GameEnded) -> None:
        """End the game."""
        self.outcome = event.outcome


_CHANGES: Mapping[type, Callable[[Draft, Any], None]] = {
    CardsPlayed: Draft.play,
    PileTaken: Draft.take_pile,
    SuitSet: Draft.set_suit,
    PileNeutral: Draft.open_suit,
    DirectionTurned: Draft.turn_direction,
    TurnBegan: Draft.begin_turn,
    GameEnded: Draft.end,
}
"""What each event but the deal changes."""
