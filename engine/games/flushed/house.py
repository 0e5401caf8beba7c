"""Flushed's house players: functions of a view, thinking one to four seconds.

- easy plays any card that fits, not seeing several at once, and takes the pile now and then
  although it holds an ace.
- normal plays plain cards of its longest suit, kings on a pile worth it, aces when it must.
- hard weighs every play with what it counted: who may be unable to follow, what the pile would
  cost, what it will hold itself when the turn comes round, and what its specials are still worth.
"""

from random import Random

from engine.api import Level, Thought
from engine.cards import Card, rank_of, suit_of
from engine.games.flushed.actions import PlayCards, TakePile, notate
from engine.games.flushed.counting import Count
from engine.games.flushed.fitting import possible_plays, why_not_take
from engine.games.flushed.view import FlushedView
from engine.games.flushed.weighing import worth_of_play, worth_of_taking

DELAYS: dict[Level, tuple[float, float]] = {
    "easy": (2.0, 4.0),
    "normal": (1.5, 3.5),
    "hard": (1.0, 3.0),
}
"""Seconds of thought, drawn evenly between these (`experience.md` section 5)."""

Cards = tuple[Card, ...]


def think(level: Level, seat: int, view: FlushedView, chance: Random) -> tuple[Thought, ...]:
    """Return the play or the pick-up intended; nothing out of turn."""
    if view.outcome is not None or view.turn != seat:
        return ()
    plays = list(possible_plays(view.options, view.hand, view.suit))
    may_take = why_not_take(view.options, view.hand, view.suit) is None
    cards = _choose(level, seat, view, plays, may_take, chance) if plays else None
    action = TakePile() if cards is None else PlayCards(cards=cards)
    return (Thought(notate(action), chance.uniform(*DELAYS[level])),)


def _choose(
    level: Level,
    seat: int,
    view: FlushedView,
    plays: list[Cards],
    may_take: bool,
    chance: Random,
) -> Cards | None:
    """Return the cards to play, None for taking the pile."""
    match level:
        case "easy":
            if may_take and chance.random() < 0.3:
                return None
            return chance.choice([cards for cards in plays if len(cards) == 1])
        case "normal":
            return max(plays, key=lambda cards: (_habit(view, cards), chance.random()))
        case "hard":
            count = Count.of(seat, view)
            worth = {cards: worth_of_play(view, count, cards) for cards in plays}
            best = max(plays, key=lambda cards: (worth[cards], chance.random()))
            taking = worth_of_taking(view) if may_take else float("-inf")
            return None if taking > worth[best] else best


def _habit(view: FlushedView, cards: Cards) -> float:
    """Return how a player of some experience likes a play, without counting."""
    top = cards[-1]
    held = sum(suit_of(card) == suit_of(top) for card in view.hand)
    liking = 10.0 * (len(cards) - 1) + held
    match rank_of(top):
        case "A":
            return liking - 8.0
        case "K":
            return liking + (6.0 if view.height >= 2 else -4.0)
        case "Q":
            return liking - 3.0
        case "J":
            return liking - 1.0
    return liking
