"""Pictures of tables and hands, from the real page: `python -m scripts.screens`.

Plays a few moves of every game and takes pictures of the table and of a hand at the size of a
phone, in English and Spanish, with card faces and as text; also of a desktop, and of the table as
the bot draws it. Those of the README are written by `--folder docs/pictures --mode en --only
flinch-table-phone flip-table-phone flushed-table-phone`.
"""

import asyncio

from playwright.async_api import Browser

from bot.messages.drawing import drawn
from bot.sandbox.model.objects import Channel
from bot.tables.model import Table
from engine.games import GAMES
from scripts.stage import EVERY, TALL, Mode, Stage, run, shoot, store
from tests.browser import DESKTOP, PHONE


async def take(browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
    """Take all pictures of one bot."""
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
        board = on.app.registry.view(table.id)
        assert board is not None
        drawing = await drawn(board, on.app.looks.guild(table.guild))
        for number, file in enumerate(drawing.attachments, 1):
            store(f"{key}-picture-{number}{mode.suffix}", file.data)


if __name__ == "__main__":
    asyncio.run(run(take, EVERY, __doc__))
