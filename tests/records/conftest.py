"""Tables on an empty database, with ratings kept."""

from collections.abc import AsyncIterator

import pytest

from bot.db.stats import StatsReader
from bot.records.ratings import Ratings
from tests.tables.harness import House, restored


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """Return tables on an empty database."""
    house = House(url, rater=lambda reader: Ratings(StatsReader(reader)))
    await restored(house.tables)
    yield house
    await house.close()


@pytest.fixture
def records(house: House) -> StatsReader:
    """Return what reads the records of those tables."""
    return StatsReader(house.reader)
