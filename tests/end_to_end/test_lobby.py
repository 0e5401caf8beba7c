"""The lobby, from the command to the deal, over a real connection (`experience.md` section 3)."""

import asyncio

import pytest

from tests.end_to_end.flinch_player import read, turn_of
from tests.end_to_end.harness import Club, press, typed

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_lobby_opens_and_the_game_is_dealt_by_buttons(house: Club) -> None:
    """`/play`, Join and Start: the table is a new message, every hand comes by DM."""
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Join")
    await press(ben, lobby, "Join")
    await press(ana, lobby, "Start")
    table = await place.table(ben, "My hand")
    assert table.id != lobby.id
    for person in (ana, ben):
        assert "Your hand" in (await place.hand(person)).text
    closed = await ana.wait_for(
        lambda seen: seen.id == lobby.id and str(table.id) in seen.text, place.room.id
    )
    assert not closed.controls


async def test_lobby_is_played_by_reactions_alone(house: Club) -> None:
    """🪑 sits down, taken away it stands up, ▶️ starts."""
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Join")
    await ben.until(lambda: ben.message(lobby.id).reaction("▶️") is not None)
    await ben.react(lobby.id, "🪑")
    await ben.until(lambda: "Ben" in ben.message(lobby.id).text)
    await ben.unreact(lobby.id, "🪑")
    await ben.until(lambda: "Ben" not in ben.message(lobby.id).text)
    await ben.react(lobby.id, "🪑")
    await ben.until(lambda: "Ben" in ben.message(lobby.id).text)
    await ana.react(lobby.id, "▶️")
    await place.table(ben, "My hand")


async def test_lobby_is_played_by_commands_alone(house: Club) -> None:
    """`/join`, `/leave`, `/start` do as the controls do."""
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Join")
    joined = await (await ben.slash(place.room.id, "join")).settled()
    assert joined is not None
    assert joined.ephemeral
    await ben.until(lambda: "Ben" in ben.message(lobby.id).text)
    await ben.slash(place.room.id, "leave")
    await ben.until(lambda: "Ben" not in ben.message(lobby.id).text)
    await ben.slash(place.room.id, "join")
    await ana.slash(place.room.id, "start")
    await place.table(ben, "My hand")


async def test_last_seat_goes_to_exactly_one_of_ten(house: Club) -> None:
    """Ten people press Join at once for one seat: one sits, nine read why not."""
    place = house.visit(8)
    host = place.people[0]
    await host.slash(place.room.id, "play flinch", bots=6)
    lobby = await place.table(host, "Join")
    others = [*place.people[1:], *house.visit(3).people]
    control = lobby.control("Join").custom_id or ""
    answers = await asyncio.gather(*(each.press(lobby.id, control) for each in others))
    private = [each for each in answers if each.message is not None and each.message.ephemeral]
    assert len(private) == len(others) - 1
    assert "8 seated" in host.message(lobby.id).text


async def test_invited_people_are_pinged_once_and_may_decline(house: Club) -> None:
    """`with`: the seat is kept, the person mentioned once, Decline frees it."""
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch", **{"with": ben})
    lobby = await place.table(ben, "Decline")
    assert len([ping for ping in ben.pinged() if ping.channel_id == place.room.id]) == 1
    await press(ben, lobby, "Decline")
    await ben.until(lambda: f"<@{ben.id}>" not in ben.message(lobby.id).text)
    assert len([ping for ping in ben.pinged() if ping.channel_id == place.room.id]) == 1


async def test_host_invites_from_the_lobby_and_takes_it_back(house: Club) -> None:
    """The guest is pinged below the lobby, once; the line goes with the invitation."""
    place = house.visit(3)
    ana, ben, carla = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")

    def choice() -> str:
        controls = ana.message(lobby.id).controls
        return next(each.custom_id or "" for each in controls if each.kind == "user")

    refused = await ben.select(lobby.id, choice(), [str(carla.id)])
    await refused.settled()
    assert refused.message is not None
    assert "host" in refused.message.text
    await ana.select(lobby.id, choice(), [str(ben.id)])
    line = await ben.wait_for(lambda seen: seen.pinged_me, place.room.id)
    assert "Ana is holding a seat for you" in line.text
    assert f"/{lobby.id}" in line.text
    await ana.select(lobby.id, choice(), [str(carla.id)])
    both = await carla.wait_for(lambda seen: seen.pinged_me, place.room.id)
    assert f"<@{ben.id}>" in both.text
    await ana.select(lobby.id, choice(), [str(ben.id)])
    await ben.until(lambda: f"<@{ben.id}>" not in carla.message(both.id).text)
    assert "Ben is no longer invited." in ana.message(lobby.id).text
    await press(carla, lobby, "Join")
    await ana.until(lambda: both.id not in [seen.id for seen in ana.messages(place.room.id)])
    for guest in (ben, carla):
        assert len([ping for ping in guest.pinged() if ping.channel_id == place.room.id]) == 1
    robot = next(iter(house.world.bots.values()))
    answer = await ana.select(lobby.id, choice(), [str(robot.id)])
    await answer.settled()
    assert answer.message is not None
    assert "can't seat other bots" in answer.message.text


