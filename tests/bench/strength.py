"""How strong the house players are: seeded games of one level against another.

    python -m tests.bench.strength --game KEY [--seats N] [--games 2000] [--options JSON]

One player of the better level sits among players of the other; each deal is played once from every
seat, which leaves less to luck. Printed is its share of wins with the 95 % interval, reckoned from
deal to deal. `chance` does anything that is possible in its turn. Time is simulated: every seat
sees each position at once and acts after the delay it named, and the game's own waits run beside
it. As at a table, a seat without turns finishes what it is about to do while that is possible.
"""

import argparse
import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from engine import play
from engine.api import AnyGame, Level, Outcome, Seat, Setup, Thought
from engine.errors import Refused
from engine.games import GAMES

PAIRINGS: tuple[tuple[Level, Level | Literal["chance"]], ...] = (
    ("easy", "chance"),
    ("normal", "easy"),
    ("hard", "normal"),
    ("hard", "easy"),
)


Mind: TypeAlias = Callable[[Seat, Any, Any, Random], tuple[Thought, ...]]
"""How somebody who is no house player thinks: seat, view before, view now, luck."""

Player: TypeAlias = Level | Literal["chance"] | Mind


class Plan(Struct, frozen=True, order=True):
    """Something that happens at `time` (seconds) unless the position changes before."""

    time: float
    by: tuple[Seat, ...]
    notation: str


class Match:
    """One game among house players, on a clock of its own."""

    def __init__(self, game: AnyGame, setup: Setup, players: Sequence[Player]) -> None:
        self.game = game
        self.players = players
        self.intents: dict[tuple[Seat, bool], Plan] = {}
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
        for seat, player in enumerate(self.players):
            view = self.game.view(self.state, seat)
            self._intend(seat, self._think(player, seat, view))
            self.seen[seat] = view
        return sorted(plans + list(self.intents.values()))

    def _think(self, player: Player, seat: Seat, view: Any) -> tuple[Thought, ...]:
        if player == "chance":
            return self._anything(seat)
        if isinstance(player, str):
            return self.game.think(player, seat, self.seen[seat], view, self.chance)
        return player(seat, self.seen[seat], view, self.chance)

    def _anything(self, seat: Seat) -> tuple[Thought, ...]:
        """Return anything that is possible and no call, if the game waits for the seat."""
        if seat not in self.game.to_act(self.state):
            return ()
        able = [self.game.format(action) for action in self.game.actions(self.state, seat)]
        calls = {call.notation for call in self.game.calls}
        return (Thought(self.chance.choice([one for one in able if one not in calls]), 2.0),)

    def _intend(self, seat: Seat, thoughts: tuple[Thought, ...]) -> None:
        """Renew what a seat intends, keeping what is under way (`bot.tables.house_players`)."""
        before = {
            key: self.intents.pop(key)
            for key in ((seat, True), (seat, False))
            if key in self.intents
        }
        for thought in thoughts:
            key = seat, any(thought.notation == call.notation for call in self.game.calls)
            plan, delay = before.get(key), thought.delay
            if plan is None or self.game.has_turns or key[1]:
                pass
            elif self._possible(plan):
                self.intents[key] = plan
                continue
            elif thought.least is not None:
                delay = max(thought.least, min(delay, plan.time - self.now))
            time = max(self.now + delay, self.free[seat])
            self.intents[key] = Plan(time, (seat,), thought.notation)

    def _possible(self, plan: Plan) -> bool:
        try:
            self.game.decide(self.state, plan.by, self.game.parse(plan.notation))
        except Refused:
            return False
        return True

    def _happens(self, plan: Plan) -> bool:
        """Carry a plan out; say whether the rules accepted it."""
        self.intents = {key: kept for key, kept in self.intents.items() if kept != plan}
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
    """The wins of one player among several, who plays each deal once from every seat.

    Attributes:
        won: of each deal, the share of its games won; a shared win counts in part, a draw not at
            all.
        seats: at the table: as many games a deal.
    """

    won: tuple[float, ...]
    seats: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.won) * self.seats

    @property
    def rate(self) -> float:
        """The share of games won."""
        return fmean(self.won)

    @property
    def margin(self) -> float:
        """Half the 95 % interval of the share; one deal is one draw of luck."""
        return 1.96 * stdev(self.won) / math.sqrt(len(self.won))


def seed_of(label: str) -> str:
    """Return the seed of a labelled game."""
    return hashlib.sha256(label.encode()).hexdigest()


def measure(
    game: AnyGame,
    seats: int,
    better: Player,
    others: Player,
    games: int,
    chosen: Mapping[str, Any] | None = None,
) -> Share:
    """Play at least so many seeded games of one `better` player among `others`."""
    options = game.settle(seats, chosen or {})
    won = []
    for deal in range(math.ceil(games / seats)):
        setup = Setup(seats=seats, options=options, seed=seed_of(f"{game.key}-{seats}-{deal}"))
        wins = 0.0
        for mine in range(seats):
            players = [better if seat == mine else others for seat in range(seats)]
            winners = Match(game, setup, players).run().winners
            wins += (mine in winners) / max(1, len(winners))
        won.append(wins / seats)
    return Share(won=tuple(won), seats=seats)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the strength of each level over the easier ones."""
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
                f"({share.rate * seats:.2f} ± {share.margin * seats:.2f} times the fair share)",
                flush=True,
            )


if __name__ == "__main__":
    main()
