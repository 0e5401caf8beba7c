"""Empty databases, in a file and on a server, and what is kept on one in a test."""

import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.db.engines import reading_engine
from bot.db.migrate import upgrade
from bot.db.tables import Reader
from bot.db.writers import writing_engine
from bot.discord_api.errors import Tasks
from tests.db.counted import CountedStore
from tests.postgresql import Databases
from tests.tables.harness import url_of

KINDS = ("sqlite", "postgresql")

BOTH = pytest.mark.parametrize("url", KINDS, indirect=True)
"""Marks a test that runs on a file and, where one is installed, on a server."""

FILE = pytest.mark.parametrize("url", KINDS[:1], indirect=True)
"""Marks a test of what there is with a file alone."""

SERVER = pytest.mark.parametrize("url", KINDS[1:], indirect=True)
"""Marks a test of what there is with a server alone."""


@dataclass(frozen=True)
class Kept:
    """A real database, and what runs in the background."""

    reader: Reader
    store: CountedStore
    tasks: Tasks


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated, empty database file to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    upgrade(url_of(path))
    return path


@pytest.fixture
def empty(request: pytest.FixtureRequest, migrated: Path, tmp_path: Path) -> Callable[[str], str]:
    """Return what makes an empty database of a kind for this test and says its URL."""

    def make(kind: str) -> str:
        if kind == "postgresql":
            server: Databases = request.getfixturevalue("server")
            return server.empty()
        path = tmp_path / "kept.sqlite3"
        shutil.copy(migrated, path)
        return url_of(path)

    return make


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, empty: Callable[[str], str]) -> str:
    """Return the URL of an empty database, of each kind in turn."""
    return empty(request.param)


@pytest.fixture
async def kept(url: str) -> AsyncIterator[Kept]:
    """Return an empty database, opened."""
    found = Kept(Reader(reading_engine(url)), CountedStore(writing_engine(url)), Tasks())
    yield found
    await found.tasks.settle(5)
    await found.store.close()
    await found.reader.close()
