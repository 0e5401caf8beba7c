"""FLIP: the game as the rest of the project knows it."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from engine.api import (
    Call,
    Game,
    Level,
    Lock,
    OptionSpec,
    OptionValue,
    Outcome,
    Seat,
    Setup,
    Thought,
    Turn,
    Wait,
)
from engine.cards import french_deck
from engine.games.flip import actions, deal, decide, evolve, house, view
from engine.games.flip.actions import CallFlip, FlipAction, Reveal, Unstick
from engine.games.flip.events import FalseFlip, FlipEvent
from engine.games.flip.fits import is_stuck, may_play, pair_shows, plays_of
from engine.games.flip.state import FlipState, cards_left
from engine.games.flip.view import FlipView

COUNTDOWN = 3.0
"""Seconds of "3, 2, 1" before the reveal and before stuck cards change (P-10)."""

PAIR_COUNTDOWN = 15.0
"""Seconds before stuck cards change while a pair shows that somebody may still call."""

LOCK = 3.0
"""Seconds a false caller may not act (`false_flip = lock`)."""


class Flip(Game[FlipState, FlipEvent, FlipAction, FlipView]):
    """FLIP: two players, no turns (`rules.md` section 2)."""

    key: ClassVar[str] = "flip"
    name: ClassVar[str] = "FLIP"
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("jokers", ("wild", "none"), "wild"),
        OptionSpec("identical", ("rank", "exact"), "rank"),
        OptionSpec("pair_play", ("open", "frozen"), "open"),
        OptionSpec("false_flip", ("lock", "pile", "none"), "lock"),
        OptionSpec("stuck", ("swap", "middle"), "swap"),
    )
    calls: ClassVar[tuple[Call, ...]] = (Call("FLIP", joint=False, window="while-good"),)
    has_turns: ClassVar[bool] = False
    event_type: ClassVar[Any] = FlipEvent

    parse = staticmethod(actions.parse)
    format = staticmethod(actions.notate)
    decide = staticmethod(decide.decide)
    fold = staticmethod(evolve.fold)
    evolve = staticmethod(evolve.evolve)
    redact = staticmethod(view.redact)
    view = staticmethod(view.view)

    def deal(self, setup: Setup) -> tuple[FlipEvent, ...]:
        """Deal; `dealer` is ignored, since FLIP has none, but a seat all the same."""
        self.dealer(setup)
        return (deal.deal(setup, self.deck(setup)),)

    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return two decks, with their jokers where they are wild."""
        return french_deck(2, jokers=options["jokers"] == "wild")

    def actions(self, state: FlipState, seat: Seat | None) -> tuple[FlipAction, ...]:
        """Return what is possible now; a seat may always call FLIP, rightly or not."""
        if state.outcome is not None:
            return ()
        if seat is None:
            if not state.revealed:
                return (Reveal(),)
            return (Unstick(),) if is_stuck(state) else ()
        return (*plays_of(state, seat), CallFlip()) if state.revealed else ()

    def to_act(self, state: FlipState) -> frozenset[Seat]:
        """Return the seats with at least one slot that may be played."""
        return frozenset(may_play(state))

    def turn(self, state: FlipState) -> Turn | None:
        """Return None: there are no turns (P-14)."""
        return None

    def outcome(self, state: FlipState) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    def remaining(self, state: FlipState) -> tuple[int, ...]:
        """Return the cards in stock and slots of each seat."""
        return tuple(cards_left(cards) for cards in state.seats)

    def layout(self, state: FlipState) -> dict[str, Any]:
        """Return the rest of the position (`rules.md` section 4)."""
        left, right = state.middle
        return {
            "revealed": state.revealed,
            "left": list(left),
            "right": list(right),
            "seats": [
                {"stock": list(cards.stock), "slots": list(cards.slots)} for cards in state.seats
            ],
        }

    def auto_action(self, state: FlipState, seat: Seat) -> FlipAction:
        """Return the lowest fitting slot, left pile first; never FLIP."""
        return plays_of(state, seat)[0]

    def call_is_good(self, state: FlipState, seat: Seat, call: Call) -> bool:
        """Say whether a pair shows."""
        return pair_shows(state)

    def waits(self, state: FlipState) -> tuple[Wait, ...]:
        """Return the countdown of the reveal, or of stuck cards."""
        if state.outcome is None and not state.revealed:
            return (Wait((), "G", COUNTDOWN),)
        if not is_stuck(state):
            return ()
        return (Wait((), "S", PAIR_COUNTDOWN if pair_shows(state) else COUNTDOWN),)

    def lock(self, event: FlipEvent) -> Lock | None:
        """Return the lock of a false FLIP with `false_flip = lock`."""
        if isinstance(event, FalseFlip) and event.penalty == "lock":
            return Lock(event.seat, LOCK)
        return None

    def called_false(self, state: FlipState, seat: Seat, call: Call) -> tuple[FlipEvent, ...]:
        """Return the false FLIP of a seat that called before the pair was there."""
        self.decide(state, (seat,), CallFlip())
        return (decide.false_call(state, seat),)

    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        """Return None: FLIP has no dealer."""
        return None

    def think(
        self,
        level: Level,
        seat: Seat,
        before: FlipView | None,
        view: FlipView,
        chance: Random,
    ) -> tuple[Thought, ...]:
        """Return what a house player intends; see `house` for the reaction times."""
        return house.think(level, seat, before, view, chance)
