"""Tables on an empty database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db.migrate import upgraded
from tests.tables.harness import House, url_of


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Return tables on an empty database."""
    url = url_of(tmp_path / "tables.sqlite3")
    await upgraded(url)
    house = House(url)
    await house.tables.restore()
    yield house
    await house.close()
