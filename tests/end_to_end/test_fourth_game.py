"""A fourth game is played by the whole bot as it is (`architecture.md`, A fourth game)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from bot.records.proof import verify
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, Place, club, press
from tests.tables.toy import Count

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE = 20.0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """A server with a bot of four games."""
    async with club(tmp_path_factory.mktemp("fourth"), people=1, start=False) as place:
        place.bot.entry = ("tests.end_to_end.fourth_game",)
        await place.restart()
        yield place


async def asked(person: Person, room: int, command: str, **options: object) -> MessageSeen:
    """Type a command and return its answer."""
    answer = await (await person.slash(room, command, **options)).settled()
    assert answer is not None
    return answer


async def act(person: Person, hand: int, label: str) -> None:
    """Press the button of the hand as soon as it shows one's turn, and wait until it is over."""
    await person.until(lambda: "**Your turn**" in person.message(hand).text, PATIENCE)
    await press(person, person.message(hand), label)
    await person.until(lambda: "**Your turn**" not in person.message(hand).text, PATIENCE)


async def counted(place: Place, table: MessageSeen) -> MessageSeen:
    """Count to the goal, one by buttons, the other by commands; return the table at its end."""
    ana, ben = place.people
    hands = {person.id: (await place.hand(person)).id for person in (ana, ben)}

    def turn(person: Person) -> bool:
        return "**Your turn**" in person.message(hands[person.id]).text

    while "Rematch" not in str(ana.message(table.id).controls):
        await ana.until(
            lambda: turn(ana) or turn(ben) or "Rematch" in str(ana.message(table.id).controls),
            PATIENCE,
        )
        if turn(ana):
            await press(ana, ana.message(hands[ana.id]), "Count and pass on")
            await ana.until(lambda: not turn(ana), PATIENCE)
        elif turn(ben):
            answer = await asked(ben, place.room.id, "move", action="A")
            assert answer.text.startswith("Done.")
            await ben.until(lambda: not turn(ben), PATIENCE)
    return ana.message(table.id)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def over(house: Club) -> tuple[Place, MessageSeen]:
    """Two people who have played it to the end, and the table."""
    place = house.visit(2)
    table = await place.opened("count", goal="3")
    return place, await counted(place, table)


async def test_it_is_offered_with_its_options_and_its_call(house: Club) -> None:
    """`/play count` with the house rules it declares, `/halt`, `/rules`: made from the registry."""
    place = house.visit(1)
    [ana] = place.people
    offered = {each.name: each for each in ana.commands(place.room.id)}
    assert "play count" in offered
    assert {"goal", "partners", "pace", "house"} <= {
        option.name for option in offered["play count"].options
    }
    assert "halt" in offered


async def test_it_is_played_from_the_lobby_to_the_result(over: tuple[Place, MessageSeen]) -> None:
    """Lobby, hands, moves by button and command, the winner and the seed."""
    _, table = over
    assert re.search(r"## (Ana|Ben) wins", table.text)
    assert "Seed of the shuffle" in table.text
    assert "Count · table" in table.text


async def test_its_call_is_a_race_that_is_judged(house: Club) -> None:
    """A miscount is called by reaction and by command at once; the table judges, `/why` tells."""
    place = house.visit(3)
    table = await place.opened("count", goal="10")
    hands = {person.id: await place.hand(person) for person in place.people}
    everybody = place.people[0]

    def turn(person: Person) -> bool:
        return "**Your turn**" in person.message(hands[person.id].id).text

    await everybody.until(lambda: any(turn(person) for person in place.people), PATIENCE)
    [offender] = [person for person in place.people if turn(person)]
    callers = [person for person in place.people if person is not offender]
    await press(offender, offender.message(hands[offender.id].id), "Miscount")
    await everybody.until(lambda: "Miscount" in everybody.message(table.id).text, PATIENCE)
    assert f"**{offender.name}** 1" in everybody.message(table.id).text
    await callers[0].until(
        lambda: callers[0].message(table.id).reaction("✋") is not None, PATIENCE
    )
    await asyncio.gather(callers[0].react(table.id, "✋"), callers[1].slash(place.room.id, "halt"))
    shown = f"**{offender.name}** 0"
    await everybody.until(lambda: shown in everybody.message(table.id).text, PATIENCE)
    why = await asked(callers[0], place.room.id, "why")
    assert "Halt!" in why.text


