"""People who go away from a running game, and who comes for them (`experience.md` section 5)."""

import pytest

from bot.db.people import PersonalReader
from bot.db.records import FORGOTTEN, Leaver
from bot.locale import translator
from bot.messages.scene import groups, known_holders
from bot.tables import end
from bot.tables.entries import (
    Accuse,
    End,
    Erase,
    Join,
    Kick,
    Leave,
    Rematch,
    Resign,
    SitOpposite,
    Start,
)
from bot.tables.model import Seat, Table
from bot.tables.notes import Ended, HostChanged, Returned, SatIn, VoteClosed, WentAway
from bot.tables.replies import Acted, Answer, Done, Late, Refusal, TableReason
from bot.ui.elements.names import at_the_time
from tests.tables.harness import HOST, House
from tests.tables.test_restore import database

GAMES = ("flinch", "flushed", "snap")
T = translator("en")


async def leave(house: House, table: Table, person: int) -> Answer:
    """Leave a table."""
    return await house.do(table, Leave(**house.press(person)))


async def resign(house: House, table: Table, person: int) -> Answer:
    """Give up."""
    return await house.do(table, Resign(**house.press(person)))


def reason(answer: Answer) -> object:
    """Return why something was refused."""
    assert isinstance(answer, Refusal), answer
    return answer.reason


async def won_by_staying(house: House, plays: int) -> Table:
    """Return a game of two that ended by a leaving, after so many points of whoever stays."""
    table = await house.playing(2)
    while house.on_turn(table) != 102:
        await house.acted(table, house.on_turn(table), "A")
    for _ in range(plays):
        await house.acted(table, 102, "B")
    await leave(house, table, HOST)
    return house.table(table)


@pytest.mark.parametrize("game", GAMES)
async def test_a_house_player_goes_on_for_who_has_left(house: House, game: str) -> None:
    """In every game the seat acts on by itself, and its person is free for other tables."""
    table = await house.playing(3, game)
    await house.wait(3)
    assert isinstance(await leave(house, table, 102), Done)
    now = house.table(table)
    seat = next(each for each in now.seats if each.person == 102)

    assert (seat.owner, seat.standin, seat.away) == (None, "easy", "left")
    assert now.people == (HOST, 103)
    assert house.tables.of_person(102) == ()
    assert house.notes(WentAway) == [WentAway(seat.index, "left")]
    for _ in range(30):
        await house.seen(table)
        await house.wait(10)
    acted = {by for event in house.tables.history(table.id) for by in event.by if not event.auto}
    assert seat.index in acted


async def test_who_has_left_in_the_own_turn_is_replaced_at_once(house: House) -> None:
    """Nobody waits a minute for somebody who said good-bye."""
    table = await house.playing(3)
    turn = house.turn_seat(table)
    await leave(house, table, house.on_turn(table))
    await house.wait(5)

    assert house.turn_seat(table) != turn


async def test_who_has_left_acts_no_more_and_is_told_why(house: House) -> None:
    """Every former owner's press is refused in a sentence of its own."""
    table = await house.playing(4)
    await leave(house, table, 102)
    assert reason(await house.act(table, 102, "A")) is TableReason.LEFT
    await house.join(table, 900)
    assert reason(await house.act(table, 102, "A")) is TableReason.REPLACED_HERE
    await resign(house, table, 103)
    assert reason(await house.act(table, 103, "A")) is TableReason.RESIGNED
    assert reason(await leave(house, table, 103)) is TableReason.RESIGNED
    assert reason(await house.act(table, 901, "A")) is TableReason.NOT_AT_TABLE


async def test_who_has_left_may_come_back_to_the_own_seat(house: House) -> None:
    """Also where another seat is free; the stand-in acts no more."""
    table = await house.playing(4)
    await leave(house, table, 102)
    await leave(house, table, 103)
    seat = next(each.index for each in house.table(table).seats if each.person == 103)
    assert isinstance(await house.join(table, 103), Done)

    now = house.table(table).seats[seat]
    assert (now.owner, now.standin, now.away, now.substitute) == (103, None, None, False)
    assert house.notes(Returned) == [Returned(seat)]


