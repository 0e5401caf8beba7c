"""What commands answer: what was done, and where it goes on."""

import asyncio
import re
from functools import partial

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import read
from tests.end_to_end.harness import Club, Place, offers, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def said(person: Person, room: int, command: str, **options: object) -> str:
    """Return the private answer to a command, once it is there."""
    answer = await (await person.slash(room, command, **options)).settled(15)
    assert answer is not None
    assert answer.ephemeral
    return answer.text


def number(text: str) -> str:
    """Return the number of the table a text is about."""
    return str(re.findall(r"[Tt]able (\d+)", text)[0])


def tables(place: Place) -> list[int]:
    """Return the messages of the room that show a table to be played at."""
    return [seen.id for seen in place.people[0].messages(place.room.id) if offers(seen, "My hand")]


def private(person: Person, channel: int) -> list[MessageSeen]:
    """Return what somebody alone sees in a channel."""
    return [seen for seen in person.messages(channel) if seen.ephemeral and not seen.thinking]


def both(person: Person, channel: int) -> bool:
    """Say whether two of these are there."""
    return len(private(person, channel)) == 2


def changed(person: Person, before: MessageSeen) -> bool:
    """Say whether a message is no longer as it was."""
    return person.message(before.id) != before


def slow(house: Club, place: Place) -> None:
    """Have Discord take a second for the next message in the room."""
    path = rf"/channels/{place.room.id}/messages$"
    house.world.faults.rate_limit(path, 1.0, method="POST")


