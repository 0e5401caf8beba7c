"""Pictures of what people set and read, from the real page: `python -m scripts.choices`.

The pages of `/settings`, `/preferences`, `/tables`, and pages of rules, at the size
of a phone, in English and Spanish. Writes docs/pictures/choices-*.png.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Browser

from bot.sandbox.models import Channel
from bot.sandbox.seen import MessageSeen
from bot.ui import server_settings
from engine.games import GAMES
from scripts.screens import Mode, Stage, shoot, stage
from tests.browser import PHONE, launched

TALL = (PHONE[0], 1_000)
PAGES = (0, len(server_settings.PAGES))
"""Pages of settings that are shown: where and who, and the first one of house rules."""


async def answered(on: Stage, room: Channel, command: str, **options: object) -> MessageSeen:
    """Return the private answer to a command of Ana's."""
    answer = await (await on.people[0].slash(room.id, command, **options)).settled()
    assert answer is not None
    return answer


async def turned(on: Stage, seen: MessageSeen, value: int) -> None:
    """Choose a page on the last select of a screen; the buttons after it turn pages too."""
    ana = on.people[0]
    selects = [each for each in ana.message(seen.id).controls if each.kind == "string"]
    await ana.select(seen.id, selects[-1].custom_id or "", [str(value)])


async def take(browser: Browser, mode: Mode, theme: str) -> None:
    """Take all pictures in one language."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(mode, Path(folder)) as on:
            base = f"{on.sandbox.base_url}/#/{on.people[0].id}/"

            async def one(name: str, command: str, page: int = 0, **options: object) -> None:
                room = on.sandbox.world.add_channel(on.guild, name)
                seen = await answered(on, room, command, **options)
                if page:
                    await turned(on, seen, page)
                await shoot(
                    browser, f"{base}{room.id}", f"choices-{name}{mode.suffix}", TALL, theme
                )

            for page in PAGES:
                await one(f"settings-{page + 1}", "settings", page)
            await one("preferences", "preferences")
            for game in GAMES:
                pages = on.app.kit.renderers[game.key].pages
                await one(f"rules-{game.key}", "rules", len(pages) // 2, game=game.key)
            first = GAMES[0].key
            last = len(on.app.kit.renderers[first].pages)
            await one(f"rules-{first}-house", "rules", last, game=first)
            await on.play(first)
            await one("tables", "tables")


async def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    options = parser.parse_args()
    async with launched() as browser:
        for mode in (Mode("en", True), Mode("es", True)):
            await take(browser, mode, options.theme)


if __name__ == "__main__":
    asyncio.run(main())
