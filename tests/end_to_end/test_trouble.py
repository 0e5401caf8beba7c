"""Discord failing at the wrong moment: the game goes on and every press is answered.

Each fault is put into the sandbox once; the screens end up right, nothing happens twice.
"""

import pytest

from tests.end_to_end.flinch_player import one_act, turn_of
from tests.end_to_end.harness import Club, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_failed_edit_is_repaired(house: Club, status: int) -> None:
    """A 5xx on the table's edit costs a moment; the newest state is shown."""
    place = house.visit(2)
    table = await place.opened()
    await turn_of(place)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.answer(path, status, method="PATCH")
    before = place.people[0].message(table.id).text
    person = await one_act(place)
    await person.until(lambda: person.message(table.id).text != before)


async def test_edit_whose_answer_is_lost_is_shown_once(house: Club) -> None:
    """A connection dropped after the effect: the newest state is sent again, nothing else."""
    place = house.visit(2)
    table = await place.opened()
    await turn_of(place)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.drop(path, method="PATCH", after_effect=True)
    person = await one_act(place)
    before = person.message(table.id).text
    await one_act(place)
    await person.until(lambda: person.message(table.id).text != before)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_answer_that_is_refused_counts_as_given(house: Club, status: int, code: int) -> None:
    """The press had its effect; the message is right a moment later, by another way."""
    place = house.visit(2)
    await place.opened()
    person = await turn_of(place)
    hand = await place.hand(person)
    fault = house.world.faults.answer("/callback", status, code, after_effect=True)
    await press(person, hand, "Lay a card")
    assert fault.times == 0
    await person.until(lambda: "Which card will you lay?" in person.message(hand.id).text)


async def test_reactions_that_cannot_be_set_leave_the_buttons(house: Club) -> None:
    """30010, 90001 and 50013 on reactions cost only the reactions."""
    place = house.visit(2)
    for status, code in ((400, 30010), (403, 90001), (403, 50013)):
        house.world.faults.answer("/reactions/", status, code, method="PUT")
    await place.opened()
    await one_act(place)


async def test_hand_that_cannot_be_delivered_is_announced(house: Club) -> None:
    """50278 on sending: the person is told where the hand is."""
    place = house.visit(2)
    ben = place.people[1]
    dm = await ben.dm()
    house.world.faults.answer(rf"/channels/{dm}/messages", 403, 50278, method="POST")
    await place.opened()
    await ben.wait_for(lambda seen: seen.pinged_me and "My hand" in seen.text, place.room.id)


async def test_table_is_posted_when_discord_recovers(house: Club) -> None:
    """The first post fails with 500s beyond the library's patience; the lobby still comes."""
    place = house.visit(1)
    path = rf"/channels/{place.room.id}/messages$"
    house.world.faults.answer(path, 503, method="POST")
    await place.people[0].slash(place.room.id, "play flinch")
    await place.people[0].wait_for(lambda seen: bool(seen.controls), place.room.id)
