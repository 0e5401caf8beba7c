"""Pictures of every kind of screen, from the real page: `python -m scripts.screens`.

Each as a phone and as a desktop shows it, in English and Spanish, hands and tables with cards as
text too. A hand is cut off where the phone's screen ends; what else is longer is shown whole. Those
of the README and of `docs/ratings.md` are written by `--folder docs/pictures --mode en-phone --only
table-flinch-picture hand-flinch-played table-flip table-flushed-picture leaderboard-chart stats
replay`.
"""

import argparse
import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser

from bot.locale import LANGUAGES
from bot.ui.elements.screen import Screen
from tests.browser import PHONE, launched, opened
from tests.gallery import Gallery
from tests.wall import NOW, Wall, standing

FOLDER = Path(__file__).parents[1] / "build" / "screens"
SIZES = {"phone": PHONE, "desktop": (1280, 800)}
SHARP = {"phone": 2, "desktop": 1}
CROWDED = ("hand-", "table-")
COLOURS = 128
HEIGHT = """
() => {
  const log = document.getElementById("log");
  return innerHeight + log.scrollHeight - log.clientHeight;
}
"""
"""How high the window would have to be to show everything."""

DRAWN = """
() => Promise.all([document.fonts.ready, ...[...document.images].map((each) => each.decode())])
"""
"""Waits until every letter and picture is there."""


class Mode(Struct, frozen=True):
    """One way to look: a language, a device, whether cards have faces."""

    language: str
    device: str
    faces: bool = True

    @property
    def name(self) -> str:
        """Return what its pictures' names end in."""
        return "-".join([self.language, *(() if self.faces else ("text",)), self.device])


MODES = [Mode(language, device) for language in LANGUAGES for device in SIZES]
MODES += [Mode(language, "phone", faces=False) for language in LANGUAGES]


def wanted(wall: Wall, mode: Mode, only: list[str]) -> Iterator[tuple[str, Screen]]:
    """Yield the screens of a mode."""
    for name, screen in Gallery(mode.language, wall.faces if mode.faces else None).every():
        if (mode.faces or name.startswith(CROWDED)) and (not only or name in only):
            yield name, screen


async def take(
    browser: Browser, wall: Wall, mode: Mode, folder: Path, theme: str, only: list[str]
) -> None:
    """Take the pictures of one mode."""
    size, scale = SIZES[mode.device], SHARP[mode.device]
    async with opened(browser, wall.url, size=size, theme=theme, scale=scale, now=NOW) as page:
        await page.locator("[data-act=hint]").click()
        await page.mouse.move(1, 1)
        for name, screen in wanted(wall, mode, only):
            address, (message,) = wall.hang([screen], mode.language, name=name)
            await page.goto(address)
            await page.locator(f"[data-message-id='{message}']").wait_for()
            await page.evaluate(DRAWN)
            if not name.startswith("hand-"):
                height = await page.evaluate(HEIGHT)
                await page.set_viewport_size({"width": size[0], "height": max(size[1], height)})
            store(folder / f"{name}-{mode.name}.png", await page.screenshot())
            await page.set_viewport_size({"width": size[0], "height": size[1]})


def store(path: Path, data: bytes) -> None:
    """Write a picture with a fixed number of colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(data)) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.0f} KB\n")


async def main() -> None:
    """Read the options and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="Where to write them.")
    parser.add_argument("--mode", choices=[each.name for each in MODES], help="One alone.")
    parser.add_argument("--only", nargs="*", default=[], help="Screens wanted; all if left out.")
    options = parser.parse_args()
    async with standing() as wall, launched() as browser:
        for mode in MODES:
            if options.mode in (None, mode.name):
                await take(browser, wall, mode, options.folder, options.theme, options.only)


if __name__ == "__main__":
    asyncio.run(main())