async def test_it_has_records(over: tuple[Place, MessageSeen]) -> None:
    """Ratings, statistics, history and the board speak of it."""
    place, table = over
    ana = place.people[0]
    assert "rating 0 → " in table.text
    board = await asked(ana, place.room.id, "leaderboard", game="count")
    assert "Count" in board.text
    assert "Count" in (await asked(ana, place.room.id, "stats")).text
    assert "Count" in (await asked(ana, place.room.id, "history")).text


async def test_it_is_replayed_and_proved(over: tuple[Place, MessageSeen]) -> None:
    """Step by step, and as a log whose shuffle and moves can be checked."""
    place, table = over
    ana = place.people[0]
    shown = await asked(ana, place.room.id, "replay")
    assert "Step 0 of " in shown.text
    await press(ana, shown, "Forward")
    await ana.until(lambda: "Step 1 of " in ana.message(shown.id).text, PATIENCE)
    answer = await (await press(ana, ana.message(shown.id), "Log")).settled()
    assert answer is not None
    [file] = answer.attachments
    async with aiohttp.ClientSession() as web, web.get(file.url) as response:
        data = await response.read()
    log = json.loads(data)
    assert log["commitment"] in table.text
    assert verify(data, (Count(),), log["commitment"]).actions == len(log["actions"])


async def test_its_rules_and_pictures_are_shown(over: tuple[Place, MessageSeen]) -> None:
    """`/rules`, `/help`, and the table as a picture with words beside it."""
    place, table = over
    ana = place.people[0]
    rules = await asked(ana, place.room.id, "rules", game="count")
    assert "Whoever has counted to the goal first wins." in rules.text
    assert "Count" in (await asked(ana, place.room.id, "help")).text
    await ana.until(lambda: bool(ana.message(table.id).attachments), PATIENCE)
    galleries = [one for one in walk(ana.message(table.id).components) if one.get("type") == 12]
    assert "Ana: " in galleries[0]["items"][0]["description"]


async def test_house_player_and_rematch(house: Club) -> None:
    """A house player counts along; after the end the same people play again."""
    place = house.visit(1)
    [ana] = place.people
    await ana.slash(place.room.id, "play count", house=1, goal="3")
    await press(ana, await place.table(ana, "Join"), "Start")
    table = await place.table(ana, "My hand")
    hand = (await place.hand(ana)).id

    def turn() -> bool:
        return "**Your turn**" in ana.message(hand).text

    def ended() -> bool:
        return "Rematch" in str(ana.message(table.id).controls)

    while not ended():
        await ana.until(lambda: turn() or ended(), PATIENCE)
        if turn():
            await press(ana, ana.message(hand), "Count and pass on")
            await ana.until(lambda: not turn(), PATIENCE)
    assert "House" in ana.message(table.id).text
    await press(ana, ana.message(table.id), "Rematch")
    again = await place.table(ana, "My hand")
    assert again.id != table.id
    assert "Count" in again.text


async def test_it_comes_back_after_a_restart(house: Club) -> None:
    """Same table, same message, same controls."""
    place = house.visit(2)
    table = await place.opened("count", goal="3")
    ana, ben = place.people
    hands = {person.id: (await place.hand(person)).id for person in (ana, ben)}
    await house.bot.stop()
    await house.restart()
    await ana.until(
        lambda: (
            "**Your turn**" in ana.message(hands[ana.id]).text
            or "**Your turn**" in ben.message(hands[ben.id]).text
        ),
        PATIENCE,
    )
    assert re.search(r"## (Ana|Ben)( \(2\))? wins", (await counted(place, table)).text)


async def test_its_house_rules_are_set_for_the_server(house: Club) -> None:
    """`/settings` offers the rules it declares."""
    [owner] = house.people
    screen = await asked(owner, house.room.id, "settings")
    pages = next(each for each in screen.controls if (each.custom_id or "").endswith("page"))
    [page] = [one["value"] for one in pages.options if "Count" in one["label"]]
    await owner.select(screen.id, pages.custom_id or "", [page])
    await owner.until(lambda: "rule-count-goal" in ids(owner.message(screen.id)), PATIENCE)
    goal = next(
        each
        for each in owner.message(screen.id).controls
        if "rule-count-goal" in (each.custom_id or "")
    )
    await owner.select(screen.id, goal.custom_id or "", ["3"])
    await owner.until(lambda: "Saved." in owner.message(screen.id).text, PATIENCE)
    await owner.slash(house.room.id, "play count")
    lobby = await house.table(owner, "Join")
    assert re.search(r"Goal\W+3", lobby.text)
    await press(owner, lobby, "Leave")


def ids(seen: MessageSeen) -> str:
    """Return what the controls of a message carry."""
    return " ".join(each.custom_id or "" for each in seen.controls)
