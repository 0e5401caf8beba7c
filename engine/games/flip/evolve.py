"""FLIP: the state after events, and how cards move between stocks, slots and the middle.

No rule is checked here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.api import Seat
from engine.cards import Card
from engine.games.flip.events import (
    Dealt,
    FalseFlip,
    FlipCalled,
    FlipEvent,
    GameEnded,
    MiddleLaid,
    MiddleTaken,
    Revealed,
    SlotPlayed,
    Swapped,
)
from engine.games.flip.state import PILES, FlipState, Pile, SeatCards, Slots, other


def evolve(state: FlipState | None, event: FlipEvent) -> FlipState:
    """Return the state after an event; only a `Dealt` begins from nothing."""
    if isinstance(event, SlotPlayed) and state is not None:
        return _after_play(state, event)
    after = _folded(state, (event,))
    assert after is not None, "there was an event"
    return after


def fold(state: FlipState | None, events: Iterable[FlipEvent]) -> FlipState | None:
    """Return the state after these events: of several, in one private copy."""
    if isinstance(events, tuple) and len(events) == 1:
        return evolve(state, events[0])
    return _folded(state, events)


def _after_play(state: FlipState, event: SlotPlayed) -> FlipState:
    """Return the state after a play, nine events of ten, without copying what stays."""
    (one, two), (left, right) = state.seats, state.middle
    cards = two if event.seat else one
    stock, row = cards.stock, [*cards.slots]
    row[event.slot - 1] = stock[0] if stock else None
    a, b, c, d = row
    cards = SeatCards(stock[1:], (a, b, c, d))
    return FlipState(
        state.options,
        state.seed,
        (one, cards) if event.seat else (cards, two),
        (left, (*right, event.card)) if event.pile else ((*left, event.card), right),
        state.revealed,
        0,
        state.reshuffles,
        state.counted + 1,
        state.outcome,
    )


def _folded(state: FlipState | None, events: Iterable[FlipEvent]) -> FlipState | None:
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


def _dealt(event: Dealt) -> FlipState:
    left, right = event.middle
    return FlipState(event.options, event.seed, event.seats, ((left,), (right,)))


class Draft:
    """A game of FLIP as it changes: the same as a `FlipState`, its cards in lists."""

    def __init__(self, state: FlipState) -> None:
        first, second = state.seats
        left, right = state.middle
        self.options, self.seed = state.options, state.seed
        self.stocks = [list(first.stock), list(second.stock)]
        self.slots = [list(first.slots), list(second.slots)]
        self.middle = [list(left), list(right)]
        self.revealed, self.swaps = state.revealed, state.swaps
        self.reshuffles, self.counted = state.reshuffles, state.counted
        self.outcome = state.outcome

    def state(self) -> FlipState:
        """Return the state it has come to."""
        (first, second), (left, right) = self.stocks, self.middle
        one, two = self.rows()
        return FlipState(
            self.options,
            self.seed,
            (SeatCards(tuple(first), one), SeatCards(tuple(second), two)),
            (tuple(left), tuple(right)),
            self.revealed,
            self.swaps,
            self.reshuffles,
            self.counted,
            self.outcome,
        )

    def rows(self) -> tuple[Slots, Slots]:
        """Return both rows of slots."""
        (a, b, c, d), (e, f, g, h) = self.slots
        return (a, b, c, d), (e, f, g, h)

    def tops(self) -> tuple[Card, Card]:
        """Return the cards on the left and the right pile."""
        left, right = self.middle
        return left[-1], right[-1]

    def play_slot(self, seat: Seat, slot: int, pile: Pile) -> None:
        """Put the card of a slot on a pile and refill the slot (P-12, P-16)."""
        stock, row = self.stocks[seat], self.slots[seat]
        card = row[slot - 1]
        assert card is not None, "an empty slot was played"
        row[slot - 1] = stock.pop(0) if stock else None
        self.middle[pile].append(card)

    def win_pair(self, caller: Seat) -> None:
        """Give both piles to the opponent, then lay new middle cards (P-21, P-22).

        The pile of the opponent's own side goes first; then the slots are refilled.
        """
        loser = other(caller)
        taken = self.middle[loser] + self.middle[caller]
        self.middle = [[], []]
        self._take_under(loser, taken)
        for side in PILES:
            self._new_middle(side, side)

    def take_pile(self, seat: Seat, pile: Pile) -> None:
        """Give a pile to a false caller, who begins a new one there."""
        taken, self.middle[pile] = self.middle[pile], []
        self._take_under(seat, taken)
        self._new_middle(seat, pile)

    def swap_open_cards(self) -> None:
        """Put both rows under their stocks and lay new ones (P-24, P-25)."""
        for seat in PILES:
            opened = [card for card in self.slots[seat] if card is not None]
            self.slots[seat] = [None, None, None, None]
            self._take_under(seat, opened)

    def lay_middle(self) -> None:
        """Let each seat with a stock put a new card on its own side."""
        for seat in PILES:
            if self.stocks[seat]:
                self._new_middle(seat, seat)

    def restart_middle(self, stocks: tuple[tuple[Card, ...], tuple[Card, ...]]) -> None:
        """Let each seat's own pile become its stock, in this order, and begin anew."""
        for seat in PILES:
            self.middle[seat] = []
            self.stocks[seat] = []
            self._take_under(seat, list(stocks[seat]))
            self._new_middle(seat, seat)

    def _take_under(self, seat: Seat, cards: list[Card]) -> None:
        """Put cards under a stock, the first of them nearest the top, and refill the slots.

        The lowest empty slot first, from the top of the stock while it lasts (P-15).
        """
        stock, row = self.stocks[seat], self.slots[seat]
        stock += cards
        for at, card in enumerate(row):
            if card is None and stock:
                row[at] = stock.pop(0)

    def _new_middle(self, seat: Seat, pile: Pile) -> None:
        """Put a card on a pile: the stock's top, else the lowest occupied slot's."""
        stock, row = self.stocks[seat], self.slots[seat]
        if stock:
            self.middle[pile].append(stock.pop(0))
            return
        at, card = next((at, card) for at, card in enumerate(row) if card is not None)
        row[at] = None
        self.middle[pile].append(card)


