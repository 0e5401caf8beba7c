"""After a restart everything goes on as it was (`experience.md` section 6)."""

import asyncio
import random
import sqlite3
from collections.abc import Collection
from datetime import timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy.engine import make_url

from bot.cluster.ownership import Sole
from bot.db.engines import reading_engine
from bot.db.records import EventRecord, TableRecord
from bot.db.tables import Reader
from bot.tables.entries import (
    Accuse,
    Act,
    End,
    Here,
    Join,
    Kick,
    Leave,
    Load,
    Rematch,
    Resign,
    Start,
)
from bot.tables.hall import Hall
from bot.tables.model import Invitation
from bot.tables.notes import InvitationsOver, Restored, SetAside, TimedOut, VoteClosed
from bot.tables.replies import Acted, Done, Refusal, TableReason
from tests.games import GAMES
from tests.storage import BOTH
from tests.tables.harness import HOST, House, restored, tables_on
from tests.tables.toy import TOYS


def database(url: str) -> sqlite3.Connection:
    """Open the database as another program would."""
    path = make_url(url).database
    assert path is not None
    return sqlite3.connect(path, isolation_level=None)


@pytest.mark.parametrize("key", [game.key for game in (*GAMES, *TOYS)])
async def test_a_restart_at_every_ply_gives_the_same_table(url: str, key: str) -> None:
    """Whenever the process dies, the table comes back with the same cards and deadline.

    The press that it has stored last is known when it comes again, and answered as it was.
    """
    chance = random.Random(key)
    house = House(url)
    await restored(house.tables)
    [game] = [game for game in (*GAMES, *TOYS) if game.key == key]
    table = await house.playing(min(game.seat_counts), key)
    rules = house.tables.game(table)
    await house.wait(3.1)
    for _ in range(12):
        now = house.table(table)
        if now.status != "playing":
            break
        choices = [
            (seat, rules.format(action))
            for seat in sorted(rules.to_act(now.state))
            for action in rules.actions(now.state, seat)
            if rules.format(action) not in [call.notation for call in rules.calls]
            and not rules.needs_confirmation(action)
        ]
        if not choices:
            await house.wait(3.1)
            continue
        seat, notation = chance.choice(choices)
        press = Act(**house.press(house.person_at(table, seat), notation=notation))
        answer = await house.do(table, press)
        assert isinstance(answer, Acted), (notation, answer)
        before = house.table(table)
        house = await house.again()
        again = house.table(table)
        assert again == replace(before, awaited=again.awaited, resumes=again.resumes)
        assert (again.resumes is None) is rules.has_turns
        assert rules.position(again.state) == rules.position(before.state)
        assert house.notes(Restored) == [Restored(0.0)]
        redone = await house.do(table, replace(press, arrived=house.clock.monotonic()))
        assert isinstance(redone, Acted), redone
        assert redone.events == answer.events
        assert house.table(table).seq == again.seq
        await house.wait(3.0)
    assert house.table(table).ply >= 8
    await house.close()


async def test_without_turns_play_goes_on_only_after_a_countdown(house: House) -> None:
    """Nobody wins by noticing first that the bot is back; the table says until when it waits."""
    table = await house.playing(game="flip")
    await house.wait(3.1)
    rules = house.tables.game(table)
    house = await house.again(after=20)
    now = house.table(table)
    assert now.resumes == house.clock.now() + timedelta(seconds=3)
    seat = min(rules.to_act(now.state))
    notation = house.usual(table, seat)
    for tried in (notation, "FLIP"):
        answer = await house.act(table, house.person_at(table, seat), tried)
        assert isinstance(answer, Refusal)
        assert answer.reason is TableReason.RESUMING
    assert house.table(table).ply == now.ply

    await house.wait(3.0)

    assert house.told[-1].after.resumes is None
    await house.acted(table, house.person_at(table, seat), notation)
    await house.close()


