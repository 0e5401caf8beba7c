"""Strict conduct: playing out of turn by two presses, demands, accusations.

See `experience.md` section 4.
"""

import pytest

from bot.sandbox.model.client_view import ControlSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import read
from tests.end_to_end.harness import Club, Place, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def sides(place: Place) -> tuple[Person, Person]:
    """Return the person whose turn it is and the next other one."""
    hands = {person: read(await place.hand(person)) for person in place.people}
    turn = next(person for person in place.people if hands[person].mine)
    return turn, next(person for person in place.people if person is not turn)


async def test_play_out_of_turn_takes_its_button_a_card_and_a_confirmation(house: Club) -> None:
    """After the third press the card is shown to all."""
    place = house.visit(2)
    table = await place.opened(conduct="strict")
    _, other = await sides(place)
    hand = await place.hand(other)
    await press(other, hand, "Play out of turn")
    await other.until(lambda: "Which card will you try out of turn?" in other.message(hand.id).text)
    card = next(c for c in controls(other, hand.id) if c.label.isdigit())
    value = card.label
    await other.press(hand.id, card.custom_id or "")
    await other.until(lambda: any("Yes" in c.label for c in controls(other, hand.id)))
    await press(other, hand, "Yes, try")
    await other.until(lambda: f"[{value}]" in other.message(table.id).text.split("Middle")[0])


async def test_reaction_out_of_turn_is_refused_in_the_hands_last_line(house: Club) -> None:
    """Playing out of turn is possible only from its own button."""
    place = house.visit(2)
    await place.opened(conduct="strict")
    _, other = await sides(place)
    hand = await place.hand(other)
    await other.until(lambda: other.message(hand.id).reaction("1️⃣") is not None)
    before = read(other.message(hand.id))
    await other.react(hand.id, "1️⃣")
    await other.until(lambda: "turn" in other.message(hand.id).text.splitlines()[-1])
    assert read(other.message(hand.id)).hand == before.hand


async def test_accusation_is_voted_on_and_judged(house: Club) -> None:
    """With three people two votes carry it; the accused gets a Flinch card."""
    place = house.visit(3)
    table = await place.opened(conduct="strict")
    turn, _ = await sides(place)
    others = [person for person in place.people if person is not turn]
    players = await others[0].autocomplete(place.room.id, "accuse", "player", turn.name)
    answer = await others[0].slash(
        place.room.id, "accuse", player=players[0].value, reason="looked beneath"
    )
    await answer.settled()
    await others[1].until(lambda: "accuses" in others[1].message(table.id).text)
    await press(others[1], table, "Yes")
    await turn.until(lambda: "+10 under it" in turn.message(table.id).text)


async def test_accusation_of_two_people_is_refused_for_want_of_voters(house: Club) -> None:
    """Fewer than two may vote: one sentence, nothing opens."""
    place = house.visit(2)
    await place.opened(conduct="strict")
    turn, other = await sides(place)
    answer = await other.slash(place.room.id, "accuse", player=turn.name, reason="peeked")
    said = await answer.settled()
    assert said is not None
    assert "at least two" in said.text


def controls(person: Person, message: int) -> tuple[ControlSeen, ...]:
    """Return what a person can press on a message."""
    return person.message(message).controls