@pytest.mark.parametrize("how", ["resigned", "kicked"])
async def test_who_gave_up_or_was_removed_does_not_come_back(house: House, how: str) -> None:
    """Neither to the own seat nor to that of somebody else who has left."""
    table = await house.playing(4)
    if how == "resigned":
        await resign(house, table, 104)
    else:
        await house.do(table, Kick(**house.press(HOST, seat=_seat(house, table, 104))))
        for person in (102, 103):
            await house.do(table, house.voice(table, person, yes=True))
    await leave(house, table, 103)

    expected = TableReason.RESIGNED if how == "resigned" else TableReason.KICKED
    assert reason(await house.join(table, 104)) is expected


async def test_who_has_left_takes_no_seat_but_the_own(house: House) -> None:
    """Else one person would know two hands of one game."""
    table = await house.playing(4)
    await leave(house, table, 102)
    await house.join(table, 900)
    await leave(house, table, 103)
    assert reason(await house.join(table, 102)) is TableReason.REPLACED_HERE
    assert isinstance(await house.join(table, 901), Done)


async def test_a_substitute_takes_the_seat_and_the_next_one_finds_none(house: House) -> None:
    """Of two who sit in at once exactly one sits; who is there already does not sit twice."""
    table = await house.playing(3)
    assert reason(await house.join(table, 900)) is TableReason.NO_FREE_SEAT
    await leave(house, table, 102)
    seat = _seat(house, table, 102)
    first = house.tables.submit(table.id, Join(**house.press(900, name="Eva")))
    second = house.tables.submit(table.id, Join(**house.press(901, name="Gil")))

    assert isinstance(await first, Done)
    assert reason(await second) is TableReason.NO_FREE_SEAT
    now = house.table(table).seats[seat]
    assert (now.owner, now.name, now.substitute, now.standin) == (900, "Eva", True, None)
    assert house.notes(SatIn) == [SatIn(seat)]
    assert reason(await house.join(table, 102)) is TableReason.REPLACED_HERE


async def test_a_substitute_needs_a_free_place_among_its_own_tables(house: House) -> None:
    """The limit of tables a person holds for sitting in as well."""
    table = await house.playing(3)
    await leave(house, table, 102)
    for channel in (11, 12, 13):
        other = await house.lobby(channel=channel, host=channel)
        await house.join(other, 900)
    assert reason(await house.join(table, 900)) is TableReason.PERSON_LIMIT


async def test_a_substitute_does_not_pay_for_who_was_there_before(house: House) -> None:
    """The lock of a false call is the leaver's own; the substitute acts at once."""
    table = await house.playing(3, "snap")
    await house.wait(3)
    answer = await house.act(table, 102, "SNAP")
    assert isinstance(answer, Acted)
    assert reason(await house.act(table, 102, "P")) is TableReason.LOCKED
    await leave(house, table, 102)
    await house.join(table, 900)

    assert isinstance(await house.act(table, 900, "P"), Acted)


async def test_an_open_call_of_who_leaves_is_judged_first_and_costs_nobody_else(
    house: House,
) -> None:
    """A false call's penalty stays with the caller's seat, whoever plays it by then."""
    table = await house.playing(3)
    caller = (house.turn_seat(table) + 2) % 3
    person = house.person_at(table, caller)
    await house.acted(table, house.on_turn(table), "A")
    before = house.table(table).state.points
    pending = await house.pending(table, person, "C")
    left = house.tables.submit(table.id, Leave(**house.press(person)))
    assert house.table(table).people.count(person) == 1
    await house.wait(1)

    assert isinstance(await left, Done)
    assert not isinstance(await pending.verdict, Late)
    points = house.table(table).state.points
    cost = [old - new for old, new in zip(before, points, strict=True)]
    assert [seat for seat, lost in enumerate(cost) if lost > 0] == [caller]


async def test_with_two_people_the_other_wins_at_once(house: House) -> None:
    """Whoever stays is first and has won, whoever left is last; nobody comes back."""
    table = await won_by_staying(house, plays=5)
    assert (table.status, table.end_reason) == ("ended", "left")
    results = await house.reader.results(table.id)

    by_person = {result.person: result for result in results}
    assert (by_person[102].won, by_person[102].place, by_person[102].left) == (True, 1, False)
    assert (by_person[HOST].won, by_person[HOST].place, by_person[HOST].left) == (False, 2, True)
    assert reason(await house.join(table, HOST)) is TableReason.NOT_A_LOBBY


