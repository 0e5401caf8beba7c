"""The errors of Discord that a game can meet, and what happens then (`discord.md` section 6)."""

import asyncio
from pathlib import Path

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import PATIENCE
from tests.end_to_end.flinch_player import FlinchPlayer, one_act, turn_of
from tests.end_to_end.harness import Club, Place, club, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def follows(place: Place, table: MessageSeen) -> None:
    """Act once and see the table follow."""
    before = place.people[0].message(table.id).text
    person = await one_act(place)
    await person.until(lambda: person.message(table.id).text != before)


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, 10014), (401, 50027), (429, 30046), (500, 0), (502, 0), (503, 0), (504, 0)],
)
async def test_edit_that_is_refused_is_made_good(house: Club, status: int, code: int) -> None:
    """Unknown emoji, dead token, old message, 5xx: the newest state is shown a moment later."""
    place = house.visit(2)
    table = await place.opened()
    await turn_of(place)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    if status == 429:
        house.world.faults.rate_limit(path, 0.2, method="PATCH", code=code)
    else:
        house.world.faults.answer(path, status, code, method="PATCH")
    await follows(place, table)


async def test_dead_token_gives_way_to_the_normal_edit(house: Club) -> None:
    """50027 on an edit through a press' token: the hand is right by another way."""
    place = house.visit(2)
    await place.opened()
    person = await turn_of(place)
    hand = await place.hand(person)
    await press(person, hand, "Lay a card")
    house.world.faults.answer(
        "/webhooks/.*/messages/@original", 401, 50027, method="PATCH", times=9
    )
    await press(person, person.message(hand.id), "Cancel")
    await FlinchPlayer(person, place.room, "commands").play(most=1)
    house.world.faults.clear()


async def test_form_that_discord_does_not_understand_costs_one_edit(tmp_path: Path) -> None:
    """50035 is our mistake: it is logged with its number, and the next state is shown."""
    async with club(tmp_path, people=2) as place:
        table = await place.opened()
        await turn_of(place)
        path = rf"/channels/{place.room.id}/messages/{table.id}$"
        place.world.faults.answer(path, 400, 50035, method="PATCH")
        await one_act(place)
        async with asyncio.timeout(PATIENCE):
            while not any("was refused" in line for line in place.bot.errors()):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.05)
        await follows(place, table)
        place.bot.log.unlink()


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (403, 50278), (403, 40003)])
async def test_hand_that_cannot_be_sent_is_behind_its_button(
    house: Club, status: int, code: int
) -> None:
    """The person is told once in the channel, and plays by **My hand**."""
    place = house.visit(2)
    ben = place.people[1]
    dm = await ben.dm()
    house.world.faults.answer(rf"/channels/{dm}/messages", status, code, method="POST")
    table = await place.opened()
    await ben.wait_for(lambda seen: seen.pinged_me and "My hand" in seen.text, place.room.id)
    shown = await press(ben, table, "My hand")
    await shown.settled()
    assert shown.message is not None
    assert "Your hand" in shown.message.text


async def test_direct_channel_that_cannot_be_opened_is_no_obstacle(tmp_path: Path) -> None:
    """40003 on opening it: as if direct messages were closed."""
    async with club(tmp_path, people=2) as place:
        place.world.faults.answer("/users/@me/channels", 403, 40003, times=9)
        await place.opened()
        for person in place.people:
            await person.wait_for(
                lambda seen: seen.pinged_me and "My hand" in seen.text, place.room.id
            )


async def test_no_reaction_in_a_direct_message_is_ever_taken_away(house: Club) -> None:
    """50003: the bot never tries; reactions there are turned, not reset."""
    place = house.visit(2)
    await place.opened()
    for person in place.people:
        await place.hand(person)
    player = FlinchPlayer(await turn_of(place), place.room, "reactions")
    await player.play(most=2)
    dms = {await person.dm() for person in place.people}
    taken = house.world.record.find("DELETE", "/reactions/")
    assert not [each for each in taken if any(str(dm) in each.path for dm in dms)]