@BOTH
async def test_tables_come_back_a_few_at_a_time(house: House) -> None:
    """Read and stored together five at a time, and the event loop turns between any two of them."""
    opened = [
        await house.playing(channel=1_000 + number, host=HOST + 10 * number) for number in range(25)
    ]
    turns = 0

    async def watch() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    watching = asyncio.ensure_future(watch())
    house = await house.again(after=60)
    watching.cancel()
    assert [table.id for table in house.tables.active()] == [table.id for table in opened]
    assert turns > len(opened)
    assert house.store.batches <= 2 * 5 + 1
    await house.close()


@BOTH
async def test_deadlines_are_extended_by_the_outage(house: House) -> None:
    """An hour's outage costs nobody their turn: the same time is left as before."""
    table = await house.playing()
    await house.acted(table, house.on_turn(table), "A")
    await house.wait(12)
    deadline = house.table(table).deadline
    assert deadline is not None

    house = await house.again(after=3_600)

    now = house.table(table).deadline
    assert now is not None
    outage = (now - deadline).total_seconds()
    assert 3_600 <= outage <= 3_605
    await house.wait(46)
    assert house.notes(TimedOut) == []
    await house.wait(8)
    assert len(house.notes(TimedOut)) == 1
    await house.close()


@BOTH
async def test_lobbies_keep_their_seats(house: House) -> None:
    """A lobby comes back with its people, its kept seats and their time."""
    lobby = await house.lobby(invited=(Invitation(7, "Ben"),))
    await house.join(lobby, 102)
    before = house.table(lobby)

    house = await house.again(after=1_000)

    now = house.table(lobby)
    assert now.people == before.people
    assert now.kept_for(7) is not None
    assert house.tables.of_person(102) == (now,)
    await house.wait(590)
    await house.join(lobby, 103)
    assert house.notes(InvitationsOver) == []
    await house.wait(20)
    assert house.notes(InvitationsOver) == [InvitationsOver((7,))]
    await house.close()


@BOTH
async def test_an_open_vote_is_voided_and_said_so(house: House) -> None:
    """A vote does not outlive a restart."""
    table = await house.playing(3)
    await house.do(table, Accuse(**house.press(HOST, notation="J1", accused=1, reason="x")))

    house = await house.again()

    assert house.table(table).vote is None
    assert house.notes(VoteClosed) == [VoteClosed(1, "voided")]
    again = Accuse(**house.press(HOST, notation="J1", accused=1, reason="x"))
    assert isinstance(await house.do(table, again), Done)
    await house.close()


async def test_nothing_is_false_before_an_edit_was_confirmed_again(house: House) -> None:
    """After a restart a wrong call is late until people could see the table."""
    table = await house.playing()
    person, other = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)
    await house.acted(table, person, "A")
    await house.seen(table)
    house = await house.again(after=60)

    pending = await house.pending(table, other, "C")
    await house.wait(0.31)
    assert not isinstance(await pending.verdict, Acted)
    await house.seen(table)
    await house.wait(2)
    pending = await house.pending(table, other, "C")
    await house.wait(0.31)
    assert isinstance(await pending.verdict, Acted)
    await house.close()


async def test_a_game_that_cannot_be_read_is_set_aside(house: House) -> None:
    """An unreadable game is kept but not run, and told once; everything else runs."""
    broken = await house.playing()
    fine = await house.playing(channel=9, host=200)
    await house.close()
    with database(house.url) as connection:
        connection.execute('UPDATE events SET data = \'{"kind":"?"}\' WHERE "table" = 1')

    house = House(house.url, clock=house.clock)
    back = await restored(house.tables)

    assert [table.id for table in back] == [fine.id]
    [note] = house.notes(SetAside)
    assert isinstance(note, SetAside)
    assert len(note.error) == 8
    stored = await house.reader.table(broken.id)
    assert stored is not None
    assert (stored.status, stored.end_reason) == ("set-aside", "unreadable")
    assert len(await house.reader.events(broken.id)) == 1
    assert isinstance(await house.act(fine, house.on_turn(fine), "A"), Acted)
    again = await house.again()
    assert again.notes(SetAside) == []
    await again.close()


