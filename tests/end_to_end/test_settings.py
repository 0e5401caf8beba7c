"""`/settings`, `/preferences` and `/tables` over a real connection."""

import re

import pytest

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def asked(person: Person, room: int, command: str, **options: object) -> MessageSeen:
    """Return the private answer to a command."""
    answer = await (await person.slash(room, command, **options)).settled()
    assert answer is not None
    assert answer.ephemeral
    return answer


async def choose(person: Person, seen: MessageSeen, key: str, *values: str) -> MessageSeen:
    """Choose on a screen of selects; return it as it is then."""
    now = person.message(seen.id)
    control = next(each for each in now.controls if (each.custom_id or "").endswith(key))
    await person.select(seen.id, control.custom_id or "", list(values))
    await person.until(lambda: person.message(seen.id) != now)
    return person.message(seen.id)


def manager(house: Club) -> Person:
    """Return the owner of the server."""
    return house.people[0]


async def test_manager_sets_the_server_and_tables_obey(house: Club) -> None:
    """Each change is confirmed in place; other channels and other people's tables are refused."""
    ana, place = manager(house), house.visit(1)
    (ben,) = place.people
    assert "settings" not in {each.name for each in ben.commands(place.room.id)}
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "set-channels", str(house.room.id))
    assert f"Allowed channels: <#{house.room.id}>" in screen.text
    answer = await asked(ben, place.room.id, "play flinch")
    assert "doesn't allow tables in this channel" in answer.text
    screen = await choose(ana, screen, "set-channels")
    role = house.world.add_role(house.guild, "Dealers", 0)
    screen = await choose(ana, screen, "set-opener", str(role.id))
    answer = await asked(ben, place.room.id, "play flinch")
    assert f"<@&{role.id}>" in answer.text
    screen = await choose(ana, screen, "set-opener")
    screen = await choose(ana, screen, "set-barred", str(ben.id))
    answer = await asked(ben, place.room.id, "play flinch")
    assert "don't let you play" in answer.text
    answer = await asked(ana, place.room.id, "play flinch", **{"with": ben})
    assert "don't let that person play here" in answer.text
    await choose(ana, screen, "set-barred")


async def test_people_with_the_role_open_tables_in_the_servers_language(house: Club) -> None:
    """The role of `/settings` opens the table, in the server's pace and, at once, language."""
    ana, place = manager(house), house.visit(1)
    (ben,) = place.people
    role = house.world.add_role(house.guild, "Hosts", 0)
    house.world.give_role(house.guild, ben.id, role)
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "set-opener", str(role.id))
    screen = await choose(ana, screen, "set-language", "es")
    screen = await choose(ana, screen, "server-page", "1")
    screen = await choose(ana, screen, "set-pace", "relaxed")
    await ben.slash(place.room.id, "play flinch")
    lobby = await place.table(ben, "Unirse")
    assert "tranquilo (10 min por turno)" in lobby.text
    await choose(ana, screen, "set-pace", "live")
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "set-language", "usual")
    await choose(ana, screen, "set-opener")
    assert (await place.table(ben, "Join")).id == lobby.id


async def test_house_rules_get_a_name_and_are_played_by_it(house: Club) -> None:
    """A preset made in `/settings` is offered by `/play` and holds in the lobby."""
    ana, place = manager(house), house.visit(1)
    (ben,) = place.people
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "server-page", "3")
    screen = await choose(ana, screen, "rule-flinch-pile", "15")
    opened: Interaction = await press(ana, screen, "Save as preset")
    await ana.submit(opened, name="Long night")
    await ana.until(lambda: "Delete this preset" in str(ana.message(screen.id).controls))
    await choose(ana, screen, "which-flinch", "0")
    await press(ana, ana.message(screen.id), "defaults")
    offered = await ben.autocomplete(place.room.id, "play flinch", "preset", "long")
    assert [each.name for each in offered] == ["Long night"]
    await ben.slash(place.room.id, "play flinch", preset="Long night")
    lobby = await place.table(ben, "Join")
    assert "15 cards" in lobby.text
    answer = await asked(ben, place.room.id, "play flip", preset="Long night")
    assert "no saved rules by that name" in answer.text