async def test_request_that_hangs_stops_nothing_else(house: Club) -> None:
    """A table's edit without an answer: hands go on, and the table follows when it breaks off."""
    place = house.visit(2)
    table = await place.opened()
    await turn_of(place)
    path = rf"/channels/{place.room.id}/messages/{table.id}$"
    house.world.faults.hang(path, 3, method="PATCH")
    await one_act(place)
    await follows(place, table)


async def test_storm_of_429_is_waited_out(house: Club) -> None:
    """Twenty requests in a row are refused: nothing is lost, nobody waits for an answer."""
    place = house.visit(2)
    table = await place.opened()
    await turn_of(place)
    house.world.faults.rate_limit("/channels/", 0.1, times=20)
    await follows(place, table)
    house.world.faults.clear()


async def test_unknown_reaction_leaves_the_others(house: Club) -> None:
    """10014 on one emoji: the next ones are set."""
    place = house.visit(2)
    ana = place.people[0]
    dm = await ana.dm()
    house.world.faults.answer(rf"/channels/{dm}/messages/\d+/reactions/", 400, 10014, method="PUT")
    await place.opened()
    hand = await place.hand(ana)
    await ana.until(lambda: len(ana.message(hand.id).reactions) > 3)


async def test_person_who_blocks_the_bot_plays_by_buttons(house: Club) -> None:
    """90001 on one emoji of a hand: no other is tried there; the other hand has its own."""
    place = house.visit(2)
    ana, ben = place.people
    dm = await ana.dm()
    house.world.faults.answer(rf"/channels/{dm}/messages/\d+/reactions/", 403, 90001, method="PUT")
    await place.opened()
    hands = {person: (await place.hand(person)).id for person in (ana, ben)}
    await ben.until(lambda: len(ben.message(hands[ben]).reactions) > 3)
    assert ana.message(hands[ana]).reactions == ()
    assert ana.message(hands[ana]).controls


async def test_member_who_has_left_is_noticed_at_the_time_out(tmp_path: Path) -> None:
    """Nobody waits for somebody who cannot come: with two people the other wins."""
    async with club(tmp_path, people=2, settings={"PACE_LIVE": "2"}) as place:
        await place.opened()
        person = await turn_of(place)
        place.world.remove_member(place.guild, person)
        other = next(each for each in place.people if each is not person)
        await other.wait_for(lambda seen: "Everyone else left" in seen.text, place.room.id)


async def test_who_has_left_the_server_opens_no_rematch_by_dm(tmp_path: Path) -> None:
    """The hand of a game that is over offers one, but the server is out of that person's sight.

    Whoever resigned reads the result there, and the table offers a rematch.
    """
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        await place.opened()
        own = await place.hand(ana)
        asked = await (await ana.slash(place.room.id, "resign")).settled()
        assert asked is not None
        await press(ana, asked, "Resign")
        dm = await ben.dm()
        hand = await ben.wait_for(
            lambda seen: any(each.label == "Rematch" for each in seen.controls), dm
        )
        await ana.until(lambda: "Ben wins" in ana.message(own.id).text)
        assert not ana.message(own.id).controls
        place.world.remove_member(place.guild, ben)
        answer = await (await press(ben, hand, "Rematch")).settled()
        assert answer is not None
        assert answer.text.startswith("That table is gone.")
        assert not [seen for seen in ana.messages(place.room.id) if "Join" in seen.text]


async def test_member_who_left_in_the_lobby_is_noticed_at_the_start(tmp_path: Path) -> None:
    """The game does not begin with a seat nobody can play."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        await ana.slash(place.room.id, "play flinch")
        lobby = await place.table(ana, "Join")
        await press(ben, lobby, "Join")
        place.world.remove_member(place.guild, ben)
        await press(ana, lobby, "Start")
        await ana.wait_for(lambda seen: "Everyone else left" in seen.text, place.room.id)
