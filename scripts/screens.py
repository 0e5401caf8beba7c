"""Pictures for the README and the docs, from the real page: `python -m scripts.screens`.

Starts the sandbox with its page and the bot on it, plays a few moves of every game with a fixed
seed, and takes pictures of the table and of a hand in Chromium, at the size of a phone and of a
desktop, in English and Spanish, with card faces and as text. Also a picture of a table as the bot
draws it. Writes docs/pictures/*.png.
"""

import argparse
import asyncio
import io
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser

from bot.app import App, build
from bot.boards.pictures import drawn
from bot.cogs.client import point
from bot.config import load
from bot.db.migrate import upgraded
from bot.sandbox.models import Channel
from bot.sandbox.people import Person
from bot.sandbox.seen import MessageSeen
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from bot.tables.entries import Act
from bot.tables.tables import Tables
from bot.tables.values import Table
from engine.games import GAMES
from tests.browser import DESKTOP, PHONE, launched, opened

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
TOKEN = "pictures"
SEED = "5" * 64
NAMES = ("Ana", "Ben", "Carla", "Dan")
TALL = (PHONE[0], 1180)
"""A phone whose page is scrolled: a hand with all its controls."""
COLOURS = 128
PLIES = {"flinch": 46, "flip": 9, "flushed": 9}
"""Moves before the picture: enough for something to lie on the table."""
LOCALES = {"en": "en-US", "es": "es-ES"}


class Mode(Struct, frozen=True):
    """One bot to take pictures of: its language, and whether cards have faces."""

    language: str
    faces: bool

    @property
    def suffix(self) -> str:
        """Return what its pictures' names end in."""
        return ("" if self.language == "en" else f"-{self.language}") + (
            "" if self.faces else "-text"
        )


class Stage:
    """The sandbox with the bot on it, and people who play."""

    def __init__(self, sandbox: Sandbox, app: App, people: list[Person], guild: Any) -> None:
        self.sandbox = sandbox
        self.app = app
        self.people = people
        self.guild = guild

    async def play(self, key: str) -> tuple[Table, Channel]:
        """Open a table of a game, seat everybody, and play up to Ana's turn."""
        room = self.sandbox.world.add_channel(self.guild, f"{key}-table")
        host, *guests = self.people[: 2 if key == "flip" else 4]
        await host.slash(room.id, f"play {key}")
        lobby = await host.wait_for(lambda seen: len(seen.controls) > 2, room.id)
        for guest in guests:
            await guest.press(lobby.id, control(lobby, "join"))
        await host.press(lobby.id, control(lobby, "start"))
        table = await self._started(room)
        await self._moves(table.id, PLIES[key])
        await asyncio.sleep(1.5)
        found = self.app.tables.get(table.id)
        assert found is not None
        return found, room

    async def _started(self, room: Channel) -> Table:
        """Wait until people are to act at the one table of a channel."""

        def running() -> bool:
            tables = self.app.tables.in_channel(room.id)
            return any(each.state and game_of(each).to_act(each.state) for each in tables)

        await until(running)
        return next(iter(self.app.tables.in_channel(room.id)))

    async def _moves(self, number: int, plies: int) -> None:
        """Play so many moves, and on to the host's turn where there are turns."""
        chance = Random(SEED)
        for _ in range(plies + 40):
            table = self.app.tables.get(number)
            assert table is not None
            turn = game_of(table).turn(table.state)
            if table.ply >= plies and (turn is None or turn.seat == 0):
                return
            await self.act(table, chance)

    async def act(self, table: Table, chance: Random) -> None:
        """Have somebody do something possible."""
        seat, notation = next(self._choices(table, chance))
        person = table.seats[seat].person
        assert person is not None
        act = Act(
            person=person,
            route="button",
            stamp=time.time(),
            arrived=time.monotonic(),
            key=uuid.uuid4().hex,
            notation=notation,
        )
        await self.app.tables.submit(table.id, act)

    def _choices(self, table: Table, chance: Random) -> Iterator[tuple[int, str]]:
        """Yield what seats would do, as house players think, else anything possible."""
        game, state = game_of(table), table.state
        seats = sorted(game.to_act(state))
        call = self.app.kit.renderers[table.game].call
        for seat in seats:
            for thought in game.think("hard", seat, None, game.view(state, seat), chance):
                if thought.notation != call:
                    yield seat, thought.notation
        for seat in seats:
            for action in game.actions(state, seat):
                yield seat, game.format(action)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, looking again and again."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.05)


