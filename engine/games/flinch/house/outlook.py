"""What a position is worth to a seat that looks ahead: who will get rid of a Flinch card.

Counted are the cards that lie open or are held; the others are taken to be anywhere with the same
chance. The worth is measured in Flinch cards.
"""

from collections.abc import Iterable

from msgspec import Struct

from engine.api import Seat
from engine.games.flinch.house.desk import NONE, playable_top
from engine.games.flinch.state import HAND, TOP, Card
from engine.games.flinch.view import FlinchView


class Weights(Struct, frozen=True):
    """What counts how much; found by trying against `normal` (`docs/house-players.md`).

    Attributes:
        rival: a Flinch card an opponent may get rid of.
        later: how much less a seat counts than the one to its right, that acts before it.
        urgent: how much more the last Flinch card of an opponent counts than one of many.
        own: being able to play a Flinch card in one's next turn.
        moves: the chance that others play a missing card until then.
        hand: a card kept in the hand (a loss).
        fresh: a new hand in this turn.
        soon: that it leads to a Flinch card.
        goal: a Flinch card now.
        open: a reserve card that comes up.
        empty: a place that comes free.
        spread: each different card at hand.
        bury: each step of disorder in the reserve (a loss).
    """

    rival: float = 0.6
    later: float = 0.85
    urgent: float = 1.0
    own: float = 0.5
    moves: float = 0.45
    hand: float = 0.1
    fresh: float = 0.5
    soon: float = 0.5
    goal: float = 1.0
    open: float = 0.005
    empty: float = 0.005
    spread: float = 0.05
    bury: float = 0.0005


WEIGHTS = Weights()


class Rival(Struct, frozen=True):
    """An opponent: its Flinch top, the reserve tops beside it, and how much its luck weighs."""

    top: Card
    reserve: frozenset[Card]
    held: tuple[float, ...]
    weight: float


class Outlook:
    """Chances as one seat sees them at one moment."""

    def __init__(self, view: FlinchView, seat: Seat) -> None:
        self.new_hand = _held_by_chance(view, HAND)
        """For each value the chance that a new hand brings it."""
        self._rivals = list(_rivals(view, seat))
        self._threats: dict[tuple[Card, ...], float] = {}

    def threat(self, centre: tuple[Card, ...]) -> float:
        """Return how many Flinch cards opponents are about to get rid of, weighed."""
        found = self._threats.get(centre)
        if found is None:
            found = sum(r.weight * reach(centre, r.top, r.reserve, r.held) for r in self._rivals)
            self._threats[centre] = found
        return found


def reach(
    centre: tuple[Card, ...], top: Card, within: Iterable[Card], held: tuple[float, ...]
) -> float:
    """Return the chance that the cards up to a Flinch top are there: open, or held by chance."""
    if top <= NONE:
        return 0.0
    start = max((card for card in centre if card < top), default=0)
    chance = 1.0
    for card in range(start + 1, top):
        if card not in within:
            chance *= held[card]
    return chance


def _unseen(view: FlinchView) -> list[int]:
    """Return how many cards of each value (index) lie where this seat cannot see them."""
    left = [0] + [10 * view.options.packs] * TOP
    for pile in (*view.centre, *(TOP,) * view.finished):
        for card in range(1, pile + 1):
            left[card] -= 1
    for card in view.hand:
        left[card] -= 1
    for one in view.seats:
        for top in (one.flinch_top, *one.tops):
            if top is not None:
                left[top] -= 1
    return left


def _held_by_chance(view: FlinchView, cards: int) -> tuple[float, ...]:
    """Return for each value the chance that it is among so many hidden cards."""
    left = _unseen(view)
    total = max(1, sum(left))
    return tuple(1 - (1 - count / total) ** cards for count in left)


def _rivals(view: FlinchView, seat: Seat) -> Iterable[Rival]:
    count = len(view.seats)
    by_size = {size: _held_by_chance(view, size) for size in range(HAND + 1)}
    for i in range(1, count):
        other = (seat + i) % count
        if other == view.partner:
            continue
        seen = view.seats[other]
        open_cards = frozenset(top for top in seen.tops if top is not None)
        held = by_size[min(HAND, seen.hand_size or (HAND if view.stock or view.finished else 0))]
        urgency = 1 + WEIGHTS.urgent / max(1, seen.flinch_size)
        weight = WEIGHTS.rival * urgency * WEIGHTS.later ** (i - 1)
        yield Rival(playable_top(seen), open_cards, held, weight)
