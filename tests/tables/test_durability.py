"""What was answered as accepted is stored exactly once, whatever happens to the process."""

import asyncio
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.db.engines import reading_engine
from bot.db.tables import Reader
from bot.tables.entries import Act, End, Join, Load, PlaceGone, ServerAway, Start, ThreadOpened
from bot.tables.model import NewTable
from bot.tables.notes import CallVoided, SetAside, TimedOut
from bot.tables.press_keys import turn_key
from bot.tables.replies import Acted, Done, Refusal, TableReason
from tests.operating.test_damage import spoil
from tests.storage import BOTH
from tests.tables.harness import HOST, House, restored
from tests.tables.test_restore import database


async def accepted_until_killed(url: str, tables: int, acts: int) -> list[tuple[int, str]]:
    """Run the acting process, kill it after so many acts, and return what it said it accepted."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tables.acting_loop", url, str(tables),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(acts)]
    process.kill()
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    whole = [line.decode().split() for line in lines if line.endswith(b"\n")]
    assert len(whole) >= acts, "the acting process died by itself"
    return [(int(table), key) for table, key in whole]


@BOTH
async def test_a_killed_process_has_stored_every_accepted_act_once(url: str) -> None:
    """After kill -9 every act answered as accepted is in the log exactly once, in order."""
    chance = random.Random(9)
    accepted: list[tuple[int, str]] = []
    for _ in range(3):
        accepted += await accepted_until_killed(url, tables=3, acts=chance.randint(20, 80))

    reader = Reader(reading_engine(url))
    numbers = range(1, await reader.last_id() + 1)
    events = [event for number in numbers for event in await reader.events(number)]
    await reader.close()
    rows = [(event.table, event.press, event.seq, event.ply) for event in events]
    pressed = Counter((table, press) for table, press, _, _ in rows if press)
    assert set(pressed.values()) == {1}
    assert set(accepted) <= pressed.keys()
    assert len(pressed) - len(set(accepted)) <= 3 * 3
    for number in {number for number, *_ in rows}:
        assert sorted(seq for t, _, seq, _ in rows if t == number) == list(
            range(1, sum(t == number for t, *_ in rows) + 1)
        )
    house = House(url)
    for table in await restored(house.tables):
        assert table.ply == max((ply for t, _, _, ply in rows if t == table.id), default=0)
    await house.close()


async def test_a_locked_database_refuses_the_move_and_forgets_nothing(house: House) -> None:
    """While another process holds the write lock moves are refused; then they go on."""
    table = await house.playing()
    person = house.on_turn(table)
    other = database(house.url)
    other.execute("BEGIN IMMEDIATE")

    entry = Act(**house.press(person, notation="A"))
    assert (await house.unchanged(table, entry)).reason is TableReason.STORAGE
    new = NewTable(game="count", guild=1, channel=77, host=770, host_name="x")
    opened = await house.tables.open(new)
    assert opened == Refusal(TableReason.STORAGE)

    other.execute("COMMIT")
    other.close()
    assert isinstance(await house.act(table, person, "A"), Acted)


async def test_a_full_disk_stores_nothing_half_and_recovers(house: House) -> None:
    """On a full disk a move is refused whole; with room again everything works."""
    table = await house.playing(4)
    await house.pragma(f"max_page_count = {await house.pragma('page_count')}")

    person = house.person_at(table, house.turn_seat(table) + 1)
    accepted, answer = 0, await house.act(table, person, "Z", confirmed=True)
    while isinstance(answer, Acted) and accepted < 300:
        accepted += 1
        answer = await house.act(table, person, "Z", confirmed=True)
    assert answer == Refusal(TableReason.STORAGE), answer
    before = house.table(table)
    assert before.ply == accepted
    assert max(e.ply for e in await house.reader.events(table.id)) == accepted

    await house.pragma("max_page_count = 1000000")
    assert isinstance(await house.act(table, house.on_turn(table), "A"), Acted)
    again = await house.again()
    assert again.table(table).ply == accepted + 1
    await again.close()


async def test_a_time_out_that_cannot_be_stored_comes_later(house: House) -> None:
    """A deadline that falls into a failure of the database is neither lost nor repeated."""
    await house.playing()
    other = database(house.url)
    other.execute("BEGIN IMMEDIATE")
    await house.wait(61)
    assert house.notes(TimedOut) == []
    other.execute("COMMIT")
    other.close()

    await house.wait(3)
    assert len(house.notes(TimedOut)) == 1


async def test_a_place_that_is_gone_while_nothing_can_be_stored_ends_the_table(
    house: House,
) -> None:
    """Discord tells it once: it is tried again until it is stored."""
    table = await house.playing()
    other = database(house.url)
    other.execute("BEGIN IMMEDIATE")
    assert await house.do(table, PlaceGone()) == Refusal(TableReason.STORAGE)
    await house.wait(3)
    assert house.table(table).status == "playing"
    other.execute("COMMIT")
    other.close()

    await house.wait(3)
    assert house.table(table).end_reason == "gone"


async def test_clocks_go_on_though_nothing_could_be_stored_as_the_server_came_back(
    house: House,
) -> None:
    """A deadline that came meanwhile is not forgotten, and no time is lost."""
    table = await house.playing()
    await house.do(table, ServerAway(away=True))
    await house.wait(600)
    other = database(house.url)
    other.execute("BEGIN IMMEDIATE")
    await house.do(table, ServerAway(away=False))
    other.execute("COMMIT")
    other.close()
    await house.wait(50)
    assert house.notes(TimedOut) == []

    await house.wait(15)
    assert len(house.notes(TimedOut)) == 1


async def test_a_verdict_that_cannot_be_stored_voids_the_race(house: House) -> None:
    """When the verdict cannot be stored nobody has called, and nobody waits for ever."""
    table = await house.playing()
    person, caller = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)
    await house.acted(table, person, "X")
    pending = await house.pending(table, caller, "C")
    other = database(house.url)
    other.execute("BEGIN IMMEDIATE")
    await house.wait(0.31)
    other.execute("COMMIT")
    other.close()

    assert await pending.verdict == Refusal(TableReason.STORAGE)
    assert len(house.notes(CallVoided)) == 1
    assert isinstance(await house.act(table, person, "Z", confirmed=True), Acted)
    [stored] = await house.reader.active()
    assert stored.race is None
    assert house.tables._live[table.id].memory.unvoided == ()
    again = await house.pending(table, caller, "C")
    await house.wait(0.31)
    assert isinstance(await again.verdict, Acted)


@BOTH
async def test_two_processes_of_one_token_have_no_double_effect(house: House) -> None:
    """The same press handled by two processes counts once; a stale one reads again first."""
    table = await house.playing()
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    person = house.on_turn(table)
    press = Act(**house.press(person, notation="B", key="interaction 1"))

    first = await house.do(table, press)
    second = await twin.do(table, press)
    third = await twin.acted(table, person, "B")

    assert isinstance(first, Acted)
    assert isinstance(second, Done)
    assert third.after.ply == 2
    assert [e.seq for e in await house.reader.events(table.id)] == [1, 2, 3]
    assert isinstance(await house.act(table, person, "A"), Acted)
    assert house.table(table).ply == 3
    await twin.close()


@BOTH
async def test_process_starts_while_the_one_before_still_plays(house: House) -> None:
    """What it has read is old by the time it writes: it reads again."""
    table = await house.playing()
    (record,) = await house.reader.active()
    events = await house.reader.events(table.id)
    twin = House(house.url, clock=house.clock)
    await twin.tables.expect()
    twin.tables._hall.directory.expected[table.id].read = record, events
    await house.wait(3)
    await house.acted(table, house.on_turn(table), "B")
    back = await twin.do(table, Load())
    assert isinstance(back, Done)
    assert back.table.ply == 1
    answer = await twin.do(table, Act(**house.press(house.on_turn(table), notation="A")))
    assert isinstance(answer, Acted)
    assert answer.after.ply == 2
    await twin.close()


@BOTH
async def test_two_processes_do_one_reaction_once(house: House) -> None:
    """Each names the turn of a reaction by its own count; the next turn is a press of its own."""
    table = await house.playing()
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    person = house.on_turn(table)

    def turned(run: str, number: int, *, added: bool, ago: float) -> Act:
        key = turn_key(run, 1, person, "1", number, added=added)
        fields = house.press(person, ago, route="reaction", key=key, notation="B")
        return Act(**fields)

    assert isinstance(await house.do(table, turned("a", 7, added=True, ago=1.0)), Acted)
    assert isinstance(await twin.do(table, turned("b", 1, added=True, ago=0.9)), Done)
    assert isinstance(await house.do(table, turned("a", 8, added=False, ago=0.8)), Acted)
    assert isinstance(await twin.do(table, turned("b", 2, added=False, ago=0.75)), Done)
    assert isinstance(await twin.do(table, turned("b", 3, added=True, ago=0.3)), Acted)
    assert isinstance(await house.do(table, turned("a", 9, added=True, ago=0.3)), Done)
    assert house.table(table).ply == 3
    assert [e.seq for e in await house.reader.events(table.id)] == [1, 2, 3, 4]
    await twin.close()


@BOTH
async def test_a_vote_goes_on_though_another_process_has_overtaken_a_race(house: House) -> None:
    """Reading the table again voids the calls alone: everybody still sees the vote."""
    table = await house.playing(4)
    person, caller = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)
    await house.acted(table, person, "X")
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    await house.do(table, End(**house.press(person)))
    vote = house.table(table).vote
    assert vote is not None
    pending = await house.pending(table, caller, "C")
    await twin.acted(table, caller, "B")
    await house.wait(0.31)

    assert await pending.verdict == Refusal(TableReason.STORAGE)
    assert house.table(table).race is None
    assert house.table(table).vote == vote
    [stored] = await house.reader.active()
    assert stored.vote == vote
    await twin.close()


async def test_one_process_takes_every_turn_of_a_reaction_for_a_press(house: House) -> None:
    """However quickly they follow one another: it counts them itself."""
    table = await house.playing()
    person = house.on_turn(table)
    for number in (1, 2):
        key = turn_key("a", 1, person, "1", number, added=True)
        fields = house.press(person, route="reaction", key=key, notation="B")
        assert isinstance(await house.do(table, Act(**fields)), Acted)
    assert house.table(table).ply == 2


@BOTH
async def test_a_race_overtaken_by_another_process_is_void(house: House) -> None:
    """When somebody else wrote the table during a race, it is read again and the race is void."""
    table = await house.playing()
    person, caller = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)
    await house.acted(table, person, "X")
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    pending = await house.pending(table, caller, "C")
    await twin.acted(table, caller, "B")
    await house.wait(0.31)

    assert await pending.verdict == Refusal(TableReason.STORAGE)
    assert house.table(table).ply == 2
    assert house.table(table).race is None
    [stored] = await house.reader.active()
    assert stored.race is None
    assert isinstance(await house.act(table, caller, "A"), Acted)
    await twin.close()


@BOTH
async def test_a_hundred_tables_share_their_commits(house: House) -> None:
    """Moves that come together are committed together, each table's in order."""
    tables = [await house.playing(channel=1_000 + i, host=10_000 + 10 * i) for i in range(100)]
    batches = house.store.batches

    answers = await asyncio.gather(
        *(house.act(table, house.on_turn(table), "B") for table in tables for _ in range(3))
    )

    assert all(isinstance(answer, Acted) for answer in answers)
    assert house.store.batches - batches <= 30
    for table in tables:
        assert [e.seq for e in await house.reader.events(table.id)] == [1, 2, 3, 4]


