"""People who go away, come back, come in and are removed, over the sandbox.

See `experience.md` section 5.
"""

import asyncio
from pathlib import Path

import pytest

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, club, keys, press, typed

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def said(interaction: Interaction) -> str:
    """Return what a command or press was answered, once it is settled."""
    answer = await interaction.settled()
    assert answer is not None
    assert answer.ephemeral
    return answer.text


async def shows(person: Person, table: MessageSeen, text: str, timeout: float = 8.0) -> None:  # noqa: ASYNC109 - handed on
    """Wait until the table says something."""
    await person.until(lambda: text in person.message(table.id).text, timeout)


async def test_hand_of_who_left_is_dead_and_a_substitute_gets_the_seat(house: Club) -> None:
    """The old hand says why, without cards or controls; the substitute plays the same cards."""
    place = house.visit(3)
    ana, ben, carla = place.people
    eva = house.world.add_user("Eva", guild=house.guild)
    table = await place.opened()
    hand = await place.hand(ben)
    cards = read(hand).hand
    old = hand.controls[0].custom_id or ""

    assert "A bot plays on for you" in await said(await ben.slash(place.room.id, "leave"))
    await ben.until(lambda: "You left this game" in ben.message(hand.id).text)
    assert not [each for each in ben.message(hand.id).controls if each.custom_id]
    await shows(ana, table, "Ben left. A bot takes over.")
    assert "You left this game" in await said(await ben.slash(place.room.id, "hand"))

    await press(eva, table, "Take a seat")
    await shows(ana, table, "Eva took a seat.")
    new = await Place([eva], place.room).hand(eva)
    if not read(await place.hand(carla)).mine:
        assert set(read(new).hand) & set(cards)
    assert not [each for each in ana.message(table.id).controls if each.label == "Take a seat"]
    for command in ("hand", "join"):
        assert "someone else has" in await said(await ben.slash(place.room.id, command))
    assert old.startswith("k2:")


async def test_who_left_comes_back_by_command_in_the_channel(house: Club) -> None:
    """`/leave` works in the DM, `/join` brings one back, with a new hand."""
    place = house.visit(3)
    ana, ben, _ = place.people
    table = await place.opened()
    hand = await place.hand(ben)
    await said(await ben.slash(await ben.dm(), "leave"))
    await ben.until(lambda: "You left" in ben.message(hand.id).text)
    await said(await ben.slash(place.room.id, "join"))
    await shows(ana, table, "Ben is back.")
    dm = await ben.dm()
    again = await ben.wait_for(lambda seen: seen.id > hand.id and bool(seen.controls), dm)
    assert "Your hand" in again.text


async def test_giving_up_is_asked_once_and_the_other_wins(house: Club) -> None:
    """Nothing happens before the second press; then the other has won and the seed is shown."""
    place = house.visit(2)
    ana, ben = place.people
    table = await place.opened()
    asked = await ben.slash(place.room.id, "resign")
    answer = await asked.settled()
    assert answer is not None
    assert "You can't come back" in answer.text
    assert "Rematch" not in [each.label for each in ana.message(table.id).controls]
    pressed = await ben.press(answer.id, answer.control("Resign").custom_id or "")
    await pressed.settled()
    await shows(ana, table, "Ana wins")
    text = ana.message(table.id).text
    assert "Everyone else left." in text
    assert "Not rated" in text
    await ben.until(lambda: "You resigned" in ben.message(answer.id).text)
    assert not ben.message(answer.id).controls


@pytest.mark.parametrize("people", [2, 3])
async def test_second_press_on_the_question_is_answered_by_what_happened(
    house: Club, people: int
) -> None:
    """Two presses before the screen changed: it says what was done, whether the game is over."""
    place = house.visit(people)
    ben = place.people[1]
    await place.opened()
    answer = await (await ben.slash(place.room.id, "resign")).settled()
    assert answer is not None
    control = answer.control("Resign").custom_id or ""
    await asyncio.gather(*(ben.press(answer.id, control) for _ in range(2)))
    assert "You resigned at table" in ben.message(answer.id).text


