"""One round after the other: some games at once in one bot, troubles meanwhile, then the audit."""

import asyncio
import contextlib
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.sandbox.model.objects import Channel
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.chaos.audit import HEARD, Audit, audit
from tests.chaos.entry import HELD
from tests.chaos.ledger import Ledger, Sitting
from tests.chaos.plans import Plan, plans
from tests.chaos.players import TICK, ChaosPlayer, Round
from tests.chaos.troubles import Troubles
from tests.end_to_end.harness import FAST, TOKEN, Club

AT_ONCE = 40
"""Games going on at the same time in one bot."""
IN_A_ROUND = 40
"""Games after which the bot begins anew with an empty database: the record is kept in memory."""
STILL = 180.0
"""Seconds without anything done at a table after which it is stuck."""
TROUBLED = 150.0
"""Seconds of a round in which there is trouble; long games end in peace."""
KILLED, KILLED_AT_ONCE = 60.0, 40
"""The same where nothing but kills is brought, and how many of such games are a round."""
_HELD = re.compile(rf"^{HELD} ([0-9.]+) ms", re.MULTILINE)
UNREADABLE = "could not be read"
"""What the log says of events and answers that came in a form nobody can read."""
SHOWN = 60.0
"""Seconds in which the end of a game has to be shown."""
SETTINGS = FAST | {
    "PACE_LIVE": "8",
    "DM_PATIENCE": "1",
    "COUNTDOWN_SPEED": "20",
    "REPOST_AFTER": "20",
    "TURN_NOTICE": "3",
    "TABLES_PER_CHANNEL": "10",
    "LOG_LEVEL": "INFO",
}


@dataclass(frozen=True)
class Asked:
    """What is to be played, and how.

    Attributes:
        sabotage: the defect to plant in the bot.
        at_once: games going on at the same time.
        short: with few seats and people, who end their games early by going away.
        kills_only: nothing but kills, at such games.
        keep: a folder in which databases and logs stay, a folder for each round.
    """

    games: int
    seed: int
    sabotage: str | None = None
    at_once: int = AT_ONCE
    short: bool = False
    kills_only: bool = False
    keep: Path | None = None


def run(asked: Asked) -> Audit:
    """Play and return what became of the games; prints what was wrong."""
    chance = Random(asked.seed)
    planned = plans(asked.games, chance, cut=asked.short or asked.kills_only)
    total = Audit()
    size = KILLED_AT_ONCE if asked.kills_only else IN_A_ROUND
    for first in range(0, asked.games, size):
        part = planned[first : first + size]
        own = Random(chance.random())
        with _folder(asked.keep, first) as folder:
            result = asyncio.run(play(part, own, folder, asked))
        for why in result.why[:20]:
            sys.stdout.write(f"{why}\n")
        sys.stdout.flush()
        total.add(result)
        total.why.clear()
    return total


@contextlib.contextmanager
def _folder(keep: Path | None, first: int) -> Iterator[Path]:
    """Make the folder of a round, to stay only where it is to be kept."""
    if keep is None:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
        return
    folder_kept = keep / f"{first:03}"
    folder_kept.mkdir(parents=True)
    yield folder_kept


async def play(planned: list[Plan], chance: Random, folder: Path, asked: Asked) -> Audit:
    """Play some games in one bot, with troubles, and count."""
    sandbox = _sandbox(chance.randrange(2**32))
    await sandbox.start()
    club = Club(folder, 1, SETTINGS, sandbox, next(iter(sandbox.world.guilds.values())))
    club.bot.entry = ("tests.chaos.entry", asked.sabotage or "none")
    try:
        await club.bot.start()
        await club.ready()
        return await _played(club, _rounds(club, planned), chance, asked)
    finally:
        with contextlib.suppress(TimeoutError):
            await club.bot.kill()
        await sandbox.stop()


def _sandbox(seed: int) -> Sandbox:
    world = World()
    owner = world.add_user("Ana")
    guild = world.add_guild("Card Club", owner=owner)
    world.add_bot(TOKEN, guilds=(guild,))
    return Sandbox(world, limits=False, delay=(0.0, 0.02), seed=seed)


def _rounds(club: Club, planned: list[Plan]) -> list[Round]:
    rounds: list[Round] = []
    for plan in planned:
        visit = club.visit(plan.people, "chaos")
        room = rounds[-1].room if plan.shared and rounds else visit.room
        rounds.append(Round(plan, visit.people, room))
    return rounds


