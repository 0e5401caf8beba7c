"""What comes after a game: ratings, boards, replays, proof, and being forgotten.

See `experience.md` section 7.
"""

import asyncio
import json
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.db.changes import person_change, ratings_change
from bot.db.migrate import upgraded
from bot.db.records import Person as Known
from bot.db.records import Rating
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.records.proof import verify
from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from engine.games import GAMES
from tests.end_to_end.flinch_player import FlinchPlayer
from tests.end_to_end.harness import Club, Place, club, offers, press, typed
from tests.fairness.test_verify import PROGRAM
from tests.prerequisites import NODE, require
from tests.records.scan import found
from tests.tables.harness import url_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

GONE = "a former player"


async def ask(person: Person, channel: int, command: str, **options: object) -> MessageSeen:
    """Type a command and return what it answers once it is there."""
    answer = await (await person.slash(channel, command, **options)).settled()
    assert answer is not None
    return answer


async def go(person: Person, seen: MessageSeen, label: str, shows: str) -> MessageSeen:
    """Press a button and wait until the message shows something."""
    await press(person, seen, label)
    await person.until(lambda: shows in person.message(seen.id).text)
    return person.message(seen.id)


def words(seen: MessageSeen) -> list[str]:
    """Return the words beside the pictures of a message."""
    galleries = [part for part in walk(seen.components) if part.get("type") == 12]
    return [item["description"] for part in galleries for item in part["items"]]


async def download(seen: MessageSeen) -> bytes:
    """Return the one file of a message."""
    (file,) = seen.attachments
    async with aiohttp.ClientSession() as session, session.get(file.url) as response:
        assert response.status == 200
        return await response.read()


async def test_result_tells_what_it_did_to_ratings(played: tuple[Place, MessageSeen]) -> None:
    """The winner's number has gone up, the other's down."""
    _, table = played
    assert "rating 0 → 3" in table.text
    assert "rating 0 → -2" in table.text


async def test_stats_show_figures_and_a_picture_with_words(
    played: tuple[Place, MessageSeen],
) -> None:
    """The picture is drawn and said in words; another person's can be asked for."""
    place, _ = played
    ana, ben = place.people
    own = await ask(ana, place.room.id, "stats")
    assert "Ana's games" in own.text
    assert "1 rated game" in own.text
    assert "Most frequent opponent: Ben (1)" in own.text
    (said,) = words(own)
    assert said.startswith("Flinch: ")
    assert (await download(own)).startswith(b"\x89PNG")
    other = await ask(ana, place.room.id, "stats", player=ben)
    assert "Ben's games" in other.text
    assert other.ephemeral


async def test_history_links_to_the_table(played: tuple[Place, MessageSeen]) -> None:
    """The last game with its place, rating and link."""
    place, table = played
    shown = await ask(place.people[1], place.room.id, "history")
    assert f"/{place.room.id}/{table.id}>)" in shown.text
    assert "of 2" in shown.text
    assert "rating 0 → " in shown.text


async def test_replay_steps_as_anybody(played: tuple[Place, MessageSeen]) -> None:
    """Forward, back, to both ends, all hands open or as one seat."""
    place, _ = played
    ana = place.people[0]
    shown = await ask(ana, place.room.id, "replay")
    assert "Step 0 of " in shown.text
    assert "all hands face up" in shown.text
    assert "**Ana** [" in shown.text
    assert "**Ben** [" in shown.text
    shown = await go(ana, shown, "Next", "Step 1 of ")
    shown = await go(ana, shown, "Next", "Step 2 of ")
    shown = await go(ana, shown, "Back", "Step 1 of ")
    select = next(each for each in shown.controls if each.kind == "string")
    await ana.select(shown.id, select.custom_id or "", ["1"])
    await ana.until(lambda: "Ben's view" in ana.message(shown.id).text)
    seen_by_ben = ana.message(shown.id)
    assert "Your hand" in seen_by_ben.text
    assert {each.label for each in seen_by_ben.controls} == {
        *("First", "Back", "Next", "Last", "Get log", "Change view", "Share"),
    }
    shown = await go(ana, seen_by_ben, "Last", "seed")
    assert " wins" in shown.text
    await go(ana, shown, "First", "Step 0 of ")