@pytest.mark.parametrize(("points", "unrated"), [(3, "early"), (4, None)])
async def test_a_win_by_staying_counts_once_a_third_is_played(
    house: House, points: int, unrated: str | None
) -> None:
    """Rated if the seat with the fewest cards has at most two thirds of what it was dealt."""
    table = await won_by_staying(house, plays=points)
    left = house.tables.game(table).remaining(table.state)
    assert min(left) == 10 - points
    results = await house.reader.results(table.id)
    assert {result.unrated for result in results} == {unrated}


@pytest.mark.parametrize(("left", "unrated"), [((11, 15), "early"), ((10, 15), None)])
async def test_a_third_exactly_is_enough(
    house: House, left: tuple[int, int], unrated: str | None
) -> None:
    """Of fifteen Flinch cards five: at most two thirds are left."""
    table = await house.playing(2, "flinch", chosen={"pile": 15})
    assert end._unrated(house.tables.game(table), table, left) == unrated


async def test_with_three_only_the_last_who_stays_wins(house: House) -> None:
    """The first leaving only brings a house player; the second ends the game."""
    table = await house.playing(3)
    await leave(house, table, 102)
    assert house.table(table).status == "playing"
    await resign(house, table, 103)

    now = house.table(table)
    assert now.outcome is not None
    assert [now.seats[seat].person for seat in now.outcome.winners] == [HOST]
    assert now.leavers == (Leaver(102, "left", "P102"), Leaver(103, "resigned", "P103"))


@pytest.mark.parametrize("how", ["left", "kicked"])
async def test_act_is_told_of_who_made_it_also_when_somebody_else_sits_there(
    house: House, how: str
) -> None:
    """A substitute has not done what was done before; after a restart neither."""
    table = await house.playing(4)
    while house.on_turn(table) != 102:
        await house.acted(table, house.on_turn(table), "A")
    await house.acted(table, 102, "A")
    seat = _seat(house, table, 102)
    if how == "left":
        await leave(house, table, 102)
    else:
        await house.do(table, Kick(**house.press(103, seat=seat)))
        for person in (HOST, 104):
            await house.do(table, house.voice(table, person, yes=True))
    await house.join(table, 500, "Eva")
    again = await house.again()
    for here in (house, again):
        now = here.table(table)
        assert now.seats[seat].name == "Eva"
        [made] = [each for each in here.tables.history(table.id) if seat in each.by and each.people]
        assert [now.name_of(person or 0) for person in made.people] == ["P102"]
        held = known_holders(groups([made])[0])
        assert at_the_time(now, held, T)[seat] == "P102"
        assert at_the_time(now, (), T)[seat] == "Eva"
    await again.do(table, Erase(102))
    now = again.table(table)
    [made] = [each for each in again.tables.history(table.id) if seat in each.by and each.people]
    assert made.people == (FORGOTTEN,)
    held = known_holders(groups([made])[0])
    assert at_the_time(now, held, T)[seat] == "a former player"
    await again.close()


async def test_who_came_back_has_left_all_the_same(house: House) -> None:
    """Only who never left wins by staying."""
    table = await house.playing(3)
    await leave(house, table, 102)
    await house.join(table, 102)
    await leave(house, table, 103)

    now = house.table(table)
    assert now.outcome is not None
    assert [now.seats[seat].person for seat in now.outcome.winners] == [HOST]


async def test_a_substitute_who_never_left_keeps_the_game_going(house: House) -> None:
    """With a substitute and one other person there are still two who never left."""
    table = await house.playing(3)
    await leave(house, table, 102)
    await house.join(table, 900)
    await leave(house, table, 103)
    assert house.table(table).status == "playing"
    await leave(house, table, 900)
    assert house.table(table).end_reason == "left"


async def test_partners_win_by_staying_together(house: House) -> None:
    """Two of one pair left over win as a pair; one of each pair play on."""
    table = await house.playing(4, chosen={"partners": True})
    await leave(house, table, house.person_at(table, 0))
    await leave(house, table, house.person_at(table, 1))
    assert house.table(table).status == "playing"
    await leave(house, table, house.person_at(table, 3))

    now = house.table(table)
    assert now.outcome is not None
    assert now.outcome.winners == (0, 2)
    results = await house.reader.results(table.id)
    assert [result.won for result in results] == [False, False, True, False]


