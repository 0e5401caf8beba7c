"""FLIP: which card fits where, and what is a pair. From open cards alone."""

from collections.abc import Mapping, Sequence

from engine.api import Seat
from engine.cards import RANKS, Card, french_deck, is_joker, rank_of
from engine.games.flip.actions import PlaySlot
from engine.games.flip.state import PILES, SLOTS, FlipOptions, FlipState


def _fits(card: Card, top: Card) -> bool:
    if is_joker(card) or is_joker(top):
        return True
    apart = RANKS.index(rank_of(card)) - RANKS.index(rank_of(top))
    return apart % len(RANKS) in (1, len(RANKS) - 1)


_DECK = french_deck(jokers=True)
_COVERED: Mapping[Card, frozenset[Card]] = {
    card: frozenset(top for top in _DECK if _fits(card, top)) for card in _DECK
}
"""The tops that a card may cover: looked up, since it is asked all the time."""

_PLAYS = tuple(tuple(PlaySlot(slot=slot, pile=pile) for pile in PILES) for slot in SLOTS)


def fits(card: Card, top: Card) -> bool:
    """Say whether a card may cover a top: ranks one apart, circularly; jokers always (P-17–P-19).

    >>> fits("KD", "AC"), fits("7C", "7D"), fits("7C", "XR")
    (True, False, True)
    """
    return top in _COVERED[card]


def identical(options: FlipOptions, tops: Sequence[Card]) -> bool:
    """Say whether the two tops are a pair (P-20).

    Same rank, a joker only with a joker; `exact`: the same card, a joker with one of its colour.
    """
    left, right = tops
    return left == right if options.identical == "exact" else rank_of(left) == rank_of(right)


def tops_of(state: FlipState) -> tuple[Card, Card]:
    """Return the cards on the left and the right pile; a middle pile is never empty."""
    left, right = state.middle
    return left[-1], right[-1]


def pair_shows(state: FlipState) -> bool:
    """Say whether a FLIP would be good now."""
    return state.revealed and state.outcome is None and identical(state.options, tops_of(state))


def is_frozen(options: FlipOptions, tops: Sequence[Card]) -> bool:
    """Say whether no card may be played because a pair shows."""
    return options.pair_play == "frozen" and identical(options, tops)


def covers(options: FlipOptions, card: Card | None, pile: int, tops: Sequence[Card]) -> bool:
    """Say whether this card may be played on this pile now, `frozen` included."""
    return card is not None and fits(card, tops[pile]) and not is_frozen(options, tops)


def fitting_plays(
    options: FlipOptions, slots: Sequence[Card | None], tops: Sequence[Card]
) -> tuple[PlaySlot, ...]:
    """Return the plays a row of slots offers: lowest slot first, left pile first."""
    if is_frozen(options, tops):
        return ()
    left, right = tops
    plays = []
    for card, (on_left, on_right) in zip(slots, _PLAYS, strict=True):
        if card is not None:
            covered = _COVERED[card]
            if left in covered:
                plays.append(on_left)
            if right in covered:
                plays.append(on_right)
    return tuple(plays)


def plays_of(state: FlipState, seat: int) -> tuple[PlaySlot, ...]:
    """Return the plays of a seat now; none before the reveal and after the end."""
    if not state.revealed or state.outcome is not None:
        return ()
    return fitting_plays(state.options, state.seats[seat].slots, tops_of(state))


def may_play(state: FlipState) -> tuple[Seat, ...]:
    """Return the seats of which at least one slot may be played."""
    tops = tops_of(state)
    if not state.revealed or state.outcome is not None or is_frozen(state.options, tops):
        return ()
    left, right = tops
    able = []
    for seat, cards in enumerate(state.seats):
        for card in cards.slots:
            if card is not None and (left in _COVERED[card] or right in _COVERED[card]):
                able.append(seat)
                break
    return tuple(able)


def is_stuck(state: FlipState) -> bool:
    """Say whether no slot of either seat may be played (P-23)."""
    return state.revealed and state.outcome is None and not may_play(state)
