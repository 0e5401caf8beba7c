"""Flushed's house players: functions of a view, thinking one to four seconds.

- easy makes a beginner's mistakes: kings, queens and jacks as soon as they fit, else any card, one
  at a time, without a look at the pile; it seldom thinks of keeping an ace, and now and then takes
  the pile although it holds one.
- normal plays by habit: plain cards of its longest suit, kings on a pile worth giving away, aces
  when it must, several at once when it may. With three it now and then thinks as hard does.
- hard counts the cards that lay open, imagines how the others may lie, and plays what left it best
  off, so that it keeps kings, queens, jacks and aces for their use.

How strong they are stands in `docs/house-players.md`, measured by `tests/bench/strength.py`.
"""

from collections.abc import Sequence
from random import Random

from engine.api import Level, Thought
from engine.cards import Card
from engine.games.flushed.actions import PlayCards, TakePile, notate
from engine.games.flushed.fits import possible_plays, why_not_take
from engine.games.flushed.house.count import count
from engine.games.flushed.house.habit import liking, showy_liking
from engine.games.flushed.house.world import imagine
from engine.games.flushed.view import FlushedView

DELAYS: dict[Level, tuple[float, float]] = {
    "easy": (2.0, 4.0),
    "normal": (1.5, 3.5),
    "hard": (1.0, 3.0),
}
"""Seconds of thought, drawn evenly between these (`experience.md` section 5)."""

LAPSES = 0.05
"""How often easy takes the pile instead of playing an ace."""

KEEPS = 0.2
"""How often easy thinks of keeping an ace while another card fits."""

FORESIGHT = {3: 0.07, 4: 0.0}
"""How often normal thinks as hard does, by seats: with three there is room for a better normal."""

WORLDS = 24
"""Ways the hidden cards may lie that hard imagines for a decision."""

AHEAD = 30
"""Turns hard looks ahead in each."""

Choice = tuple[Card, ...]
"""Cards to play, the last on top; none of them for taking the pile."""

TAKE: Choice = ()


def think(level: Level, seat: int, view: FlushedView, chance: Random) -> tuple[Thought, ...]:
    """Return the play or the pick-up intended; nothing out of turn."""
    if view.outcome is not None or view.turn != seat:
        return ()
    choices = _choices(view)
    chosen = choices[0] if len(choices) == 1 else _choose(level, seat, view, choices, chance)
    action = PlayCards(cards=chosen) if chosen else TakePile()
    return (Thought(notate(action), chance.uniform(*DELAYS[level])),)


def _choices(view: FlushedView) -> list[Choice]:
    """Return what is possible; of several cards only which they are and which lies on top."""
    plays: dict[tuple[frozenset[Card], Card], Choice] = {}
    for play in possible_plays(view.options, view.hand, view.suit):
        cards = play.cards
        plays.setdefault((frozenset(cards), cards[-1]), cards)
    choices = list(plays.values())
    if why_not_take(view.options, view.hand, view.suit) is None:
        choices.append(TAKE)
    return choices


def _choose(
    level: Level, seat: int, view: FlushedView, choices: list[Choice], chance: Random
) -> Choice:
    if level == "normal" and chance.random() < FORESIGHT[len(view.seats)]:
        level = "hard"
    match level:
        case "easy":
            return _showy(choices, chance)
        case "normal":
            plays = [cards for cards in choices if cards]
            return max(plays, key=lambda cards: (_habit(view, cards), chance.random()))
        case "hard":
            worth = _worths(seat, view, choices, chance)
            return max(choices, key=lambda cards: worth[cards])


def _showy(choices: list[Choice], chance: Random) -> Choice:
    """Return what easy does: it never plays several cards, and may take the pile for nothing."""
    if TAKE in choices and chance.random() < LAPSES:
        return TAKE
    keeps = chance.random() < KEEPS
    singles = (cards for cards in choices if len(cards) == 1)
    return max(singles, key=lambda cards: (showy_liking(cards[0], keeps=keeps), chance.random()))


def _habit(view: FlushedView, cards: Choice) -> float:
    """Return how much a player of habit likes a play: as many cards as may be, then the top."""
    return 10.0 * len(cards) + liking(cards[-1], view.hand, view.height)


def _worths(
    seat: int, view: FlushedView, choices: Sequence[Choice], chance: Random
) -> dict[Choice, float]:
    """Return how each choice ends on the whole in the worlds imagined, all of them the same."""
    counted = count(seat, view)
    worth = dict.fromkeys(choices, 0.0)
    for _ in range(WORLDS):
        world = imagine(view, counted, chance)
        for cards in choices:
            trial = world.copy()
            if cards:
                trial.play(*cards)
            else:
                trial.take()
            trial.play_by_habit(AHEAD)
            worth[cards] += trial.worth(seat)
    return worth
