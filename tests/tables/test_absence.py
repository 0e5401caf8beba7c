"""People who are away for a while (`experience.md` section 5): nobody else is punished for it."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.tables.entries import Act, AddHouse, End, Here, Leave, Start
from bot.tables.model import NewTable, Table
from bot.tables.notes import Ended, Paused, Resumed, Returned, StoodIn, TimedOut, VoteClosed
from bot.tables.replies import Acted, Done, Refusal, TableReason
from bot.tables.settings import TableSettings
from engine.errors import Reason
from tests.games import GAMES
from tests.tables.harness import HOST, House, restored
from tests.tables.toy import TOYS

DAY = 86_400


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """Return tables whose days pass without a heartbeat every five seconds."""
    house = House(url, settings=TableSettings(heartbeat=10.0 * DAY))
    await restored(house.tables)
    yield house
    await house.close()


async def seat_times_out(house: House, table: Table, seat: int) -> None:
    """Let everybody but one seat play on until that seat's turn has run out once."""
    before = house.table(table).seats[seat].timeouts
    while house.table(table).seats[seat].timeouts == before:
        await house.seen(table)
        if house.turn_seat(table) == seat:
            await house.wait(61)
        else:
            await house.acted(table, house.on_turn(table), "A")


async def idle(house: House, game: str = "count") -> Table:
    """Return a game that has paused because nobody did anything."""
    rules = next(one for one in (*GAMES, *TOYS) if one.key == game)
    table = await house.playing(3 if 3 in rules.seat_counts else 2, game)
    for _ in range(20):
        if house.table(table).paused is not None:
            break
        await house.wait(61)
        await house.seen(table)
    assert house.table(table).paused is not None
    return house.table(table)


async def test_after_two_time_outs_in_a_row_a_house_player_stands_in(house: House) -> None:
    """The first only plays that turn; after the second an easy house player goes on in its time."""
    table = await house.playing(3)
    away = (house.turn_seat(table) + 1) % 3

    await seat_times_out(house, table, away)
    assert house.table(table).seats[away].standin is None
    await seat_times_out(house, table, away)

    assert house.table(table).seats[away].standin == "easy"
    assert house.notes(TimedOut) == [TimedOut(away), TimedOut(away)]
    assert house.notes(StoodIn) == [StoodIn(away)]
    while house.turn_seat(table) != away:
        await house.acted(table, house.on_turn(table), "A")
    await house.seen(table)
    await house.wait(5)
    assert house.turn_seat(table) != away
    assert len(house.notes(TimedOut)) == 2


async def test_a_stand_in_that_runs_out_of_time_is_told_no_second_time(url: str) -> None:
    """It was there already: only the time-out is news."""
    house = House(url, settings=TableSettings(heartbeat=10.0 * DAY, unseen=3600.0))
    table = await house.playing(3)
    away = (house.turn_seat(table) + 1) % 3
    await seat_times_out(house, table, away)
    await seat_times_out(house, table, away)
    for _ in range(2):
        while house.turn_seat(table) != away:
            await house.acted(table, house.on_turn(table), "A")
        await house.wait(61)

    assert house.notes(TimedOut) == [TimedOut(away)] * 4
    assert house.notes(StoodIn) == [StoodIn(away)]
    await house.close()


async def test_time_outs_with_a_press_between_are_not_in_a_row(house: House) -> None:
    """Who shows up between two turns that ran out keeps the seat."""
    table = await house.playing(3)
    away = (house.turn_seat(table) + 1) % 3
    person = house.person_at(table, away)
    for _ in range(3):
        await seat_times_out(house, table, away)
        await house.do(table, Here(**house.press(person)))

    assert house.table(table).seats[away].timeouts == 0
    assert house.notes(StoodIn) == []


@pytest.mark.parametrize("press", ["here", "refused", "played"])
async def test_any_press_takes_the_seat_back(house: House, press: str) -> None:
    """A button that does nothing, a refused act and a good one alike; a good one also counts."""
    table = await house.playing(3)
    away = (house.turn_seat(table) + 1) % 3
    person = house.person_at(table, away)
    await seat_times_out(house, table, away)
    await seat_times_out(house, table, away)
    if press == "played":
        while house.turn_seat(table) != away:
            await house.acted(table, house.on_turn(table), "A")
        assert isinstance(await house.act(table, person, "A"), Acted)
    elif press == "refused":
        answer = await house.act(table, person, "A")
        assert isinstance(answer, Refusal)
        assert answer.reason is Reason.NOT_YOUR_TURN
    else:
        assert isinstance(await house.do(table, Here(**house.press(person))), Done)

    seat = house.table(table).seats[away]
    assert (seat.owner, seat.standin, seat.timeouts) == (person, None, 0)
    assert house.notes(Returned) == [Returned(away)]


