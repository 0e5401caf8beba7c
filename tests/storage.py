"""What is kept while the bot starts anew in one test."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.db.migrate import upgraded
from bot.db.session import reading_engine, writing_engine
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_api.errors import Tasks


@dataclass(frozen=True)
class Kept:
    """A real database, and what runs in the background."""

    reader: Reader
    store: Store
    tasks: Tasks


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    """Return an empty database."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}"
    await upgraded(url)
    found = Kept(Reader(reading_engine(url)), Store(writing_engine(url)), Tasks())
    yield found
    await found.tasks.settle(5)
    await found.store.close()
    await found.reader.close()