def game_of(table: Table) -> Any:
    """Return a table's game."""
    return next(game for game in GAMES if game.key == table.game)


def control(seen: MessageSeen, act: str) -> str:
    """Return the id of a message's control of this act."""
    ids = [each.custom_id or "" for each in seen.controls]
    return next(each for each in ids if each.endswith(f":{act}"))


@asynccontextmanager
async def stage(mode: Mode, folder: Path) -> AsyncIterator[Stage]:
    """Run sandbox, page and bot."""
    locale = LOCALES[mode.language]
    world = World()
    ana = world.add_user(NAMES[0], locale=locale)
    guild = world.add_guild("Card Club", owner=ana, locale=locale)
    people = [ana, *(world.add_user(name, locale=locale, guild=guild) for name in NAMES[1:])]
    lounge = world.add_channel(guild, "chat")
    world.add_bot(TOKEN, guilds=(guild,))
    sandbox = Sandbox(world, limits=False, page=True)
    await sandbox.start()
    settings = load(
        environment=False,
        database_url=f"sqlite+aiosqlite:///{folder / 'pictures.sqlite3'}",
        api_base=sandbox.api_base,
        gateway_url=sandbox.gateway_url,
        edit_spacing=0,
        requests_per_second=1000,
        ready_timeout=0.05,
        dm_burst=1000,
        turn_notice=600,
        pace_live=300,
    )
    await upgraded(settings.database_url)
    point(settings.api_base, settings.gateway_url)
    with patch("bot.app.Tables", partial(Tables, seed=lambda: SEED)):
        app = build(settings)
    app.with_faces = mode.faces
    running = asyncio.create_task(app.client.start(TOKEN))
    try:
        faces = len({name for each in app.kit.renderers.values() for name in each.faces})
        wanted = faces if mode.faces else 0
        await until(lambda: app.client.is_ready() and bool(ana.commands(lounge.id)))
        await until(lambda: len(app.looks.emojis) >= wanted)
        yield Stage(sandbox, app, people, guild)
    finally:
        await app.stop()
        await asyncio.gather(running, return_exceptions=True)
        await sandbox.stop()


async def shoot(browser: Browser, url: str, name: str, size: tuple[int, int], theme: str) -> None:
    """Take a picture of a place of the page and store it with few colours."""
    scale = 1 if size == DESKTOP else 2
    async with opened(browser, url, size=size, theme=theme, scale=scale) as page:
        await page.locator("[data-act=hint]").click()
        await page.mouse.move(1, 1)
        await page.wait_for_timeout(700)
        store(name, await page.screenshot())


def store(name: str, data: bytes) -> None:
    """Write a picture with a fixed number of colours."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.png"
    with Image.open(io.BytesIO(data)) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.0f} KB\n")


async def take(browser: Browser, mode: Mode, theme: str) -> None:
    """Take all pictures of one bot."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(mode, Path(folder)) as on:
            for game in GAMES:
                table, room = await on.play(game.key)
                await shoot_all(browser, on, mode, theme, table, room)


async def shoot_all(
    browser: Browser, on: Stage, mode: Mode, theme: str, table: Table, room: Channel
) -> None:
    """Take the pictures of one table: in the channel, as a hand, and as the bot draws it."""
    ana, key = on.people[0], table.game
    address = f"{on.sandbox.base_url}/#/{ana.id}/"

    async def one(place: int, name: str, size: tuple[int, int]) -> None:
        await shoot(browser, f"{address}{place}", f"{key}-{name}{mode.suffix}", size, theme)

    await one(room.id, "table-phone", PHONE)
    if on.app.kit.renderers[key].hands:
        await one(await ana.dm(), "hand-phone", TALL)
    if mode.faces:
        await one(room.id, "table", DESKTOP)
        board = on.app.boards.board(table.id)
        assert board is not None
        drawing = await drawn(board, on.app.looks.guild(table.guild))
        store(f"{key}-picture{mode.suffix}", drawing.data)


async def main() -> None:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--folder", type=Path, help="Write them elsewhere.")
    options = parser.parse_args()
    if options.folder is not None:
        globals()["FOLDER"] = options.folder
    async with launched() as browser:
        for mode in (Mode("en", True), Mode("es", True), Mode("en", False)):
            await take(browser, mode, options.theme)


if __name__ == "__main__":
    asyncio.run(main())