async def test_log_is_accepted_by_replay_and_verify(
    played: tuple[Place, MessageSeen], tmp_path: Path
) -> None:
    """The file from Discord: in the engine, by `verify`, and by a program of somebody else's."""
    require(NODE)
    place, table = played
    ben = place.people[1]
    shown = await ask(ben, place.room.id, "replay")
    answer = await (await press(ben, shown, "Get log")).settled()
    assert answer is not None
    data = await download(answer)
    log = json.loads(data)
    fair = await (await press(ben, table, "Fair deal")).settled()
    assert fair is not None
    assert log["seed"] in fair.text
    assert log["commitment"][:16] in fair.text
    assert any(log["commitment"] in each.text for each in ben.messages(place.room.id))
    assert f".json --commitment {log['commitment']}" in answer.text
    assert verify(data, GAMES, log["commitment"]).actions == len(log["actions"])
    path = tmp_path / "log.json"
    path.write_bytes(data)
    positions = await output(sys.executable, "-m", "engine", "replay", str(path))
    assert "refused" not in positions
    assert (await output(sys.executable, "-m", "bot", "verify", str(path))).startswith("In order")
    (tmp_path / "positions.jsonl").write_text(positions)
    lines = await output("node", str(PROGRAM), str(path), str(tmp_path / "positions.jsonl"))
    assert "right: the result\nright: the standing" in lines


async def output(*command: str) -> str:
    """Return what a program that ends well prints."""
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode()


async def test_replay_of_what_is_not_there(house: Club, played: tuple[Place, MessageSeen]) -> None:
    """No such number, no number at all, a game that still runs."""
    place, _ = played
    ana = place.people[0]
    for number in ("999999", "x", "-1"):
        shown = await ask(ana, place.room.id, "replay", table=number)
        assert "No finished game" in shown.text
    elsewhere = house.visit(1)
    shown = await ask(elsewhere.people[0], elsewhere.room.id, "replay")
    assert typed(shown.text) == (
        "You haven't finished a game here yet. Open one with /play flinch, /play flip, or "
        "/play flushed."
    )


async def test_game_of_a_channel_out_of_sight_is_as_none(
    house: Club, played: tuple[Place, MessageSeen]
) -> None:
    """`/replay` with its number, its steps, its log and `/history` of who played show nothing.

    Neither to whoever had the screens before the channel was closed. Who played sees all of it.
    """
    place, table = played
    ben = place.people[1]
    number = table.text.splitlines()[0].rsplit(" ", 1)[-1]
    elsewhere = house.visit(1)
    eva = house.world.add_user("Eva", guild=house.guild)
    shown = await ask(eva, elsewhere.room.id, "replay", table=number)
    assert "Step 0 of " in shown.text
    assert f"/{place.room.id}/" in (await ask(eva, elsewhere.room.id, "history", player=ben)).text
    for person in (eva, ben):
        house.world.overwrite(place.room, person, deny=permissions.VIEW_CHANNEL)
    try:
        none = await ask(eva, elsewhere.room.id, "replay", table="999999")
        assert (await ask(eva, elsewhere.room.id, "replay", table=number)).text == none.text
        for label in ("Next", "Get log"):
            answer = await (await press(eva, shown, label)).settled()
            assert answer is not None
            assert answer.text == none.text
            assert not answer.attachments
        assert "Step 0 of " in eva.message(shown.id).text
        history = await ask(eva, elsewhere.room.id, "history", player=ben)
        assert f"/{place.room.id}/" not in history.text
        assert "of 2" not in history.text
        assert "of 2" in (await ask(ben, elsewhere.room.id, "history")).text
        assert "Step 0 of " in (await ask(ben, elsewhere.room.id, "replay", table=number)).text
    finally:
        for person in (eva, ben):
            house.world.overwrite(place.room, person)