async def test_what_a_stand_in_had_in_mind_is_dropped_when_its_person_is_back(
    house: House,
) -> None:
    """One owner at a time: the house player's thought never acts for the person, who has time."""
    table = await house.playing(3)
    away = (house.turn_seat(table) + 1) % 3
    await seat_times_out(house, table, away)
    await seat_times_out(house, table, away)
    while house.turn_seat(table) != away:
        await house.acted(table, house.on_turn(table), "A")
    await house.seen(table)
    ply = house.table(table).ply
    await house.do(table, Here(**house.press(house.person_at(table, away))))

    await house.wait(59)
    assert (house.table(table).ply, house.turn_seat(table)) == (ply, away)


async def test_a_time_out_of_one_costs_nobody_else_anything(house: House) -> None:
    """Only the seat that was waited for is played by the table."""
    table = await house.playing(3)
    away = house.turn_seat(table)
    await house.wait(61)

    auto = [event for event in house.tables.history(table.id) if event.auto]
    assert {event.by for event in auto} == {(away,)}
    assert [seat.timeouts for seat in house.table(table).seats].count(1) == 1


@pytest.mark.parametrize("game", [game.key for game in GAMES])
async def test_a_table_without_people_pauses_after_two_rounds(house: House, game: str) -> None:
    """In every game: nothing happens any more, neither by house players nor by the table itself."""
    table = await idle(house, game)
    await house.seen(table)
    ply = house.table(table).ply
    assert all(seat.standin == "easy" for seat in table.seats)
    assert house.notes(Paused) == [Paused()]
    assert house.table(table).awaited is None

    await house.wait(DAY - 70)
    assert (house.table(table).ply, house.table(table).status) == (ply, "playing")


@pytest.mark.parametrize("game", [game.key for game in GAMES])
async def test_any_press_of_one_person_goes_on_after_a_pause(house: House, game: str) -> None:
    """The others stay under stand-ins; time begins anew, and the pause is no part of the game."""
    table = await idle(house, game)
    started = table.started
    await house.wait(3_600)
    await house.do(table, Here(**house.press(HOST)))
    now = house.table(table)

    assert now.paused is None
    assert house.notes(Resumed) == [Resumed()]
    assert [seat.standin for seat in now.seats].count(None) == 1
    assert now.started is not None
    assert started is not None
    assert (now.started - started).total_seconds() >= 3_600
    ply = now.ply
    await house.seen(table)
    await house.wait(130)
    assert house.table(table).ply > ply


async def test_without_turns_a_pause_ends_with_a_countdown(house: House) -> None:
    """Nobody wins by being the one who ends it: the press that does so plays no card."""
    table = await idle(house, "flip")
    await house.wait(3_600)
    paused = house.table(table)
    rules = house.tables.game(table)
    seat = min(rules.to_act(paused.state))
    notation = house.usual(table, seat)
    for tried in (notation, "FLIP"):
        answer = await house.act(table, house.person_at(table, seat), tried)
        assert isinstance(answer, Refusal)
        assert answer.reason is TableReason.RESUMING
    now = house.table(table)
    assert (now.paused, now.ply) == (None, paused.ply)
    assert now.resumes == house.clock.now() + timedelta(seconds=3)

    await house.wait(3.0)

    assert house.told[-1].after.resumes is None
    await house.acted(table, house.person_at(table, seat), notation)


