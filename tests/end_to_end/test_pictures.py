"""Pictures of tables: on request for one's own eyes, and with the result for all."""

import asyncio
from pathlib import Path

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from tests.end_to_end.flinch_player import FlinchPlayer
from tests.end_to_end.harness import Club, Place, club, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


def words(seen: MessageSeen) -> list[str]:
    """Return the words beside the pictures of a message."""
    galleries = [part for part in walk(seen.components) if part.get("type") == 12]
    return [item["description"] for part in galleries for item in part["items"]]


async def test_picture_is_shown_on_request_and_at_the_end(house: Club) -> None:
    """`/table picture:true` answers one person; the result carries the final layout."""
    place = house.visit(2)
    await place.opened(pile="5")
    ana, ben = place.people
    await ben.slash(place.room.id, "table", picture=True)
    own = await ben.wait_for(lambda seen: seen.ephemeral and bool(words(seen)), place.room.id)
    assert [each.filename for each in own.attachments] == ["table.png"]
    assert own.attachments[0].size < 40 * 1024
    (said,) = words(own)
    assert "Middle: Stock" in said
    assert not any(words(seen) for seen in ana.messages(place.room.id))

    players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
    await asyncio.gather(*(player.play() for player in players))
    over = await ana.wait_for(
        lambda seen: bool(words(seen)) and "Rematch" in [each.label for each in seen.controls],
        place.room.id,
    )
    (said,) = words(over)
    assert said.startswith("Middle: ")
    assert " wins" in over.text
    assert "Reserve" not in over.text
    assert len(over.attachments) == 1


async def begun(place: Place) -> MessageSeen:
    """Open a table that its host sets to pictures, seat everybody, start, and return it."""
    ana, *guests = place.people
    await ana.slash(place.room.id, "play flinch", pile="5")
    lobby = await place.table(ana, "Join")
    rules = await press(ana, lobby, "House rules")
    await rules.settled()
    assert rules.message is not None
    choice = next(c for c in rules.message.controls if (c.custom_id or "").endswith(":display"))
    await ana.select(rules.message.id, choice.custom_id or "", ["picture"])
    for guest in guests:
        await press(guest, lobby, "Join")
    await press(ana, lobby, "Start")
    return await place.table(ana, "My hand")


async def test_table_is_a_picture_that_follows_the_game(house: Club) -> None:
    """The host's choice: the table is a picture from the first message on, edited with each act."""
    place = house.visit(2)
    table = await begun(place)
    ana = place.people[0]
    assert [each.filename for each in table.attachments] == ["table.png"]
    (first,) = words(table)
    assert first.startswith("Middle: Stock ")
    players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
    playing = asyncio.gather(*(player.play() for player in players))
    told = {first}

    def followed(seen: MessageSeen) -> bool:
        if seen.id == table.id:
            told.update(words(seen))
        return len(told) > 5

    shown = await ana.wait_for(followed, place.room.id)
    assert all(each.size < 40 * 1024 for each in shown.attachments)
    assert len(shown.attachments) == len(words(shown)) == 1
    await playing
    over = await ana.wait_for(
        lambda seen: "Rematch" in [each.label for each in seen.controls] and bool(words(seen)),
        place.room.id,
    )
    assert over.id == table.id


async def test_table_is_text_where_files_are_refused(house: Club) -> None:
    """Without Attach Files the table is the text it is elsewhere, and the game goes on."""
    place = house.visit(2)
    bot = next(iter(house.world.bots.values()))
    house.world.faults.deny(place.room, bot, permissions.ATTACH_FILES)
    table = await begun(place)
    assert words(table) == []
    assert len(table.attachments) == 0
    assert "Reserve" in table.text


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (400, 50035)])
async def test_table_becomes_text_when_a_picture_is_refused(
    tmp_path: Path, status: int, code: int
) -> None:
    """A file that Discord does not take: the next edit is the text, in the same message."""
    async with club(tmp_path, people=2) as place:
        table = await begun(place)
        assert words(table)
        ana = place.people[0]
        path = rf"/channels/{place.room.id}/messages/{table.id}$"
        place.world.faults.answer(path, status, code, method="PATCH")
        players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
        playing = asyncio.gather(*(player.play() for player in players))
        text = await ana.wait_for(
            lambda seen: seen.id == table.id and not words(seen), place.room.id
        )
        assert "Reserve" in text.text
        assert len(text.attachments) == 0
        await playing
        assert any("was refused" in line for line in place.bot.errors())
        place.bot.log.unlink()
