"""A stage for pictures of the real page: the sandbox, the bot on it, people who play, a browser.

Everything is dealt and played with a fixed seed. Pictures are of the size of a phone or a desktop
and go to the folder build/screens unless another one is said.
"""

import argparse
import asyncio
import io
import re
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser

from bot.app import App, build
from bot.config import load
from bot.db.migrate import upgraded
from bot.gateway.login import point
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from bot.tables.commands import Act
from bot.tables.model import Table
from bot.tables.service import Tables
from engine.games import GAMES
from tests.browser import DESKTOP, PHONE, launched, opened

FOLDER = Path(__file__).parents[1] / "build" / "screens"
ONLY: set[str] = set()
"""Names of the pictures wanted; empty: all of them."""
TOKEN = "pictures"
SEED = "5" * 64
NAMES = ("Ana", "Ben", "Carla", "Dan")
TALL = (PHONE[0], 1180)
"""A phone whose page is scrolled: a hand with all its controls."""
COLOURS = 128
PLIES, FEW_PLIES = {"flinch": 46}, 9
"""Moves before the picture: enough for something to lie on the table."""
LOCALES = {"en": "en-US", "es": "es-ES"}
Take: TypeAlias = Callable[[Browser, "Stage", "Mode", str], Awaitable[None]]
"""What takes the pictures of one mode: browser, stage, mode, and the theme of the page."""


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


EN, ES, TEXT, ES_TEXT = Mode("en", True), Mode("es", True), Mode("en", False), Mode("es", False)
EVERY = (EN, ES, TEXT, ES_TEXT)


class Stage:
    """The sandbox with the bot on it, and people who play."""

    def __init__(
        self, sandbox: Sandbox, app: App, people: list[Person], guild: Any, bot: Any
    ) -> None:
        self.sandbox = sandbox
        self.app = app
        self.people = people
        self.guild = guild
        self.bot = bot

    async def play(self, key: str) -> tuple[Table, Channel]:
        """Open a table of a game, seat everybody, and play up to Ana's turn."""
        room = self.sandbox.world.add_channel(self.guild, f"{key}-table")
        host, *guests = self.people[: max(self._game(key).seat_counts)]
        await host.slash(room.id, f"play {key}")
        lobby = await host.wait_for(lambda seen: len(seen.controls) > 2, room.id)
        for guest in guests:
            await guest.press(lobby.id, control(lobby, "join"))
        await host.until(lambda: has(host.message(lobby.id), "start"))
        await host.press(lobby.id, control(host.message(lobby.id), "start"))
        table = await self._started(room)
        await self._moves(table.id, PLIES.get(key, FEW_PLIES))
        await asyncio.sleep(1.5)
        found = self.app.tables.get(table.id)
        assert found is not None
        return found, room

    @staticmethod
    def _game(key: str) -> Any:
        return next(game for game in GAMES if game.key == key)

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


def does(custom_id: str | None, act: str) -> bool:
    """Say whether a control is of this act; that of a vote carries the vote's number behind it."""
    return re.fullmatch(rf"{act}(-\d+)?", (custom_id or "").rsplit(":", 1)[-1]) is not None


def has(seen: MessageSeen, act: str) -> bool:
    """Say whether a message has a control of this act."""
    return any(does(each.custom_id, act) for each in seen.controls)


def control(seen: MessageSeen, act: str) -> str:
    """Return the id of a message's control of this act."""
    return next(each.custom_id or "" for each in seen.controls if does(each.custom_id, act))


@asynccontextmanager
async def stage(mode: Mode, folder: Path, **more: object) -> AsyncIterator[Stage]:
    """Run sandbox, page and bot; `more` are settings of it beyond their bounds."""
    locale = LOCALES[mode.language]
    world = World()
    ana = world.add_user(NAMES[0], locale=locale)
    guild = world.add_guild("Card Club", owner=ana, locale=locale)
    people = [ana, *(world.add_user(name, locale=locale, guild=guild) for name in NAMES[1:])]
    lounge = world.add_channel(guild, "chat")
    bot = world.add_bot(TOKEN, guilds=(guild,))
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
    settings = settings.model_copy(update=more)
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
        yield Stage(sandbox, app, people, guild, bot)
    finally:
        await app.stop()
        await asyncio.gather(running, return_exceptions=True)
        await sandbox.stop()


async def shoot(browser: Browser, url: str, name: str, size: tuple[int, int], theme: str) -> None:
    """Take a picture of a place of the page and store it with few colours."""
    if ONLY and name not in ONLY:
        return
    scale = 1 if size == DESKTOP else 2
    async with opened(browser, url, size=size, theme=theme, scale=scale) as page:
        await page.locator("[data-act=hint]").click()
        await page.mouse.move(1, 1)
        await page.wait_for_timeout(700)
        store(name, await page.screenshot())


def store(name: str, data: bytes) -> None:
    """Write a picture with a fixed number of colours."""
    if ONLY and name not in ONLY:
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.png"
    with Image.open(io.BytesIO(data)) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.0f} KB\n")


async def run(take: Take, modes: Sequence[Mode], about: str | None, **more: object) -> None:
    """Read the options of a script and take its pictures in every mode."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--folder", type=Path, help="Where to write them.")
    parser.add_argument("--mode", help="One of them alone, as pictures end: en, es, text …")
    parser.add_argument("--only", nargs="*", default=(), help="Pictures wanted; all if left out.")
    options = parser.parse_args()
    ONLY.update(options.only)
    if options.folder is not None:
        globals()["FOLDER"] = options.folder
    async with launched() as browser:
        for mode in modes:
            if options.mode in (None, mode.suffix.removeprefix("-") or "en"):
                with tempfile.TemporaryDirectory() as folder:
                    async with stage(mode, Path(folder), **more) as on:
                        await take(browser, on, mode, options.theme)