async def test_the_last_person_gone_ends_the_table_at_once_with_one_change(house: House) -> None:
    """No house player plays on for nobody, and little is told."""
    lobby = await house.lobby(house=2)
    await house.do(lobby, Start(**house.press(HOST)))
    told = len(house.told)
    await leave(house, lobby, HOST)

    now = house.table(lobby)
    assert (now.status, now.end_reason, now.outcome) == ("ended", "empty", None)
    assert len(house.told) == told + 1
    ply = now.ply
    await house.wait(300)
    assert house.table(lobby).ply == ply
    assert len(house.told) == told + 1
    assert house.notes(Ended) == [Ended("empty")]


async def test_giving_up_against_one_house_player_loses_to_it(house: House) -> None:
    """With two seats the other wins at once, whoever it is; unrated."""
    lobby = await house.lobby(house=1)
    await house.do(lobby, Start(**house.press(HOST)))
    await resign(house, lobby, HOST)

    now = house.table(lobby)
    assert now.outcome is not None
    assert now.seats[now.outcome.winners[0]].house is not None
    assert {each.unrated for each in await house.reader.results(lobby.id)} == {"house"}


async def test_the_host_who_leaves_passes_the_table_on(house: House) -> None:
    """The next person is host and has a host's rights."""
    table = await house.playing(3)
    await leave(house, table, HOST)

    host = house.table(table).host
    assert host == house.table(table).people[0]
    assert house.notes(HostChanged) == [HostChanged(HOST, host)]


async def test_a_leaver_ranks_last_though_the_seat_wins_by_its_cards(house: House) -> None:
    """What the stand-in wins is nobody's win."""
    table = await house.playing(3, chosen={"goal": 3})
    away = house.turn_seat(table)
    await leave(house, table, house.person_at(table, away))
    for _ in range(20):
        if house.table(table).status != "playing":
            break
        await house.seen(table)
        person = house.on_turn_or_none(table)
        if person is not None and house.turn_seat(table) != away:
            await house.act(table, person, "X")
        await house.wait(5)

    results = await house.reader.results(table.id)
    own = next(result for result in results if result.seat == away)
    assert own.left
    assert not own.won
    assert own.place == max(result.place for result in results)


async def test_a_substitutes_game_is_not_rated_nor_the_partners(house: House) -> None:
    """Who came for somebody else, and who played with them, keep their ratings."""
    table = await house.playing(4, chosen={"partners": True, "goal": 3})
    gone = house.person_at(table, 0)
    await leave(house, table, gone)
    await house.join(table, 900)
    while house.table(table).status == "playing":
        await house.acted(table, house.on_turn(table), "B")

    results = await house.reader.results(table.id)
    assert [result.unrated for result in results] == ["substitute", None, "partner", None]
    assert results[0].person == 900


async def test_a_vote_does_not_wait_for_who_has_left(house: House) -> None:
    """Removing the only voter still awaited decides the vote."""
    table = await house.playing(6)
    await house.do(table, Kick(**house.press(102, seat=_seat(house, table, 106))))
    await house.do(table, house.voice(table, 103, yes=True))
    assert house.table(table).vote is not None
    await leave(house, table, 105)
    assert house.table(table).vote is not None
    await leave(house, table, 104)

    assert house.table(table).vote is None
    assert house.table(table).seats[_seat(house, table, 106)].away == "kicked"


async def test_a_vote_decided_by_a_going_is_not_lost_where_storage_fails(house: House) -> None:
    """Who has left reads that; what the vote brings by that is made good by itself."""
    table = await house.playing(6)
    await house.do(table, Kick(**house.press(102, seat=_seat(house, table, 106))))
    await house.do(table, house.voice(table, 103, yes=True))
    await leave(house, table, 105)
    other = database(house.url)
    house.store.then = lambda: other.execute("BEGIN IMMEDIATE")
    assert isinstance(await house.do(table, Leave(**house.press(104))), Done)
    assert house.table(table).seats[_seat(house, table, 104)].away == "left"
    assert house.table(table).vote is not None
    other.execute("COMMIT")
    other.close()
    await house.wait(5)

    assert house.table(table).vote is None
    assert house.table(table).seats[_seat(house, table, 106)].away == "kicked"


