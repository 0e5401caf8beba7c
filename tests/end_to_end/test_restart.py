"""Kill the process after any accepted move: the same table goes on (`experience.md` section 6)."""

import asyncio
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

from bot.sandbox.people.person import PATIENCE
from tests.end_to_end.flinch_player import FlinchPlayer, one_act, read, turn_of
from tests.end_to_end.harness import Club, club, press


def stored(place: Club) -> tuple[int, datetime]:
    """Return the ply and the deadline as stored."""
    with sqlite3.connect(place.bot.database) as database:
        row = database.execute("SELECT ply, deadline FROM tables").fetchone()
    return int(row[0]), datetime.fromisoformat(row[1])


def status(place: Club) -> str:
    """Return the status of the table as stored."""
    with sqlite3.connect(place.bot.database) as database:
        return str(database.execute("SELECT status FROM tables").fetchone()[0])


def hands_stored(place: Club) -> set[int]:
    """Return the messages that show hands, as far as they are stored."""
    with sqlite3.connect(place.bot.database) as database:
        return {
            row[0] for row in database.execute("SELECT message FROM messages WHERE kind = 'hand'")
        }


async def test_table_goes_on_after_a_kill_at_every_move(tmp_path: Path) -> None:
    """Same cards, same messages, same controls; the game can be played on."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        table = await place.table(place.people[0], "My hand")
        for _ in range(3):
            await one_act(place, "buttons")
            ply, deadline = stored(place)
            await place.bot.kill()
            before = [read(await place.hand(person)) for person in place.people]
            hands = [(await place.hand(person)).id for person in place.people]
            await place.restart()
            assert stored(place)[0] == ply
            assert timedelta() <= stored(place)[1] - deadline < timedelta(seconds=45)
            after = [read(await place.hand(person)) for person in place.people]
            assert [(await place.hand(person)).id for person in place.people] == hands
            assert (await place.table(place.people[0], "My hand")).id == table.id
            assert [each.hand for each in after] == [each.hand for each in before]
            assert [each.reserve for each in after] == [each.reserve for each in before]
        players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
        for player in players:
            await player.hand()
        await one_act(place, "buttons")


async def test_move_stored_but_not_shown_is_shown_after_the_restart(tmp_path: Path) -> None:
    """Killed between the commit and the edits: the move counts, once, and is shown."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        person = await turn_of(place)
        hand = await place.hand(person)
        before, ply = read(hand), stored(place)[0]
        move = next(wish for wish in before.wishes() if wish[0] in "HFL")
        fault = place.world.faults.answer(r"/channels/\d+/messages", 503, method="PATCH", times=99)
        typed = asyncio.ensure_future(person.slash(place.room.id, "move", action=move))
        while stored(place)[0] == ply or not fault.struck:  # noqa: ASYNC110 - of another process
            await asyncio.sleep(0.005)
        await place.bot.kill()
        place.world.faults.clear()
        assert read(person.message(hand.id)) == before
        typed.cancel()
        place.world.interactions.clear()
        await place.restart()
        await person.until(lambda: read(person.message(hand.id)) != before)
        assert stored(place)[0] == ply + 1


async def test_end_stored_but_not_shown_is_shown_after_the_restart(tmp_path: Path) -> None:
    """A game that is over has no next edit: the start makes it, on the table and on the hand."""
    async with club(tmp_path, people=2, delay=(0.1, 0.1)) as place:
        table = await place.opened(pile="5")
        ana, ben = place.people
        hands = [await place.hand(person) for person in place.people]
        while hands_stored(place) != {hand.id for hand in hands}:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)
        place.world.faults.answer(r"/channels/\d+/messages", 503, method="PATCH", times=99)
        asked = await (await ana.slash(place.room.id, "leave")).settled()
        assert asked is not None
        leave = asked.control("Leave").custom_id or ""
        typed = asyncio.ensure_future(ana.press(asked.id, leave))
        while status(place) != "ended":  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.005)
        await place.bot.kill()
        place.world.faults.clear()
        typed.cancel()
        place.world.interactions.clear()
        assert "Rematch" not in {each.label for each in ben.message(table.id).controls}
        await place.restart()
        await ben.until(
            lambda: any("Rematch" in each.label for each in ben.message(table.id).controls), 20
        )
        await ben.until(lambda: "Ben wins" in ben.message(hands[1].id).text)


async def test_lobby_keeps_its_seats_over_a_restart(tmp_path: Path) -> None:
    """The lobby is the same message and starts as if nothing had happened."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        await ana.slash(place.room.id, "play flinch")
        lobby = await place.table(ben, "Join")
        await ben.press(lobby.id, lobby.control("Join").custom_id or "")
        await place.bot.kill()
        await place.restart()
        again = await place.table(ana, "Start")
        assert again.id == lobby.id
        assert "Ben" in again.text
        await press(ana, again, "Start")
        await place.table(ben, "My hand")


async def test_told_to_stop_it_finishes_the_move_in_hand(tmp_path: Path) -> None:
    """SIGTERM right after the move was stored: it is still answered, then the process ends.

    Whoever watches reads that this is over: the next process cannot edit what shows it.
    """
    async with club(tmp_path, people=2, delay=(0.1, 0.1)) as place:
        await place.opened(pile="5")
        eva = place.world.add_user("Eva", guild=place.guild)
        watched = await (await eva.slash(place.room.id, "watch")).settled()
        assert watched is not None
        person = await turn_of(place)
        ply = stored(place)[0]
        move = next(wish for wish in read(await place.hand(person)).wishes() if wish[0] in "HFL")
        typed = asyncio.ensure_future(person.slash(place.room.id, "move", action=move))
        while stored(place)[0] == ply:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.005)
        async with asyncio.timeout(PATIENCE):
            assert await place.bot.stop() == 0
        answer = await typed
        assert not answer.failed
        assert stored(place)[0] == ply + 1
        assert "I've stopped updating this view" in eva.message(watched.id).text


async def test_start_asks_for_no_more_than_it_must(tmp_path: Path) -> None:
    """Messages are read and edited once at most; no reaction that stands there is set again."""
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        for person in place.people:
            await place.hand(person)
        before = -1
        while (count := len(_asked(place, "/reactions/"))) > before:
            before = count
            await asyncio.sleep(1.5)
        assert before > 10
        await place.bot.kill()
        since = len(place.world.record.requests)
        await place.restart()
        await asyncio.sleep(4)
        again = list(place.world.record.requests)[since:]
        assert not [each for each in again if each.method == "PUT" and "/reactions/" in each.path]
        read_again = {each.path for each in again if each.method == "GET"}
        assert len([path for path in read_again if "/messages/" in path]) == 3
        about_tables = [each for each in again if "/messages" in each.path]
        assert len(about_tables) <= 34 // 3, about_tables


def _asked(place: Club, what: str) -> list[str]:
    return [each.path for each in place.world.record.requests if what in each.path]
