"""What the rules alone can do: moves a CPU second beside `rlcard`'s UNO, replay, long games."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import msgspec
import rlcard

from engine import play
from engine.api import AnyGame, OptionValue, Setup
from engine.games import GAMES
from engine.selfplay import play_game
from engine.transcript import Entry, Transcript
from tests.bench.figure import Figure, interleaved, say

SECONDS = 0.7
"""Of each value, at least."""
FAULTS = 0.1
"""Rate of irregular actions in the games that are played again."""
ENOUGH = 4_000
"""Actions of each game that are played again."""
EARLY, LATE, WIDTH = 10, 1_000, 20
"""Plies that are compared, and how many around each."""
LONG: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "flinch": (8, {"packs": 2, "partners": True, "pile": 15, "conduct": "strict"}),
    "flip": (2, {"identical": "exact", "false_flip": "pile"}),
}
"""House rules and seats that make games of more than a thousand actions, where there are any."""

PROFILE: dict[str, str] = {
    "flinch": "left out one at a time, of 9.9 µs an action: what is seen of the seats 2.5 (0.6 of "
    "it JSON), the legal list 2.2, the working copy 1.0, remembering the act 0.6, looking for an "
    "owed card 0.3; with the seats for nothing it would be 1.59×, with the list for nothing 1.67×; "
    "one action done over and over takes seven tenths: the rest is what no processor foresees",
}
"""Where the time goes, of a game that misses its goal."""

encode = msgspec.json.encode


def rate(work: Callable[[], int]) -> float:
    """Return how much work is done a CPU second."""
    done, begun = 0, time.process_time()
    while (used := time.process_time() - begun) < SECONDS:
        done += work()
    return done / used


def games(game: AnyGame) -> Iterator[Transcript]:
    """Yield seeded games of every seat count in turn, without end."""
    number = 0
    while True:
        seats = game.seat_counts[number % len(game.seat_counts)]
        seed = sha256(f"bench {number}".encode()).hexdigest()
        setup = Setup(seats, game.settle(seats, {}), seed)
        yield play_game(game, setup, "random", FAULTS).transcript()
        number += 1


def enough(game: AnyGame) -> list[Transcript]:
    """Return games with enough actions between them."""
    found: list[Transcript] = []
    for one in games(game):
        found.append(one)
        if sum(len(each.actions) for each in found) >= ENOUGH:
            return found
    raise AssertionError("games go on without end")


def move(game: AnyGame, state: Any, entry: Entry) -> Any:
    """Do one action as a server of a game does: legal list, action, view and events as JSON."""
    mover = entry.by[0] if entry.by else None
    game.actions(state, mover)
    step = entry.done(game, state)
    encode(game.view(step.state, mover))
    encode(step.events)
    return step.state


def bare_move(game: AnyGame, state: Any, entry: Entry) -> Any:
    """Do one action."""
    return entry.done(game, state).state


def again(played: Sequence[Transcript], do: Callable[[AnyGame, Any, Entry], Any]) -> int:
    """Play the games again; return the number of actions."""
    for one in played:
        state = play.start(one.game, one.setup).state
        for entry in one.actions:
            state = do(one.game, state, entry)
    return sum(len(one.actions) for one in played)


def stored(played: Sequence[Transcript]) -> list[tuple[AnyGame, list[Any], int]]:
    """Return the events of each game and how many actions made them."""
    found = []
    for one in played:
        step = play.start(one.game, one.setup)
        events = list(step.events)
        for entry in one.actions:
            step = entry.done(one.game, step.state)
            events += step.events
        found.append((one.game, events, len(one.actions)))
    return found


def refold(games: Sequence[tuple[AnyGame, list[Any], int]]) -> int:
    """Fold all stored events; return the number of actions."""
    for game, events, _ in games:
        game.fold(None, events)
    return sum(actions for *_, actions in games)


class Uno:
    """`rlcard`'s environment of UNO, played at random."""

    def __init__(self) -> None:
        self._environment = rlcard.make("uno", config={"seed": 1})
        self._chance = Random(1)

    def steps(self) -> int:
        """Play one game; return the number of actions."""
        environment, count = self._environment, 0
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(self._chance.choice(list(state["legal_actions"])))
            count += 1
        return count


def slower_when_long(game: AnyGame) -> float | None:
    """Return a move's cost at ply 1,000 by that at ply 10; None where no game is so long."""
    if game.key not in LONG:
        return None
    seats, chosen = LONG[game.key]
    options = game.settle(seats, chosen)
    seeds = (sha256(f"long {number}".encode()).hexdigest() for number in count())
    tried = (play_game(game, Setup(seats, options, seed), "random", 0.3) for seed in seeds)
    one = next(each for each in tried if len(each.entries) > LATE + WIDTH).transcript()
    states = [play.start(game, one.setup).state]
    for entry in one.actions[: LATE + WIDTH]:
        states.append(entry.done(game, states[-1]).state)

    def cost(ply: int) -> float:
        begun = time.process_time()
        for _ in range(200):
            for at in range(ply - WIDTH // 2, ply + WIDTH // 2):
                move(game, states[at], one.actions[at])
        return time.process_time() - begun

    return cost(LATE) / cost(EARLY)


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds, everything in turn."""
    uno = Uno()
    played = {game.key: enough(game) for game in GAMES}
    events = {game.key: stored(played[game.key]) for game in GAMES}
    measures: list[Callable[[], float]] = [partial(rate, uno.steps)]
    for game in GAMES:
        key = game.key
        measures += [
            partial(rate, partial(again, played[key], move)),
            partial(rate, partial(again, played[key], bare_move)),
            partial(rate, partial(refold, events[key])),
        ]
    yards, *values = interleaved(rounds, *measures)
    found = []
    for number, game in enumerate(GAMES):
        whole, alone, folded = values[3 * number : 3 * number + 3]
        found += [
            Figure(
                what=f"{game.key}: actions a CPU second, legal list, view and events as JSON",
                rounds=whole,
                yards=yards,
                must=1.5,
                aim=2.5,
                better="more",
                note=PROFILE.get(game.key, ""),
            ),
            Figure(what=f"{game.key}: without view and JSON", rounds=alone),
            Figure(
                what=f"{game.key}: replay beside moves",
                rounds=folded,
                yards=whole,
                must=10,
                better="more",
            ),
        ]
        ratio = slower_when_long(game)
        found.append(
            Figure(
                what=f"{game.key}: a move at ply 1,000 by one at ply 10",
                rounds=(ratio,),
                must=1.2,
            )
            if ratio is not None
            else Figure(what=f"{game.key}: a move at ply 1,000", note="no game is so long")
        )
    return found


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
