"""Playing again (`experience.md` section 5, rematch)."""

import asyncio

import pytest
from msgspec import structs

from bot.db.changes import table_change
from bot.records.proof import Wrong, as_file, log_of, verify
from bot.tables.entries import Decline, End, Rematch, Start
from bot.tables.model import Seat, Table
from bot.tables.notes import Opened, RematchOpened, Started
from bot.tables.replies import Done, Refusal, TableReason
from tests.tables.harness import HOST, House
from tests.tables.test_restore import database
from tests.tables.toy import TOYS


async def over(house: House, people: int = 3) -> Table:
    """Return a game that has been won."""
    table = await house.playing(people, chosen={"goal": 3})
    first = house.on_turn(table)
    for _ in range(3):
        await house.acted(table, first, "B")
    return house.table(table)


async def again(house: House, table: Table, person: int) -> Table:
    """Press "play again" and return the lobby."""
    answer = await house.do(table, Rematch(**house.press(person, name=f"P{person}")))
    assert isinstance(answer, Done), answer
    return answer.table


async def test_the_first_press_opens_one_lobby_with_everybodys_seat_kept(house: House) -> None:
    """However many press at once, there is one lobby; the last press starts it."""
    table = await over(house)
    house.seed = "0f" * 32
    lobbies = await asyncio.gather(*(again(house, table, p) for p in (102, 101)))

    assert lobbies[0].id == lobbies[1].id == house.table(table).rematch
    lobby = house.table(lobbies[0])
    assert [(s.person, s.invited) for s in lobby.seats] == [(101, None), (102, None), (None, 103)]
    assert (lobby.host, lobby.rematch_of, lobby.chosen) == (102, table.id, {"goal": 3})
    assert house.notes(RematchOpened) == [RematchOpened(lobby.id)]
    assert len(house.notes(Opened)) == 2
    assert await house.do(table, Rematch(**house.press(101, name="x"))) == Done(lobby)

    await again(house, table, 103)
    assert house.table(lobby).status == "playing"
    assert len(house.notes(Started)) == 2


async def test_the_deal_is_rotated(house: House) -> None:
    """The next dealer is the one after the last, whatever the new seed says."""
    table = await over(house)
    dealers = [table.dealer]
    for seed in ("0f" * 32, "1e" * 32, "2d" * 32):
        house.seed = seed
        for person in (101, 102, 103):
            lobby = await again(house, table, person)
        table = house.table(lobby)
        dealers.append(table.dealer)
        while house.table(table).status == "playing":
            await house.acted(table, house.on_turn(table), "B")
        table = house.table(table)

    assert table.dealer is not None
    first = dealers[0]
    assert first is not None
    assert dealers == [(first + i) % 3 for i in range(4)]


async def test_the_host_starts_with_those_there_after_somebody_declined(house: House) -> None:
    """Without everybody it does not start by itself; the deal goes on among those there."""
    table = await over(house)
    assert table.dealer is not None
    next_dealer = table.seats[(table.dealer + 1) % 3].person
    missing = next(p for p in table.people if p not in (HOST, next_dealer))
    lobby = await again(house, table, HOST)
    for person in table.people:
        if person not in (HOST, missing):
            await again(house, table, person)
    await house.do(lobby, Decline(**house.press(missing)))
    assert house.table(lobby).status == "lobby"

    await house.do(lobby, Start(**house.press(HOST)))

    now = house.table(lobby)
    assert now.status == "playing"
    assert now.dealer is not None
    assert now.seats[now.dealer].person == next_dealer


async def test_the_log_of_a_rematch_proves_its_dealer(house: House) -> None:
    """`rules.md` section 0, Rematch: who sat where before, so that `verify` finds the dealer."""
    old = await over(house)
    assert old.dealer is not None
    missing = next(p for p in old.people if p != HOST)
    house.seed = "0f" * 32
    lobby = await again(house, old, HOST)
    for person in old.people:
        if person not in (HOST, missing):
            await again(house, old, person)
    await house.do(lobby, Decline(**house.press(missing)))
    await house.do(lobby, Start(**house.press(HOST)))
    while house.table(lobby).status == "playing":
        await house.acted(lobby, house.on_turn(lobby), "B")

    table, game = house.table(lobby), TOYS[0]
    log = log_of(
        game,
        table,
        await house.reader.events(table.id),
        before=await house.reader.table(old.id),
        results=await house.reader.results(table.id),
    )

    now = {seat.person: seat.index for seat in table.seats}
    here = [now.get(seat.person) for seat in old.seats]
    assert log["before"] == {"dealer": old.dealer, "seats": here}
    assert verify(as_file(log), TOYS).game == game.key
    with pytest.raises(Wrong, match=r"^dealer: the deal passes to seat"):
        verify(as_file({**log, "dealer": 1 - log["dealer"]}), TOYS)