async def test_nobody_escapes_a_vote_by_leaving_and_coming_back(house: House) -> None:
    """It goes on meanwhile, with the voices it had, and is there when its target comes back."""
    table = await house.playing(4)
    seat = _seat(house, table, 104)
    await house.do(table, Kick(**house.press(HOST, seat=seat)))
    for _ in range(3):
        await leave(house, table, 104)
        vote = house.table(table).vote
        assert vote is not None
        assert (vote.yes, vote.accused) == ((HOST,), seat)
        await house.join(table, 104)
        assert house.table(table).vote == vote
    assert house.notes(VoteClosed) == []

    await leave(house, table, 104)
    await house.do(table, house.voice(table, 102, yes=True))
    assert house.notes(VoteClosed) == [VoteClosed(seat, "passed", "kick")]
    assert house.table(table).seats[seat].away == "kicked"
    assert reason(await house.join(table, 104)) is TableReason.KICKED


async def test_an_accusation_outlives_the_leaving_of_the_accused(house: House) -> None:
    """What is judged was done at the seat, whoever sits there."""
    table = await house.playing(4)
    entry = Accuse(**house.press(HOST, notation="J1", accused=1, reason="looked"))
    await house.do(table, entry)
    assert house.table(table).vote is not None
    accused = house.person_at(table, 1)
    await leave(house, table, accused)
    assert house.table(table).vote is not None
    await house.join(table, accused)
    vote = house.table(table).vote
    assert vote is not None
    voter = next(person for person in vote.voters if person != HOST)
    assert isinstance(await house.do(table, house.voice(table, voter, yes=True)), Acted | Done)
    assert house.notes(VoteClosed) == [VoteClosed(1, "passed")]


async def test_removal_is_moot_where_somebody_else_sits_by_now(house: House) -> None:
    """A substitute is not removed for somebody else, nor is who has given up removed again."""
    table = await house.playing(4)
    seat = _seat(house, table, 104)
    await house.do(table, Kick(**house.press(HOST, seat=seat)))
    await leave(house, table, 104)
    await house.join(table, 500)
    assert house.notes(VoteClosed) == [VoteClosed(seat, "moot", "kick")]
    await house.do(table, Kick(**house.press(HOST, seat=seat)))
    await resign(house, table, 500)
    assert house.table(table).vote is None


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("left", TableReason.LEFT),
        ("resigned", TableReason.RESIGNED),
        ("forgotten", TableReason.NOT_AT_TABLE),
    ],
)
async def test_a_held_act_of_who_leaves_is_dropped_and_answered(
    house: House, how: str, why: TableReason
) -> None:
    """Whoever waited for it is told how things stand; the stand-in decides for itself."""
    table = await house.playing(3)
    shower = house.person_at(table, house.turn_seat(table) + 1)
    await house.act(table, shower, "Z", confirmed=True)
    await house.acted(table, house.on_turn(table), "A")
    await house.seen(table)
    pending = await house.pending(table, shower, "B")
    match how:
        case "left":
            await leave(house, table, shower)
        case "resigned":
            await resign(house, table, shower)
        case _:
            await house.do(table, Erase(shower))

    assert pending.verdict.done()
    assert reason(await pending.verdict) is why
    assert house.tables._live[table.id].memory.held is None


async def test_going_away_outlives_a_restart(house: House) -> None:
    """Who left may come back to a bot that was restarted, who gave up may not; both have left."""
    table = await house.playing(4)
    await leave(house, table, 102)
    await resign(house, table, 103)
    again = await house.again()
    try:
        assert reason(await again.join(table, 103)) is TableReason.RESIGNED
        assert isinstance(await again.join(table, 102), Done)
        await again.do(table, Leave(**again.press(HOST)))
        outcome = again.table(table).outcome
        assert outcome is not None
        assert outcome.winners == (3,), "who alone has never left"
    finally:
        await again.close()


