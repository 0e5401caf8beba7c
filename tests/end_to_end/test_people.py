"""People of all kinds: other languages, odd names, too many presses."""

import asyncio

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import ControlSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_person_reads_the_own_language_and_the_table_the_servers(house: Club) -> None:
    """Answers and hand in Spanish, the public table in English."""
    place = house.visit(1)
    dan = house.world.add_user("Dan", locale="es-ES", guild=house.guild)
    ana = place.people[0]
    names = {command.shown_name for command in dan.commands(place.room.id)}
    assert "mano" in names
    answer = await (await dan.slash(place.room.id, "hand")).settled()
    assert answer is not None
    assert "mesa" in answer.text
    both = Place([ana, dan], place.room)
    table = await both.opened()
    assert "turn" in table.text
    assert "Tu mano" in (await both.hand(dan)).text


async def test_odd_names_are_harmless_and_told_apart(house: Club) -> None:
    """`@everyone`, asterisks and two equal names: nothing pings, formats or is mixed up."""
    names = ("@everyone", "*" * 32, "Twin", "Twin")
    people = [house.world.add_user(name, guild=house.guild) for name in names]
    place = Place(people, house.visit(1).room)
    table = await place.opened()
    text = people[0].message(table.id).text
    assert "@everyone" not in text
    assert "Twin" in text
    assert "(2)" in text.replace("\\", "")
    assert not any(ping.channel_id == place.room.id for each in people for ping in each.pinged())


async def test_same_press_by_many_fingers_has_one_effect(house: Club) -> None:
    """Pressing one button many times plays the card once; every press is answered."""
    place = house.visit(2)
    await place.opened()
    hands = {person: await place.hand(person) for person in place.people}
    turn = next(person for person in place.people if read(hands[person]).mine)
    hand = [card for card in read(hands[turn]).hand if card is not None]
    lay, _, full = read(hands[turn]).wishes()[-1].partition("@")
    last = lay[1:]
    await press(turn, hands[turn], "Lay a card")
    await turn.until(lambda: bool(labelled(turn, hands[turn].id, "Cancel")))
    control, values = labelled(turn, hands[turn].id, last)[0], [f"{lay}@{full}"]
    if full:
        await turn.press(hands[turn].id, control.custom_id or "")
        await turn.until(lambda: bool(spots(turn, hands[turn].id)))
        (control,) = spots(turn, hands[turn].id)
    pressed = control.custom_id or ""
    answers = await asyncio.gather(
        *(
            turn.select(hands[turn].id, pressed, values)
            if full
            else turn.press(hands[turn].id, pressed)
            for _ in range(5)
        ),
        return_exceptions=True,
    )
    assert len(answers) == 5
    await turn.until(lambda: not read(turn.message(hands[turn].id)).mine)
    left = [card for card in read(turn.message(hands[turn].id)).hand if card is not None]
    assert sorted([*left, int(lay[1:])]) == sorted(hand)


async def test_reactions_of_strangers_and_unknown_emojis_get_nothing(house: Club) -> None:
    """Nothing changes, nothing is said."""
    place = house.visit(2)
    stranger = house.visit(1).people[0]
    table = await place.opened()
    await stranger.until(lambda: stranger.message(table.id).reaction("✋") is not None)
    before = len(stranger.messages(place.room.id))
    await stranger.react(table.id, "✋")
    await place.people[0].react(table.id, "🎉")
    await FlinchPlayer(place.people[0], place.room, "buttons").hand()
    assert len(stranger.messages(place.room.id)) == before
    assert "call" not in stranger.message(table.id).text.casefold().split("middle")[0]


async def test_callers_reaction_is_taken_away_where_the_bot_may(house: Club) -> None:
    """With Manage Messages the ✋ can be set again for the next call."""
    place = house.visit(2)
    bot = next(iter(house.world.bots.values()))
    role = house.world.add_role(house.guild, "Tidy", permissions.MANAGE_MESSAGES)
    house.world.give_role(house.guild, bot.id, role)
    table = await place.opened()
    hands = {person: await place.hand(person) for person in place.people}
    turn = next(person for person in place.people if read(hands[person]).mine)
    other = next(person for person in place.people if person is not turn)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await other.until(lambda: other.message(table.id).reaction("✋") is not None)
    await other.react(table.id, "✋")
    await other.until(lambda: "+10 under it" in other.message(table.id).text)

    def gone() -> bool:
        shown = other.message(table.id).reaction("✋")
        return shown is not None and not shown.me

    await other.until(gone)


def spots(person: Person, message: int) -> list[ControlSeen]:
    """Return the select of the places for a card to be laid, while it is there."""
    controls = person.message(message).controls
    return [each for each in controls if (each.custom_id or "").endswith(":spot")]


def labelled(person: Person, message: int, end: str) -> list[ControlSeen]:
    """Return the controls a person sees on a message whose label ends so."""
    return [each for each in person.message(message).controls if each.label.endswith(end)]
