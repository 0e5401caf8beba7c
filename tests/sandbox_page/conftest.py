"""Fixtures of the page's tests."""

from tests.browser import browser, page, window
from tests.sandbox_page.stage import sandbox_url, stage

__all__ = ["browser", "page", "sandbox_url", "stage", "window"]