@pytest.mark.parametrize(("pace", "days"), [("live", 1), ("relaxed", 1), ("daily", 7)])
async def test_a_table_paused_for_too_long_ends_unrated(house: House, pace: str, days: int) -> None:
    """After a day, a week when daily, without a result; everybody's seat is free again."""
    table = await house.playing(2, pace=pace)
    while house.table(table).paused is None:
        await house.wait(DAY + 1 if pace == "daily" else 601)
    pause = house.table(table)
    assert pause.paused is not None
    assert pause.deadline == pause.paused + timedelta(days=days)
    await house.wait(days * DAY - 700)
    if pace != "daily":
        assert house.table(table).status == "playing"
    await house.wait(DAY + 800)

    now = house.table(table)
    assert (now.status, now.end_reason, now.outcome) == ("ended", "idle", None)
    assert await house.reader.results(table.id) == ()
    assert house.tables.of_person(HOST) == ()
    assert house.notes(Ended) == [Ended("idle")]


async def test_one_person_alone_with_house_players_pauses_the_table(house: House) -> None:
    """House players do not play among themselves for nobody."""
    lobby = await house.lobby()
    await house.do(lobby, AddHouse(**house.press(HOST)))
    await house.do(lobby, Start(**house.press(HOST)))
    for _ in range(20):
        await house.seen(lobby)
        await house.wait(30)

    assert house.table(lobby).paused is not None


async def one_there(house: House) -> tuple[Table, int]:
    """Return a table of three that house players play for all but one, and that one's seat."""
    table = await house.playing(3)
    stays = house.turn_seat(table)
    for _ in range(2):
        for away in ((stays + 1) % 3, (stays + 2) % 3):
            if house.table(table).seats[away].standin is None:
                while house.turn_seat(table) != away:
                    await house.acted(table, house.on_turn(table), "A")
                await house.wait(61)
    return table, stays


async def test_the_last_one_there_who_leaves_pauses_the_table(house: House) -> None:
    """Two who are away are no reason for house players to play on among themselves."""
    table, stays = await one_there(house)
    assert [seat.standin for seat in house.table(table).seats].count("easy") == 2
    assert house.table(table).paused is None
    await house.do(table, Leave(**house.press(house.person_at(table, stays))))

    assert house.table(table).paused is not None
    assert house.table(table).status == "playing"


async def test_absence_and_pause_outlive_a_restart(house: House) -> None:
    """Time-outs, stand-ins and the pause are rows; the outage is no part of the pause."""
    table = await idle(house)
    deadline = table.deadline
    assert deadline is not None
    again = await house.again(after=5_000)
    try:
        now = again.table(table)
        assert now.paused is not None
        assert [seat.timeouts for seat in now.seats] == [2, 2, 2]
        assert now.deadline is not None
        assert (now.deadline - deadline).total_seconds() >= 4_990
        await again.do(table, Act(**again.press(HOST, notation="A")))
        assert again.table(table).paused is None
    finally:
        await again.close()


async def test_an_outage_of_three_times_the_limit_skips_nobody(house: House) -> None:
    """After 180 s without the bot it is still the same turn, with all its time."""
    table = await house.playing(3)
    turn = house.turn_seat(table)
    await house.wait(20)
    again = await house.again(after=180)
    try:
        await again.wait(30)
        assert again.turn_seat(table) == turn
        assert again.notes(TimedOut) == []
        await again.wait(40)
        assert again.notes(TimedOut) == [TimedOut(turn)]
    finally:
        await again.close()


async def test_a_time_out_waits_for_an_open_call(house: House) -> None:
    """A call made in the last moment is judged before the turn runs out, both once."""
    table = await house.playing(3)
    first = (house.turn_seat(table) + 1) % 3
    caller = (first + 1) % 3
    await house.acted(table, house.on_turn(table), "A")
    await house.wait(59.9)
    await house.pending(table, house.person_at(table, caller), "C")
    assert house.table(table).race is not None
    await house.wait(0.2)
    assert house.notes(TimedOut) == []
    await house.wait(0.5)

    assert house.table(table).race is None
    assert house.notes(TimedOut) == [TimedOut(first)]


async def test_an_act_held_back_at_the_deadline_is_done_and_is_no_time_out(house: House) -> None:
    """Who pressed in time is not away, though the act waits for a demand."""
    table = await house.playing(2)
    shower = house.table(table).seats[(house.turn_seat(table) + 1) % 2].person
    assert shower is not None
    await house.act(table, shower, "Z", confirmed=True)
    await house.acted(table, house.on_turn(table), "A")
    await house.wait(58)
    await house.seen(table)
    pending = await house.pending(table, shower, "A")
    await house.wait(4)

    assert isinstance(await pending.verdict, Acted)
    assert house.notes(TimedOut) == []