async def test_leaving_that_loses_is_asked_once_and_the_hands_say_who_won(house: Club) -> None:
    """Of two, `/leave` asks and says what happens; then both hands show the result alone."""
    place = house.visit(2)
    ana, ben = place.people
    table = await place.opened()
    hands = [(person, await place.hand(person)) for person in (ana, ben)]
    answer = await (await ana.slash(place.room.id, "leave")).settled()
    assert answer is not None
    assert "Ben wins, and you can't come back." in answer.text
    assert "Rematch" not in [each.label for each in ana.message(table.id).controls]
    pressed = await ana.press(answer.id, answer.control("Leave").custom_id or "")
    await pressed.settled()
    await shows(ben, table, "Ben wins")
    number = ana.message(table.id).text.splitlines()[0].rpartition(" ")[2]
    await ana.until(lambda: f"You left table {number}, so Ben wins." in ana.message(answer.id).text)
    assert not ana.message(answer.id).controls
    for person, hand in hands:
        await shows(person, hand, "Ben wins")
        text = person.message(hand.id).text
        assert f"Flinch · table {number}" in text
        assert "You left" not in text
        assert not keys(person.message(hand.id))
        await person.until(lambda: not person.message(hand.id).reactions)  # noqa: B023 - awaited here


async def test_last_person_gone_ends_the_table_with_few_messages(house: Club) -> None:
    """With only house players left the table ends at once; it posts nothing more."""
    place = house.visit(1)
    (ana,) = place.people
    await ana.slash(place.room.id, "play flinch", bots=2)
    lobby = await place.table(ana, "Start")
    await press(ana, lobby, "Start")
    table = await place.table(ana, "My hand")
    await place.hand(ana)
    before = len(ana.messages(place.room.id))
    answer = await said(await ana.slash(place.room.id, "leave"))
    assert answer.endswith("Nobody is left at the table, so there's no result.")
    await shows(ana, table, "Nobody is left at the table")
    public = [seen for seen in ana.messages(place.room.id) if not seen.ephemeral]
    assert len(public) <= before


async def test_others_remove_somebody_by_a_vote_on_the_table(house: Club) -> None:
    """The vote stands on the table with its buttons; the removed person is told, privately."""
    place = house.visit(4)
    ana, ben, carla, dan = place.people
    table = await place.opened()
    seats = await ben.autocomplete(place.room.id, "kick", "player", "Dan")
    answer = await said(await ben.slash(place.room.id, "kick", player=str(seats[0].value)))
    assert answer == "The table is voting on it."
    await shows(ana, table, "Ben wants to remove Dan from the table.")
    assert "can't vote" in await said(await press(house.visit(1).people[0], table, "Yes"))
    await press(carla, table, "Yes")
    await shows(ana, table, "Dan was removed from the table.")
    assert "You were removed" in await said(await dan.slash(place.room.id, "hand"))
    assert "You were removed" in await said(await dan.slash(place.room.id, "join"))


async def test_number_typed_for_a_person_to_remove_is_a_name(house: Club) -> None:
    """Somebody is called "1" and sits at another place than the one of that number."""
    place = house.visit(3)
    ana, ben, _ = place.people
    eva = house.world.add_user("1", guild=house.guild)
    place.people.append(eva)
    table = await place.opened()
    assert "anyone" not in await said(await ben.slash(place.room.id, "kick", player="1"))
    await shows(ana, table, "Ben wants to remove 1 from the table.")
    for nobody_else in ("7", "Ben"):
        answer = await said(await ben.slash(place.room.id, "kick", player=nobody_else))
        assert answer.startswith("No other person at this table goes by that name.")


async def test_target_cancels_a_removal_by_pressing_anything(house: Club) -> None:
    """ "My hand" is enough."""
    place = house.visit(4)
    ana, ben, _, dan = place.people
    table = await place.opened()
    seats = await ben.autocomplete(place.room.id, "kick", "player", "Dan")
    await ben.slash(place.room.id, "kick", player=str(seats[0].value))
    await shows(ana, table, "wants to remove Dan")
    await press(dan, table, "My hand")
    await shows(ana, table, "doesn't count any more")


async def test_people_end_their_table_by_a_vote(house: Club) -> None:
    """Both have to agree; then it is over without a result and both are free."""
    place = house.visit(2)
    ana, ben = place.people
    table = await place.opened()
    assert await said(await ben.slash(place.room.id, "end")) == "The table is voting on it."
    await shows(ana, table, "Ben wants to end the game with no result.")
    await press(ana, table, "Yes")
    await shows(ana, table, "The table voted to end")
    stranger = house.visit(1).people[0]
    assert await said(await stranger.slash(place.room.id, "resign")) != ""


