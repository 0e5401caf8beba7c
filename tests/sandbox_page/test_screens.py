"""Every kind of screen on a phone and a desktop: in sight, whole, legible, in one language."""

from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Page

from bot.sandbox.page.window import PAGE
from bot.ui.elements.screen import Button, Choice, Row, Screen, Select, Text
from scripts import screens as pictures
from tests.browser import PHONE, browser, faint, opened, overflow
from tests.gallery import Gallery
from tests.wall import NOW, Wall, standing

__all__ = ["browser"]

pytestmark = pytest.mark.asyncio(loop_scope="module")

SIZES = (PHONE, (1280, 800))
ROWS = 6
CROWDED = ("hand-", "table-")
"""Kinds of screens full of cards: measured in every form that cards have."""
MODES = (("en", False, False), ("es", True, False), ("en", True, True), ("es", False, True))
"""Language, cards as faces, big print."""

MEASURED = """
(messages) => {
  const log = document.getElementById("log");
  const view = log.getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const end = box(messages.at(-1)).bottom;
  const below = log.scrollHeight - (end - view.top + log.scrollTop);
  const said = (one) => one.textContent.trim().slice(0, 60);
  const style = (one) => getComputedStyle(one);
  const lines = (one) => Math.round(box(one).height / parseFloat(style(one).lineHeight));

  const torn = (text) => {
    const what = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = document.createTreeWalker(text, what);
    const found = [];
    let last = null;
    const next = (word, first, end) => {
      const middle = (first.top + first.bottom) / 2;
      const card = /^(\\[|#|×|🃏|(10|[2-9AKQJ])[♠♥♦♣])/.test(word);
      const label = last && /^[\\p{L}#]+:?$/u.test(last.word);
      if (label && card && last.bottom < middle) found.push(`${last.word} / ${word}`);
      last = { word, bottom: end.bottom };
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        if (node.matches("img")) next("#", box(node), box(node));
        else if (node.tagName === "BR" || style(node).display !== "inline") last = null;
        continue;
      }
      for (const part of node.data.matchAll(/\\n|[^\\s\\u2060]+/g)) {
        const range = document.createRange();
        range.setStart(node, part.index);
        range.setEnd(node, part.index + part[0].length);
        const boxes = [...range.getClientRects()];
        if (part[0] === "\\n") last = null;
        else if (boxes.length) next(part[0], boxes[0], boxes.at(-1));
      }
    }
    return found;
  };

  return messages.map((message) => {
    const own = (what) => [...message.querySelectorAll(what)];
    const controls = own(".button, .select");
    const texts = own(".content");
    const middle = texts.findIndex((one) => /Middle|Centro|Suit|Palo/.test(one.textContent));
    const top = box(message).bottom + below - view.height;
    const must = [...controls, ...texts.slice(Math.max(middle, 0))];
    return {
      middle: middle >= 0,
      rows: new Set(controls.map((one) => Math.round(box(one).top))).size,
      away: must.filter((one) => box(one).top < top).map(said),
      broken: own(".button .label, .select .chosen").filter((one) => lines(one) > 1).map(said),
      torn: texts.flatMap(torn),
      cut: own("*").filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
        && style(one).overflowX !== "visible").map(said),
    };
  });
}
"""
"""Of each message: whether its middle is found, how many rows of controls it has, what is out of
sight when it is the newest, labels on two lines, cards torn from their word, words cut off."""

WIDE = """
(labels) => {
  const field = document.querySelector(".select .chosen");
  const pencil = document.createElement("canvas").getContext("2d");
  pencil.font = getComputedStyle(field).font;
  const room = field.getBoundingClientRect().width;
  return labels.filter((one) => pencil.measureText(one).width > room);
}
"""
"""Labels that would not stand on one line of a closed select."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wall() -> AsyncIterator[Wall]:
    """The page, to hang screens on."""
    async with standing() as one:
        yield one


def kinds(mode: tuple[str, bool, bool], wall: Wall) -> list[tuple[str, Screen]]:
    """Return the screens to be measured in a mode: all in the first two, else those with cards."""
    language, faces, big = mode
    every = Gallery(language, wall.faces if faces else None, big=big).every()
    return [each for each in every if mode in MODES[:2] or each[0].startswith(CROWDED)]


def faults(name: str, seen: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one screen as it was measured."""
    yield from (f"breaks: {each}" for each in seen["broken"])
    yield from (f"cut off: {each}" for each in seen["cut"])
    if name.startswith(CROWDED):
        yield from (f"torn from its word: {each}" for each in seen["torn"])
    if name.startswith("hand-"):
        yield from (f"out of sight: {each}" for each in seen["away"])
        if seen["rows"] > ROWS:
            yield f"{seen['rows']} rows of controls"
        if not seen["middle"]:
            yield "no middle"


