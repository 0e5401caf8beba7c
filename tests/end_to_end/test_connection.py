"""The gateway is lost and comes back: nothing twice, nothing forgotten (`discord.md` section 5)."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox.people.person import PATIENCE, Person
from tests.end_to_end.flinch_player import CALL, DIGITS, FLINCH, PLACES, FlinchPlayer, Reading, read
from tests.end_to_end.harness import Club, club


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Club]:
    """Two people at a running table."""
    async with club(tmp_path, people=2) as club_:
        await club_.opened(pile="5")
        yield club_


def stored(place: Club) -> list[tuple[int, str, str | None]]:
    """Return ply, notation and press of every action of a person."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    rows = database.execute(
        "SELECT DISTINCT ply, notation, press FROM events WHERE ply > 0 ORDER BY ply"
    ).fetchall()
    database.close()
    return rows


def key_of(reading: Reading) -> str | None:
    """Return the one emoji that plays a card now."""
    wish = reading.wishes()[0]
    if wish == "F":
        return FLINCH
    if wish[0] == "H":
        return DIGITS[reading.hand.index(int(wish[1:]))]
    return PLACES[int(wish[1:]) - 1] if wish[0] == "R" else None


async def ready_to_press(place: Club) -> tuple[Person, int, str]:
    """Play on until somebody has a card to play; return who, on which hand, and the emoji."""
    for _ in range(40):
        for person in place.people:
            hand = await place.hand(person)
            if not read(hand).mine:
                continue
            key = key_of(read(hand))
            if key is None:
                await FlinchPlayer(person, place.room, "commands").play(most=1)
            else:
                await person.until(lambda p=person, h=hand: _there(p, h.id))  # type: ignore[misc]
                return person, hand.id, key
    raise LookupError("nobody can play a card")


def _there(person: Person, message: int) -> bool:
    """Say whether the last of the reactions that are set beforehand is there."""
    return person.message(message).reaction(CALL) is not None


async def back(place: Club, since: int, *names: str) -> None:
    """Wait until the gateway has said one of that."""
    async with asyncio.timeout(PATIENCE):
        while not any(e.name in names for e in list(place.world.record.events)[since:]):  # noqa: ASYNC110 - the record tells nobody
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("how", ["drop", "ask"])
async def test_press_while_the_connection_is_lost_counts_once(place: Club, how: str) -> None:
    """RESUME replays what was missed; what had arrived before is not done again."""
    person, hand, key = await ready_to_press(place)
    before = stored(place)
    since = len(place.world.record.events)
    if how == "drop":
        place.world.faults.drop_gateway()
    else:
        place.world.faults.ask_reconnect()
    await person.react(hand, key)
    await back(place, since, "RESUMED")
    await person.until(lambda: read(person.message(hand)).hand is not None)
    async with asyncio.timeout(PATIENCE):
        while len(stored(place)) == len(before):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    assert len(stored(place)) == len(before) + 1


async def test_move_by_reaction_without_a_session_is_read_again(place: Club) -> None:
    """After an invalid session nobody tells of it; it stands below the hand and counts once."""
    person, hand, key = await ready_to_press(place)
    before = stored(place)
    since = len(place.world.record.events)
    place.world.faults.invalidate()
    await person.react(hand, key)
    await back(place, since, "READY")
    async with asyncio.timeout(PATIENCE):
        while len(stored(place)) == len(before):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    assert len(stored(place)) == len(before) + 1


async def test_several_presses_without_a_session_do_not_count_and_the_hand_says_so(
    place: Club,
) -> None:
    """In which order they came nobody knows; pressed again, the one that is meant counts once."""
    person, hand, key = await ready_to_press(place)
    await person.until(lambda: _there(person, hand))
    before = stored(place)
    since = len(place.world.record.events)
    place.world.faults.invalidate()
    await person.react(hand, key)
    await person.react(hand, CALL)
    await back(place, since, "READY")
    await person.until(lambda: "last presses don't count" in person.message(hand).text)
    assert stored(place) == before
    await person.unreact(hand, key)
    async with asyncio.timeout(PATIENCE):
        while len(stored(place)) == len(before):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)
    await person.until(lambda: "last presses don't count" not in person.message(hand).text)
    assert len(stored(place)) == len(before) + 1


async def test_reactions_that_stood_before_a_restart_are_no_presses(place: Club) -> None:
    """What was played before counts once; taking the reaction away is the next press."""
    person, hand, key = await ready_to_press(place)
    await person.react(hand, key)
    async with asyncio.timeout(PATIENCE):
        while not (rows := stored(place)) or rows[-1][2] is None:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    await place.bot.kill()
    await place.restart()
    await asyncio.sleep(1)
    assert stored(place) == rows