async def test_an_error_in_one_table_is_answered_with_a_number(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An unexpected error changes nothing, has a number that the log has, and holds no secret."""
    table = await house.playing()
    rules = house.tables.game(table)

    def fail(*_: object) -> None:
        raise RuntimeError("unexpected")

    with monkeypatch.context() as patch:
        patch.setattr(type(rules), "decide", fail)
        entry = Act(**house.press(house.on_turn(table), notation="A"))
        refused = await house.unchanged(table, entry)
    assert refused.reason is TableReason.BROKEN
    assert str(refused.details["error"]) in caplog.text
    assert table.seed not in caplog.text

    assert isinstance(await house.act(table, house.on_turn(table), "A"), Acted)


async def test_a_screen_that_fails_hurts_no_table(house: House) -> None:
    """Whoever is told of changes may fail: the move is stored and answered."""
    broken = House(house.url, clock=house.clock)
    await restored(broken.tables)
    object.__setattr__(broken.tables._hall, "on_changed", lambda changed: 1 / 0)

    answer = await broken.lobby()
    assert isinstance(await broken.do(answer, Join(**broken.press(102, name="x"))), Done)
    await broken.close()


async def test_a_stopping_process_takes_no_more_presses(house: House) -> None:
    """The move in hand is finished, later ones are refused with a reason."""
    table = await house.playing()
    move = house.tables.submit(table.id, Act(**house.press(house.on_turn(table), notation="B")))
    await house.tables.close()

    assert isinstance(await move, Acted)
    late = await house.do(table, Act(**house.press(HOST, notation="B")))
    assert late == Refusal(TableReason.STOPPING)


@BOTH
async def test_a_process_that_lags_behind_writes_over_nothing(house: House) -> None:
    """What it has to store is put on the table as the other process left it."""
    table = await house.playing()
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    await house.act(table, house.on_turn(table), "A")

    await twin.tables.submit(table.id, ThreadOpened(990))

    [stored] = await house.reader.active()
    assert (stored.ply, stored.seq) == (1, house.table(table).seq)
    assert stored.thread == 990
    await twin.close()


async def test_a_game_that_ends_on_a_broken_page_is_set_aside(url: str) -> None:
    """Its result cannot be stored: nobody is told to try again for ever, other tables go on."""
    spoil(Path(url.removeprefix("sqlite+aiosqlite:///")), "results")
    house = House(url)
    await restored(house.tables)
    other = await house.playing(channel=9, host=200)
    table = await house.playing(2, chosen={"goal": 3})
    while house.table(table).status == "playing":
        answer = await house.act(table, house.on_turn(table), "B")
    assert answer == Refusal(TableReason.STORAGE)
    assert house.table(table).status == "set-aside"
    assert len(house.notes(SetAside)) == 1
    assert table.id not in [each.id for each in house.tables.active()]
    stored = await house.reader.table(table.id)
    assert stored is not None
    assert stored.status == "set-aside"
    assert isinstance(await house.act(other, house.on_turn(other), "A"), Acted)
    await house.tables.submit(table.id, End(**house.press(HOST, moderator=True)))
    assert house.table(table).status == "ended"
    await house.close()


@BOTH
async def test_refusal_of_a_process_that_lags_behind_is_thought_over(house: House) -> None:
    """It has read a lobby of another process' and not what happened there since."""
    lobby = await house.lobby()
    twin = House(house.url, clock=house.clock)
    await restored(twin.tables)
    other = await house.lobby(channel=9, host=200)
    assert await twin.tables.load(other.id) is not None
    await house.join(other, 201)
    start = Start(**house.press(200))
    answers = [await process.tables.submit(other.id, start) for process in (twin, house)]
    assert isinstance(answers[0], Acted)
    assert twin.table(other).status == "playing"
    await house.act(other, house.on_turn(other), "A")
    await twin.tables.submit(other.id, Load())
    assert twin.table(other).ply == 1
    assert lobby.id != other.id
    await twin.close()
