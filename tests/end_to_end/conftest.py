"""One bot for all tests of a file; each test visits with its own people in its own channel."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.sandbox.model.client_view import MessageSeen
from tests.end_to_end.flinch_player import FlinchPlayer
from tests.end_to_end.harness import Club, Place, club


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """A server with the bot running; checked for failures after the file's last test."""
    async with club(tmp_path_factory.mktemp("house"), people=1) as place:
        yield place


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(house: Club) -> tuple[Place, MessageSeen]:
    """Two people who have just finished a game, and its table."""
    place = house.visit(2)
    await place.opened(pile="5")
    players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
    await asyncio.gather(*(player.play() for player in players))
    return place, await place.table(place.people[0], "Rematch")
