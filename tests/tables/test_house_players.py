"""House players: they see what people see, when people see it, and act in human time."""

import pytest

from bot.tables.entries import AddHouse, Leave, Seen, Start
from bot.tables.model import Table
from bot.tables.notes import CallJudged, CallOpened
from bot.tables.replies import Acted, Pending
from tests.tables.harness import HOST, House


async def against_house(
    house: House, game: str = "count", level: str = "normal", people: int = 1
) -> Table:
    """Return a running game of the host (and others) against one house player."""
    lobby = await house.lobby(game, house=1, level=level)
    for person in range(HOST + 1, HOST + people):
        await house.join(lobby, person)
    assert isinstance(await house.do(lobby, Start(**house.press(HOST))), Acted)
    return house.table(lobby)


def house_seat(table: Table) -> int:
    """Return the seat of the house player."""
    return next(seat.index for seat in table.seats if seat.house)


async def to_the_house(house: House, table: Table) -> None:
    """Bring the turn to the house player."""
    while house.turn_seat(table) != house_seat(table):
        await house.acted(table, house.on_turn(table), "A")


async def test_a_house_player_acts_in_human_time_after_the_edit(house: House) -> None:
    """It begins to think when the edit showing its turn is confirmed, not before."""
    table = await against_house(house)
    await to_the_house(house, table)
    ply = house.table(table).ply

    await house.wait(3)
    assert house.table(table).ply == ply
    await house.seen(table)
    await house.wait(1.9)
    assert house.table(table).ply == ply
    await house.wait(0.2)

    assert house.table(table).ply == ply + 1
    assert house.turn_seat(table) != house_seat(table)


async def test_an_edit_that_is_never_confirmed_stops_no_house_player(house: House) -> None:
    """After ten seconds a state counts as seen, so that a failing Discord stops no game."""
    table = await against_house(house)
    await to_the_house(house, table)
    ply = house.table(table).ply

    await house.wait(12.1)

    assert house.table(table).ply == ply + 1


async def test_a_thought_of_a_position_that_has_passed_is_dropped(house: House) -> None:
    """If the position moves before the house player acts, it does not act on the old one."""
    table = await against_house(house, people=2)
    await to_the_house(house, table)
    await house.seen(table)
    caller = house.person_at(table, house_seat(table) + 1)
    await house.wait(1.9)
    await house.act(table, caller, "Z", confirmed=True)
    await house.wait(5)
    ply = house.table(table).ply

    await house.seen(table)
    await house.wait(2.1)
    assert house.table(table).ply == ply + 1


async def test_an_edit_showing_an_old_ply_starts_no_thought(house: House) -> None:
    """What is no longer the present state is not thought about in a game with turns."""
    table = await against_house(house, people=2)
    await to_the_house(house, table)
    person = house.person_at(table, house_seat(table) + 1)
    await house.act(table, person, "Z", confirmed=True)
    now = house.table(table).ply

    await house.do(table, Seen(now - 1, house.clock.monotonic()))
    await house.wait(5)
    assert house.table(table).ply == now

    await house.seen(table)
    await house.wait(2.1)
    assert house.table(table).ply == now + 1


async def test_a_house_player_calls_through_the_same_race(house: House) -> None:
    """Its call opens a window, is judged and stored like anybody's."""
    table = await against_house(house, level="hard", people=2)
    if house.turn_seat(table) == house_seat(table):
        await house.seen(table)
        await house.wait(2.1)
    offender = house.on_turn(table)
    await house.acted(table, offender, "X")
    await house.seen(table)

    await house.wait(1.6)
    assert house.notes(CallOpened) == [CallOpened(house_seat(table))]
    await house.wait(0.4)

    [note] = house.notes(CallJudged)
    assert isinstance(note, CallJudged)
    assert (note.good, note.callers) == (True, (house_seat(table),))


async def test_a_house_call_is_dropped_when_the_act_it_is_about_is_over(house: House) -> None:
    """Once somebody has acted, the house player no longer calls the act before."""
    table = await against_house(house, level="hard", people=2)
    if house.turn_seat(table) == house_seat(table):
        await house.seen(table)
        await house.wait(2.1)
    await house.acted(table, house.on_turn(table), "X")
    await house.seen(table)
    await house.wait(1)
    if house.turn_seat(table) == house_seat(table):
        person = next(p for p in house.table(table).people)
        await house.act(table, person, "Z", confirmed=True)
    else:
        await house.acted(table, house.on_turn(table), "A")
    await house.wait(1)

    assert house.notes(CallOpened) == []


