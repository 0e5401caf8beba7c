"""FLIP's house players: human reaction times, looking only at open cards.

A reaction time is drawn from an ex-Gaussian distribution, the usual model of human ones: a normal
part (`mean`, `spread`) plus an exponential tail (`tail`), never below a `floor` no person beats.
In seconds, from seeing the table to the press:

| level  | finding a play: mean (floor) | seeing a pair: mean (floor) | pair overlooked at first |
| ------ | ---------------------------- | --------------------------- | ------------------------ |
| easy   | 1.9 (0.75)                   | 1.5 (0.65)                  | 25 %                     |
| normal | 1.45 (0.6)                   | 1.05 (0.5)                  | 10 %                     |
| hard   | 1.1 (0.5)                    | 0.82 (0.42)                 | 3 %                      |

Whoever is ahead takes it easy: every card it has fewer than the other makes it a fifth slower, up
to eight cards. So a game stays open, and most people find a level that is their equal.

A play that was there before the last change was already being looked for: half the time drawn,
the floor kept. So is one that takes the place of a play just covered: the player only changes its
aim (`Thought.least`). An overlooked pair is seen 1.5 to 4 s later; meanwhile that player plays on.

How strong they are stands in `docs/house-players.md`.
"""

from collections.abc import Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Level, Thought
from engine.cards import Card, is_joker, rank_of
from engine.games.flip.actions import CallFlip, PlaySlot, notate
from engine.games.flip.fits import fits, fitting_plays, identical
from engine.games.flip.view import FlipView, SeatView


class Reaction(Struct, frozen=True):
    """An ex-Gaussian distribution of reaction times with a floor, in seconds."""

    floor: float
    mean: float
    spread: float
    tail: float

    def draw(self, chance: Random, *, ready: bool = False) -> float:
        """Return one reaction time; `ready`: the eye was there before."""
        time = chance.gauss(self.mean, self.spread) + chance.expovariate(1 / self.tail)
        return max(self.floor, time / 2 if ready else time)


class Skill(Struct, frozen=True):
    """How a level reacts: to a play, to a pair; and how often it errs.

    `overlooks` is the chance to overlook a pair at first, `mistakes` that to call a near-pair (the
    same rank where only the same card counts).
    """

    play: Reaction
    pair: Reaction
    overlooks: float
    mistakes: float
    plans: bool


SKILLS: dict[Level, Skill] = {
    "easy": Skill(
        play=Reaction(floor=0.75, mean=1.3, spread=0.27, tail=0.6),
        pair=Reaction(floor=0.65, mean=1.05, spread=0.22, tail=0.45),
        overlooks=0.25,
        mistakes=0.1,
        plans=False,
    ),
    "normal": Skill(
        play=Reaction(floor=0.6, mean=1.0, spread=0.22, tail=0.45),
        pair=Reaction(floor=0.5, mean=0.75, spread=0.15, tail=0.3),
        overlooks=0.1,
        mistakes=0.03,
        plans=False,
    ),
    "hard": Skill(
        play=Reaction(floor=0.5, mean=0.78, spread=0.16, tail=0.32),
        pair=Reaction(floor=0.42, mean=0.6, spread=0.12, tail=0.22),
        overlooks=0.03,
        mistakes=0.0,
        plans=True,
    ),
}

EASE = 0.2
"""How much slower each card ahead makes."""

AHEAD = 8
"""The most cards ahead that count."""


def think(
    level: Level, seat: int, before: FlipView | None, view: FlipView, chance: Random
) -> tuple[Thought, ...]:
    """Return a play, a call, both or nothing."""
    if not view.revealed or view.outcome is not None:
        return ()
    skill = SKILLS[level]
    thoughts, noticed = _call(skill, before, view, chance)
    if not noticed:
        thoughts += _play(skill, seat, before, view, chance)
    pace = _pace(seat, view)
    return tuple(replace(thought, delay=thought.delay * pace) for thought in thoughts)


def _pace(seat: int, view: FlipView) -> float:
    """Return how many times as long everything takes: who is ahead takes it easy."""
    mine, others = _left(view.seats[seat]), _left(view.seats[1 - seat])
    return 1.0 + EASE * min(max(others - mine, 0), AHEAD)


def _left(seat: SeatView) -> int:
    """Return how many cards a seat still has."""
    return seat.stock + sum(card is not None for card in seat.slots)


def _call(
    skill: Skill, before: FlipView | None, view: FlipView, chance: Random
) -> tuple[tuple[Thought, ...], bool]:
    """Return the call intended, and whether it keeps the player from playing on the pair."""
    flip = notate(CallFlip())
    new = before is None or not before.revealed or before.middle != view.middle
    if not identical(view.options, view.middle):
        near = rank_of(view.middle[0]) == rank_of(view.middle[1])
        if near and new and chance.random() < skill.mistakes:
            return (Thought(flip, skill.pair.draw(chance)),), False
        return (), False
    delay = skill.pair.draw(chance, ready=not new)
    if chance.random() < skill.overlooks:
        return (Thought(flip, delay + chance.uniform(1.5, 4.0)),), False
    return (Thought(flip, delay),), True


def _play(
    skill: Skill, seat: int, before: FlipView | None, view: FlipView, chance: Random
) -> tuple[Thought, ...]:
    slots = view.seats[seat].slots
    plays = fitting_plays(view.options, slots, view.middle)
    if not plays:
        return ()
    chosen = chance.choice(plays)
    if skill.plans:
        worth = {play: _worth(view, seat, play) for play in plays}
        best = max(worth.values())
        chosen = chance.choice([play for play in plays if worth[play] == best])
    ready = before is not None and _was_there(seat, chosen, before, view)
    delay = skill.play.draw(chance, ready=ready)
    return (Thought(notate(chosen), delay, least=skill.play.floor),)


def _was_there(seat: int, play: PlaySlot, before: FlipView, view: FlipView) -> bool:
    """Say whether the same card could go on the same top before."""
    if not before.revealed:
        return False
    slot = play.slot - 1
    same_card = before.seats[seat].slots[slot] == view.seats[seat].slots[slot]
    return same_card and before.middle[play.pile] == view.middle[play.pile]


def _worth(view: FlipView, seat: int, play: PlaySlot) -> float:
    """Return how good a play leaves the table for its seat; jokers are kept for need."""
    slots = view.seats[seat].slots
    card = slots[play.slot - 1]
    assert card is not None, "a play has a card"
    tops = [view.middle[0], view.middle[1]]
    tops[play.pile] = card
    mine = [held for number, held in enumerate(slots, 1) if number != play.slot]
    keeps = _chances(mine, tops) - 0.5 * _chances(view.seats[1 - seat].slots, tops)
    return keeps - (3.0 if is_joker(card) else 0.0)


def _chances(slots: Sequence[Card | None], tops: Sequence[Card]) -> int:
    return sum(card is not None and any(fits(card, top) for top in tops) for card in slots)
