"""How strong the house players are: seeded games of one level against another.

    python -m tests.bench.strength --game KEY [--seats N] [--games 2000] [--options JSON]

Seat by seat in turn, one player of the better level sits among players of the other. Printed is
its share of wins with the 95 % interval, beside the fair share. Time is simulated: every seat sees
each position at once and acts after the delay it named, and the game's own waits run beside it.
"""

import argparse
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from engine import play
from engine.api import AnyGame, Level, Outcome, Seat, Setup
from engine.errors import Refused
from engine.games import GAMES

PAIRINGS: tuple[tuple[Level, Level], ...] = (("normal", "easy"), ("hard", "normal"))


class Plan(Struct, frozen=True, order=True):
    """Something that happens at `time` (seconds) unless the position changes before."""

    time: float
    by: tuple[Seat, ...]
    notation: str


class Match:
    """One game among house players, on a clock of its own."""

    def __init__(self, game: AnyGame, setup: Setup, levels: Sequence[Level]) -> None:
        self.game = game
        self.levels = levels
        self.chance = Random(setup.seed)
        self.state = play.start(game, setup).state
        self.seen: list[Any] = [None] * setup.seats
        self.free = [0.0] * setup.seats
        self.now = 0.0
        self.actions = 0

    def run(self, most: int = 20_000) -> Outcome:
        """Play to the end; a game of more than `most` actions ends as at the cap."""
        while (outcome := self.game.outcome(self.state)) is None:
            if self.actions >= most or not any(self._happens(plan) for plan in self._plans()):
                return self.game.capped(self.state)
        return outcome

    def _plans(self) -> list[Plan]:
        """Return what is intended from this position, the earliest first."""
        plans = [
            Plan(self.now + wait.seconds, wait.by, wait.notation)
            for wait in self.game.waits(self.state)
        ]
        for seat, level in enumerate(self.levels):
            view = self.game.view(self.state, seat)
            for thought in self.game.think(level, seat, self.seen[seat], view, self.chance):
                time = max(self.now + thought.delay, self.free[seat])
                plans.append(Plan(time, (seat,), thought.notation))
            self.seen[seat] = view
        return sorted(plans)

    def _happens(self, plan: Plan) -> bool:
        """Carry a plan out; say whether the rules accepted it."""
        try:
            step = play.act(self.game, self.state, plan.by, plan.notation)
        except Refused:
            return False
        self.state, self.now, self.actions = step.state, plan.time, self.actions + 1
        for event in step.events:
            if (lock := self.game.lock(event)) is not None:
                self.free[lock.seat] = self.now + lock.seconds
        return True


class Share(Struct, frozen=True):
    """The wins of one seat among several; a shared win counts in part, a draw not at all."""

    games: int
    wins: float
    seats: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def margin(self) -> float:
        """Half the 95 % interval of the share."""
        return 1.96 * math.sqrt(self.rate * (1 - self.rate) / self.games)

    @property
    def lower(self) -> float:
        """The lower bound of the 95 % interval."""
        return self.rate - self.margin


def seed_of(label: str) -> str:
    """Return the seed of a labelled game."""
    return hashlib.sha256(label.encode()).hexdigest()


def measure(
    game: AnyGame,
    seats: int,
    better: Level,
    others: Level,
    games: int,
    chosen: Mapping[str, Any] | None = None,
) -> Share:
    """Play seeded games of one `better` player among `others`, each seat in turn."""
    options = game.settle(seats, chosen or {})
    wins = 0.0
    for number in range(games):
        mine = number % seats
        levels = [better if seat == mine else others for seat in range(seats)]
        seed = seed_of(f"{game.key}-{seats}-{better}-{number}")
        outcome = Match(game, Setup(seats=seats, options=options, seed=seed), levels).run()
        if mine in outcome.winners:
            wins += 1 / len(outcome.winners)
    return Share(games=games, wins=wins, seats=seats)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the strength of each level over the next lower one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[game.key for game in GAMES], required=True)
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--options", type=json.loads, default={})
    asked = parser.parse_args(argv)
    game = next(game for game in GAMES if game.key == asked.game)
    for seats in asked.seats or game.seat_counts:
        for better, others in PAIRINGS:
            share = measure(game, seats, better, others, asked.games, asked.options)
            print(  # noqa: T201 - the figures are what it is for
                f"{game.name}, {seats} seats, {better} against {others}: "
                f"{share.rate:.1%} ± {share.margin:.1%} of {share.games} games "
                f"(fair share {1 / seats:.1%})",
                flush=True,
            )


if __name__ == "__main__":
    main()
