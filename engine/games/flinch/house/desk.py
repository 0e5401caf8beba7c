"""What a seat has to play with in its turn, read off its view (house players)."""

from collections.abc import Iterator

from msgspec import Struct

from engine.games.flinch.actions import Lay, Play
from engine.games.flinch.fits import fits
from engine.games.flinch.state import PLACES, Card
from engine.games.flinch.view import FlinchView, SeatView

NONE: Card = 0
"""No card: an empty place, or a Flinch pile that gives none."""

HIDDEN: Card = -1
"""A card nobody knows: what comes up when a reserve place's top is played."""


class Desk(Struct, frozen=True):
    """The cards within a seat's reach.

    Attributes:
        centre: tops, ascending: which of two equal ones takes a card is all the same.
        hand: ascending.
        goals: the own and the partner's Flinch top, `NONE` where it may not be played.
        reserve: own places' tops, then the partner's; `NONE` for an empty place.
        heights: of these places.
        fresh: whether an emptied hand is replaced.
    """

    centre: tuple[Card, ...]
    hand: tuple[Card, ...]
    goals: tuple[Card, Card]
    reserve: tuple[Card, ...]
    heights: tuple[int, ...]
    fresh: bool

    @property
    def places(self) -> tuple[Card, ...]:
        """The tops of the own places."""
        return self.reserve[:PLACES]


def desk_of(view: FlinchView, seat: int) -> Desk:
    """Return what this seat has to play with."""
    own = view.seats[seat]
    mate = None if view.partner is None else view.seats[view.partner]
    tops = own.tops if mate is None else own.tops + mate.tops
    return Desk(
        centre=tuple(sorted(view.centre)),
        hand=tuple(sorted(view.hand)),
        goals=(playable_top(own), NONE if mate is None else playable_top(mate)),
        reserve=tuple(top or NONE for top in tops),
        heights=own.heights if mate is None else own.heights + mate.heights,
        fresh=bool(view.stock or view.finished),
    )


def playable_top(pile: SeatView) -> Card:
    """Return a Flinch top that may be played as soon as it fits, else `NONE`."""
    return NONE if pile.flinch_top is None or pile.barred else pile.flinch_top


def awaited(view: FlinchView, seat: int) -> Card:
    """Return the Flinch top of the next seat, never a partner; `NONE`: it may not be played."""
    return playable_top(view.seats[(seat + 1) % len(view.seats)])


def owed_play(desk: Desk) -> Play | None:
    """Return what the rules ask for first (F-18…F-26, F-69)."""
    own, mate = desk.goals
    if own > NONE and fits(desk.centre, own):
        return Play("F")
    if mate > NONE and fits(desk.centre, mate):
        return Play("PF")
    return Play("H", 1) if 1 in desk.hand else None


def _reserve_play(at: int) -> Play:
    """Return the play of a place by its index in `Desk.reserve`."""
    return Play("R", at + 1) if at < PLACES else Play("PR", at + 1 - PLACES)


def fitting_plays(desk: Desk) -> Iterator[tuple[Play, Card]]:
    """Return what fits of hand and reserves, with the cards, the hand first."""
    for card in dict.fromkeys(desk.hand):
        if fits(desk.centre, card):
            yield Play("H", card), card
    for at, card in enumerate(desk.reserve):
        if card > NONE and fits(desk.centre, card):
            yield _reserve_play(at), card


def possible_lays(desk: Desk) -> Iterator[Lay]:
    """Return every way to lay a card: on an empty place, else on a named one (F-25)."""
    places = (None,) if NONE in desk.places else tuple(range(1, PLACES + 1))
    for card in dict.fromkeys(desk.hand):
        if card != 1:
            for place in places:
                yield Lay(card, place)


def way_to(desk: Desk, goal: Card, most: int) -> Play | None:
    """Return the first of at most so many plays after which the goal fits; None: there is no way.

    Of equal cards the hand's comes first, since an empty hand is replaced.
    """
    plays = {card: _reserve_play(at) for at, card in enumerate(desk.reserve)}
    plays |= {card: Play("H", card) for card in desk.hand}
    for card in range(goal - 1, max(goal - 1 - most, NONE), -1):
        if card not in plays or fits(desk.centre, card):
            return plays.get(card)
    return None