def _slot_played(draft: Draft, event: SlotPlayed) -> None:
    draft.play_slot(event.seat, event.slot, event.pile)
    draft.swaps = 0
    draft.counted += 1


def _revealed(draft: Draft, event: Revealed) -> None:
    draft.revealed = True
    draft.counted += 1


def _flip_called(draft: Draft, event: FlipCalled) -> None:
    draft.win_pair(event.seat)
    draft.counted += 1


def _false_flip(draft: Draft, event: FalseFlip) -> None:
    if event.pile is not None:
        draft.take_pile(event.seat, event.pile)


def _swapped(draft: Draft, event: Swapped) -> None:
    draft.swap_open_cards()
    draft.swaps += 1
    draft.counted += 1


def _middle_laid(draft: Draft, event: MiddleLaid) -> None:
    draft.lay_middle()
    draft.counted += 1


def _middle_taken(draft: Draft, event: MiddleTaken) -> None:
    draft.restart_middle(event.stocks)
    draft.reshuffles += 2
    draft.counted += 1


def _game_ended(draft: Draft, event: GameEnded) -> None:
    draft.outcome = event.outcome


_CHANGES: Mapping[type, Callable[[Draft, Any], None]] = {
    SlotPlayed: _slot_played,
    Revealed: _revealed,
    FlipCalled: _flip_called,
    FalseFlip: _false_flip,
    Swapped: _swapped,
    MiddleLaid: _middle_laid,
    MiddleTaken: _middle_taken,
    GameEnded: _game_ended,
}
"""What each event but the deal changes; a false FLIP does not count towards the cap."""
