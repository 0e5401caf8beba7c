"""Flinch: the game as the rest of the project knows it."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

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
from engine.games.flinch import actions, allowed, deal, evolve, house
from engine.games.flinch import view as views
from engine.games.flinch.actions import FlinchAction, JudgeSeat, Play
from engine.games.flinch.decide import Course, course, outcome_now
from engine.games.flinch.events import FlinchEvent
from engine.games.flinch.fits import open_faults
from engine.games.flinch.state import FlinchState
from engine.games.flinch.view import FlinchView

HOLD = 3.0
"""Seconds for which a first act waits for opponents to demand a shown card.

See `experience.md` section 4.
"""


class Flinch(Game[FlinchState, FlinchEvent, FlinchAction, FlinchView]):
    """Flinch: two to eight players, one or two packs, alone or with partners."""

    key: ClassVar[str] = "flinch"
    name: ClassVar[str] = "Flinch"
    seat_counts: ClassVar[tuple[int, ...]] = deal.SEAT_COUNTS
    options: ClassVar[tuple[OptionSpec, ...]] = deal.OPTIONS
    gentle: ClassVar[Mapping[str, OptionValue]] = {"conduct": "assist"}
    calls: ClassVar[tuple[Call, ...]] = (Call("C", joint=True, window="always"),)
    event_type: ClassVar[Any] = FlinchEvent

    parse = staticmethod(actions.parse)
    format = staticmethod(actions.notate)
    fold = staticmethod(evolve.fold)
    evolve = staticmethod(evolve.evolve)
    redact = staticmethod(views.redact)
    view = staticmethod(views.view)
    auto_action = staticmethod(allowed.auto_action)

    _listed: tuple[FlinchState | None, tuple[Seat | None], tuple[FlinchAction, ...]]
    """What was listed latest as possible: the state, the seat, and its actions."""

    def __init__(self) -> None:
        self._listed = (None, (None,), ())

    def settle(self, seats: int, chosen: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Return the complete options for that many seats."""
        settled = super().settle(seats, chosen)
        return deal.settle_options(seats, chosen, settled)

    def deal(self, setup: Setup) -> tuple[FlinchEvent, ...]:
        """Deal, and begin the first turn."""
        return deal.deal(setup, self.deck(setup), self.dealer(setup))

    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return the packs, per pack ten times 1…15 (F-3)."""
        return deal.fresh_deck(int(options["packs"]))

    def decide(
        self, state: FlinchState, by: tuple[Seat, ...], action: FlinchAction
    ) -> tuple[FlinchEvent, ...]:
        """Return what happens, or raise `Refused`."""
        return tuple(self._course(state, by, action).events)

    def step(
        self, state: FlinchState, by: tuple[Seat, ...], action: FlinchAction
    ) -> tuple[tuple[FlinchEvent, ...], FlinchState]:
        """Return what happens and the state after it, which deciding comes by."""
        course = self._course(state, by, action)
        return tuple(course.events), course.state()

    def _course(self, state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> Course:
        """Return the course of an action, or raise `Refused`; what was just listed is possible."""
        of, who, listed = self._listed
        if of is not state or by != who or action not in listed:
            allowed.check(state, by, action)
        return course(state, by, action)

    def actions(self, state: FlinchState, seat: Seat | None) -> tuple[FlinchAction, ...]:
        """Return what this seat may do now: faults and false calls are possible too."""
        possible = allowed.actions(state, seat)
        self._listed = (state, (seat,), possible)
        return possible

    def turn(self, state: FlinchState) -> Turn | None:
        """Return whose turn it is."""
        return None if state.outcome is not None else Turn(state.turn, state.number)

    def outcome(self, state: FlinchState) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    def capped(self, state: FlinchState) -> Outcome:
        """Return the outcome of the cap: the fewest Flinch cards, of a pair together."""
        return outcome_now(state)

    def remaining(self, state: FlinchState) -> tuple[int, ...]:
        """Return each seat's Flinch cards."""
        return tuple(len(seat.flinch) for seat in state.seats)

    def layout(self, state: FlinchState) -> dict[str, Any]:
        """Return the rest of the position, secrets included (`rules.md` section 4)."""
        return {
            "dealer": state.dealer,
            "turn": state.turn,
            "stock": list(state.stock),
            "finished": state.finished,
            "centre": list(state.centre),
            "seats": [
                {
                    "flinch": list(seat.flinch),
                    "hand": list(seat.hand),
                    "reserve": [list(place) for place in seat.reserve],
                }
                for seat in state.seats
            ],
            "faults": [{"seat": fault.seat, "owed": fault.owed} for fault in state.faults],
        }

    def call_is_good(self, state: FlinchState, seat: Seat, call: Call) -> bool:
        """Say whether the accused has an open fault and this seat may call it."""
        accused = state.accused
        return accused is not None and open_faults(state, accused) and allowed.may_call(state, seat)

    def hold(self, state: FlinchState) -> float:
        """Return 3 s while the turn's seat has a shown card that may still be demanded (F-58)."""
        if state.outcome is not None or state.acted or state.demanded is not None:
            return 0.0
        return HOLD if state.seats[state.turn].shown else 0.0

    def needs_confirmation(self, action: FlinchAction) -> bool:
        """Say whether it is a judgment, which the table has to confirm by a vote."""
        return isinstance(action, JudgeSeat)

    def out_of_turn(self, state: FlinchState, seat: Seat, action: FlinchAction) -> bool:
        """Say whether a hand card is tried out of turn, which shows it to all (F-58, F-82)."""
        return isinstance(action, Play) and allowed.may_show(state, seat, action)

    def teams(self, seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[Seat, ...], ...]:
        """Return the pairs, seat i with seat i + n/2, or every seat alone."""
        if not options["partners"]:
            return super().teams(seats, options)
        half = seats // 2
        return tuple((seat, seat + half) for seat in range(half))

    def think(
        self,
        level: Level,
        seat: Seat,
        before: FlinchView | None,
        view: FlinchView,
        chance: Random,
    ) -> tuple[Thought, ...]:
        """Return the act or demand and the call a house player intends; see `house`."""
        return house.think(level, seat, before, view, chance)