async def test_why_explains_the_rating(played: tuple[Place, MessageSeen]) -> None:
    """Of a game that is over, in the channel it was in."""
    place, _ = played
    shown = await ask(place.people[1], place.room.id, "why")
    assert "rating 0 → " in shown.text


async def test_game_with_a_house_player_says_why_it_is_unrated(house: Club) -> None:
    """On `/why`: ended by the lone person there, after one question; nothing is rated."""
    place = house.visit(1)
    (ana,) = place.people
    await ana.slash(place.room.id, "play flinch", bots=1)
    lobby = await place.table(ana, "Start")
    await press(ana, lobby, "Start")
    await place.table(ana, "My hand")
    question = await ask(ana, place.room.id, "end")
    assert "Nobody wins or loses" in question.text
    (control,) = question.controls
    await go(ana, question, control.label, "has ended.")
    shown = await ask(ana, place.room.id, "why")
    assert "With no result, nothing is rated." in shown.text


async def test_own_data_is_explained_exported_and_deleted(
    house: Club, played: tuple[Place, MessageSeen]
) -> None:
    """Asked once; then nothing in the database or on the table names the person."""
    place, table = played
    ana, ben = place.people
    dm = await ben.dm()
    told = await ask(ben, dm, "privacy")
    assert "365 days" in told.text
    exported = json.loads(await download(await ask(ben, dm, "mydata export")))
    assert {row["name"] for row in exported["people"]} == {"Ben"}
    assert len(exported["results"]) == 1
    assert exported["actions"]
    question = await ask(ben, dm, "mydata delete")
    await go(ben, question, "Keep my data", "I've deleted nothing.")
    assert await found(url_of(house.bot.database), str(ben.id))

    question = await ask(ben, dm, "mydata delete")
    await go(ben, question, "Delete my data", "I've deleted everything")

    assert await found(url_of(house.bot.database), str(ben.id), "Ben") == []
    await ana.until(lambda: GONE in ana.message(table.id).text)
    assert "Ben" not in ana.message(table.id).text
    await ana.until(lambda: not any("Ben" in said for said in words(ana.message(table.id))))
    shown = await ask(ana, place.room.id, "replay", table=str(exported["results"][0]["table"]))
    assert f"**{GONE}**" in shown.text
    assert "Ben" not in (await ask(ana, place.room.id, "stats")).text
    history = await ask(ana, place.room.id, "history")
    assert "rating 0 → " in history.text


async def test_being_forgotten_in_mid_game(house: Club) -> None:
    """The table and the others' hands name nobody; a house player goes on; the hand is dead."""
    place = house.visit(3)
    zoe = house.world.add_user("Zacharias", guild=house.guild)
    place.people[2] = zoe
    table = await place.opened(pile="5")
    ana, ben, _ = place.people
    hand = await place.hand(zoe)
    lobby = house.visit(1).room.id
    await zoe.slash(lobby, "play flip")
    await zoe.wait_for(lambda seen: offers(seen, "Join"), lobby)
    question = await ask(zoe, place.room.id, "mydata delete")
    assert "You're in 1 game now, and leave it for good." in question.text
    await go(zoe, question, "Delete my data", "I've deleted everything")

    assert await found(url_of(house.bot.database), str(zoe.id), "Zacharias") == []
    await ana.until(lambda: GONE in ana.message(table.id).text)
    assert "Zacharias" not in ana.message(table.id).text
    for person in (ana, ben):
        await person.until(lambda one=person: "Zacharias" not in _hand(one))  # type: ignore[misc]
    await zoe.until(lambda: "You no longer play here" in zoe.message(hand.id).text)
    players = [FlinchPlayer(person, place.room, "buttons") for person in (ana, ben)]
    await asyncio.gather(*(player.play() for player in players))
    over = await place.table(ana, "Rematch")
    assert f"{GONE}" in over.text
    assert await found(url_of(house.bot.database), str(zoe.id), "Zacharias") == []


