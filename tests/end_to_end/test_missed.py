"""Presses by reaction that nobody told of are read again: in lobbies and on tables.

`discord.md` section 12, item 18; those on hands are in `test_connection`.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, club
from tests.end_to_end.test_connection import back, stored

SIT, CALL = "🪑", "✋"


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Club]:
    """A room with three people."""
    async with club(tmp_path, people=3) as club_:
        yield club_


async def lobby(place: Club, game: str = "flinch") -> int:
    """Open a lobby and wait for its reactions."""
    ana = place.people[0]
    await ana.slash(place.room.id, f"play {game}")
    shown = await place.table(ana, "Join")
    await ana.until(lambda: ana.message(shown.id).reaction(SIT) is not None)
    return shown.id


def sits(person: Person, message: int, name: str) -> bool:
    """Say whether somebody's name stands in the lobby."""
    return name in person.message(message).text


async def test_sitting_down_without_a_session_counts(place: Club) -> None:
    """Who has set 🪑 sits, who has taken it away stands up again."""
    ana, ben, carla = place.people
    message = await lobby(place)
    await carla.react(message, SIT)
    await ana.until(lambda: sits(ana, message, "Carla"))
    since = len(place.world.record.events)
    place.world.faults.invalidate()
    await ben.react(message, SIT)
    await carla.unreact(message, SIT)
    await back(place, since, "READY")
    await ana.until(lambda: sits(ana, message, "Ben") and not sits(ana, message, "Carla"))


async def test_sitting_down_over_a_restart_counts(place: Club) -> None:
    """🪑 of somebody who does not sit there was missed; who sits by it sits on."""
    ana, ben, carla = place.people
    message = await lobby(place)
    await carla.react(message, SIT)
    await ana.until(lambda: sits(ana, message, "Carla"))
    await place.bot.kill()
    await ben.react(message, SIT)
    await place.restart()
    await ana.until(lambda: sits(ana, message, "Ben"))
    assert sits(ana, message, "Carla")


async def test_call_on_the_table_without_a_session_does_not_count_and_is_said_so(
    place: Club,
) -> None:
    """When it was made nobody knows; the next press is answered for itself."""
    del place.people[2:]
    ana, ben = place.people
    table = await place.opened(pile="5")
    await ana.until(lambda: ana.message(table.id).reaction(CALL) is not None)
    hands = [await place.hand(each) for each in (ana, ben)]
    since = len(place.world.record.events)
    place.world.faults.invalidate()
    await ana.react(table.id, CALL)
    await back(place, since, "READY")
    await ana.until(lambda: "last presses don't count" in ana.message(hands[0].id).text)
    assert stored(place) == []
    await ana.unreact(table.id, CALL)
    await ana.until(lambda: "last presses don't count" not in ana.message(hands[0].id).text)


@pytest.mark.parametrize("keys", [("1️⃣",), ("1️⃣", "2️⃣"), ("🖐️",)])
async def test_presses_at_an_open_table_without_a_session(
    place: Club, keys: tuple[str, ...]
) -> None:
    """One card is taken for what it is; several, or a call, are said not to count."""
    del place.people[2:]
    ana, _ = place.people
    table = await place.opened("flip", shows="FLIP!")
    await ana.until(lambda: "to begin" not in ana.message(table.id).text)
    for key in keys:
        await ana.until(lambda key=key: ana.message(table.id).reaction(key) is not None)  # type: ignore[misc]
    before = ana.message(table.id).text
    since = len(place.world.record.events)
    place.world.faults.invalidate()
    for key in keys:
        await ana.react(table.id, key)
    await back(place, since, "READY")
    if len(keys) > 1 or keys == ("🖐️",):
        await ana.until(lambda: "last presses don't count" in ana.message(table.id).text)
    else:
        await ana.until(lambda: ana.message(table.id).text != before)
        assert "last presses don't count" not in ana.message(table.id).text
