"""What somebody in one server can do to the tables of another: nothing.

See `architecture.md`, Secrets.
"""

from typing import Any

import pytest

from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, offers

pytestmark = pytest.mark.asyncio(loop_scope="module")


def elsewhere(house: Club) -> tuple[Person, Channel]:
    """Return somebody who owns a server of their own with the bot in it, and a channel there."""
    stranger = house.world.add_user("Xeno")
    guild = house.world.add_guild("Elsewhere", owner=stranger)
    house.world.invite(guild, next(iter(house.world.bots.values())))
    return stranger, house.world.add_channel(guild, "there")


async def test_tables_of_another_server_cannot_be_named(house: Club) -> None:
    """Its number is known to nobody there: not to end, join, watch, explain or show it anew."""
    place = house.visit(2)
    table = await place.opened()
    number = table.text.split("table ")[1].split("\n")[0]
    stranger, there = elsewhere(house)
    for command in ("end", "join", "leave", "table", "watch", "why", "hand", "flinch"):
        answer = await stranger.slash(there.id, command, table=number)
        await answer.settled()
        assert answer.message is not None
        assert "table is gone" in answer.message.text, command
    shown = place.people[0].messages(place.room.id)
    assert [each.id for each in shown if offers(each, "My hand")] == [table.id]


async def test_power_in_ones_own_server_ends_no_table_elsewhere(house: Club) -> None:
    """A player who may manage messages in another server has one vote, like everybody."""
    place = house.visit(3)
    table = await place.opened()
    number = table.text.split("table ")[1].split("\n")[0]
    ben = place.people[1]
    own = house.world.add_guild("Ben's own", owner=ben)
    house.world.invite(own, next(iter(house.world.bots.values())))
    room = house.world.add_channel(own, "there")
    given: dict[str, Any]
    for given, said in (({"table": number}, "voting"), ({}, "a vote on")):
        answer = await ben.slash(room.id, "end", **given)
        await answer.settled()
        assert answer.message is not None
        assert said in answer.message.text
    assert ben.message(table.id).control("My hand")


@pytest.mark.parametrize("command", ["watch", "why", "table"])
async def test_own_server_can_name_its_tables(house: Club, command: str) -> None:
    """Somebody without a seat, in another channel of the server that he can see."""
    place, other = house.visit(2), house.visit(1)
    table = await place.opened()
    number = table.text.split("table ")[1].split("\n")[0]
    answer = await other.people[0].slash(other.room.id, command, table=number)
    await answer.settled()
    assert answer.message is not None
    assert "table is gone" not in answer.message.text
