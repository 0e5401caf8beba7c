"""Flushed: what a play is worth to a player who counts, in cards gained."""

from engine.api import Seat
from engine.cards import SUITS, Card, rank_of, suit_of
from engine.games.flushed.counting import Count
from engine.games.flushed.evolving import without
from engine.games.flushed.view import FlushedView

SHED = 1.0
HIT = 0.45
RISK = 0.8
ACE = 2.0
KING = 1.5
QUEEN = 0.3
JACK = 0.3
DEPTH = 0.3
TAKE = 1.0
LEADER = 0.5


def worth_of_taking(view: FlushedView) -> float:
    """Return the worth of taking the pile: its cards, and a turn without a play."""
    return -TAKE * view.height


def worth_of_play(view: FlushedView, count: Count, cards: tuple[Card, ...]) -> float:
    """Return the worth of playing these cards, the last on top."""
    top = cards[-1]
    rest = without(view.hand, cards)
    if not rest and not view.seats[count.seat].stack:
        return float("inf")
    height = view.height + len(cards)
    worth = SHED * len(cards) - sum(_kept(card) for card in cards)
    following = _following(view, count.seat, top)
    match rank_of(top):
        case "K":
            return (
                worth + _hit(view, count.seat, following) * height - _future(count, rest, None, 0)
            )
        case "Q":
            return worth - _future(count, rest, None, height)
    suit = suit_of(top)
    stopped = count.void(following, suit)
    worth += stopped * _hit(view, count.seat, following) * height
    return worth - (1 - stopped) * _future(count, rest, suit, height)


def _kept(card: Card) -> float:
    """Return what a card would still be worth in the hand."""
    return {"A": ACE, "K": KING, "Q": QUEEN, "J": JACK}.get(rank_of(card), 0.0)


def _following(view: FlushedView, seat: Seat, top: Card) -> Seat:
    direction = -view.direction if rank_of(top) == "J" else view.direction
    return (seat + direction) % len(view.seats)


def _hit(view: FlushedView, seat: Seat, victim: Seat) -> float:
    """Return the worth of each card given to a seat: more for the one that is ahead."""
    left = [seen.hand + seen.stack for seen in view.seats]
    ahead = all(left[victim] <= left[other] for other in range(len(left)) if other != seat)
    return HIT + (LEADER if ahead else 0.0)


def _future(count: Count, rest: tuple[Card, ...], suit: str | None, height: int) -> float:
    """Return the cost of what may come: the pile, if nothing will fit when the turn comes round."""
    players = len(count.known)
    suits = SUITS if suit is None else suit
    aces = sum(rank_of(card) == "A" for card in rest)
    cost = 0.0
    for each in suits:
        held = sum(suit_of(card) == each for card in rest)
        missing = (1.0 - count.share(each)) if held == 0 else 0.0
        risk = missing * (0.3 if aces else 1.0)
        cost += RISK * risk * (height + players - 1) - DEPTH * min(held, 3)
    return cost / len(suits)
