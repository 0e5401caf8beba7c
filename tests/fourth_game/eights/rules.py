"""Eights: the game as the rest of the project knows it."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from msgspec import convert

from engine.api import (
    Call,
    Game,
    Level,
    OptionSpec,
    OptionValue,
    Outcome,
    Seat,
    Setup,
    Thought,
    Turn,
)
from engine.cards import french_deck
from engine.errors import NOTHING_TO_CALL, Refused
from tests.fourth_game.eights import actions, decide, evolve, house, view
from tests.fourth_game.eights.actions import EightsAction
from tests.fourth_game.eights.events import Dealt, EightsEvent
from tests.fourth_game.eights.state import EightsOptions, EightsState
from tests.fourth_game.eights.view import EightsView


class Eights(Game[EightsState, EightsEvent, EightsAction, EightsView]):
    """Eights: two to five players."""

    key: ClassVar[str] = "eights"
    name: ClassVar[str] = "Eights"
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("hand", (5, 7), 5),
        OptionSpec("draws", (1, 3), 1),
    )
    calls: ClassVar[tuple[Call, ...]] = (Call("LAST", joint=False, window="while-good"),)
    event_type: ClassVar[Any] = EightsEvent

    parse = staticmethod(actions.parse)
    format = staticmethod(actions.notate)
    decide = staticmethod(decide.decide)
    evolve = staticmethod(evolve.evolve)
    redact = staticmethod(view.redact)
    view = staticmethod(view.view)

    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return one deck."""
        return french_deck()

    def deal(self, setup: Setup) -> tuple[EightsEvent, ...]:
        """Deal a block of cards to each seat from seat 0, then one on the pile."""
        options = convert(dict(setup.options), EightsOptions)
        deck, size = self.deck(setup), options.hand
        hands = tuple(deck[seat * size : (seat + 1) * size] for seat in range(setup.seats))
        top, *stock = deck[size * setup.seats :]
        turn = (self.dealer(setup) + 1) % setup.seats
        return (Dealt(options, setup.seed, hands, tuple(stock), top, turn),)

    def actions(self, state: EightsState, seat: Seat | None) -> tuple[EightsAction, ...]:
        """Return what is possible now; nothing for the table itself."""
        return () if seat is None else decide.possible(state, seat)

    def turn(self, state: EightsState) -> Turn | None:
        """Return whose turn it is."""
        return None if state.outcome is not None else Turn(state.turn, state.turns)

    def outcome(self, state: EightsState) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    def remaining(self, state: EightsState) -> tuple[int, ...]:
        """Return the cards in each hand."""
        return tuple(len(hand) for hand in state.hands)

    def call_is_good(self, state: EightsState, seat: Seat, call: Call) -> bool:
        """Say whether a seat is exposed."""
        return state.exposed is not None

    def called_false(self, state: EightsState, seat: Seat, call: Call) -> tuple[EightsEvent, ...]:
        """Refuse a guess: nobody was exposed when it was made."""
        raise Refused(NOTHING_TO_CALL)

    def think(
        self,
        level: Level,
        seat: Seat,
        before: EightsView | None,
        view: EightsView,
        chance: Random,
    ) -> tuple[Thought, ...]:
        """Return what a house player intends; see `house`."""
        return house.think(level, seat, view, chance)
