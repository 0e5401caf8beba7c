"""A migrated database a test, and the tables on it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db.migrate import upgrade
from tests.postgresql import Databases
from tests.tables.harness import House, url_of


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated, empty database to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    upgrade(url_of(path))
    return path


@pytest.fixture
def url(request: pytest.FixtureRequest, migrated: Path, tmp_path: Path) -> str:
    """Return the URL of an empty database of this test, a file unless it asks for another."""
    if getattr(request, "param", "sqlite") == "postgresql":
        server: Databases = request.getfixturevalue("server")
        return server.empty()
    shutil.copy(migrated, tmp_path / "tables.sqlite3")
    return url_of(tmp_path / "tables.sqlite3")


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """Return tables on an empty database."""
    house = House(url)
    await house.tables.restore()
    yield house
    await house.close()
