"""A fourth game is played by the whole bot as it is (`architecture.md`, A fourth game)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from bot.records.proof import verify
from bot.sandbox.model.client_view import ControlSeen, MessageSeen
from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, Place, club, press
from tests.fourth_game.player import PATIENCE, Table
from tests.fourth_game.registries import GAMES

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """A server with a bot of four games."""
    async with club(tmp_path_factory.mktemp("fourth"), people=1, start=False) as place:
        place.bot.entry = ("tests.fourth_game", *place.bot.entry[1:])
        await place.restart()
        yield place


async def asked(person: Person, room: int, command: str, **options: object) -> MessageSeen:
    """Type a command and return its answer."""
    answer = await (await person.slash(room, command, **options)).settled()
    assert answer is not None
    return answer


async def played_out(table: Table) -> MessageSeen:
    """Play to the end; return the table at its end."""
    while (person := await table.turn()) is not None:
        await table.play(person)
    return table.place.people[0].message(table.id)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def over(house: Club) -> tuple[Place, MessageSeen]:
    """Three people who have played it to the end, and the table."""
    place = house.visit(3, deal="played out")
    table = await Table.found(place, await place.opened("eights"))
    return place, await played_out(table)


async def test_it_is_offered_with_its_options_and_its_call(house: Club) -> None:
    """`/play eights` with the house rules it declares, and `/last`: made from the registry."""
    place = house.visit(1)
    [ana] = place.people
    offered = {each.name: each for each in ana.commands(place.room.id)}
    assert {"play eights", "last"} <= set(offered)
    assert {"hand", "draws", "pace", "bots"} <= {
        option.name for option in offered["play eights"].options
    }


async def test_it_is_played_from_the_lobby_to_the_result(over: tuple[Place, MessageSeen]) -> None:
    """By buttons, by reactions and by commands, with hands by DM; the winner and the seed."""
    _, table = over
    assert re.search(r"## (Ana|Ben|Carla) wins", table.text)
    assert any(each.label == "Fair deal" for each in table.controls)
    assert "Eights · table" in table.text


async def test_refusal_of_its_own_is_read(house: Club) -> None:
    """What its rules refuse is said in its own sentence."""
    place = house.visit(2)
    table = await Table.found(place, await place.opened("eights"))
    person = await table.turn()
    assert person is not None
    refused = await asked(person, place.room.id, "move", action="P")
    assert "Draw a card before you pass." in refused.text


async def test_its_call_is_a_race_that_is_judged(house: Club) -> None:
    """Two people call at once that a third has one card left: one counts, and `/why` tells."""
    place = house.visit(3, deal="one card left")
    table = await Table.found(place, await place.opened("eights"))
    exposed = None
    while exposed is None:
        person = await table.turn()
        assert person is not None
        await table.play(person)
        name = re.search(r"\*\*(\w+)\*\* 1 card$", table.text, re.MULTILINE)
        exposed = next((one for one in place.people if name and one.name == name[1]), None)
    first, second = (one for one in place.people if one is not exposed)
    await first.until(lambda: first.message(table.id).reaction("✋") is not None, PATIENCE)
    await asyncio.gather(first.react(table.id, "✋"), second.slash(place.room.id, "last"))
    said = f"so {exposed.name} draws 2 cards."
    await first.until(lambda: said in table.text, PATIENCE)
    assert f"**{exposed.name}** 3 cards" in table.text
    why = (await asked(first, place.room.id, "why")).text
    assert said in why
    assert re.search(rf"({first.name}|{second.name}) \+", why)


async def test_it_has_records(over: tuple[Place, MessageSeen]) -> None:
    """Ratings, statistics, history and the leaderboard speak of it."""
    place, table = over
    ana = place.people[0]
    assert "rating 0 → " in table.text
    assert "Eights" in (await asked(ana, place.room.id, "leaderboard", game="eights")).text
    assert "Eights" in (await asked(ana, place.room.id, "stats")).text
    assert "Eights" in (await asked(ana, place.room.id, "history")).text


async def test_it_is_replayed_and_proved(over: tuple[Place, MessageSeen]) -> None:
    """Step by step, and as a log whose shuffle and moves can be checked."""
    place, _ = over
    ana = place.people[0]
    shown = await asked(ana, place.room.id, "replay")
    assert "Step 0 of " in shown.text
    await press(ana, shown, "Next")
    await ana.until(lambda: "Step 1 of " in ana.message(shown.id).text, PATIENCE)
    answer = await (await press(ana, ana.message(shown.id), "Get log")).settled()
    assert answer is not None
    [file] = answer.attachments
    async with aiohttp.ClientSession() as web, web.get(file.url) as response:
        data = await response.read()
    log = json.loads(data)
    assert any(log["commitment"] in seen.text for seen in ana.messages(place.room.id))
    assert verify(data, GAMES, log["commitment"]).actions == len(log["actions"])


async def test_its_rules_and_pictures_are_shown(over: tuple[Place, MessageSeen]) -> None:
    """`/rules`, `/help`, and the table as a picture with words beside it."""
    place, table = over
    ana = place.people[0]
    rules = await asked(ana, place.room.id, "rules", game="eights")
    assert "Be the first with no cards left." in rules.text
    assert "Eights" in (await asked(ana, place.room.id, "help")).text
    await ana.until(lambda: bool(ana.message(table.id).attachments), PATIENCE)
    galleries = [one for one in walk(ana.message(table.id).components) if one.get("type") == 12]
    assert "Ana: " in galleries[0]["items"][0]["description"]


async def test_it_is_not_taught_without_a_lesson(house: Club) -> None:
    """`/learn` offers the games that have one."""
    place = house.visit(1)
    [ana] = place.people
    [learn] = [each for each in ana.commands(place.room.id) if each.name == "learn"]
    [game] = [each for each in learn.options if each.name == "game"]
    assert "Eights" not in str(game)


async def test_house_player_and_rematch(house: Club) -> None:
    """A house player plays along; after the end the same people play again."""
    place = house.visit(1, deal="a short one")
    [ana] = place.people
    await ana.slash(place.room.id, "play eights", bots=1)
    await press(ana, await place.table(ana, "Join"), "Start")
    table = await Table.found(place, await place.table(ana, "My hand"))
    ended = await played_out(table)
    assert "Bot" in ended.text
    await press(ana, ended, "Rematch")
    again = await place.table(ana, "My hand")
    assert again.id != table.id
    assert "Eights" in again.text


async def test_it_comes_back_after_a_restart(house: Club) -> None:
    """Same table, same message, same controls."""
    place = house.visit(2, deal="interrupted")
    table = await Table.found(place, await place.opened("eights"))
    for _ in range(3):
        person = await table.turn()
        assert person is not None
        await table.play(person)
    await house.bot.stop()
    await house.restart()
    assert re.search(r"## (Ana|Ben)( \(\d\))? wins", (await played_out(table)).text)


async def test_its_house_rules_are_set_for_the_server(house: Club) -> None:
    """`/settings` offers the rules it declares."""
    [owner] = house.people
    screen = await asked(owner, house.room.id, "settings")

    def control(name: str) -> ControlSeen | None:
        every = owner.message(screen.id).controls
        return next((each for each in every if name in (each.custom_id or "")), None)

    pages = next(each for each in screen.controls if (each.custom_id or "").endswith("page"))
    [page] = [one["value"] for one in pages.options if "Eights" in one["label"]]
    await owner.select(screen.id, pages.custom_id or "", [page])
    await owner.until(lambda: control("rule-eights-hand") is not None, PATIENCE)
    hand = control("rule-eights-hand")
    assert hand is not None
    await owner.select(screen.id, hand.custom_id or "", ["7"])
    await owner.until(lambda: "Saved." in owner.message(screen.id).text, PATIENCE)
    await owner.slash(house.room.id, "play eights")
    lobby = await house.table(owner, "Join")
    assert re.search(r"Cards at the start\W+7", lobby.text)
    await press(owner, lobby, "Leave")
