"""One bot for all tests of a file; each test visits with its own people in its own channel."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.end_to_end.harness import Club, club


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """A server with the bot running; checked for failures after the file's last test."""
    async with club(tmp_path_factory.mktemp("house"), people=1) as place:
        yield place
