"""A browser for the tests of the page: Debian's Chromium, driven by playwright.

The functions are for scripts as well (the picture of the README); the fixtures are for a
``conftest.py``, which imports them by name, beside a fixture ``sandbox_url`` of its own::

    from tests.browser import browser, page, window

    __all__ = ["browser", "page", "window"]

Everything of a module runs in one event loop, so a module that uses them says
``pytestmark = pytest.mark.asyncio(loop_scope="module")``.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.prerequisites import BROWSER, CHROMIUM, require

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE = 15_000
"""Milliseconds until something that does not appear is missed; a busy machine is slow."""

expect.set_options(timeout=PATIENCE)

DESKTOP = (1280, 860)
PHONE = (390, 844)


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Start Chromium without a window, and end it in any case."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def opened(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = DESKTOP,
    theme: str = "dark",
    scale: float = 1.0,
    now: datetime | None = None,
) -> AsyncIterator[Page]:
    """Open the sandbox's page in a profile of its own and wait until it shows a channel.

    Args:
        browser: As :func:`launched` gives it.
        url: Of the page; ``#/person/channel`` opens a place.
        size: Width and height in CSS pixels.
        theme: What the system prefers, "dark" or "light".
        scale: Device pixels per CSS pixel; 2 makes sharper pictures.
        now: What time it is there, for good; None: the machine's.

    Raises:
        AssertionError: At the end, if the page threw an error or wrote one to its console.
    """
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if theme == "light" else "dark",
        device_scale_factor=scale,
        has_touch=size[0] < 720,
        locale="en-US",
    )
    try:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        if now is not None:
            await page.clock.set_fixed_time(now)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda line: faults.append(line.text) if line.type == "error" else None,
        )
        await page.goto(url)
        await page.locator("body[data-ready=true]").wait_for()
        yield page
        assert not faults, f"the page reported {faults}"
    finally:
        await context.close()


async def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window; 0 is what it should be."""
    width: int = await page.evaluate(
        "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth,"
        " document.getElementById('log').scrollWidth + document.getElementById('log')"
        ".getBoundingClientRect().left) - window.innerWidth"
    )
    return max(0, width)


LEAST_CONTRAST = 4.5
"""Between words and what lies behind them, as WCAG 2 counts it, for letters of every size."""

_FAINT = """
(least) => {
  const pencil = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const read = (colour) => {
    if (!known.has(colour)) {
      pencil.clearRect(0, 0, 1, 1);
      pencil.fillStyle = colour;
      pencil.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pencil.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const mix = (top, under, share) => top.map((each, i) => each * share + under[i] * (1 - share));
  const over = (top, under) => mix(top.slice(0, 3), under, top[3]);
  const ground = (node) => {
    if (!node) return [255, 255, 255];
    const style = getComputedStyle(node);
    const under = ground(node.parentElement);
    return mix(over(read(style.backgroundColor), under), under, Number(style.opacity));
  };
  const seen = (colour, node) => {
    let shown = over(read(colour), ground(node));
    for (let at = node; at; at = at.parentElement) {
      shown = mix(shown, ground(at.parentElement), Number(getComputedStyle(at).opacity));
    }
    return shown;
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  const note = (node, words, letters, behind) => {
    const measured = ratio(letters, behind);
    if (measured < least) {
      found.push(`${measured.toFixed(2)} ${node.tagName}.${node.className}: ${words.slice(0, 40)}`);
    }
  };
  for (const node of document.body.querySelectorAll("*")) {
    const box = node.getBoundingClientRect();
    const hidden = !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (hidden || box.width < 2 || box.height < 2) continue;
    if (node.closest("svg, .emoji, noscript")) continue;
    const own = [...node.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE);
    const words = own.map((each) => each.data).join("").trim();
    const style = getComputedStyle(node);
    if (words) note(node, words, seen(style.color, node), ground(node));
    if (node.value && node.matches("input, textarea, select")) {
      note(node, node.value, seen(style.color, node), ground(node));
    } else if (node.placeholder) {
      const { color } = getComputedStyle(node, "::placeholder");
      note(node, node.placeholder, seen(color, node), ground(node));
    }
    for (const which of ["::before", "::after"]) {
      const pseudo = getComputedStyle(node, which);
      const content = pseudo.content.replace(/^"|"$/g, "");
      if (["none", "normal", ""].includes(content) || !/\\w/.test(content)) continue;
      const behind = over(read(pseudo.backgroundColor), ground(node));
      note(node, `${which} ${content}`, over(read(pseudo.color), behind), behind);
    }
  }
  return found;
}
"""


async def faint(page: Page, least: float = LEAST_CONTRAST) -> list[str]:
    """Return the words of the page that stand out too little, each with its measured contrast.

    Letters are laid over every background and opacity around them as the browser does it; icons
    and emojis are no words. What is scrolled out of sight counts, what is hidden does not.
    """
    found: list[str] = await page.evaluate(_FAINT, least)
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests of a module."""
    require(BROWSER)
    async with launched() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def window(browser: Browser, sandbox_url: str) -> AsyncIterator[Page]:
    """One window at desktop size for all tests of a module."""
    async with opened(browser, sandbox_url) as shown:
        yield shown


@pytest_asyncio.fixture(loop_scope="module")
async def page(window: Page, sandbox_url: str) -> Page:
    """The page as a newcomer finds it, loaded anew and with no settings kept."""
    await window.evaluate("localStorage.clear()")
    await window.goto(sandbox_url)
    await window.locator("body[data-ready=true]").wait_for()
    return window
