"""Flushed: the game as the rest of the project knows it."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from engine.api import (
    Game,
    Level,
    OptionSpec,
    OptionValue,
    Outcome,
    Seat,
    Setup,
    Thought,
    Turn,
    Wait,
)
from engine.cards import french_deck, rank_of
from engine.errors import BadSetup
from engine.games.flushed import actions, deal, decide, evolve, house, view
from engine.games.flushed.actions import FlushedAction, PlayCards, TakePile
from engine.games.flushed.events import FlushedEvent
from engine.games.flushed.fits import fits, possible_plays, why_not_take
from engine.games.flushed.state import (
    SPECIALS,
    FlushedState,
    cards_left,
    is_special,
)
from engine.games.flushed.view import FlushedView

FORCED = 2.0
"""Seconds before a forced pick-up is carried out by itself (`void_ace = must`)."""


class Flushed(Game[FlushedState, FlushedEvent, FlushedAction, FlushedView]):
    """Flushed: three or four players, suits and specials (`rules.md` section 3)."""

    key: ClassVar[str] = "flushed"
    name: ClassVar[str] = "Flushed"
    seat_counts: ClassVar[tuple[int, ...]] = (3, 4)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("doubles", (False, True), False),
        OptionSpec("flush", (False, True), False),
        OptionSpec("lead_doubles", (False, True), False),
        OptionSpec("void_ace", ("choice", "must"), "choice"),
    )
    event_type: ClassVar[Any] = FlushedEvent

    parse = staticmethod(actions.parse)
    format = staticmethod(actions.notate)
    decide = staticmethod(decide.decide)
    fold = staticmethod(evolve.fold)
    evolve = staticmethod(evolve.evolve)
    redact = staticmethod(view.redact)
    view = staticmethod(view.view)

    def settle(self, seats: int, chosen: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Return the complete options; `lead_doubles` only with `doubles`."""
        settled = super().settle(seats, chosen)
        if settled["lead_doubles"] and not settled["doubles"]:
            raise BadSetup("options.lead_doubles", "needs doubles")
        return settled

    def deal(self, setup: Setup) -> tuple[FlushedEvent, ...]:
        """Deal; the dealer's right begins."""
        return (deal.deal(setup, self.deck(setup), self.dealer(setup)),)

    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return one deck."""
        return french_deck()

    def actions(self, state: FlushedState, seat: Seat | None) -> tuple[FlushedAction, ...]:
        """Return what is possible now; nothing for the table itself."""
        if state.outcome is not None or seat != state.turn:
            return ()
        hand = state.hands[seat]
        plays = possible_plays(state.options, hand, state.suit)
        if why_not_take(state.options, hand, state.suit) is None:
            return (*plays, TakePile())
        return tuple(plays)

    def turn(self, state: FlushedState) -> Turn | None:
        """Return whose turn it is."""
        return None if state.outcome is not None else Turn(state.turn, state.turns)

    def outcome(self, state: FlushedState) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    def remaining(self, state: FlushedState) -> tuple[int, ...]:
        """Return the cards in stack and hand of each seat."""
        return cards_left(state)

    def layout(self, state: FlushedState) -> dict[str, Any]:
        """Return the rest of the position (`rules.md` section 4)."""
        return {
            "dealer": state.dealer,
            "turn": state.turn,
            "suit": state.suit,
            "direction": state.direction,
            "pile": list(state.pile),
            "seats": [
                {"stack": list(stack), "hand": list(hand)}
                for stack, hand in zip(state.stacks, state.hands, strict=True)
            ],
        }

    def auto_action(self, state: FlushedState, seat: Seat) -> FlushedAction:
        """Return the first plain card that fits, else jack, queen, king, ace, else `T`."""
        playable = [card for card in state.hands[seat] if fits(card, state.suit)]
        if not playable:
            return TakePile()
        order = [card for card in playable if not is_special(card)] + [
            card for rank in SPECIALS for card in playable if rank_of(card) == rank
        ]
        return PlayCards(cards=(order[0],))

    def waits(self, state: FlushedState) -> tuple[Wait, ...]:
        """Return the forced pick-up of `void_ace = must`.

        Never with `choice`, where it would tell that the seat holds no ace.
        """
        if state.outcome is not None or state.options.void_ace != "must":
            return ()
        if why_not_take(state.options, state.hands[state.turn], state.suit) is not None:
            return ()
        return (Wait((state.turn,), "T", FORCED),)

    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        """Return the seat to the right: the deal goes counterclockwise."""
        return (dealer - 1) % seats

    def think(
        self,
        level: Level,
        seat: Seat,
        before: FlushedView | None,
        view: FlushedView,
        chance: Random,
    ) -> tuple[Thought, ...]:
        """Return the play or pick-up a house player intends; see `house`."""
        return house.think(level, seat, view, chance)