async def test_rules_take_the_place_of_others_only_once_that_is_confirmed(house: Club) -> None:
    """By name: one that is a number takes the place of no preset that has it for its id."""
    ana, place = manager(house), house.visit(1)
    (ben,) = place.people
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "server-page", "3")

    async def saved(pile: str, name: str) -> None:
        now = await choose(ana, screen, "which-flinch", "0")
        await choose(ana, now, "rule-flinch-pile", pile)
        opened: Interaction = await press(ana, screen, "Save as preset")
        await ana.submit(opened, name=name)

    async def lobby_of(preset: str) -> str:
        await ben.slash(place.room.id, "play flinch", preset=preset)
        lobby = await place.table(ben, "Join")
        await press(ben, lobby, "Leave")
        await ben.until(lambda: not ben.message(lobby.id).controls)
        return lobby.text

    await saved("15", "Slow")
    await ana.until(lambda: "Delete this preset" in str(ana.message(screen.id).controls))
    [chosen] = await ben.autocomplete(place.room.id, "play flinch", "preset", "slow")
    number = re.sub(r"\D", "", str(chosen.value))
    await saved("5", number)
    await ana.until(lambda: "Delete this preset" in str(ana.message(screen.id).controls))
    assert "15 cards" in await lobby_of("Slow")
    assert re.search(r"\b5 cards", await lobby_of(number))
    await saved("5", "slow")
    await ana.until(lambda: "Replace its rules?" in ana.message(screen.id).text)
    assert "15 cards" in await lobby_of("Slow")
    await press(ana, ana.message(screen.id), "Replace")
    await ana.until(lambda: "Delete this preset" in str(ana.message(screen.id).controls))
    assert re.search(r"\b5 cards", await lobby_of("Slow"))


async def test_every_table_gets_its_thread_where_the_server_wants_it(house: Club) -> None:
    """Own thread for each table: also the first one of a channel."""
    ana, place = manager(house), house.visit(1)
    (ben,) = place.people
    screen = await asked(ana, place.room.id, "settings")
    screen = await choose(ana, screen, "server-page", "1")
    await choose(ana, screen, "set-own_threads", "on")
    await ben.slash(place.room.id, "play flinch", bots=1)
    await press(ben, await place.table(ben, "Join"), "Start")
    await ben.until(lambda: any(each.parent_id == place.room.id for each in ben.channels()))
    await choose(ana, screen, "set-own_threads", "off")


async def test_person_is_served_as_preferred(house: Club) -> None:
    """Spanish and cards as text from the next screen on; the hand on the button, or by DM now."""
    place = house.visit(2)
    ana, ben = place.people
    dm = await ben.dm()
    screen = await asked(ben, dm, "preferences")
    screen = await choose(ben, screen, "prefer-hands", "button")
    screen = await choose(ben, screen, "prefer-language", "es")
    assert "Idioma: Español" in screen.text
    await choose(ben, screen, "prefer-big", "on")
    table = await Place([ana, ben], place.room).opened()
    await place.hand(ana)
    shown = await press(ben, table, "My hand")
    await shown.settled()
    assert shown.message is not None
    assert "Centro" in shown.message.text
    assert "\n# " in shown.message.text
    assert not any(each.controls and not each.ephemeral for each in ben.messages(dm))
    assert not any("can't DM" in each.text for each in ben.messages(place.room.id))
    await choose(ben, screen, "prefer-hands", "dm")
    await ben.wait_for(lambda seen: bool(seen.controls) and not seen.ephemeral, dm)


async def test_manager_sees_all_tables_and_ends_one(house: Club) -> None:
    """The list has the table with its turn; End asks once, and the table is over."""
    ana, place = manager(house), house.visit(2)
    table = await place.opened()
    answer = await asked(ana, place.room.id, "tables")
    number = re.findall(r"table (\d+)", table.text)[0]
    assert f"/{place.room.id}" in answer.text
    assert "'s turn" in answer.text
    await press(ana, answer, f"End table {number}")
    await press(ana, answer, f"End table {number}")
    await ana.until(lambda: "has ended" in ana.message(answer.id).text)
    await ana.until(lambda: "ended" in ana.message(table.id).text)


async def test_turns_reach_people_as_they_prefer(house: Club) -> None:
    """A mention below the table for one, nothing at all for the other."""
    place = house.visit(2)
    ana, ben = place.people
    screen = await asked(ana, place.room.id, "preferences")
    await choose(ana, screen, "prefer-notice", "channel")
    screen = await asked(ben, place.room.id, "preferences")
    await choose(ben, screen, "prefer-notice", "none")
    await place.opened(pace="relaxed")
    hands = {person: (await place.hand(person)).id for person in place.people}
    for _ in range(2):
        turn = next(each for each in place.people if read(each.message(hands[each])).mine)
        if turn is ana:
            await ana.wait_for(lambda seen: "Your turn at table" in seen.text, place.room.id)
            assert any(ping.channel_id == place.room.id for ping in ana.pinged())
        player = FlinchPlayer(turn, place.room, "buttons")
        await player.hand()
        while read(turn.message(hands[turn])).mine:
            await player.turn(read(turn.message(hands[turn])))
        await ana.until(lambda: any(read(each.message(hands[each])).mine for each in place.people))
    for person in place.people:
        lines = [seen.text for seen in person.messages(await person.dm())]
        assert not any("Your turn at table" in line for line in lines)
    assert not any(ping.channel_id == place.room.id for ping in ben.pinged())
