"""Hostile names and missing permissions, as people meet them (`experience.md` sections 1, 6, 8)."""

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.record import RequestRecord
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, press

pytestmark = pytest.mark.asyncio(loop_scope="module")

EMOJIS = "🃏" * 32
NASTY = ("@everyone", "**x**", EMOJIS, "Same", "Same")


def strings(value: object) -> list[str]:
    """Return every string of a body."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for each in value.values() for text in strings(each)]
    if isinstance(value, list):
        return [text for each in value for text in strings(each)]
    return []


def shown(record: RequestRecord) -> str:
    """Return what a request of the bot shows."""
    return "\n".join(strings(record.body))


async def test_hostile_names_are_escaped_and_told_apart_everywhere(house: Club) -> None:
    """`@everyone`, `**x**`, 32 emojis, two equal names: in every message of a game."""
    before = len(house.world.record.requests)
    guests = [house.world.add_user(name, guild=house.guild) for name in NASTY]
    place = Place(guests, house.world.add_channel(house.guild, "names"))
    table = await place.opened(pile="5")
    for person in place.people:
        if read(await place.hand(person)).mine:
            await FlinchPlayer(person, place.room, "commands").play(most=1)
    sent = [shown(each) for each in list(house.world.record.requests)[before:]]
    assert not [text for text in sent if "@everyone" in text or "**x**" in text]
    assert not [text for text in sent if EMOJIS in text]
    assert "Same \\(2\\)" in place.people[0].message(table.id).text
    assert not [
        ping
        for person in place.people
        for ping in person.pinged()
        if ping.channel_id == place.room.id
    ]


@pytest.mark.parametrize(
    ("bit", "name", "consequence"),
    [
        (permissions.VIEW_CHANNEL, "View Channel", "you can't play here"),
        (permissions.SEND_MESSAGES, "Send Messages", "I can't show a table here"),
        (
            1 << 16,
            "Read Message History",
            "can't bring back a table that's buried or deleted, or add",
        ),
        (1 << 6, "Add Reactions", "you play with buttons only"),
        (1 << 14, "Embed Links", "some pictures won't show"),
        (1 << 15, "Attach Files", "some pictures won't show"),
        (1 << 35, "Create Public Threads (optional)", "has to share this channel"),
        (1 << 38, "Send Messages in Threads (optional)", "can't open a thread for a table"),
        (1 << 13, "Manage Messages (optional)", "remove one to press it again"),
    ],
)
async def test_check_names_each_missing_permission_and_what_fails_without_it(
    house: Club, bit: int, name: str, consequence: str
) -> None:
    """One line per permission that is missing here; what nobody needs is said to be optional.

    Where that is all, the first line says that nothing needed is missing.
    """
    place = house.visit(1)
    bot = next(iter(house.world.bots.values()))
    house.world.faults.deny(place.room, bot, bit)
    answer = await place.people[0].slash(place.room.id, "check")
    await answer.settled()
    assert answer.message is not None
    [line] = [each for each in answer.message.text.splitlines() if f"I don't have {name}:" in each]
    assert consequence in line
    assert answer.message.text.startswith("All set:") == ("(optional)" in name)


async def test_start_names_what_is_missing_too(house: Club) -> None:
    """A lobby is not opened where its table could not be shown; the host is told why."""
    place = house.visit(1)
    bot = next(iter(house.world.bots.values()))
    house.world.faults.deny(place.room, bot, permissions.SEND_MESSAGES)
    answer = await place.people[0].slash(place.room.id, "play flinch")
    await answer.settled()
    assert answer.message is not None
    assert "until someone who manages this channel gives me what's missing" in answer.message.text
    assert "I don't have Send Messages: I can't show a table here." in answer.message.text
    house.world.faults.deny(place.room, bot, 0)
    await place.people[0].slash(place.room.id, "play flinch", bots=1)
    lobby = await place.table(place.people[0], "Join")
    await press(place.people[0], lobby, "Start")
    await place.table(place.people[0], "My hand")


async def test_table_that_cannot_be_posted_anew_names_what_is_missing(house: Club) -> None:
    """Nobody is told that the table is at the bottom of the channel when it is not."""
    place = house.visit(2)
    ana = place.people[0]
    table = await place.opened()
    for _ in range(8):
        await ana.say(place.room.id, "Hello")
    bot = next(iter(house.world.bots.values()))
    house.world.faults.deny(place.room, bot, permissions.SEND_MESSAGES)
    answer = await ana.slash(place.room.id, "table")
    await answer.settled()
    assert answer.message is not None
    assert answer.message.text.startswith("I don't have Send Messages: I can't show a table here.")
    house.world.faults.deny(place.room, bot, 0)
    answer = await ana.slash(place.room.id, "table")
    await answer.settled()
    assert answer.message is not None
    assert "back at the bottom of the channel" in answer.message.text
    assert (await place.table(ana, "My hand")).id != table.id