async def test_seats_are_kept_for_two_minutes(house: House) -> None:
    """After two minutes the seats of those who did not press are free."""
    table = await over(house, 2)
    lobby = await again(house, table, HOST)
    await house.wait(119)
    assert len(house.table(lobby).seats) == 2
    await house.wait(2)
    assert len(house.table(lobby).seats) == 1


async def test_a_lone_person_against_house_players_plays_on_at_once(house: House) -> None:
    """When the one person presses, all have pressed."""
    lobby = await house.lobby(house=1, chosen={"goal": 3})
    await house.do(lobby, Start(**house.press(HOST)))
    while house.table(lobby).status == "playing":
        await house.seen(lobby)
        await house.wait(61)
    new = await again(house, house.table(lobby), HOST)
    await house.wait(0)

    assert house.table(new).status == "playing"
    assert [seat.house for seat in house.table(new).seats] == [None, "normal"]


async def test_only_those_who_sat_there_play_again_and_only_after_the_end(house: House) -> None:
    """Strangers, and presses on a running game, are refused."""
    running = await house.playing(2, channel=9, host=200)
    for person, reason in ((200, TableReason.NOT_OVER), (900, TableReason.NOT_OVER)):
        entry = Rematch(**house.press(person, name="x"))
        assert (await house.unchanged(running, entry)).reason is reason
    table = await over(house, 2)
    entry = Rematch(**house.press(900, name="x"))
    assert (await house.unchanged(table, entry)).reason is TableReason.NOT_AT_TABLE


async def test_after_the_rematch_has_started_a_press_is_told_so(house: House) -> None:
    """A press on the old table never opens a second rematch: who sits there is told where."""
    table = await over(house)
    lobby = await again(house, table, 101)
    await again(house, table, 102)
    await house.do(lobby, Start(**house.press(101)))
    assert house.table(lobby).seat_of(103) is None
    late = await house.do(table, Rematch(**house.press(103, name="x")))
    answer = await house.do(table, Rematch(**house.press(101, name="x")))

    assert isinstance(late, Refusal)
    assert late.reason is TableReason.NO_FREE_SEAT
    assert answer == Done(house.table(lobby))
    assert house.table(table).rematch == lobby.id


async def test_a_rematch_that_somebody_declines_waits_for_its_host(house: House) -> None:
    """It starts by itself with the same people alone: the others have to want it without one."""
    table = await over(house)
    lobby = await again(house, table, 101)
    await house.do(lobby, Decline(**house.press(103)))
    await again(house, table, 102)
    assert all(seat.taken for seat in house.table(lobby).seats)
    assert house.table(lobby).status == "lobby"


async def test_rematch_for_which_all_have_come_starts_after_a_kill_too(house: House) -> None:
    """The last one's sitting down was stored, and the start was not."""
    lobby = await again(house, await over(house), HOST)
    seats = tuple(
        Seat(index=seat.index, person=seat.person or seat.invited, name=seat.name)
        for seat in lobby.seats
    )
    await house.store.commit(table_change(lobby, structs.replace(lobby, seats=seats)))
    later = await house.again()
    try:
        await later.wait(1)
        assert later.table(lobby).status == "playing"
    finally:
        await later.close()


async def test_a_lobby_that_closed_has_no_rematch(house: House) -> None:
    """Its number typed with the command: there is no game that could be over later."""
    lobby = await house.lobby()
    await house.do(lobby, End(**house.press(HOST)))
    entry = Rematch(**house.press(HOST, name="Ana"))
    assert (await house.unchanged(lobby, entry)).reason is TableReason.NO_TABLE


async def test_rematch_that_cannot_be_stored_after_the_last_press_starts_later(
    house: House,
) -> None:
    """The seat is stored and answered as such; the start is made good by itself."""
    lobby = await again(house, await over(house, 2), HOST)
    other = database(house.url)
    house.store.then = lambda: other.execute("BEGIN IMMEDIATE")
    answer = await again(house, house.table(house.table(lobby).rematch_of or 0), 102)
    assert (answer.status, answer.seat_of(102) is not None) == ("lobby", True)
    await house.wait(5)
    assert house.table(lobby).status == "lobby"
    other.execute("COMMIT")
    other.close()
    await house.wait(5)
    assert house.table(lobby).status == "playing"