async def _played(club: Club, rounds: list[Round], chance: Random, asked: Asked) -> Audit:
    ledger = Ledger(club.bot.database)
    troubles = Troubles(club, ledger, _rooms(rounds), chance, kills_only=asked.kills_only)
    reading = asyncio.create_task(_read(ledger))
    trouble = asyncio.create_task(troubles.go_on())
    slots = asyncio.Semaphore(KILLED_AT_ONCE if asked.kills_only else asked.at_once)
    games = [
        asyncio.create_task(_game(each, ledger, Random(chance.random()), troubles, slots))
        for each in rounds
    ]
    everything: asyncio.Future[Any] = asyncio.gather(*games)
    both: set[asyncio.Future[Any]] = {everything, reading}
    lasts = KILLED if asked.kills_only else TROUBLED
    await asyncio.wait({trouble, *both}, timeout=lasts, return_when=asyncio.FIRST_COMPLETED)
    troubles.over = True
    await trouble
    troubles.settle()
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if reading.done():
        reading.result()
    everything.result()
    unshown = await _unshown(club, ledger)
    await asyncio.sleep(HEARD + 0.2)
    status = await club.bot.stop()
    await _end(reading)
    ledger.refresh()
    log = club.bot.log.read_text(encoding="utf-8")
    result = audit(club.world, ledger, troubles, len(rounds), log)
    result.stuck += len(unshown) + len(troubles.wrong) + (status != 0)
    result.why += [f"stuck: {each}" for each in troubles.wrong]
    result.why += [f"stuck: the end of table {each.id} is not shown" for each in unshown]
    result.why += [f"log: {each}" for each in _errors(log)]
    result.held = max([result.held, *map(float, _HELD.findall(log))])
    story = [*troubles.done, *(f"deaf {since:.3f} {until:.3f}" for since, until in troubles.deaf)]
    club.bot.log.with_name("troubles.txt").write_text("\n".join((*story, *result.why)))
    return result


async def _game(
    game: Round, ledger: Ledger, chance: Random, troubles: Troubles, slots: asyncio.Semaphore
) -> None:
    """Play one game to its end, or until nothing has happened for long."""
    async with slots:
        host, clock = game.people[0], time.monotonic
        players = [
            asyncio.create_task(
                ChaosPlayer(game, at, ledger, Random(chance.random()), troubles.up).play()
            )
            for at in range(game.plan.people)
        ]
        before, since = None, clock()
        while clock() - since < STILL and not all(player.done() for player in players):
            sitting = ledger.of(host.id)
            now = (sitting.status, sitting.ply, len(sitting.seats)) if sitting else None
            if sitting is not None and sitting.broken:
                break
            if now != before:
                before, since = now, clock()
            await asyncio.wait(players, timeout=1.0)
        for player in players:
            player.cancel()
        for outcome in await asyncio.gather(*players, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


def _errors(log: str) -> list[str]:
    """Return the errors of the log, each with its traceback, but for what we made unreadable."""
    entries = re.split(r"\n(?=\d{4}-\d\d-\d\dT)", log)
    found = [each for each in entries if " ERROR " in each[:60] or "Stack for" in each]
    return [each for each in found if UNREADABLE not in each]


def _rooms(rounds: list[Round]) -> list[Channel]:
    return list({each.room.id: each.room for each in rounds}.values())


async def _read(ledger: Ledger) -> None:
    while True:
        ledger.refresh()
        await asyncio.sleep(TICK)


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _unshown(club: Club, ledger: Ledger) -> list[Sitting]:
    """Wait until every game that is over shows its end, and return those that do not."""
    until = time.monotonic() + SHOWN
    while True:
        ledger.refresh()
        over = [each for each in ledger.sittings.values() if each.status == "ended"]
        left = [each for each in over if not _shows_end(club, each)]
        if not left or time.monotonic() > until:
            return left
        await asyncio.sleep(TICK)


def _shows_end(club: Club, sitting: Sitting) -> bool:
    message = club.world.messages.get(sitting.message or 0)
    if message is None:
        return False
    seen = club.world.seen_by(club.people[0].id, message)
    return any((each.custom_id or "").endswith(":rematch") for each in seen.controls)
