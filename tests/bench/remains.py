"""What games leave behind in the bot's memory: `python -m tests.bench.remains --games 2000`.

Whole games of people with hands go through one process: the real tables, views and database, only
Discord answers at once and keeps nothing. Prints what is left in every registry, and by how much
the resident memory of the second half has grown a game; exit status 1 if either is too much.
"""

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from bot.app import App, build
from bot.config import Settings
from bot.db.migrate import upgraded
from bot.tables.entries import Act, Join, PersonEntry, Resign, Start
from bot.tables.model import NewTable, Table
from bot.tables.replies import Done
from bot.tables.service import KEPT
from bot.ui.elements import emojis
from tests.tables.harness import restored
from tests.tables.time import ManualClock

MOST = 1024.0
"""Bytes a game by which resident memory may grow."""
ACTS = 6
"""Acts of a game before one of the two gives up."""
PEOPLE = 6
FORGOTTEN = 200.0
"""Seconds after which nobody wants a rematch any more."""
PAGE = resource.getpagesize()


class Silence:
    """Discord, as far as a bot that never listens needs it: it takes everything, keeps nothing."""

    def __init__(self) -> None:
        self._ids = count(1_000)

    def answer(self, wire: Any) -> None:
        """Answer all requests of the bot."""

        async def made(*_: Any, **__: Any) -> int:
            return next(self._ids)

        async def nothing(*_: Any, **__: Any) -> None:
            pass

        async def seen(channel: int, message: int, most: int, at: Any) -> list[int]:
            return [message]

        for name in ("send", "open_dm", "open_thread"):
            setattr(wire, name, made)
        for name in ("edit", "delete", "react", "unreact", "clear_reactions", "member", "archive"):
            setattr(wire, name, nothing)
        wire.messages_from = seen


class Played:
    """A bot, and games played on it one after the other."""

    def __init__(self, app: App, clock: ManualClock) -> None:
        self.app = app
        self._clock = clock
        self._keys = count()

    async def game(self, number: int) -> None:
        """Play one game from its lobby until everything of it is forgotten."""
        tables, people = self.app.tables, [100 + (number + at) % PEOPLE for at in range(2)]
        opened = await tables.open(
            NewTable(
                game="flinch",
                guild=1,
                channel=1 + number % 50,
                host=people[0],
                host_name="Ana",
                chosen={"pile": 5},
            )
        )
        assert isinstance(opened, Done), opened
        table = opened.table.id
        await self._do(table, Join, people[1], name="Ben")
        await self._do(table, Start, people[0])
        for _ in range(ACTS):
            now = self._table(table)
            turn = tables.game(now).turn(now.state)
            if turn is None:
                break
            action = tables.game(now).auto_action(now.state, turn.seat)
            person = now.seats[turn.seat].owner
            assert person is not None, "people play"
            await self._do(table, Act, person, notation=tables.game(now).format(action))
            self._react(table, person)
        await self._do(table, Resign, people[1])
        await self._pass(FORGOTTEN)

    def left(self) -> dict[str, int]:
        """Return what is left in memory of games that are over."""
        app = self.app
        return {
            "views and messages": len(app.registry),
            "tables that run": len(app.tables.active()),
            "tables that are over, beyond those kept": max(
                len(app.tables.remembered()) - KEPT - 1, 0
            ),
        }

    async def _do(
        self, table: int, kind: Callable[..., PersonEntry], person: int, **more: Any
    ) -> None:
        entry = kind(
            person=person,
            route="button",
            stamp=self._clock.stamp(),
            arrived=self._clock.monotonic(),
            key=f"i{next(self._keys)}",
            **more,
        )
        await self.app.tables.submit(table, entry)
        await self._pass(1.0)

    def _react(self, table: int, person: int) -> None:
        """Turn a reaction below a hand and the table, as people who have none but reactions do."""
        view = self.app.registry.view(table)
        assert view is not None, "it runs"
        for message in tuple(view.messages):
            view.toggles.turn(message, person, emojis.SIT, added=True)

    def _table(self, table: int) -> Table:
        found = self.app.tables.get(table)
        assert found is not None, "it runs"
        return found

    async def _pass(self, seconds: float) -> None:
        """Let time pass, call by call, and everything happen that it brings."""
        until = self._clock.monotonic() + seconds
        await self._settle()
        while self._clock.step(until):
            await self._settle()
        await self._settle()

    async def _settle(self) -> None:
        await self.app.tables.idle()
        await self.app.tasks.settle(10)
        for _ in range(5):
            await asyncio.sleep(0)


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


async def played(games: int, out: Callable[[str], object] = print) -> tuple[dict[str, int], float]:
    """Return what is left after that many games, and the growth of the second half in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/k.sqlite3"
        await upgraded(url)
        clock = ManualClock()
        settings = Settings(
            database_url=url, edit_spacing=0, requests_per_second=10_000, dm_burst=1_000
        )
        app = build(settings, clock=clock)
        Silence().answer(app.kit.wire)
        await restored(app.tables)
        await app.registry.restored()
        bot, before = Played(app, clock), 0
        for number in range(games):
            if number == games // 2:
                before = resident()
            await bot.game(number)
            if (number + 1) % max(games // 10, 1) == 0:
                out(f"{number + 1} games: {resident() / 2**20:.1f} MiB")
        grown = (resident() - before) / (games - games // 2)
        left = bot.left()
        await app.tables.close()
        await app.store.close()
        await app.reader.close()
        return left, grown


def main() -> int:
    """Play, print, and say by the exit status whether memory came back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    games = parser.parse_args().games
    left, grown = asyncio.run(played(games))
    for what, number in left.items():
        sys.stdout.write(f"{what}: {number}\n")
    sys.stdout.write(
        f"the last {games - games // 2} games: {grown:.0f} bytes a game (at most {MOST:.0f})\n"
    )
    return int(any(left.values()) or grown > MOST)


if __name__ == "__main__":
    sys.exit(main())
