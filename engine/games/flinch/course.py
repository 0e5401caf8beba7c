"""The course of a game: what comes by itself after an action (`rules.md` section 1, Turn).

A `Course` gathers the events of one action and the state they lead to.
"""

from engine.api import Seat
from engine.games.flinch import evolve
from engine.games.flinch.events import (
    FlinchEvent,
    GameEnded,
    HandDrawn,
    ShuffleCause,
    StockShuffled,
    StopCause,
    TurnBegan,
    TurnPassed,
    TurnStopped,
)
from engine.games.flinch.fits import (
    finished_cards,
    has_pile_play,
    is_idle,
    is_locked,
    partner_of,
)
from engine.games.flinch.outcome import Termination, outcome_now
from engine.games.flinch.state import HAND, TURNS, Card, FlinchState
from engine.shuffle import shuffle


class Course:
    """What happens in one action: events, and the state after them."""

    def __init__(self, state: FlinchState | None = None) -> None:
        self._state = state
        self.events: list[FlinchEvent] = []

    @property
    def state(self) -> FlinchState:
        """Return the state now; there is none before the deal."""
        assert self._state is not None
        return self._state

    def happen(self, event: FlinchEvent) -> None:
        """Let an event happen."""
        self._state = evolve.evolve(self._state, event)
        self.events.append(event)

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.state.outcome is not None

    def reshuffle(self, why: ShuffleCause, cards: tuple[Card, ...]) -> None:
        """Shuffle cards into a new stock by the next `reshuffle-…`."""
        number = self.state.reshuffles + 1
        shuffled = shuffle(self.state.seed, f"reshuffle-{number}", cards)
        self.happen(StockShuffled(number, why, len(shuffled), shuffled))

    def find_stock(self) -> bool:
        """Make a stock of the finished piles if there is none; say whether there is one (F-29)."""
        if not self.state.stock and self.state.finished:
            self.reshuffle("finished", finished_cards(self.state.finished))
        return bool(self.state.stock)

    def end_turn(self) -> None:
        """Pass the turn to the left, or end the game with the last turn (cap)."""
        state = self.state
        if state.number >= TURNS:
            self.end("cap")
        else:
            self.happen(TurnBegan((state.turn + 1) % len(state.seats), state.number + 1))

    def stop_turn(self, why: StopCause) -> None:
        """Make the turn's seat discontinue."""
        self.happen(TurnStopped(self.state.turn, why))
        self.end_turn()

    def end(self, termination: Termination) -> None:
        """End the game; the fewest Flinch cards win."""
        self.happen(GameEnded(outcome_now(self.state, termination)))

    def end_if_won(self, seat: Seat) -> None:
        """End the game if this seat, with its partner, has no Flinch card left (F-44, F-72)."""
        seats = self.state.seats
        partner = partner_of(self.state, seat)
        if not seats[seat].flinch and (partner is None or not seats[partner].flinch):
            self.end("won")

    def settle(self) -> None:
        """Let come what comes by itself: a lock, a hand owed, turns that pass (F-73, F-75)."""
        while not self.over:
            state = self.state
            if state.seats[state.turn].hand:
                return
            if is_idle(state) and is_locked(state):
                if state.lock_plays == state.plays:
                    self.end("locked")
                    return
                self.reshuffle("gathered", gathered(state))
            if self.find_stock():
                cards = self.state.stock[:HAND]
                self.happen(HandDrawn(state.turn, len(cards), cards))
            elif has_pile_play(self.state, state.turn):
                return
            else:
                self.happen(TurnPassed(state.turn))
                self.end_turn()


def gathered(state: FlinchState) -> tuple[Card, ...]:
    """Return all reserves: seat by seat from 0, place by place, bottom to top."""
    return tuple(card for seat in state.seats for place in seat.reserve for card in place)
