"""A migrated database a test."""

from pathlib import Path

import pytest

from bot.db.migrate import upgrade
from tests.postgresql import Databases
from tests.tables.harness import url_of


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty, migrated database, a file unless the test asks for another."""
    if getattr(request, "param", "sqlite") == "postgresql":
        server: Databases = request.getfixturevalue("server")
        return server.empty()
    url = url_of(tmp_path / "folder" / "kalamazoo.sqlite3")
    upgrade(url)
    return url