async def measured(page: Page, names: Iterable[str]) -> list[str]:
    """Return what is wrong with the messages of the room that is open."""
    seen = await page.locator("[data-message-id]").evaluate_all(MEASURED)
    wrong = [
        f"{name} {fault}"
        for name, one in zip(names, seen, strict=True)
        for fault in faults(name, one)
    ]
    return wrong + (["too wide"] if await overflow(page) else [])


@pytest.mark.parametrize("mode", MODES, ids=["text", "Spanish", "big", "big Spanish text"])
async def test_every_screen_is_seen_whole(
    browser: Browser, wall: Wall, mode: tuple[str, bool, bool]
) -> None:
    """`experience.md` section 4: nothing of a hand is out of sight, no label breaks, all is read.

    A hand shows the middle, one's own cards and all controls at once, in at most six rows.
    """
    every, wrong = kinds(mode, wall), []
    rooms = [every[at : at + PAGE] for at in range(0, len(every), PAGE)]
    theme = "light" if mode[0] == "es" else "dark"
    async with opened(browser, wall.url, size=PHONE, theme=theme, now=NOW) as page:
        await page.locator("[data-act=hint]").click()
        for room in rooms:
            address, hung = wall.hang((screen for _, screen in room), mode[0])
            await page.goto(address)
            await page.locator(f"[data-message-id='{hung[-1]}']").wait_for()
            wrong += [f"faint: {each}" for each in await faint(page)]
            for width, height in SIZES:
                await page.set_viewport_size({"width": width, "height": height})
                found = await measured(page, (name for name, _ in room))
                wrong += [f"{width}: {each}" for each in found]
    assert wrong == []


def labels(screens: Iterable[Screen]) -> set[str]:
    """Return everything that a closed select may come to show."""
    selects = [part for one in screens for part in one.parts if isinstance(part, Select)]
    return {one.placeholder for one in selects} | {
        choice.label for one in selects for choice in one.choices if one.most == 1
    }


@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_choice_stands_on_one_line(browser: Browser, wall: Wall, language: str) -> None:
    """Whatever is chosen, a phone shows all of it: Discord would cut off the rest."""
    screens = dict(Gallery(language).every())
    address, _ = wall.hang([screens["preferences"]], language)
    async with opened(browser, address, size=PHONE, now=NOW) as page:
        await page.locator(".select").first.wait_for()
        assert await page.evaluate(WIDE, sorted(labels(screens.values()))) == []


async def test_make_screens_shows_all_of_a_long_screen(
    browser: Browser, wall: Wall, tmp_path: Path
) -> None:
    """At the device's width, a hand as much as its screen shows, anything else to its end."""
    only = ["hand-partners", "error-1"]
    for mode in pictures.MODES[:2]:
        await pictures.take(browser, wall, mode, tmp_path, "dark", only)
        sharp, (width, height) = pictures.SHARP[mode.device], pictures.SIZES[mode.device]
        sizes = {}
        for name in only:
            with Image.open(tmp_path / f"{name}-{mode.name}.png") as picture:
                sizes[name] = (picture.width / sharp, picture.height / sharp)
        assert sizes["hand-partners"] == (width, height)
        assert sizes["error-1"][0] == width
        assert sizes["error-1"][1] > height


async def test_what_is_wrong_is_found(browser: Browser, wall: Wall) -> None:
    """A tall hand, seven rows, a long label, a card alone on its line: each is named."""
    choices = (Choice("1", "one"),)
    rows = [Row((Button(f"k1:1:1:1:0:{each}", each),)) for each in "abcdefg"]
    torn = Text("\n".join("m" * length + " [12]" for length in range(5, 25)))
    broken = Screen((torn, Select("k1:1:1:1:0:pick", "many " * 12, choices)))
    tall = Screen((Text("Middle [1]" + "\nline" * 40), *rows))
    address, hung = wall.hang([broken, tall])
    async with opened(browser, address, size=PHONE, now=NOW) as page:
        await page.locator(f"[data-message-id='{hung[-1]}']").wait_for()
        found = await measured(page, ["table-broken", "hand-tall"])
    assert list(dict.fromkeys(" ".join(each.split()[:4]) for each in found)) == [
        "table-broken cut off: many",
        "table-broken torn from its",
        "hand-tall out of sight:",
        "hand-tall 7 rows of",
    ]