async def test_moves_of_a_game_that_is_over_and_cannot_be_read_are_as_none(house: House) -> None:
    """Its result stands: whoever asks for the moves reads that there are none any more."""
    over = await house.playing()
    await house.do(over, End(**house.press(1, moderator=True)))
    await house.close()
    with database(house.url) as connection:
        connection.execute('UPDATE events SET data = \'{"kind":"?"}\' WHERE "table" = 1')
    house = House(house.url, clock=house.clock)
    await restored(house.tables)
    assert await house.tables.events(over.id) == ()
    assert house.notes(SetAside) == []
    found = await house.tables.load(over.id)
    assert found is not None
    assert found.status == "ended"
    await house.close()


async def test_a_table_set_aside_answers_alike_until_the_staff_ends_it(house: House) -> None:
    """One sentence to whatever is wanted of it, no new error a start, and its seats are free."""
    broken = await house.playing()
    await house.close()
    with database(house.url) as connection:
        connection.execute('UPDATE events SET data = \'{"kind":"?"}\' WHERE "table" = 1')
    house = House(house.url, clock=house.clock)
    await restored(house.tables)
    house = await house.again()
    assert house.notes(SetAside) == []
    assert [table.id for table in house.tables.set_aside()] == [broken.id]
    for entry in (
        Act(**house.press(HOST, notation="A")),
        Act(**house.press(HOST, notation="C")),
        Accuse(**house.press(HOST, notation="J0", accused=1, reason="x")),
        house.voice(broken, HOST, yes=True),
        Join(**house.press(900, name="Eva")),
        Leave(**house.press(HOST)),
        Resign(**house.press(HOST)),
        Kick(**house.press(HOST, seat=1)),
        Rematch(**house.press(HOST, name="Ana")),
        Start(**house.press(HOST)),
        End(**house.press(HOST)),
        Here(**house.press(HOST)),
    ):
        refused = await house.unchanged(broken, entry)
        assert refused == Refusal(TableReason.SET_ASIDE), entry
    assert isinstance(await house.do(broken, End(**house.press(1, moderator=True))), Done)
    stored = await house.reader.table(broken.id)
    assert stored is not None
    assert (stored.status, stored.end_reason) == ("ended", "ended")
    assert house.tables.set_aside() == ()
    await house.close()


@BOTH
async def test_a_finished_table_is_loaded_when_it_is_asked_for(house: House) -> None:
    """A table that is over is read from the database, with its state, when a press needs it."""
    table = await house.playing(chosen={"goal": 3})
    first = house.on_turn(table)
    for _ in range(3):
        await house.acted(table, first, "B")
    over = house.table(table)

    house = await house.again()

    assert house.tables.get(table.id) is None
    assert await house.tables.load(table.id) == over
    assert len(await house.tables.events(table.id)) == 4
    assert await house.tables.load(999) is None
    assert house.told == []
    await house.close()


@BOTH
async def test_new_tables_get_new_numbers_after_a_restart(house: House) -> None:
    """A table's number is never given twice."""
    first = await house.lobby()
    house = await house.again()
    second = await house.lobby(host=200)

    assert second.id > first.id
    await house.close()


async def test_the_heartbeat_bounds_what_an_outage_adds(house: House) -> None:
    """While a table is open the database learns every five seconds that we live."""
    await house.lobby()
    await house.wait(100)
    alive = await house.reader.alive()

    assert alive is not None
    assert house.clock.now() - alive <= timedelta(seconds=5)


async def test_an_outage_lasts_until_every_table_is_back(house: House) -> None:
    """Should the next start be killed before, what is left gets all of its time back."""
    table = await house.lobby()
    alive = await house.reader.alive()
    house = await house.again(after=100, back=False)
    await house.tables.expect()
    await house.store.commit(house.tables.life())
    await house.lobby(host=200)
    assert await house.reader.alive() == alive
    await house.tables.load(table.id)
    await house.store.commit(house.tables.life())
    assert await house.reader.alive() == house.clock.now()
    await house.close()


