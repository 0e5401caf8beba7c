"""FLIP at the speed Discord allows, on the sandbox with its limits: `python -m tests.bench.flip`.

    python -m tests.bench.flip [--seconds N] [--games N] [--simulated N]

First two scripted people play a whole game at two plays a second each, by reactions only and by
buttons only. Printed beside the goals are the age of the table (from a play's commit to Discord's
acceptance of an edit that shows it), what Discord refused, and what a play costs in requests.

Then house players of each level play against a scripted person of 450 ms reaction who reads the
sandbox's messages, and, in simulated time, against people of other speeds.
"""

import argparse
import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from msgspec import Struct

from bot.sandbox.model.record import RequestRecord
from engine.api import LEVELS, Level, Seat, Thought
from engine.games.flip import Flip
from engine.games.flip.actions import notate
from engine.games.flip.fits import fitting_plays, identical
from engine.games.flip.view import FlipView
from tests.bench.strength import Mind, measure
from tests.end_to_end.flip_player import FlipPlayer, Means
from tests.end_to_end.harness import Club, Place, club, press

GOALS: dict[Means, float] = {"reactions": 1.4, "buttons": 0.4}
"""Seconds of age that 95 % of plays stay below."""
REAL = {"EDIT_SPACING": "1.25", "REQUESTS_PER_SECOND": "40", "CALL_WINDOW_MS": "300"} | {
    "HOUSE_SPEED": "1",
    "COUNTDOWN_SPEED": "1",
    "DM_BURST": "10",
}
"""The bot's own settings, not those of quick tests."""
DELAY = 0.02, 0.08
"""Seconds of every answer and event of the sandbox (`discord.md` section 14)."""
PERSON = 0.45
"""Seconds of reaction of the scripted person."""
_SHOWN = re.compile(r"k2:[a-z0-9]+:(\d+):\d+:(\d+):")


class Figures(Struct, frozen=True, kw_only=True):
    """What a game cost and how old its table was.

    Attributes:
        plays: accepted actions of players.
        ages: per action seconds from its commit until an edit showing it was accepted.
        counted: requests that count towards the bot's 50 a second, from the first action on.
        answers: answers to interactions and edits through their tokens.
        refused: requests Discord refused for their rate.
        disordered: edits that showed an older state than one before.
    """

    plays: int
    ages: tuple[float, ...]
    counted: int
    answers: int
    refused: int
    disordered: int

    @property
    def late(self) -> float:
        """The age 95 % of the plays stay below."""
        return quantiles(self.ages, n=20)[-1] if len(self.ages) > 1 else self.ages[0]


def shown(request: RequestRecord, table: int) -> int | None:
    """Return the ply of a table that an accepted edit shows; None for any other request."""
    body = request.body if isinstance(request.body, dict) else {}
    if request.effect is None or request.status not in (200, 204):
        return None
    edits = request.method == "PATCH" or body.get("type") == 7
    found = _SHOWN.search(json.dumps(body)) if edits else None
    return int(found[2]) if found is not None and int(found[1]) == table else None


def figures(place: Club, table: int = 1) -> Figures:
    """Return the figures of a table, from the database and the sandbox's record."""
    with sqlite3.connect(place.bot.database) as database:
        rows = database.execute(
            'SELECT ply, at, "by" FROM events WHERE "table" = ? AND ply > 0 ORDER BY seq', (table,)
        ).fetchall()
    commits = {int(ply): (_seconds(at), by) for ply, at, by in rows}
    requests = [each for each in place.world.record.requests if each.arrived >= _begin(commits)]
    edits = sorted(
        (each.effect, ply)
        for each in place.world.record.requests
        if (ply := shown(each, table)) is not None and each.effect is not None
    )
    ages = []
    for ply, (at, _) in commits.items():
        effects = [effect for effect, seen in edits if seen >= ply]
        if effects:
            ages.append(max(min(effects) - at, 0.0))
    tokens = [each for each in requests if each.bot_id is None or "/interactions/" in each.route]
    plies = [ply for _, ply in edits]
    return Figures(
        plays=sum(by != "[]" for _, by in commits.values()),
        ages=tuple(ages),
        counted=len(requests) - len(tokens),
        answers=len(tokens),
        refused=sum(each.status == 429 for each in place.world.record.requests),
        disordered=sum(a > b for a, b in pairwise(plies)),
    )


def _seconds(at: str) -> float:
    stamp = datetime.fromisoformat(at)
    return (stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)).timestamp()


def _begin(commits: dict[int, tuple[float, str]]) -> float:
    return min((at for at, by in commits.values() if by != "[]"), default=0.0)


async def two_people(folder: Path, means: Means, seconds: float | None) -> Figures:
    """Let two people play at two plays a second each; return the figures."""
    async with club(folder, people=2, limits=True, delay=DELAY, settings=REAL) as place:
        table = await place.opened("flip", shows="FLIP!")
        players = [
            FlipPlayer(person, place.room, table.id, means, every=0.5) for person in place.people
        ]
        await asyncio.gather(*(player.play(seconds) for player in players))
        return figures(place)


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


def report(means: Means, found: Figures) -> str:
    """Return the lines about a game."""
    goal = GOALS[means]
    plays = max(found.plays, 1)
    return (
        f"{means} only: {found.plays} actions stored, {found.refused} requests refused (429), "
        f"{found.disordered} edits out of order\n"
        f"  age of the table: median {median(found.ages):.2f} s, 95 % {found.late:.2f} s "
        f"(goal {goal} s)\n"
        f"  requests an action: {found.counted / plays:.2f} of the 50 a second, "
        f"{found.answers / plays:.2f} answers and token edits\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return 1 if something was refused or out of order."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flip", description=__doc__)
    parser.add_argument("--seconds", type=float, help="of each game of two; all of it if left out")
    parser.add_argument("--games", type=int, default=4, help="of each level on the sandbox")
    parser.add_argument("--simulated", type=int, default=100, help="games of each pairing")
    asked = parser.parse_args(arguments)
    wrong = 0
    for means in GOALS:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(two_people(Path(folder), means, asked.seconds))
        wrong += found.refused + found.disordered
        sys.stdout.write(report(means, found))
        sys.stdout.flush()
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
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