async def test_spectator_sees_the_public_table_alone_and_live(house: Club) -> None:
    """`/watch` shows no hand and nothing to press, and follows every move."""
    place = house.visit(2)
    ana = place.people[0]
    eva = house.world.add_user("Eva", guild=house.guild)
    await place.opened()
    watched = await (await eva.slash(place.room.id, "watch")).settled()
    assert watched is not None
    assert watched.ephemeral
    assert not [each for each in watched.controls if each.custom_id]
    assert "Your hand" not in watched.text
    hands = {person: await place.hand(person) for person in place.people}
    turn = next(person for person, hand in hands.items() if read(hand).mine)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await eva.until(lambda: eva.message(watched.id).text != watched.text)
    public = await place.table(ana, "My hand")
    shown = eva.message(watched.id).text
    assert [line for line in shown.splitlines() if line.startswith("###")] == [
        line for line in public.text.splitlines() if line.startswith("###")
    ]


async def test_table_in_a_channel_one_cannot_see_is_not_watched(house: Club) -> None:
    """Who cannot see a table's channel is told that there is no such table."""
    place = house.visit(2)
    await place.opened()
    eva = house.world.add_user("Eva", guild=house.guild)
    house.world.overwrite(place.room, eva, deny=permissions.VIEW_CHANNEL)
    table = await place.table(place.people[0], "My hand")
    number = table.text.splitlines()[0].rsplit(" ", 1)[-1]
    elsewhere = house.visit(1).room
    answer = await said(await eva.slash(elsewhere.id, "watch", table=number))
    assert typed(answer).startswith("That table is gone. Open a new one with /play flinch, ")


async def test_away_twice_a_house_player_stands_in_until_any_press(tmp_path: Path) -> None:
    """Then the table pauses without people, says how to go on, and goes on with one press."""
    settings = {"PACE_LIVE": "2", "TURN_NOTICE": "30"}
    async with club(tmp_path, people=2, settings=settings) as place:
        ana = place.people[0]
        table = await place.opened(pile="5")
        await shows(ana, table, "is away: a bot plays until", 40)
        await shows(ana, table, "**Paused**: everyone is away.", 40)
        assert "Otherwise the table ends" in ana.message(table.id).text
        await press(ana, table, "My hand")
        await shows(ana, table, "The game resumes.")
        assert "**Paused**" not in ana.message(table.id).text


async def test_people_of_a_table_that_gives_way_are_told_by_dm(tmp_path: Path) -> None:
    """All are away and the channel is full: another one opens, and each gets one fresh line."""
    settings = {"PACE_LIVE": "1", "TURN_NOTICE": "30", "TABLES_PER_CHANNEL": "1"}
    async with club(tmp_path, people=2, settings=settings) as place:
        ana = place.people[0]
        table = await place.opened(pile="5")
        hands = {person: await place.hand(person) for person in place.people}
        await shows(ana, table, "**Paused**: everyone is away.", 40)
        carla = place.world.add_user("Carla", guild=place.guild)
        await carla.slash(place.room.id, "play flinch")
        await place.table(carla, "Join")
        await shows(ana, table, "another table needed the place")
        for person, hand in hands.items():

            def fresh(seen: MessageSeen, after: int = hand.id) -> bool:
                return seen.id > after and "another table needed the place" in seen.text

            told = await person.wait_for(fresh, await person.dm())
            assert told.text.startswith("### Flinch · table 1"), told.text
            assert str(table.id) in told.text


async def test_outage_brings_one_reminder_and_no_skipped_turn(tmp_path: Path) -> None:
    """After a kill in somebody's turn that was told already: one reminder, the same turn."""
    settings = {"PACE_LIVE": "8", "TURN_NOTICE": "0.2"}
    async with club(tmp_path, people=2, settings=settings) as place:
        table = await place.opened()
        hands = {person: await place.hand(person) for person in place.people}
        turn = next(person for person, hand in hands.items() if read(hand).mine)
        dm = await turn.dm()
        told = await turn.wait_for(lambda seen: "Your turn at table" in seen.text, dm)
        await place.bot.kill()
        await place.restart()
        reminder = await turn.wait_for(lambda seen: "Still your turn" in seen.text, dm)
        lines = [seen for seen in turn.messages(dm) if "our turn at table" in seen.text]
        assert [seen.id for seen in lines if seen.id > told.id] == [reminder.id]
        assert "ran out of time" not in turn.message(table.id).text
        assert read(await place.hand(turn)).mine