@pytest.mark.parametrize(("ago", "lately"), [(100, True), (140, False)])
async def test_what_was_over_for_a_moment_is_known_after_an_outage(
    house: House, ago: int, *, lately: bool
) -> None:
    """However long the outage was: what counts is for how long it was over before."""
    await house.lobby(channel=3, host=200)
    table = await house.playing()
    await house.do(table, End(**house.press(HOST, moderator=True)))
    await house.wait(ago)
    house = await house.again(after=3_600, back=False)
    await house.tables.expect()
    assert await house.tables.lately_over(130) == ((table.id,) if lately else ())
    await house.close()


async def test_house_players_think_again_after_a_restart(house: House) -> None:
    """The process may die while a house player thinks: it begins anew."""
    lobby = await house.lobby(house=1)
    await house.do(lobby, Start(**house.press(HOST)))
    if house.on_turn_or_none(lobby) == HOST:
        await house.acted(lobby, HOST, "A")
    ply = house.table(lobby).ply

    house = await house.again(after=5)
    await house.wait(12.1)

    assert house.table(lobby).ply == ply + 1
    await house.close()


@pytest.mark.parametrize("wrong", [-3_600.0, 3_600.0])
async def test_clock_set_while_the_bot_was_away_times_nobody_out(
    house: House, wrong: float
) -> None:
    """As much time is left as before, whichever way the machine's clock was set."""
    table = await house.playing()
    deadline = house.table(table).deadline
    assert deadline is not None
    left = deadline - house.clock.now()
    house = await house.again(after=5, wrong=wrong)
    deadline = house.table(table).deadline
    assert deadline is not None
    assert abs(deadline - house.clock.now() - left) < timedelta(seconds=6)
    await house.wait(10)
    assert house.notes(TimedOut) == []
    await house.close()


@BOTH
async def test_touched_table_comes_back_before_all_others(house: House) -> None:
    """What is done there waits for it alone; the rest comes back in its turn, each once."""
    first, touched, last = [
        await house.playing(channel=1_000 + number, host=HOST + 10 * number) for number in range(3)
    ]
    house = await house.again(after=60, back=False)
    coming = await house.tables.expect()
    assert [each.table for each in coming] == [first.id, touched.id, last.id]
    assert house.tables.active() == ()
    turn = house.tables.game(touched).turn(touched.state)
    assert turn is not None
    await house.acted(touched, touched.seats[turn.seat].person or 0, "A")
    assert [table.id for table in house.tables.active()] == [touched.id]
    [note] = house.notes(Restored)
    assert 55 <= note.outage <= 65
    async for _ in house.tables.come_back():
        pass
    assert [table.id for table in house.tables.active()] == [first.id, touched.id, last.id]
    assert len(house.notes(Restored)) == 3
    assert house.table(touched).ply == 1
    await house.close()


async def test_tables_that_are_not_back_yet_count_for_their_people(house: House) -> None:
    """Nobody sits down at a fourth table because three have yet to come back."""
    for number in range(3):
        await house.playing(channel=1_000 + number, host=HOST + 10 * number)
        await house.join(await house.lobby(channel=2_000 + number, host=700 + number), 500)
    fourth = await house.lobby(channel=3_000, host=900)
    house = await house.again(back=False)
    await house.tables.expect()
    refused = await house.join(fourth, 500)
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.PERSON_LIMIT
    await house.close()


