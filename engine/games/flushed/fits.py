"""Flushed: which cards may be played, from a hand, the suit and the house rules alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from engine.cards import Card, french_deck, rank_of, suit_of
from engine.errors import NO_SUCH_CARD, Refusal
from engine.games.flushed.actions import PlayCards
from engine.games.flushed.refusals import (
    FOLLOW_SUIT,
    NO_SEVERAL,
    NO_SEVERAL_LED,
    NO_WHOLE_HAND,
    NOT_THE_SUIT,
    NOT_TOGETHER,
    PLAY_ACE,
    SUIT_OPEN,
    WRONG_TOP,
)
from engine.games.flushed.state import HAND, FlushedOptions

_SINGLE = {card: PlayCards(cards=(card,)) for card in french_deck()}


def fits(card: Card, suit: str | None) -> bool:
    """Say whether a single card may be played: the suit, any ace, anything when open (U-13, U-19).

    >>> fits("7S", "S"), fits("7S", "H"), fits("AS", "H"), fits("7S", None)
    (True, False, True, True)
    """
    return suit is None or suit_of(card) == suit or rank_of(card) == "A"


def why_not_play(
    options: FlushedOptions, hand: tuple[Card, ...], suit: str | None, cards: tuple[Card, ...]
) -> Refusal | None:
    """Return why these cards cannot be played, the reasons in the order of the rules.

    What can never go together (two to four cards of several ranks, five of several suits) does
    not fit, with or without the house rule that would allow the shape.
    """
    if len(cards) == 1:
        if cards[0] not in hand:
            return NO_SUCH_CARD
        return None if fits(cards[0], suit) else NOT_THE_SUIT
    if Counter(cards) - Counter(hand):
        return NO_SUCH_CARD
    if not _go_together(cards):
        return NOT_TOGETHER
    if suit not in (None, suit_of(cards[-1])):
        return WRONG_TOP
    if len(cards) == HAND:
        if not options.flush:
            return NO_WHOLE_HAND
        return NO_SEVERAL_LED if suit is None else None
    if not options.doubles:
        return NO_SEVERAL
    return None if suit is not None or options.lead_doubles else NO_SEVERAL_LED


def _go_together(cards: tuple[Card, ...]) -> bool:
    """Say whether several cards are a shape of the game (U-34, U-37)."""
    if len(cards) == HAND:
        return len({suit_of(card) for card in cards}) == 1
    return len({rank_of(card) for card in cards}) == 1


def why_not_take(
    options: FlushedOptions, hand: tuple[Card, ...], suit: str | None
) -> Refusal | None:
    """Return why the pile cannot be taken.

    A card of the suit must be followed with; with `void_ace = must` an ace as well. With the suit
    open there is always something to play.
    """
    if suit is None:
        return SUIT_OPEN
    for card in hand:
        if suit_of(card) == suit:
            return FOLLOW_SUIT
    if options.void_ace == "must" and any(rank_of(card) == "A" for card in hand):
        return PLAY_ACE
    return None


def possible_plays(
    options: FlushedOptions, hand: tuple[Card, ...], suit: str | None
) -> list[PlayCards]:
    """Return every play of a hand, in hand order, each order of several cards a play of its own."""
    plays = [_SINGLE[card] for card in hand if fits(card, suit)]
    if options.doubles or options.flush:
        for cards in _shapes(options, hand):
            for order in permutations(cards):
                if why_not_play(options, hand, suit, order) is None:
                    plays.append(PlayCards(cards=order))
    return plays


def _shapes(options: FlushedOptions, hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield several cards of a hand that may go together: of a rank, or the whole hand."""
    if options.doubles:
        for size in (2, 3, 4):
            yield from (cards for cards in combinations(hand, size) if _go_together(cards))
    if options.flush and len(hand) == HAND and _go_together(hand):
        yield hand
