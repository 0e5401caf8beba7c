"""Flinch's house players: functions of a view, thinking one to four seconds an act.

- easy plays what it owes (now and then it forgets), then plays some of what fits, and lays, as it
  comes.
- normal plays the two cards before its Flinch card, else empties its hand, but for the card the
  next seat waits for, and keeps its places in order; it looks neither further ahead nor further
  round.
- hard tries sequences of plays and weighs where they end: its own way to the Flinch card, a new
  hand, and what the opponents could then play (`search`, `outlook`).

They call what everybody could see (`notice`), so never a 1 kept in a hand. With `strict` they
demand shown cards; they never judge, misfit or play out of turn. How strong they are stands in
`docs/house-players.md`, measured by `tests/bench/strength.py`.
"""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Level, Seat, Thought
from engine.games.flinch.actions import (
    CallFlinch,
    DemandCard,
    LayNothing,
    Play,
    TurnAct,
    notate,
)
from engine.games.flinch.fits import fits
from engine.games.flinch.house.desk import NONE, Desk, awaited, desk_of, owed_play
from engine.games.flinch.house.habit import play_naively, play_sensibly
from engine.games.flinch.house.notice import fault_in_sight, looks_like_a_fault
from engine.games.flinch.house.search import play_ahead
from engine.games.flinch.view import FlinchView

Span = tuple[float, float]
"""From … to, in seconds, drawn evenly."""

CALLABLE = 3.0
"""Seconds people have to call the seat before, ere the first act of a turn.

See `experience.md` section 5.
"""

DEMAND: Span = (1.0, 2.8)
"""Time to demand a shown card: before the held first act happens (`experience.md` section 4)."""


class Skill(Struct, frozen=True):
    """What a level is like.

    Attributes:
        first: thinking time of the first act of a turn.
        further: of the acts that follow in the same turn.
        call: time to call a fault it noticed.
        notices: chance to notice a fault in sight.
        misjudges: chance to call a Flinch top passed over that only nearly fitted.
        forgets: chance to forget what is owed, where that is possible, with two, three, and four or
            more seats: the more there is to look at, the more is overlooked.
        demands: chance to demand a shown card.
    """

    first: Span
    further: Span
    call: Span
    notices: float
    misjudges: float
    forgets: tuple[float, float, float]
    demands: float


SKILLS: dict[Level, Skill] = {
    "easy": Skill((2.0, 4.0), (1.4, 3.0), (2.5, 5.0), 0.35, 0.01, (0.06, 0.09, 0.1), 0.3),
    "normal": Skill((1.5, 3.5), (1.2, 2.4), (2.0, 4.0), 0.7, 0.0, (0.044, 0.066, 0.088), 0.6),
    "hard": Skill((1.0, 3.0), (1.0, 1.8), (1.5, 3.0), 0.95, 0.0, (0.0, 0.0, 0.0), 1.0),
}


def think(
    level: Level, seat: Seat, before: FlinchView | None, view: FlinchView, chance: Random
) -> tuple[Thought, ...]:
    """Return an act of its own turn or a demand, a call, both or nothing."""
    if view.outcome is not None:
        return ()
    skill = SKILLS[level]
    thoughts = _call(skill, before, view, chance)
    if view.turn == seat:
        act = _act(level, skill, seat, view, chance)
        return (*thoughts, Thought(notate(act), _delay(skill, seat, view, chance)))
    return (*thoughts, *_demand(level, skill, view, chance))


def _delay(skill: Skill, seat: Seat, view: FlinchView, chance: Random) -> float:
    """Return how long the act takes; the first one leaves time to call the seat before."""
    if view.acted:
        return chance.uniform(*skill.further)
    delay = chance.uniform(*skill.first)
    callable_ = view.options.conduct != "assist" and view.accused not in (None, seat)
    return max(delay, chance.uniform(CALLABLE, CALLABLE + 1.0)) if callable_ else delay


def _act(level: Level, skill: Skill, seat: Seat, view: FlinchView, chance: Random) -> TurnAct:
    """Return the next act of its turn: what it must, unless it forgets, else as its level plays."""
    if view.demanded is not None:
        return Play("H", view.demanded)
    desk = desk_of(view, seat)
    owed = owed_play(desk)
    if owed is None:
        return _chosen(level, seat, view, desk, chance)
    forgets = skill.forgets[min(len(view.seats), 4) - 2]
    if view.options.conduct != "assist" and chance.random() < forgets:
        other = _chosen(level, seat, view, _overlooking(desk, owed), chance)
        if not isinstance(other, LayNothing):
            return other
    return owed


def _chosen(level: Level, seat: Seat, view: FlinchView, desk: Desk, chance: Random) -> TurnAct:
    match level:
        case "easy":
            return play_naively(desk, chance)
        case "normal":
            return play_sensibly(desk, awaited(view, seat))
        case "hard":
            return play_ahead(view, desk)


def _overlooking(desk: Desk, owed: Play) -> Desk:
    """Return the desk as one sees it who overlooks what is owed."""
    own, mate = desk.goals
    match owed.source:
        case "F":
            return replace(desk, goals=(NONE, mate))
        case "PF":
            return replace(desk, goals=(own, NONE))
        case _:
            return replace(desk, hand=tuple(card for card in desk.hand if card != 1))


def _call(
    skill: Skill, before: FlinchView | None, view: FlinchView, chance: Random
) -> tuple[Thought, ...]:
    """Return a call of a fault it noticed, or of what a careless eye takes for one."""
    if not view.may_call:
        return ()
    if fault_in_sight(before, view):
        noticed = chance.random() < skill.notices
    else:
        new = before is None or before.recent != view.recent
        noticed = new and looks_like_a_fault(view) and chance.random() < skill.misjudges
    return (Thought(notate(CallFlinch()), chance.uniform(*skill.call)),) if noticed else ()


def _demand(level: Level, skill: Skill, view: FlinchView, chance: Random) -> tuple[Thought, ...]:
    """Return a demand of a shown card (strict): one that does not fit costs its seat the turn."""
    wanted = [
        DemandCard(seat, card)
        for seat, card in view.demands
        if level == "easy" or not fits(view.centre, card)
    ]
    if not wanted or chance.random() >= skill.demands:
        return ()
    return (Thought(notate(chance.choice(wanted)), chance.uniform(*DEMAND)),)
