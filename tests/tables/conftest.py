"""Tables on an empty database: a file, unless a test asks for a server too."""

from collections.abc import AsyncIterator, Callable

import pytest

from tests.tables.harness import House, restored


@pytest.fixture
def url(request: pytest.FixtureRequest, empty: Callable[[str], str]) -> str:
    """Return the URL of an empty database of this test."""
    return empty(getattr(request, "param", "sqlite"))


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """Return tables on an empty database."""
    house = House(url)
    await restored(house.tables)
    yield house
    await house.close()
