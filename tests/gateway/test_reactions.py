"""Reactions as presses, as they are told of (`experience.md` section 4)."""

import discord
import pytest

from bot.tables.entries import Act
from tests.gateway.listening import CALL, CARD, Listening
from tests.messages.playing import GAME
from tests.messages.stage import CHANNEL, dm

BUTTONS_ONLY = "Reactions don't count in rated games here."


async def test_reaction_below_the_hand_of_somebody_else_is_none() -> None:
    """Nor is one of whoever does not sit there, wherever it is set."""
    place = Listening()
    person, hand = await place.dealt()
    [other] = (each for each in place.stage.view.table.people if each != person)
    _, board, *_ = place.wire.at(CHANNEL)
    for who, message in ((other, hand), (900, hand), (900, board)):
        await place.tell(who, message, CALL)
    assert place.acts == 0
    await place.tell(other, place.wire.at(dm(other))[0], CALL)
    assert place.acts == 1


@pytest.mark.parametrize("allowed", [False, True])
async def test_call_is_pressed_by_adding_alone_where_the_bot_takes_it_away(allowed: bool) -> None:
    """After the verdict, so that the same finger can call again; elsewhere both are presses."""
    place = Listening()
    place.stage.permissions = discord.Permissions(manage_messages=allowed)
    person, hand = await place.dealt()
    _, board, *_ = place.wire.at(CHANNEL)
    await place.tell(person, board, CALL)
    assert place.acts == 1
    away = [about for name, about in place.wire.log if name == "unreact"]
    assert away == ([(board, person)] if allowed else [])
    await place.tell(person, board, CALL, added=False)
    assert place.acts == (1 if allowed else 2)
    await place.tell(person, hand, CALL)
    await place.tell(person, hand, CALL, added=False)
    assert place.acts == (3 if allowed else 4), "nobody takes it away below a hand"


@pytest.mark.parametrize(("turns", "counting"), [(True, [CARD]), (False, [])])
async def test_server_may_have_buttons_alone_call_and_race(
    turns: bool, counting: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is nobody's race where there are turns; the hand says what does not count."""
    place = Listening()
    person, hand = await place.dealt()
    monkeypatch.setattr(type(GAME), "has_turns", turns)
    place.stage.buttons_only = True
    for emoji in (CARD, CALL):
        acts = place.acts
        await place.tell(person, hand, emoji)
        assert (place.acts > acts) is (emoji in counting)
        await place.stage.wait(10)
        assert (BUTTONS_ONLY in place.wire.text(hand)) is (emoji not in counting)


async def test_first_half_of_a_choice_is_shown_on_the_hand_at_once() -> None:
    """Nothing is asked of the table: it is half a move."""
    place = Listening()
    person, hand = await place.dealt()
    _, before = place.wire.there[hand]
    await place.tell(person, hand, "⬇️")
    assert place.acts == 0
    assert place.stage.view.halves
    assert place.wire.there[hand][1] != before


async def test_call_tells_how_sure_its_time_is() -> None:
    """Discord's clock is known by what has come so far; here that is nothing."""
    place = Listening()
    person, hand = await place.dealt()
    await place.tell(person, hand, CALL)
    [call] = (each for each in place.stage.told if isinstance(each, Act))
    assert (call.person, call.route, call.well_timed) == (person, "reaction", False)
