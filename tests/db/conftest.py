"""A migrated database a test."""

from pathlib import Path

import pytest

from bot.db.migrate import upgraded
from tests.tables.harness import url_of


@pytest.fixture
async def url(tmp_path: Path) -> str:
    """Return the URL of an empty, migrated database."""
    url = url_of(tmp_path / "folder" / "kalamazoo.sqlite3")
    await upgraded(url)
    return url