async def test_who_gave_up_plays_the_rematch_and_who_was_removed_does_not(house: House) -> None:
    """Giving up ends a game like any other; a removal holds."""
    table = await house.playing(2)
    await resign(house, table, HOST)
    lobby = await house.do(table, Rematch(**house.press(HOST, name="Ana")))
    assert isinstance(lobby, Done)
    assert [seat.who for seat in lobby.table.seats] == [HOST, 102]

    other = await house.playing(2, channel=7, host=201)
    while house.on_turn(other) != 202:
        await house.acted(other, house.on_turn(other), "A")
    await house.wait(61)
    await house.do(other, Kick(**house.press(201, seat=_seat(house, other, 202))))
    assert (
        reason(await house.do(other, Rematch(**house.press(202, name="B")))) is TableReason.KICKED
    )
    lobby = await house.do(other, Rematch(**house.press(201, name="Ana")))
    assert isinstance(lobby, Done)
    assert [seat.who for seat in lobby.table.seats] == [201]


async def test_who_has_his_data_deleted_has_left_for_good(house: House) -> None:
    """The seat is free for a substitute; with two people the other wins at once."""
    table = await house.playing(3)
    await house.do(table, Erase(102))
    assert house.table(table).people == (HOST, 103)
    assert isinstance(await house.join(table, 900), Done)
    other = await house.playing(2, channel=7, host=201)
    await house.do(other, Erase(202))

    now = house.table(other)
    assert (now.status, now.end_reason) == ("ended", "left")
    results = await house.reader.results(other.id)
    assert [result.person for result in results if result.won] == [201]


async def test_host_who_is_forgotten_hands_the_table_on(house: House) -> None:
    """As when that person leaves; without anybody left the table has nobody's."""
    table = await house.playing(3)
    await house.do(table, Erase(HOST))
    assert house.table(table).host == 102
    for person in (102, 103):
        await house.do(table, Erase(person))
    assert house.table(table).host == FORGOTTEN


async def test_open_call_of_who_is_forgotten_is_judged_without_a_name(house: House) -> None:
    """What was called stays, by whom does not; who else has called is named as before."""
    table = await house.playing(4)
    caller, other = ((house.turn_seat(table) + more) % 4 for more in (2, 3))
    person, second = house.person_at(table, caller), house.person_at(table, other)
    await house.acted(table, house.on_turn(table), "A")
    await house.pending(table, person, "C")
    await house.pending(table, second, "C")
    await house.do(table, Erase(person))
    race = house.table(table).race
    assert race is not None
    assert [(call.seat, call.person) for call in race.calls] == [(caller, None), (other, second)]
    await house.wait(1)
    assert house.table(table).race is None
    assert person not in house.tables.history(table.id)[-1].people


async def test_of_those_who_have_left_only_who_is_forgotten_is_named_no_more(house: House) -> None:
    """Replays still name the others."""
    table = await house.playing(4)
    await leave(house, table, 102)
    await resign(house, table, 103)
    await house.do(table, Erase(102))
    assert house.table(table).leavers == (Leaver(103, "resigned", "P103"),)


async def test_table_that_is_over_says_nothing_of_who_is_forgotten(house: House) -> None:
    """A game's seat is one that nobody plays on; a closed lobby forgets a wish to sit opposite."""
    game = await house.playing(3)
    await house.do(game, End(**house.press(HOST, moderator=True)))
    await house.do(game, Erase(102))
    seats = house.table(game).seats
    [gone] = [seat for seat in seats if seat.person not in (HOST, 103)]
    assert gone == Seat(index=gone.index)
    lobby = await house.lobby(chosen={"partners": True})
    await house.join(lobby, 102)
    await house.join(lobby, 103)
    for person, other in ((HOST, 102), (103, HOST)):
        await house.do(lobby, SitOpposite(**house.press(person, other=other)))
    await house.do(lobby, End(**house.press(HOST)))
    await house.do(lobby, Erase(102))
    assert [seat.opposite for seat in house.table(lobby).seats] == [None, None, HOST]


