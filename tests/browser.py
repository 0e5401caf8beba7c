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
) -> AsyncIterator[Page]:
    """Open the sandbox's page in a profile of its own and wait until it shows a channel.

    Args:
        browser: As :func:`launched` gives it.
        url: Of the page; ``#/person/channel`` opens a place.
        size: Width and height in CSS pixels.
        theme: What the system prefers, "dark" or "light".
        scale: Device pixels per CSS pixel; 2 makes sharper pictures.

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
