"""Direct channels: opened once, a few at a time (`discord.md` sections 1.2 and 4)."""

import asyncio
from collections.abc import Callable

import pytest

from bot.discord_api.dm_channels import BURST, EVERY, DirectChannels
from bot.discord_api.errors import Tasks
from bot.discord_api.users import People
from tests.messages.time import HandTime, settle
from tests.storage import Kept


class Door:
    """Discord's answer to opening a direct channel."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.closed: set[int] = set()

    async def open_dm(self, person: int) -> int:
        self.opened.append(person)
        await asyncio.sleep(0)
        if person in self.closed:
            raise ConnectionError
        return person * 10


@pytest.fixture
def people(kept: Kept) -> Callable[[], People]:
    """Return what starts the memory of people anew on one database."""
    return lambda: People(kept.reader, kept.store, kept.tasks)


async def wait(direct: DirectChannels, *persons: int) -> list[int | None]:
    """Ask for several channels at once."""
    return await asyncio.gather(*(direct.channel(person) for person in persons))


async def test_channel_is_opened_once_and_known_after_a_restart(
    people: Callable[[], People], kept: Kept
) -> None:
    """Two askers at once cost one request; later ones, and the next run, cost none."""
    door, tasks = Door(), Tasks()
    direct = DirectChannels(door, people(), HandTime(), tasks)  # type: ignore[arg-type]  # a door
    assert await wait(direct, 5, 5) == [50, 50]
    assert await wait(direct, 5) == [50]
    assert door.opened == [5]
    await kept.tasks.settle(60)
    anew = DirectChannels(door, people(), HandTime(), tasks)  # type: ignore[arg-type]  # a door
    assert await wait(anew, 5) == [50]
    assert door.opened == [5]


async def test_channel_that_cannot_be_opened_is_none_and_tried_again_later(
    people: Callable[[], People],
) -> None:
    """A refusal is an answer; the next game may succeed."""
    door = Door()
    door.closed.add(5)
    direct = DirectChannels(door, people(), HandTime(), Tasks())  # type: ignore[arg-type]  # a door
    assert await wait(direct, 5) == [None]
    door.closed.clear()
    assert await wait(direct, 5) == [50]


async def test_many_channels_are_opened_a_few_at_a_time(
    people: Callable[[], People],
) -> None:
    """Ten at once, then one every three seconds: a bot that opens many is shut out."""
    door, time = Door(), HandTime()
    direct = DirectChannels(door, people(), time, Tasks())  # type: ignore[arg-type]  # a door
    for person in range(1, BURST + 4):
        direct.prepare(person)
    for _ in range(20):
        await asyncio.sleep(0.01)
    assert len(door.opened) == BURST
    await time.advance(EVERY * 2.1)
    await settle()
    assert len(door.opened) == BURST + 2


async def test_processes_share_how_many_are_opened(people: Callable[[], People]) -> None:
    """Of two each opens half as many: Discord counts them together."""
    door, time = Door(), HandTime()
    direct = DirectChannels(door, people(), time, Tasks())  # type: ignore[arg-type]  # a door
    direct.share(2)
    for person in range(1, BURST + 1):
        direct.prepare(person)
    for _ in range(20):
        await asyncio.sleep(0.01)
    assert len(door.opened) == BURST // 2
    await time.advance(EVERY * 4.1)
    await settle()
    assert len(door.opened) == BURST // 2 + 2