async def test_opening_a_table_links_to_its_lobby_however_slow(house: Club) -> None:
    """The answer waits for the message it links to."""
    place = house.visit(1)
    ana = place.people[0]
    slow(house, place)
    text = await said(ana, place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    assert f"/{place.room.id}/{lobby.id}" in text


async def test_start_says_that_it_has_begun_and_where(house: Club) -> None:
    """The table is a new message: the answer links to it."""
    place = house.visit(1)
    ana = place.people[0]
    await ana.slash(place.room.id, "play flinch", bots=1)
    await place.table(ana, "Join")
    slow(house, place)
    text = await said(ana, place.room.id, "start")
    table = await place.table(ana, "My hand")
    assert text.startswith(f"Table {number(table.text)} has started.")
    assert f"/{place.room.id}/{table.id}" in text


async def test_move_says_what_was_done(house: Club) -> None:
    """In the words of the table, not only that it was done."""
    place = house.visit(2)
    await place.opened()
    for person in place.people:
        hand = read(await place.hand(person))
        if hand.mine:
            text = await said(person, place.room.id, "move", action=hand.wishes()[0])
            assert text.startswith(f"Done. {person.name} ")


async def test_every_hand_that_was_asked_for_is_kept_up_to_date(house: Club) -> None:
    """That of the first table in the answer, those of others in messages that follow it."""
    places = [house.visit(2, "hands 1"), house.visit(0, "hands 2")]
    people = places[1].people = places[0].people
    for place in places:
        await place.opened(pile="5")
    shown: dict[tuple[Person, str], MessageSeen] = {}
    for person in people:
        dm = await person.dm()
        await person.slash(dm, "hand")
        await person.until(partial(both, person, dm))
        shown |= {(person, number(each.text)): each for each in private(person, dm)}
    assert len(shown) == 4
    for (person, table), seen in shown.items():
        if read(seen).mine:
            action, dm = read(seen).wishes()[0], await person.dm()
            assert (await said(person, dm, "move", action=action, table=table)).startswith("Done.")
            for one in people:
                before = shown[one, table]
                await one.until(partial(changed, one, before))


async def test_end_by_a_moderator_is_asked_once(house: Club) -> None:
    """The game goes on until the button is pressed; then the answer says what became of it."""
    place, owner = house.visit(2), house.people[0]
    ana, ben = place.people
    table = await place.opened()
    which = number(table.text)
    asked = await (await owner.slash(place.room.id, "end", table=which)).settled()
    assert asked is not None
    assert "Nobody wins or loses" in asked.text
    assert await said(ben, place.room.id, "rematch") != ""
    assert ana.message(table.id).control("My hand")
    await press(owner, asked, f"End table {which}")
    await owner.until(lambda: f"Table {which} has ended." in owner.message(asked.id).text)
    await ana.until(lambda: "moderator ended the table" in ana.message(table.id).text)
    text = await said(ana, place.room.id, "rematch")
    lobby = await place.table(ana, "Join")
    assert text.startswith(f"You're in. The next game is at table {number(lobby.text)}.")
    assert f"/{place.room.id}/{lobby.id}" in text
    text = await said(ben, place.room.id, "rematch")
    anew = await place.table(ben, "My hand")
    assert text.startswith(f"Table {number(anew.text)} has started.")
    assert f"/{place.room.id}/{anew.id}" in text


async def test_lost_right_ends_nothing(house: Club) -> None:
    """The button of the question counts only for whoever may end the table when it is pressed."""
    place = house.visit(2)
    ana = place.people[0]
    role = house.world.add_role(house.guild, "Ushers", 1 << 13)
    house.world.give_role(house.guild, ana.id, role)
    table = await place.opened()
    which = number(table.text)
    asked = await (await ana.slash(place.room.id, "end")).settled()
    assert asked is not None
    house.world.set_role(house.guild, role, 0)
    await press(ana, asked, f"End table {which}")
    await ana.until(lambda: "Manage Messages permission" in ana.message(asked.id).text)
    assert ana.message(table.id).control("My hand")


async def test_right_in_another_channel_ends_nothing(house: Club) -> None:
    """Manage Messages counts where the table is, not where `/end table:` is typed, or pressed."""
    place, elsewhere = house.visit(2), house.visit(1)
    ana, eva = place.people[0], elsewhere.people[0]
    table = await place.opened()
    which = number(table.text)
    house.world.overwrite(elsewhere.room, eva, allow=permissions.MANAGE_MESSAGES)
    text = await said(eva, elsewhere.room.id, "end", table=which)
    assert "Nobody wins or loses" not in text
    assert ana.message(table.id).control("My hand")

    house.world.overwrite(place.room, eva, allow=permissions.MANAGE_MESSAGES)
    asked = await (await eva.slash(elsewhere.room.id, "end", table=which)).settled()
    assert asked is not None
    house.world.overwrite(place.room, eva)
    await press(eva, asked, f"End table {which}")
    await eva.until(lambda: "Manage Messages permission" in eva.message(asked.id).text)
    assert ana.message(table.id).control("My hand")


async def test_end_of_a_lobby_needs_no_question(house: Club) -> None:
    """Nothing is lost with it: the answer says that it is closed."""
    place = house.visit(1)
    ana = place.people[0]
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    assert await said(ana, place.room.id, "end") == f"Table {number(lobby.text)} is closed."


async def test_table_command_leaves_a_table_in_sight_where_it_is(house: Club) -> None:
    """Posted a moment ago and not buried: the answer links to it, no stub of an old one is left."""
    place = house.visit(2)
    table = await place.opened()
    for person in place.people:
        text = await said(person, place.room.id, "table")
        assert f"/{place.room.id}/{table.id}" in text
    assert tables(place) == [table.id]
    assert "moved" not in "".join(each.text for each in person.messages(place.room.id))


async def test_table_command_while_the_table_is_being_posted_waits_for_it(house: Club) -> None:
    """Pressed by two at once it is posted once, and both read where it is."""
    place = house.visit(2)
    ana, ben = place.people
    table = await place.opened()
    for chat in range(6):
        await ana.say(place.room.id, f"chat {chat}")
    slow(house, place)
    texts = await asyncio.gather(*(said(each, place.room.id, "table") for each in (ana, ben)))
    await ana.until(lambda: len(tables(place)) == 1)
    (anew,) = tables(place)
    assert anew > table.id
    for text in texts:
        assert f"/{place.room.id}/{anew}" in text


async def test_refusal_of_the_rules_says_what_it_is_about(house: Club) -> None:
    """Not only that the rules of the table do not allow it."""
    place = house.visit(2)
    await place.opened(pile="5")
    ana, ben = place.people
    hands = {person: read(await place.hand(person)) for person in (ana, ben)}
    turn, other = (ana, ben) if hands[ana].mine else (ben, ana)
    room = place.room.id
    assert "still have cards in hand" in await said(turn, room, "move", action="N")
    assert "have a partner" in await said(turn, room, "move", action="PF")
    assert "strict rules" in await said(other, room, "accuse", player=turn.name, reason="peeked")
    await said(turn, room, "move", action=hands[turn].wishes()[0])
    assert await said(turn, room, "flinch") == "You can't call on yourself."


async def test_laying_down_out_of_turn_is_refused_at_once(house: Club) -> None:
    """By button and reaction, in the hand's last line: not only after the card was chosen."""
    place = house.visit(2)
    await place.opened()
    hands = {person: await place.hand(person) for person in place.people}
    other = next(person for person in place.people if not read(hands[person]).mine)
    hand = hands[other]
    await press(other, hand, "Lay a card")
    await other.until(lambda: "It's not your turn yet." in other.message(hand.id).text)
    assert "Cancel" not in [each.label for each in other.message(hand.id).controls]