async def test_an_idle_minute_counts_for_whoever_could_play(house: House) -> None:
    """Without turns (FLIP) a minute without an accepted action is a time-out of just those."""
    table = await house.playing(2, "flip")
    await house.wait(3)
    game = house.tables.game(table)
    could = sorted(game.to_act(house.table(table).state))
    await house.wait(61)

    missed = [seat.index for seat in house.table(table).seats if seat.timeouts]
    assert missed == could
    assert {note.seat for note in house.notes(TimedOut) if isinstance(note, TimedOut)} == set(could)


async def abandoned(house: House, **fields: Any) -> Table:
    """Return a table all of whose people have timed out twice."""
    table = await house.playing(2, **fields)
    while house.table(table).paused is None:
        await house.wait(61 if table.pace == "live" else 90_000)
    return house.table(table)


async def test_abandoned_tables_keep_nobody_from_opening_one(house: House) -> None:
    """They do not count; the one paused longest ends, unrated, when its place is wanted."""
    first = await abandoned(house, host=201, channel=5)
    second = await abandoned(house, host=301, channel=5)
    for host in (401, 501):
        assert isinstance(await house.tables.open(new_table(host)), Done)
        await house.tables.idle()
    assert house.table(first).status == "ended"
    assert house.table(first).end_reason == "abandoned"
    assert await house.reader.results(first.id) == ()
    assert house.table(second).status == "playing"
    assert isinstance(await house.tables.open(new_table(601)), Done)
    await house.tables.idle()
    assert house.table(second).end_reason == "abandoned"
    refused = await house.tables.open(new_table(701))
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.CHANNEL_LIMIT


async def test_whoever_is_back_in_time_keeps_the_table(house: House) -> None:
    """One press, and it counts again: then there is no place."""
    tables = [await abandoned(house, host=host, channel=5) for host in (201, 301, 401)]
    for table in tables:
        await house.do(table, Here(**house.press(table.host)))
        assert house.table(table).paused is None
    refused = await house.tables.open(new_table(501))
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.CHANNEL_LIMIT
    assert {house.table(table).status for table in tables} == {"playing"}


async def test_a_daily_table_in_its_time_always_counts(house: House) -> None:
    """Paused or not: there a day without anybody is nothing special."""
    tables = [
        await house.playing(2, host=host, channel=5, pace="daily") for host in (201, 301, 401)
    ]
    while any(house.table(table).paused is None for table in tables):
        await house.wait(43_200)
    refused = await house.tables.open(new_table(501))
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.CHANNEL_LIMIT
    assert {house.table(table).status for table in tables} == {"playing"}


async def test_abandoned_tables_of_ones_own_give_way_too(house: House) -> None:
    """Three of them, anywhere, and their person opens another one all the same."""
    tables = [await abandoned(house, host=201, channel=channel) for channel in (5, 6, 7)]
    assert isinstance(await house.tables.open(new_table(201, channel=8)), Done)
    await house.tables.idle()
    states = [house.table(table).status for table in tables]
    assert states == ["ended", "playing", "playing"]


def new_table(host: int, channel: int = 5) -> NewTable:
    """Return what `/play` asks for."""
    return NewTable(game="count", guild=1, channel=channel, host=host, host_name="x")


async def test_an_open_vote_stands_still_in_a_pause(house: House) -> None:
    """Whoever comes back finds it with the time it had, and reads that it goes on."""
    table, stays = await one_there(house)
    person = house.person_at(table, stays)
    await house.do(table, End(**house.press(person)))
    await house.wait(5)
    await house.do(table, Leave(**house.press(person)))
    assert house.table(table).paused is not None
    await house.wait(3_600)
    assert house.table(table).vote is not None

    await house.do(table, Here(**house.press(house.person_at(table, stays + 1))))
    vote, stored = house.table(table).vote, await house.reader.table(table.id)
    assert vote is not None
    assert vote.until == house.clock.now() + timedelta(seconds=55)
    assert stored is not None
    assert stored.vote == vote
    await house.wait(54)
    assert house.table(table).vote is not None
    await house.wait(2)
    assert [note.result for note in house.notes(VoteClosed)] == ["failed"]
