"""The one gate on a whole bot: what comes twice, too late, broken, or of another database."""

import asyncio
import os
import re
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.people.person import PATIENCE
from tests.end_to_end.harness import Club, club, offers, press


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Club]:
    """Two people at a running table."""
    async with club(tmp_path, people=3) as club_:
        del club_.people[2:]
        yield club_


def acts(place: Club) -> list[str]:
    """Return the notation of every action that is stored."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    rows = database.execute(
        "SELECT DISTINCT ply, notation FROM events WHERE ply > 0 ORDER BY ply"
    ).fetchall()
    database.close()
    return [row[1] for row in rows]


def forgotten(place: Club) -> int:
    """Say how many interactions have failed, as they should, and take them off the record."""
    failed = sum(each.failed for each in place.world.interactions)
    place.world.interactions.clear()
    return failed


async def reported(place: Club, what: str) -> None:
    """Wait until the log tells of it under an error number; what it tells is then taken away."""
    await place.bot.logs(rf"ERROR .*error [0-9A-F]{{6}}.*{what}.*\n")
    place.bot.log.write_text("", encoding="utf-8")


async def test_command_typed_while_the_bot_stands_still_has_no_effect(place: Club) -> None:
    """Its maker reads that the bot did not respond; nothing happens later after all."""
    await place.opened(pile="5")
    ana = place.people[0]
    await ana.slash(place.room.id, "hand")
    os.kill(place.bot.pid, signal.SIGSTOP)
    try:
        calls = [
            asyncio.create_task(ana.slash(place.room.id, "flinch")),
            asyncio.create_task(place.people[1].slash(place.room.id, "resign")),
        ]
        await asyncio.sleep(4)
    finally:
        os.kill(place.bot.pid, signal.SIGCONT)
    await asyncio.gather(*calls)
    assert forgotten(place) == 2
    await ana.slash(place.room.id, "hand")
    assert acts(place) == []


async def test_first_press_of_a_process_that_comes_too_late_has_no_effect(place: Club) -> None:
    """Nothing was pressed before by which it could be judged; the answers to the login told."""
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    await written(place, lobby.id)
    await place.bot.kill()
    await place.restart()
    os.kill(place.bot.pid, signal.SIGSTOP)
    try:
        late = [
            asyncio.create_task(press(ben, lobby, "Join")),
            asyncio.create_task(ana.slash(place.room.id, "play flip")),
        ]
        await asyncio.sleep(4)
    finally:
        os.kill(place.bot.pid, signal.SIGCONT)
    await asyncio.gather(*late)
    assert forgotten(place) == 2
    await press(ana, lobby, "Add bot")
    await ana.until(lambda: "Bot 1" in ana.message(lobby.id).text)
    assert "Ben" not in ana.message(lobby.id).text
    assert [seen.id for seen in ana.messages(place.room.id) if offers(seen, "Join")] == [lobby.id]


async def test_interaction_delivered_twice_is_answered_once(place: Club) -> None:
    """Presses and commands: one house player comes, one answer leaves."""
    ana = place.people[0]
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    for _ in range(2):
        place.world.faults.repeat("INTERACTION_CREATE")
        await press(ana, lobby, "Add bot")
    place.world.faults.repeat("INTERACTION_CREATE")
    await ana.slash(place.room.id, "help")
    await ana.until(lambda: "Bot 2" in ana.message(lobby.id).text)
    assert "Bot 3" not in ana.message(lobby.id).text
    answers = Counter(
        each.path for each in place.world.record.requests if each.path.endswith("/callback")
    )
    assert set(answers.values()) == {1}


async def test_reaction_that_cannot_be_read_costs_that_event(place: Club) -> None:
    """Its type stands in the log with an error number; every table goes on."""
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    place.world.faults.malform("MESSAGE_REACTION_ADD", without=("type",))
    await ben.until(lambda: ben.message(lobby.id).reaction("🪑") is not None)
    await ben.react(lobby.id, "🪑")
    await press(ben, lobby, "Join")
    await ana.until(lambda: "Ben" in ana.message(lobby.id).text)
    await reported(place, "MESSAGE_REACTION_ADD")


UNREADABLE: dict[str, list[dict[str, Any]]] = {
    "button": [
        {"without": ("attachment_size_limit",)},
        {"without": ("member",)},
        {"without": ("data.custom_id",)},
        {"put": {"data": None}},
        {"put": {"message.thread": None}},
        {"put": {"member.user": 7, "guild_id": []}},
        {"put": {"type": "3"}},
    ],
    "select": [
        {"put": {"data": []}},
        {"put": {"data.values": 7}},
        {"without": ("member.user.id",)},
    ],
    "command": [
        {"without": ("data.name",)},
        {"put": {"data": "help"}},
        {"put": {"data.options": 7}},
        {"put": {"data.resolved": {"users": 7}}},
        {"put": {"channel": 7}},
    ],
    "form": [
        {"without": ("data.components",)},
        {"without": ("data.custom_id",)},
        {"put": {"data.components": 7}},
        {"put": {"data.components": [None]}},
        {"without": ("member.user",)},
    ],
    "autocomplete": [
        {"without": ("data.name",)},
        {"put": {"data.options": 7}},
        {"put": {"data.options": []}},
        {"without": ("member",)},
    ],
}


@pytest.mark.parametrize("route", UNREADABLE)
async def test_maker_of_what_cannot_be_read_is_told_its_number(place: Club, route: str) -> None:
    """By every route one sentence, and no choices where some are offered; nothing else happens."""
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    screen = await (await ana.slash(place.room.id, "settings")).settled()
    assert screen is not None
    pages = next(each for each in screen.controls if "server-page" in (each.custom_id or ""))
    await ana.select(screen.id, pages.custom_id or "", ["3"])
    guests = next(each for each in lobby.controls if each.kind == "user")

    async def made(opened: Interaction | None) -> Interaction:
        if route == "button":
            return await press(ben, lobby, "Join")
        if route == "select":
            return await ana.select(lobby.id, guests.custom_id or "", [str(ben.id)])
        if opened is None:
            return await ben.slash(place.room.id, "join")
        return await ana.submit(opened, name="Long night")

    for how in UNREADABLE[route]:
        opened = None
        if route == "form":
            opened = await press(ana, ana.message(screen.id), "Save as preset")
        place.world.faults.malform("INTERACTION_CREATE", **how)
        if route == "autocomplete":
            assert await ben.autocomplete(place.room.id, "join", "table", "") == [], how
            await reported(place, "")
            continue
        answer = await (await made(opened)).settled()
        assert answer is not None, how
        number = re.search(r"Something went wrong on my side.* Error ([0-9A-F]{6})\.", answer.text)
        assert number is not None, (how, answer.text)
        await reported(place, "")
    assert place.bot.running
    assert "Ben" not in ana.message(lobby.id).text
    await press(ben, lobby, "Join")
    await ana.until(lambda: "Ben" in ana.message(lobby.id).text)


async def test_what_says_neither_id_nor_token_costs_that_event(place: Club) -> None:
    """There is nobody to be told; the log has its number."""
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    for how in ({"without": ("id",)}, {"without": ("token",)}, {"put": {"id": "x", "type": None}}):
        place.world.faults.malform("INTERACTION_CREATE", **how)
        await press(ben, lobby, "Join")
        assert forgotten(place) == 1
        await reported(place, "INTERACTION_CREATE")
    await press(ben, lobby, "Join")
    await ana.until(lambda: "Ben" in ana.message(lobby.id).text)


async def test_session_that_cannot_be_read_is_begun_anew(tmp_path: Path) -> None:
    """A READY without a session or without servers ends no process."""
    async with club(tmp_path, people=1, start=False) as place:
        place.world.faults.malform("READY", without=("session_id",))
        place.world.faults.malform("READY", put={"guilds": None})
        await place.bot.start()
        events = place.world.record.events
        async with asyncio.timeout(PATIENCE):
            while sum(each.name == "READY" for each in events) < 3:  # noqa: ASYNC110 - the record tells nobody
                await asyncio.sleep(0.05)
        await place.ready()
        [ana] = place.people
        await ana.slash(place.room.id, "play flinch")
        await place.table(ana, "Join")
        await reported(place, "gateway")


async def test_answer_of_discord_that_cannot_be_read_costs_no_table(place: Club) -> None:
    """The answer to a command is lost; the lobby it opened stands there all the same."""
    ana = place.people[0]
    place.world.faults.garble(r"/interactions/\d+/[^/]+/callback")
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    await press(place.people[1], lobby, "Join")
    await ana.until(lambda: "Ben" in ana.message(lobby.id).text)
    assert forgotten(place) == 1
    await reported(place, "could not be read")


GARBLED = [
    (r"/channels/\d+/messages$", "POST"),
    (r"/messages/(\d+|@original)$", "PATCH"),
    (r"/channels/\d+/messages/\d+/reactions/", "PUT"),
    (r"/users/@me/channels$", "POST"),
]


@pytest.mark.parametrize(("path", "method"), GARBLED)
@pytest.mark.parametrize("form", ["text/html", "application/json"])
async def test_request_whose_answer_cannot_be_read_is_made_good(
    place: Club, path: str, method: str, form: str
) -> None:
    """The lobby, the table, its reactions, the hands and the end come all the same, each once."""
    ana, ben = place.people
    place.world.faults.garble(path, content_type=form, method=method, after_effect=True)
    table = await place.opened(pile="5")
    for person in (ana, ben):
        await place.hand(person)
    await ana.until(lambda: ana.message(table.id).reaction("✋") is not None)
    shown = [seen for seen in ana.messages(place.room.id) if offers(seen, "")]
    assert [seen.id for seen in shown] == [table.id]
    asked = await (await ben.slash(place.room.id, "resign")).settled()
    assert asked is not None
    await press(ben, asked, "Resign")
    await ana.until(lambda: "Ana wins" in ana.message(table.id).text)
    read = method != "PUT" or form == "application/json"  # the library leaves other text alone
    if read:
        await reported(place, "could not be read")


async def test_controls_of_a_lost_database_do_nothing(place: Club) -> None:
    """The old lobby's Join seats nobody at the table that has its number now.

    Nor does a board of before play a card, or tell anybody of another server.
    """
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    old = await place.table(ana, "Join")
    await place.bot.stop()
    for file in place.bot.database.parent.glob(place.bot.database.name + "*"):
        file.unlink()
    await place.restart()
    elsewhere = place.world.add_channel(place.guild, "elsewhere")
    await ana.slash(elsewhere.id, "play flinch")
    new = await ana.wait_for(lambda seen: bool(seen.controls), elsewhere.id)
    answer = await (await press(ben, old, "Join")).settled()
    assert answer is not None
    assert "out of date" in answer.text
    assert "Ben" not in ana.message(new.id).text
    await press(ben, new, "Join")
    await ana.until(lambda: "Ben" in ana.message(new.id).text)


async def written(place: Club, message: int) -> None:
    """Wait until a message is written down, at most a second after it was posted."""
    with closing(sqlite3.connect(place.bot.database)) as database:
        async with asyncio.timeout(PATIENCE):
            while (message,) not in database.execute("SELECT message FROM messages").fetchall():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.05)


async def test_controls_of_after_a_backup_do_nothing_once_it_is_put_back(place: Club) -> None:
    """The table of before it goes on; one of after it is gone, and its number comes no more."""
    ana, ben = place.people
    await ana.slash(place.room.id, "play flinch")
    lobby = await place.table(ana, "Join")
    await written(place, lobby.id)
    copy = place.bot.database.with_name("copy.sqlite3")
    status, said = await place.bot.command("backup", str(copy))
    assert status == 0, said
    elsewhere = place.world.add_channel(place.guild, "elsewhere")
    await ben.slash(elsewhere.id, "play flinch")
    later = await ana.wait_for(lambda seen: bool(seen.controls), elsewhere.id)
    await place.bot.stop()
    status, said = await place.bot.command("restore", str(copy))
    assert status == 0, said
    await place.restart()
    answer = await (await press(ana, later, "Join")).settled()
    assert answer is not None
    assert "out of date" in answer.text
    before = [each.custom_id for each in lobby.controls]
    await ana.until(lambda: [c.custom_id for c in ana.message(lobby.id).controls] != before)
    await press(ben, lobby, "Join")
    await ana.until(lambda: "Ben" in ana.message(lobby.id).text)
    await ben.slash(elsewhere.id, "play flinch")
    new = await ben.wait_for(
        lambda seen: seen.id > later.id and bool(seen.controls) and not seen.ephemeral, elsewhere.id
    )
    assert new.text.splitlines()[0].endswith("table 3")