async def test_without_turns_a_house_player_acts_on_what_it_saw(house: House) -> None:
    """In a game without turns others' acts do not put off a house player for ever."""
    table = await against_house(house, "snap")
    await house.wait(3.1)
    await house.seen(table)
    for _ in range(3):
        await house.wait(0.5)
        await house.acted(table, HOST, "P")
    await house.wait(0.6)

    by_house = [e for e in house.tables.history(table.id) if e.by == (house_seat(table),)]
    assert [e.notation for e in by_house] in (["P"], ["SNAP"])


async def test_without_turns_a_quick_person_does_not_keep_a_house_player_busy(
    house: House,
) -> None:
    """It finishes what it is about to do though the table changes under its eyes."""
    table = await against_house(house, "flip", level="easy")
    await house.wait(3.1)
    await house.seen(table)
    rules, own = house.tables.game(table), 1 - house_seat(table)
    for _ in range(30):
        await house.wait(0.8)
        state = house.table(table).state
        if own in rules.to_act(state):
            await house.acted(table, HOST, house.usual(table, own))
        await house.seen(table)

    by_house = [e for e in house.tables.history(table.id) if e.by == (house_seat(table),)]
    assert len([e for e in by_house if e.notation != "FLIP"]) >= 3


async def test_without_turns_a_house_player_whose_chance_has_passed_looks_again(
    house: House,
) -> None:
    """A call that came too late is dropped, and the house player goes on with what it sees."""
    table = await against_house(house, "snap")
    await house.wait(3.1)
    rules = house.tables.game(table)
    while not rules.call_is_good(house.table(table).state, 0, rules.calls[0]):
        await house.acted(table, HOST, "P")
    await house.seen(table)
    await house.wait(0.5)
    await house.acted(table, HOST, "P")
    await house.wait(0.4)
    house.tables.submit(table.id, Seen(house.table(table).ply, house.clock.monotonic()))
    await house.wait(2.7)

    by_house = [e for e in house.tables.history(table.id) if e.by == (house_seat(table),)]
    assert [e.notation for e in by_house] == ["P"]


async def test_a_game_with_house_players_plays_on_by_itself(house: House) -> None:
    """With every edit confirmed a house player plays a whole game to its end."""
    lobby = await house.lobby(house=1, chosen={"goal": 3})
    await house.do(lobby, AddHouse(**house.press(HOST)))
    await house.do(lobby, Start(**house.press(HOST)))
    for _ in range(200):
        if house.table(lobby).status == "ended":
            break
        if house.on_turn_or_none(lobby) == HOST:
            await house.acted(lobby, HOST, "A")
        await house.seen(lobby)
        await house.wait(2.1)

    assert house.table(lobby).end_reason == "won"
    results = await house.reader.results(lobby.id)
    assert {r.unrated for r in results} == {"house"}
    assert [r.person for r in results] == [HOST, None, None]


@pytest.mark.parametrize("wrong", [-5.0, 0.0, 5.0])
async def test_a_person_and_a_house_player_calling_at_once_are_a_tie(
    house: House, wrong: float
) -> None:
    """A house player's call counts as one by button, on Discord's clock, not the machine's."""
    house.clock.wrong = wrong
    table = await against_house(house, level="hard", people=2)
    if house.turn_seat(table) == house_seat(table):
        await house.seen(table)
        await house.wait(2.1)
    offender = house.on_turn(table)
    other = next(p for p in house.table(table).people if p != offender)
    await house.acted(table, offender, "X")
    await house.seen(table)
    await house.wait(1.48)
    assert isinstance(await house.act(table, other, "C"), Pending)
    await house.wait(0.5)

    [note] = house.notes(CallJudged)
    assert isinstance(note, CallJudged)
    assert len(note.tied) == 2


async def test_a_stand_in_sees_the_position_no_sooner_than_people(house: House) -> None:
    """Who sits in for somebody gone waits for the edit that shows the turn, as all do."""
    table = await house.playing(3)
    while house.on_turn(table) != 103:
        await house.acted(table, house.on_turn(table), "A")
    ply = house.table(table).ply
    await house.do(table, Leave(**house.press(103)))
    await house.wait(6)
    assert house.table(table).ply == ply
    await house.seen(table)
    await house.wait(8)
    assert house.table(table).ply == ply + 1