async def test_seats_that_are_kept_or_were_left_count_for_nobody_before_they_are_back(
    house: House,
) -> None:
    """As when they are back."""
    guest = (Invitation(500, "Eva"),)
    for number in range(3):
        await house.lobby(channel=1_000 + number, host=HOST + 10 * number, invited=guest)
    left = await house.playing(3, channel=2_000, host=600)
    await house.do(left, Leave(**house.press(601)))
    await house.join(await house.lobby(channel=2_001, host=700), 601)
    await house.join(await house.lobby(channel=2_002, host=701), 601)
    last = await house.lobby(channel=3_000, host=900)
    house = await house.again(back=False)
    await house.tables.expect()
    for person in (500, 601):
        assert isinstance(await house.join(last, person), Done)
    await house.close()


async def test_table_that_cannot_be_read_now_comes_back_at_the_next_touch(house: House) -> None:
    """A database that is away for a moment costs that press, and no deadline its outage."""
    table = await house.playing()
    deadline = house.table(table).deadline
    assert deadline is not None
    house = await house.again(after=60, back=False)
    await house.tables.expect()
    writer = database(house.url)
    writer.execute("BEGIN IMMEDIATE")
    refused = await house.do(table, Load())
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.STORAGE
    assert house.tables.active() == ()
    writer.execute("ROLLBACK")
    writer.close()
    back = await house.do(table, Load())
    assert isinstance(back, Done)
    assert back.table.deadline is not None
    assert (back.table.deadline - deadline).total_seconds() >= 60
    assert len(house.notes(Restored)) == 1
    await house.close()


def forgotten(house: House, table: int) -> Hall:
    """Take a table out of memory alone: whoever asks for it reads it anew; return its hall."""
    hall = house.tables._hall
    del house.tables._live[table]
    del hall.directory.active[table]
    return hall


async def test_table_of_another_process_is_not_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it goes on, only its owner has it; once it is over anybody may look at it."""
    table = await house.playing(2)
    hall = forgotten(house, table.id)
    monkeypatch.setattr(hall.ownership, "owns", lambda guild: False)
    assert await house.tables.load(table.id) is None
    monkeypatch.undo()
    await house.do(table, End(**house.press(HOST, moderator=True)))
    hall = house.tables._hall
    del house.tables._live[table.id]
    monkeypatch.setattr(hall.ownership, "owns", lambda guild: False)
    over = await house.tables.load(table.id)
    assert over is not None
    assert over.status == "ended"


async def test_table_is_read_as_its_row_says(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process stored after that row was read is not half of it."""
    table = await house.playing(2)
    await house.acted(table, house.on_turn(table), "A")
    before, row = house.table(table), await house.reader.table(table.id)
    await house.acted(table, house.on_turn(table), "A")
    hall = forgotten(house, table.id)

    async def earlier(number: int) -> TableRecord | None:
        return row

    monkeypatch.setattr(hall.reader, "table", earlier)
    read = await house.tables.load(table.id)
    assert read is not None
    assert (read.seq, read.ply, read.state) == (before.seq, before.ply, before.state)


class Elsewhere(Sole):
    """What a process knows that has no table of its own."""

    def owns(self, guild: int | None) -> bool:
        """Say no."""
        return False

    async def seats(self, person: int) -> tuple[int, ...]:
        """Return the first table."""
        return (1,)


async def test_table_of_another_process_is_one_moment_of_it(house: House) -> None:
    """Its row and its state go together, also where a move comes between the two readings."""
    table = await house.playing()
    states = {table.seq: table.state}

    class Slow(Reader):
        """Somebody moves after the first reading."""

        async def _moves(self) -> None:
            if len(states) == 1:
                await house.auto(table)
                states[house.table(table).seq] = house.table(table).state

        async def tables(self, tables: Collection[int]) -> tuple[TableRecord, ...]:
            found = await super().tables(tables)
            await self._moves()
            return found

        async def events_of(self, tables: Collection[int]) -> dict[int, tuple[EventRecord, ...]]:
            found = await super().events_of(tables)
            await self._moves()
            return found

    reader = Slow(reading_engine(house.url))
    other = tables_on(house.store, reader, house.clock, ownership=Elsewhere())
    [found] = await other.elsewhere(HOST)
    await reader.close()
    assert len(states) == 2
    assert found.state == states[found.seq]