def _hand(person: Person) -> str:
    """Return the newest hand a person has by DM."""
    dms = [channel for channel in person.channels() if channel.kind == "dm"]
    return "\n".join(seen.text for dm in dms for seen in person.messages(dm.id)[-1:])


async def test_news_of_a_table_forget_who_is_forgotten(house: Club) -> None:
    """Also of whom somebody has replaced, and who has only declined an invitation."""
    place = house.visit(3)
    ana, ben, _ = place.people
    table = await place.opened("flushed")
    await ana.slash(place.room.id, "leave")
    await ben.until(lambda: "Ana left." in ben.message(table.id).text)
    zoe = house.world.add_user("Zoe", guild=house.guild)
    await zoe.slash(place.room.id, "join")
    await ben.until(lambda: "Zoe took a seat." in ben.message(table.id).text)
    other = house.visit(1)
    host = other.people[0]
    await host.slash(other.room.id, "play flushed", **{"with": ana})
    lobby = await other.table(host, "Join")
    await press(ana, ana.message(lobby.id), "Decline")
    await host.until(lambda: "declined" in host.message(lobby.id).text)
    question = await ask(ana, await ana.dm(), "mydata delete")
    await go(ana, question, "Delete my data", "I've deleted everything")
    await ben.until(lambda: "Ana" not in ben.message(table.id).text)
    assert "a former player left." in ben.message(table.id).text
    await host.until(lambda: "declined" not in host.message(lobby.id).text)


async def test_leaderboard_turns_pages_and_shows_ones_own_place(tmp_path: Path) -> None:
    """23 people: ten a page, ties, one's own place on each, a chart in words, after a restart."""
    async with club(tmp_path, people=1, start=False) as place:
        (ana,) = place.people
        await fill(url_of(place.bot.database), place.guild.id, ana.id)
        await place.bot.start()
        await place.ready()
        shown = await ask(ana, place.room.id, "leaderboard", game="flinch")
        assert "1st **P22** · **22**" in shown.text
        assert "13th" not in shown.text
        assert "▸ 23rd **Ana** · **0**" in shown.text
        shown = await go(ana, shown, "Next page", "11th **P12**")
        await place.bot.stop()
        await place.restart()
        shown = await go(ana, shown, "Next page", "22nd **P1**")
        assert "▸ 23rd **Ana**" in shown.text
        assert "…" not in shown.text
        await press(ana, shown, "Share")
        post = await ana.wait_for(
            lambda seen: seen.id > shown.id and not seen.ephemeral, place.room.id
        )
        assert "22nd **P1**" in post.text
        assert "▸" not in post.text
        assert not post.controls
        await press(ana, shown, "Show chart")
        await ana.until(lambda: bool(words(ana.message(shown.id))))
        assert words(ana.message(shown.id))[0].endswith("22nd 1, and 23rd 0")
        await go(ana, ana.message(shown.id), "Previous page", "11th **P12**")
        everywhere = await ask(
            ana, place.room.id, "leaderboard", game="flinch", where="all", season="2026-q1"
        )
        assert "all servers · Q1 2026" in everywhere.text
        wrong = await ask(ana, place.room.id, "leaderboard", season="spring")
        assert "Write a season like" in wrong.text


async def fill(url: str, guild: int, reader: int) -> None:
    """Store ratings of 22 people and the reader, who is last."""
    await upgraded(url)
    store = Store(writing_engine(url))
    people = {1000 + number: number for number in range(1, 23)} | {reader: 0}
    ratings = [
        Rating(
            guild=guild,
            game="flinch",
            season="",
            person=person,
            mu=25.0,
            sigma=8.0,
            number=number,
            games=5,
            wins=1,
            streak=0,
        )
        for person, number in people.items()
    ]
    await store.commit(ratings_change(ratings))
    for person, number in people.items():
        name = "Ana" if person == reader else f"P{number}"
        await store.commit(person_change(Known(person=person, guild=guild, name=name)))
    await store.close()
