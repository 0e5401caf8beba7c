"""How strong FLIP's house players are against people: `python -m tests.bench.flip`.

    python -m tests.bench.flip [--games N] [--simulated N]

House players of each level play against a scripted person of 450 ms reaction who reads the
sandbox's messages, and, in simulated time, against people of other speeds.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.api import LEVELS, Level, Seat, Thought
from engine.games.flip import Flip
from engine.games.flip.actions import notate
from engine.games.flip.fits import fitting_plays, identical
from engine.games.flip.view import FlipView
from tests.bench.live import DELAY, REAL
from tests.bench.strength import Mind, measure
from tests.end_to_end.flip_player import FlipPlayer
from tests.end_to_end.harness import Club, Place, club, press

PERSON = 0.45
"""Seconds of reaction of the scripted person."""


async def against_house(place: Club, level: Level) -> bool:
    """Play one game of the scripted person against a house player; say whether the house won."""
    own = place.visit(1)
    [person] = own.people
    table = await _seated(own, level)
    player = FlipPlayer(person, own.room, table, "buttons", reaction=PERSON)
    await player.play()
    return f"{person.name} wins" not in person.message(table).text


async def _seated(place: Place, level: Level) -> int:
    [person] = place.people
    await person.slash(place.room.id, "play flip", bots=1, level=level)
    lobby = await place.table(person, "Join")
    await press(person, lobby, "Start")
    return (await place.table(person, "FLIP!")).id


async def house_rates(folder: Path, games: int) -> dict[Level, int]:
    """Return how many of so many games each level won, all games side by side."""
    levels = [level for level in LEVELS for _ in range(games)]
    async with club(folder, people=1, limits=True, delay=DELAY, settings=REAL) as place:
        won = await asyncio.gather(*(against_house(place, level) for level in levels))
    return {level: sum(won[at * games : (at + 1) * games]) for at, level in enumerate(LEVELS)}


def somebody(play: float, pair: float, spread: float, tail: float, overlooks: float) -> Mind:
    """Return a person who takes so many seconds to find a play, and to see a pair."""

    def takes(mean: float, chance: Random) -> float:
        slow = chance.expovariate(1 / tail) if tail else 0.0
        return max(0.3, chance.gauss(mean - tail, spread) + slow)

    def mind(seat: Seat, before: Any, view: FlipView, chance: Random) -> tuple[Thought, ...]:
        if not view.revealed or view.outcome is not None:
            return ()
        if identical(view.options, view.middle) and chance.random() >= overlooks:
            return (Thought("FLIP", takes(pair, chance)),)
        plays = fitting_plays(view.options, view.seats[seat].slots, view.middle)
        if not plays:
            return ()
        return (Thought(notate(chance.choice(plays)), takes(play, chance), least=0.3),)

    return mind


PEOPLE: dict[str, Mind] = {
    "a machine of 450 ms": somebody(PERSON, PERSON, 0.0, 0.0, 0.0),
    "a good player (0.95 s)": somebody(0.95, 0.7, 0.15, 0.25, 0.02),
    "a decent one (1.4 s)": somebody(1.4, 0.95, 0.25, 0.4, 0.06),
    "a beginner (2.2 s)": somebody(2.2, 1.4, 0.3, 0.7, 0.15),
}
"""People by the seconds they take to find a play."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flip", description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="of each level on the sandbox")
    parser.add_argument("--simulated", type=int, default=100, help="games of each pairing")
    asked = parser.parse_args(arguments)
    if asked.games:
        with tempfile.TemporaryDirectory() as folder:
            rates = asyncio.run(house_rates(Path(folder), asked.games))
        listed = ", ".join(f"{level} {won} of {asked.games}" for level, won in rates.items())
        sys.stdout.write(f"house players won against a person of 450 ms: {listed}\n")
        sys.stdout.flush()
    for name, mind in PEOPLE.items() if asked.simulated else ():
        shares = [measure(Flip(), 2, level, mind, asked.simulated) for level in LEVELS]
        listed = ", ".join(
            f"{level} {share.rate:.0%}" for level, share in zip(LEVELS, shares, strict=True)
        )
        sys.stdout.write(f"  simulated, against {name}: {listed}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
