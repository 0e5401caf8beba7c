"""Presses on a message that the table has left (`experience.md` section 4, a press by reaction)."""

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, offers, press

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAID = "+10 under it"
"""What the table shows of a pile of ten whose person has paid a card for a false call."""


async def acted(house: Club) -> tuple[Place, MessageSeen, Person]:
    """Return a table after its first act, and somebody whose call would be false."""
    place = house.visit(2)
    table = await place.opened()
    hands = {person: read(await place.hand(person)) for person in place.people}
    turn = next(person for person in place.people if hands[person].mine)
    other = next(person for person in place.people if person is not turn)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await other.until(lambda: other.message(table.id).reaction("✋") is not None)
    for chat in range(6):
        await other.say(place.room.id, f"chat {chat}")
    return place, table, other


async def anew(person: Person, place: Place, table: MessageSeen, label: str) -> MessageSeen:
    """Have the table shown anew, and return its new message."""
    await person.slash(place.room.id, "table")
    return await person.wait_for(
        lambda seen: seen.id > table.id and offers(seen, label),
        place.room.id,
    )


async def test_call_on_a_board_that_has_moved_is_none(house: Club) -> None:
    """✋ below "This table has moved" costs nothing; the hand says where the table is."""
    place, table, other = await acted(house)
    moved = await anew(other, place, table, "My hand")
    await other.until(lambda: str(moved.id) in other.message(table.id).text)
    hand = await place.hand(other)
    await other.react(table.id, "✋")
    await other.until(lambda: "This table has moved." in other.message(hand.id).text)
    assert f"/{place.room.id}/{moved.id}" in other.message(hand.id).text.splitlines()[-1]
    await FlinchPlayer(other, place.room, "buttons").hand()
    assert PAID not in other.message(moved.id).text


async def test_call_counts_while_the_old_board_still_shows_the_table(house: Club) -> None:
    """Nobody can know yet that it has moved: a call is never stale."""
    place, table, other = await acted(house)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.rate_limit(path, 3.0, method="PATCH")
    moved = await anew(other, place, table, "My hand")
    assert other.message(table.id).controls
    await press(other, table, "Flinch!")
    await other.until(lambda: PAID in other.message(moved.id).text)


async def test_button_of_a_board_that_has_moved_leads_to_the_table(house: Club) -> None:
    """A client that still shows the old buttons: one sentence with the link, and no call."""
    place, table, other = await acted(house)
    old = other.message(table.id)
    components = house.world.messages[table.id].components
    moved = await anew(other, place, table, "My hand")
    await other.until(lambda: str(moved.id) in other.message(table.id).text)
    house.world.messages[table.id].components = components
    answer = await other.press(table.id, old.control("Flinch!").custom_id or "")
    await answer.settled()
    assert answer.message is not None
    assert answer.message.ephemeral
    assert answer.message.text.startswith("This table has moved.")
    assert f"/{place.room.id}/{moved.id}" in answer.message.text
    assert PAID not in other.message(moved.id).text


async def test_reaction_on_a_moved_table_of_open_cards_is_told_at_the_table(house: Club) -> None:
    """Where nobody has a hand, one short line below the table says so; no false call is made.

    Taking a reaction away asks for nothing.
    """
    place = house.visit(2)
    table = await place.opened("flip", shows="FLIP!")
    ana, ben = place.people
    await ana.until(lambda: ana.message(table.id).reaction("➡️") is not None)
    await ben.react(table.id, "➡️")
    for chat in range(6):
        await ana.say(place.room.id, f"chat {chat}")
    moved = await anew(ana, place, table, "FLIP!")
    await ana.until(lambda: str(moved.id) in ana.message(table.id).text)
    await ben.unreact(table.id, "➡️")
    await ana.react(table.id, "🖐️")
    await ana.until(lambda: "Ana: that was an old copy" in ana.message(moved.id).text)
    assert "Ben: that was" not in ana.message(moved.id).text
    assert "false" not in ana.message(moved.id).text.lower()
