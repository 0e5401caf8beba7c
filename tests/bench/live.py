"""Many live FLIP tables at the speed Discord allows, on the sandbox with its limits and delays.

Two people sit at each table and make two plays a second, at fifty tables by buttons, at twenty by
reactions. Measured are the age of the tables (from a play's commit to Discord's acceptance of an
edit that shows it), what Discord refused, and whether a table waited while another had two turns.
"""

import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from bisect import bisect_left
from collections import defaultdict
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import quantiles

from msgspec import Struct

from bot.sandbox.model.record import RequestRecord
from bot.sandbox.world import World
from tests.bench.figure import Figure, say
from tests.bench.ground import ground
from tests.end_to_end.flip_player import FlipPlayer, Means
from tests.end_to_end.harness import Bot, Club

GOALS: dict[Means, float] = {"buttons": 0.4, "reactions": 1.4}
"""Seconds of age that 95 % of plays stay below."""
TABLES: dict[Means, int] = {"buttons": 50, "reactions": 20}
SECONDS = 20.0
EVERY = 1.0
"""Seconds between two plays of a person: two people make two plays a second at each table."""
AT_ONCE = 10
"""Tables opened side by side."""
REAL = {"EDIT_SPACING": "1.25", "REQUESTS_PER_SECOND": "40", "CALL_WINDOW_MS": "300"} | {
    "HOUSE_SPEED": "1",
    "COUNTDOWN_SPEED": "1",
    "DM_BURST": "10",
}
"""The bot's own settings, not those of quick tests."""
DELAY = 0.02, 0.08
"""Seconds of every answer and event of the sandbox (`discord.md` section 14)."""
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
        waits: per wait for an edit since the first play, from the action, or from the answer to
            the table's own edit before it, to when it left.
        edits: when each edit left, and when what it shows was committed.
    """

    plays: int
    ages: tuple[float, ...]
    counted: int
    answers: int
    refused: int
    disordered: int
    waits: tuple[tuple[float, float], ...] = ()
    edits: tuple[tuple[float, float], ...] = ()

    @property
    def late(self) -> float:
        """The age 95 % of the plays stay below."""
        return quantiles(self.ages, n=20)[-1] if len(self.ages) > 1 else self.ages[0]


def shown(request: RequestRecord) -> tuple[int, int] | None:
    """Return the table and ply that an accepted edit shows; None for any other request."""
    body = request.body if isinstance(request.body, dict) else {}
    if request.effect is None or request.status not in (200, 204):
        return None
    edits = request.method == "PATCH" or body.get("type") == 7
    found = _SHOWN.search(json.dumps(body)) if edits else None
    return (int(found[1]), int(found[2])) if found is not None else None


def figures(place: Club, table: int = 1) -> Figures:
    """Return the figures of a table, from the database and the sandbox's record."""
    return all_figures(place.world, place.bot)[table]


def all_figures(world: World, bot: Bot) -> dict[int, Figures]:
    """Return the figures of every table."""
    with sqlite3.connect(bot.database) as database:
        rows = database.execute(
            'SELECT "table", ply, at, "by" FROM events WHERE ply > 0 ORDER BY seq'
        ).fetchall()
    commits: dict[int, dict[int, tuple[float, str]]] = defaultdict(dict)
    for table, ply, at, by in rows:
        commits[table][ply] = (_seconds(at), by)
    edits: dict[int, list[tuple[float, int, float, float]]] = defaultdict(list)
    for request in world.record.requests:
        seen = shown(request)
        if seen is not None and request.effect is not None:
            answered = request.answered or request.effect
            edits[seen[0]].append((request.effect, seen[1], request.arrived, answered))
    return {table: _of(world, commits[table], sorted(edits[table])) for table in commits}


def _of(
    world: World,
    commits: dict[int, tuple[float, str]],
    edits: list[tuple[float, int, float, float]],
) -> Figures:
    begin = min((at for at, by in commits.values() if by != "[]"), default=0.0)
    requests = [each for each in world.record.requests if each.arrived >= begin]
    tokens = [each for each in requests if each.bot_id is None or "/interactions/" in each.route]
    times = [effect for effect, *_ in edits]
    ages, waits = [], []
    for ply, (at, _) in commits.items():
        shows = next((edit for edit in edits if edit[1] >= ply), None)
        if shows is not None:
            effect, _, left, _ = shows
            ages.append(max(effect - at, 0.0))
            before = bisect_left(times, effect) - 1
            if at >= begin and before >= 0:
                waits.append((max(at, edits[before][3]), left))
    return Figures(
        plays=sum(by != "[]" for _, by in commits.values()),
        ages=tuple(ages),
        counted=len(requests) - len(tokens),
        answers=len(tokens),
        refused=sum(each.status == 429 for each in world.record.requests),
        disordered=sum(a > b for a, b in pairwise(ply for _, ply, *_ in edits)),
        waits=tuple(waits),
        edits=tuple((left, commits[ply][0]) for _, ply, left, _ in edits if ply in commits),
    )


def _seconds(at: str) -> float:
    stamp = datetime.fromisoformat(at)
    return (stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)).timestamp()


def overtaken(found: list[Figures]) -> int:
    """Count the waits in which another of these tables had two turns for what came later."""
    return sum(
        any(
            sum(since < commit and left < till for left, commit in other.edits) >= 2
            for other in found
            if other is not one
        )
        for one in found
        for since, till in one.waits
        if till > since
    )


async def many(folder: Path) -> tuple[dict[Means, list[Figures]], int]:
    """Play at all tables; return their figures by means, and how much Discord refused."""
    means: list[Means] = [each for each, count in TABLES.items() for _ in range(count)]
    async with ground(folder, len(means), settings=REAL, delay=DELAY) as place:
        for first in range(0, len(means), AT_ONCE):
            some = place.rooms[first : first + AT_ONCE]
            await asyncio.gather(*(place.open("flip", [room], "FLIP!") for room in some))
        players = [
            FlipPlayer(person, room.room, place.tables[room.room.id], each, every=EVERY)
            for room, each in zip(place.rooms, means, strict=True)
            for person in room.people
        ]
        await asyncio.gather(*(player.play(SECONDS) for player in players))
        found = all_figures(place.world, place.process)
        refused = sum(each.status == 429 for each in place.world.record.requests)
        by: dict[Means, list[Figures]] = {each: [] for each in TABLES}
        for room, each in zip(place.rooms, means, strict=True):
            seen = room.people[0].message(place.tables[room.room.id])
            control = _SHOWN.match(seen.controls[0].custom_id or "")
            assert control is not None, "a table has controls"
            by[each].append(found[int(control[1])])
        return by, refused


def main(rounds: int) -> list[Figure]:
    """Return the figures of one crowd: hundreds of games between them, one round is enough."""
    del rounds
    with tempfile.TemporaryDirectory() as folder:
        found, refused = asyncio.run(many(Path(folder)))
    rows = []
    for means, goal in GOALS.items():
        tables = found[means]
        ages = [age for each in tables for age in each.ages]
        what = f"{TABLES[means]} live FLIP tables by {means}"
        rows += [
            Figure(
                what=f"{what}: age of the table at 95 %",
                unit="s",
                rounds=(quantiles(ages, n=20)[-1],),
                must=goal,
            ),
            Figure(
                what=f"{what}: tables that waited while another had two turns",
                rounds=(float(overtaken(tables)),),
                must=0,
            ),
        ]
    return [
        *rows,
        Figure(what="the same: requests refused (429)", rounds=(float(refused),), must=0),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))