async def test_who_is_forgotten_leaves_no_vote_that_cannot_pass(house: House) -> None:
    """A removal is moot, an accusation too; in any other vote only those left count."""
    table = await house.playing(6)
    seat = _seat(house, table, 106)
    await house.do(table, Kick(**house.press(102, seat=seat)))
    await house.do(table, Erase(106))
    assert house.table(table).vote is None
    assert house.notes(VoteClosed) == [VoteClosed(seat, "moot", "kick")]

    await house.do(table, Accuse(**house.press(104, notation="J1", accused=1, reason="x")))
    await house.do(table, Erase(104))
    assert house.notes(VoteClosed)[1:] == [VoteClosed(1, "moot")]

    await house.do(table, End(**house.press(HOST)))
    await house.do(table, house.voice(table, 102, yes=True))
    await house.do(table, Erase(105))
    await house.do(table, house.voice(table, 103, yes=True))
    assert (house.table(table).status, house.table(table).end_reason) == ("ended", "voted")


async def test_removal_of_who_left_and_is_forgotten_then_is_moot(house: House) -> None:
    """Of who has gone already nobody is left to be removed, and no vote ends on that."""
    table = await house.playing(4)
    seat = _seat(house, table, 104)
    await house.do(table, Kick(**house.press(HOST, seat=seat)))
    await leave(house, table, 104)
    assert house.table(table).vote is not None
    await house.do(table, Erase(104))

    assert house.table(table).vote is None
    assert house.notes(VoteClosed) == [VoteClosed(seat, "moot", "kick")]


async def test_win_after_a_removal_is_unrated_though_who_was_removed_is_forgotten(
    house: House,
) -> None:
    """That somebody was removed names nobody, so it stays known, after a restart too."""
    table = await house.playing(3)
    while house.on_turn(table) != HOST:
        await house.acted(table, house.on_turn(table), "A")
    for _ in range(7):
        await house.acted(table, HOST, "B")
    await house.do(table, Kick(**house.press(HOST, seat=_seat(house, table, 103))))
    await house.do(table, house.voice(table, 102, yes=True))
    await house.do(table, Erase(103))
    await house.store.commit(await PersonalReader(house.reader).forgetting(103, (table.id,)))
    again = await house.again()
    try:
        assert again.table(table).leavers == (Leaver(FORGOTTEN, "kicked"),)
        await again.do(table, Leave(**again.press(102)))
        results = await again.reader.results(table.id)
        assert {result.person: result.unrated for result in results}[HOST] == "kick"
    finally:
        await again.close()


async def test_a_vote_passes_with_the_voices_that_are_left(house: House) -> None:
    """Also where the one still waited for is forgotten."""
    table = await house.playing(4)
    await house.do(table, End(**house.press(HOST)))
    await house.do(table, house.voice(table, 102, yes=True))
    assert house.table(table).status == "playing"
    await house.do(table, Erase(104))

    assert (house.table(table).status, house.table(table).end_reason) == ("ended", "voted")


async def test_the_last_one_there_who_is_forgotten_pauses_the_table(house: House) -> None:
    """As when that person leaves: nothing goes on before nobody."""
    table = await house.playing(3)
    while not all(house.table(table).seats[each].standin for each in (1, 2)):
        if house.on_turn(table) == house.person_at(table, 0):
            await house.acted(table, house.on_turn(table), "A")
        else:
            await house.wait(61)
    assert house.table(table).paused is None
    await house.do(table, Erase(house.person_at(table, 0)))

    assert house.table(table).paused is not None


def _seat(house: House, table: Table, person: int) -> int:
    return next(each.index for each in house.table(table).seats if each.person == person)


@pytest.mark.parametrize("game", ["flinch", "flip"])
async def test_leaving_a_game_of_two_ends_every_game(house: House, game: str) -> None:
    """Early in the game it does not count."""
    table = await house.playing(2, game)
    await leave(house, table, 102)

    now = house.table(table)
    assert (now.status, now.end_reason) == ("ended", "left")
    results = await house.reader.results(table.id)
    assert {result.unrated for result in results} == {"early"}
    assert [result.person for result in results if result.won] == [HOST]


async def test_a_substitute_who_comes_back_is_still_one(house: House) -> None:
    """The seat is the substitute's own by then, and the game does not count there all the same."""
    table = await house.playing(4)
    await leave(house, table, 103)
    await house.join(table, 500, "Eva")
    await leave(house, table, 500)
    await house.join(table, 500, "Eva")
    seat = house.table(table).seat_of(500)
    assert seat is not None
    assert seat.substitute