async def test_of_two_lobbies_here_the_list_offers_both_to_who_sits_at_none(house: Club) -> None:
    """Where `/join`, `/table`, `/why` or `/end` has to ask which, the list has the answer."""
    place = house.visit(3)
    ana, ben, carla = place.people
    for host in (ana, ben):
        await host.slash(place.room.id, "play flushed")
    await carla.until(lambda: len(carla.messages(place.room.id)) == 2)
    answer = await (await carla.slash(place.room.id, "join")).settled()
    assert answer is not None
    assert "Which table?" in answer.text
    for command in ("join", "table", "end"):
        offered = await carla.autocomplete(place.room.id, command, "table", place.room.name)
        assert [each.name.rsplit(" · ", 1)[1] for each in offered] == ["Ana", "Ben"]
    assert await carla.autocomplete(place.room.id, "leave", "table", "") == []
    await carla.slash(place.room.id, "join", table=offered[1].value)
    await ben.until(lambda: any("2 seated" in each.text for each in ben.messages(place.room.id)))


async def test_host_chooses_house_rules_on_a_private_screen(house: Club) -> None:
    """A choice counts at once and shows in the lobby; others are told it is the host's.

    A press on that screen after the start closes it.
    """
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Join")
    refused = await press(ben, lobby, "House rules")
    await refused.settled()
    assert refused.message is not None
    assert "host" in refused.message.text
    rules = await press(ana, lobby, "House rules")
    await rules.settled()
    assert rules.message is not None
    pile = next(each for each in rules.message.controls if "pile" in (each.custom_id or ""))
    await ana.select(rules.message.id, pile.custom_id or "", ["15"])
    await ana.until(lambda: "15 cards" in ana.message(lobby.id).text)
    await press(ben, lobby, "Join")
    await press(ana, lobby, "Start")
    await place.table(ana, "My hand")
    await (await ana.select(rules.message.id, pile.custom_id or "", ["5"])).settled()
    closed = ana.message(rules.message.id)
    assert "The game has started, so its house rules no longer change." in closed.text
    assert not closed.controls


async def test_command_for_another_moment_says_how_the_table_stands(house: Club) -> None:
    """A move before the start and a seat after it are told why, not that there is no table."""
    place = house.visit(2)
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    early = await ana.slash(place.room.id, "move", action="F")
    await early.settled()
    assert early.message is not None
    assert "hasn't started; the host starts it with **Start**." in early.message.text
    await press(ben, lobby, "Join")
    await press(ana, lobby, "Start")
    await place.table(ana, "My hand")
    late = await ana.slash(place.room.id, "start")
    await late.settled()
    assert late.message is not None
    assert "has already started" in late.message.text


async def test_start_alone_is_refused_with_a_reason(house: Club) -> None:
    """Too few people: one private sentence, nothing changes."""
    place = house.visit(1)
    ana = place.people[0]
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    answer = await (await ana.slash(place.room.id, "start")).settled()
    assert answer is not None
    assert answer.ephemeral
    assert "of at least" in answer.text
    assert ana.message(lobby.id).controls


async def test_dead_ends_are_ways(house: Club) -> None:
    """A second lobby is answered by the first one's address, a guest by who the host is.

    Whoever has no seat reads how to watch and how to play.
    """
    place = house.visit(3)
    ana, ben, eva = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    again = await (await ana.slash(place.room.id, "play flip")).settled()
    assert again is not None
    assert "You already have a lobby open" in again.text
    assert f"/{place.room.id}/{lobby.id}" in again.text
    await press(ben, lobby, "Join")
    answer = await (await press(ben, ana.message(lobby.id), "Start")).settled()
    assert answer is not None
    assert answer.text == f"Only the host can do that. Ask <@{ana.id}>."
    await press(ana, lobby, "Start")
    table = await place.table(ana, "My hand")
    answer = await (await press(eva, table, "My hand")).settled()
    assert answer is not None
    assert typed(answer.text).startswith("You're not at this table. Follow it with /watch, or open")


async def test_card_named_alone_is_a_move(house: Club) -> None:
    """`/move 9` means the 9 of the hand: it is played, or refused by its name."""
    place = house.visit(2)
    await place.opened()
    person = await turn_of(place)

    async def moved(card: int | None) -> str:
        answer = await (await person.slash(place.room.id, "move", action=str(card))).settled()
        assert answer is not None
        return answer.text

    shown = read(await place.hand(person))
    fitting = next(each for each in shown.hand if shown.fits(each))
    other = next(each for each in shown.hand if not shown.fits(each))
    assert await moved(other) == f"The {other} doesn't fit anywhere right now."
    assert f"plays [{fitting}] from" in await moved(fitting)
