"""Many whole games with every house rule: `python -m tests.bench.soak --games 1000`.

Per game of the registry and seat count, that many seeded games are played with faults and calls,
house rules drawn so that every offered value comes up in at least 15 % of them. Prints what was
counted; exit status 1 if a value came up too rarely or a promise of the rules was broken.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, TextIO

from engine.api import AnyGame, OptionValue, Setup
from engine.errors import BadSetup
from engine.games import GAMES
from engine.games.flinch.fits import is_blocked
from engine.play import Transition, act, start
from engine.selfplay import SelfPlay
from tests.engine.laws.knowledge import knowledge_of

SHARE = 0.15
"""Of the games of a seat count, in which every value of every option has to come up."""

CARDS_EVERY = 5
"""Every so many actions, and at the end, the cards are counted."""

FAULTS = (0.02, 0.1, 0.3)
"""Rates of irregular actions, in turn."""

WATCHED: dict[str, dict[str, Callable[[Transition], bool]]] = {
    "flinch": {
        "blocked": lambda step: is_blocked(step.state),
        "favoured": lambda step: _has(step, "favoured"),
        "gathered after a lock": lambda step: any(
            getattr(event, "why", "") == "gathered" for event in step.events
        ),
        "act undone": lambda step: _has(step, "act-undone"),
        "reshuffled": lambda step: _has(step, "stock-shuffled"),
    }
}
"""Per game, what is counted: games in which it happened at least once."""

ENDINGS = {"won": "ended by a win", "cap": "ended by the cap", "locked": "ended by a lock"}


def _has(step: Transition, kind: str) -> bool:
    """Say whether an event of that kind happened."""
    return any(event.__struct_config__.tag == kind for event in step.events)


def combinations(game: AnyGame, seats: int) -> list[dict[str, OptionValue]]:
    """Return every combination of house rules offered to that many seats."""
    keys = [spec.key for spec in game.options]
    found = []
    for values in product(*(spec.choices for spec in game.options)):
        try:
            found.append(game.settle(seats, dict(zip(keys, values, strict=True))))
        except BadSetup:
            continue
    return found


def setups(game: AnyGame, seats: int, games: int) -> Iterator[Setup]:
    """Yield setups in which every offered value comes up about equally often."""
    chance = Random(f"soak {game.key} {seats}")
    offered = combinations(game, seats)
    columns: dict[str, list[OptionValue]] = {}
    for spec in game.options:
        values = [value for value in spec.choices if any(one[spec.key] == value for one in offered)]
        columns[spec.key] = [values[i % len(values)] for i in range(games)]
        chance.shuffle(columns[spec.key])
    for i in range(games):
        options = {key: column[i] for key, column in columns.items()}
        if options not in offered:
            options = chance.choice(offered)
        yield Setup(seats, options, f"{chance.getrandbits(256):064x}")


def soak(game: AnyGame, seats: int, games: int, out: TextIO) -> list[str]:
    """Play the games of one seat count; print the counts and return what is wrong."""
    values: Counter[str] = Counter()
    seen = Counter(dict.fromkeys((*WATCHED.get(game.key, ()), *ENDINGS.values()), 0))
    actions = 0
    wrong: list[str] = []
    for i, setup in enumerate(setups(game, seats, games)):
        values.update(f"{key}={value}" for key, value in setup.options.items())
        play = SelfPlay(game, setup, "random", FAULTS[i % len(FAULTS)])
        try:
            seen.update(_play(game, play))
        except AssertionError as broken:
            wrong.append(f"{game.key}, {seats} seats, seed {setup.seed}: {broken}")
        actions += len(play.entries)
    out.write(f"{game.key}, {seats} seats: {games} games, {actions:,} actions\n")
    for name, counts in (("house rules", values), ("games", seen)):
        listed = ", ".join(f"{key} {count}" for key, count in sorted(counts.items()))
        out.write(f"  {name}: {listed}\n")
    for key in {f"{key}={one[key]}" for one in combinations(game, seats) for key in one}:
        if values[key] < SHARE * games:
            wrong.append(f"{game.key}, {seats} seats: {key} in {values[key]} games only")
    return wrong


def _play(game: AnyGame, play: SelfPlay) -> set[str]:
    """Play one game to its end, testing it; return what happened in it."""
    known, watched = knowledge_of(game), WATCHED.get(game.key, {})
    pack = known.pack(play.setup.options, play.setup.seats)
    events: list[Any] = list(play.step.events)
    seen: set[str] = set()
    for step in play.steps():
        events += step.events
        seen.update(name for name, happened in watched.items() if happened(step))
        if len(play.entries) % CARDS_EVERY == 0:
            assert known.cards(game.position(step.state)) == pack, "cards were lost or made"
        for seat in game.to_act(step.state):
            game.decide(step.state, (seat,), game.auto_action(step.state, seat))
    outcome = game.outcome(play.step.state)
    assert outcome is not None, "the game did not end"
    assert game.fold(None, events) == play.step.state, "the state is not the fold of its events"
    assert known.cards(game.position(play.step.state)) == pack, "cards were lost or made"
    state = start(game, play.setup).state
    for entry in play.entries:
        state = act(game, state, entry.by, entry.do).state
    assert state == play.step.state, "the transcript ends elsewhere"
    return seen | {ENDINGS[outcome.termination]}


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Soak every game and seat count asked for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games per seat count")
    parser.add_argument("--game", choices=[game.key for game in GAMES], help="only this one")
    parser.add_argument("--seats", type=int, help="only this seat count")
    chosen = parser.parse_args(arguments)
    wrong: list[str] = []
    for game in GAMES:
        for seats in game.seat_counts:
            if chosen.game in (None, game.key) and chosen.seats in (None, seats):
                wrong += soak(game, seats, chosen.games, out)
    for line in wrong:
        out.write(f"WRONG {line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
