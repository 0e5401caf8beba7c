"""`/kick` and `/end`: who is removed, and who ends a table (`experience.md` section 5)."""

from bot.tables.entries import CastVote, End, Here, Kick, Leave, ServerAway, Start
from bot.tables.model import Table
from bot.tables.notes import VoteClosed, VoteOpened, WentAway
from bot.tables.replies import Answer, Done, Refusal, Stale, TableReason
from engine.errors import Reason
from tests.tables.harness import HOST, House


async def kick(house: House, table: Table, by: int, whom: int) -> Answer:
    """Ask for somebody's removal."""
    return await house.do(table, Kick(**house.press(by, seat=seat_of(house, table, whom))))


async def end(house: House, table: Table, by: int, *, moderator: bool = False) -> Answer:
    """Ask for the end."""
    return await house.do(table, End(**house.press(by, moderator=moderator)))


async def say(house: House, table: Table, person: int, *, yes: bool) -> Answer:
    """Vote."""
    return await house.do(table, house.voice(table, person, yes=yes))


def seat_of(house: House, table: Table, person: int) -> int:
    """Return a person's seat."""
    seat = house.table(table).seat_of(person)
    assert seat is not None
    return seat.index


def reason(answer: Answer) -> object:
    """Return why something was refused."""
    assert isinstance(answer, Refusal), answer
    return answer.reason


async def late(house: House, table: Table, person: int) -> None:
    """Let a person's turn run out; everybody else plays."""
    while house.on_turn(table) != person:
        await house.acted(table, house.on_turn(table), "A")
    await house.wait(61)


async def test_the_host_alone_removes_somebody_whose_last_turn_timed_out(house: House) -> None:
    """At once, with a house player going on; before the time-out it takes a vote."""
    table = await house.playing(3)
    await late(house, table, 103)
    assert isinstance(await kick(house, table, HOST, 103), Done)

    seat = next(each for each in house.table(table).seats if each.person == 103)
    assert (seat.away, seat.standin, seat.owner) == ("kicked", "easy", None)
    assert house.notes(WentAway) == [WentAway(seat.index, "kicked")]
    assert house.notes(VoteOpened) == []
    assert reason(await house.act(table, 103, "A")) is TableReason.KICKED


async def test_a_win_brought_about_by_a_removal_is_unrated(house: House) -> None:
    """However far the game had come."""
    table = await house.playing(2)
    while house.on_turn(table) != HOST:
        await house.acted(table, house.on_turn(table), "A")
    for _ in range(7):
        await house.acted(table, HOST, "B")
    await house.acted(table, HOST, "A")
    await house.wait(61)
    await kick(house, table, HOST, 102)

    assert house.table(table).end_reason == "left"
    results = await house.reader.results(table.id)
    assert [(result.person, result.unrated) for result in results if result.won] == [(HOST, "kick")]
    assert {result.unrated for result in results} == {"kick"}


async def test_others_remove_somebody_by_more_than_half_and_at_least_two(house: House) -> None:
    """The target has no vote; of five others three say yes; one vote at a time."""
    table = await house.playing(6)
    seat = seat_of(house, table, 106)
    assert isinstance(await kick(house, table, 102, 106), Done)
    assert reason(await kick(house, table, 103, 104)) is TableReason.VOTE_OPEN
    assert reason(await say(house, table, 900, yes=True)) is TableReason.NOT_A_VOTER
    await say(house, table, 103, yes=True)
    await say(house, table, 104, yes=False)
    assert house.table(table).seats[seat].away is None
    await say(house, table, 105, yes=True)

    assert house.table(table).seats[seat].away == "kicked"


async def test_a_removal_is_decided_by_the_last_yes_it_takes(house: House) -> None:
    """Three other people: two yes are more than half; the third is not waited for."""
    table = await house.playing(4)
    seat = seat_of(house, table, 104)
    await kick(house, table, 102, 104)
    vote = house.table(table).vote
    assert vote is not None
    assert (vote.kind, set(vote.voters), vote.needed) == ("kick", {HOST, 102, 103}, 2)
    await say(house, table, 103, yes=True)

    assert house.table(table).seats[seat].away == "kicked"
    assert house.notes(VoteClosed) == [VoteClosed(seat, "passed", "kick")]


async def test_a_late_yes_counts_in_no_other_vote(house: House) -> None:
    """A voice carries the vote it was meant for: a later one is not decided by it."""
    table = await house.playing(4)
    await kick(house, table, 102, 104)
    old = house.table(table).vote
    assert old is not None
    await say(house, table, HOST, yes=False)
    await say(house, table, 103, yes=False)
    await house.wait(1)
    await end(house, table, 102)
    late = CastVote(**house.press(103, yes=True, vote=old.number))
    assert isinstance(await house.do(table, late), Stale)
    vote = house.table(table).vote
    assert vote is not None
    assert vote.yes == (102,)
    meant = CastVote(**house.press(103, yes=True, vote=vote.number))
    assert not isinstance(await house.do(table, meant), Stale)


async def test_a_removal_fails_by_noes_or_time(house: House) -> None:
    """Nobody is removed where the yes cannot be reached, or do not come within a turn's time."""
    table = await house.playing(4)
    seat = seat_of(house, table, 104)
    await kick(house, table, 102, 104)
    await say(house, table, HOST, yes=False)
    await say(house, table, 103, yes=False)
    await kick(house, table, 102, 103)
    other = seat_of(house, table, 103)
    await house.wait(61)

    assert house.table(table).vote is None
    assert len(house.table(table).people) == 4
    assert house.notes(VoteClosed) == [
        VoteClosed(seat, "failed", "kick"),
        VoteClosed(other, "failed", "kick"),
    ]


async def test_a_vote_lasts_as_long_as_a_turn_of_the_pace(house: House) -> None:
    """In a daily game people have a day to vote."""
    table = await house.playing(4, pace="relaxed")
    await kick(house, table, 102, 104)
    vote = house.table(table).vote
    assert vote is not None
    assert (vote.until - vote.opened).total_seconds() == 600


async def test_the_targets_acting_cancels_the_vote(house: House) -> None:
    """Any press shows that the seat is played: by the table, or a button that does nothing."""
    table = await house.playing(4)
    seat = seat_of(house, table, 104)
    await kick(house, table, 102, 104)
    await house.do(table, Here(**house.press(104)))

    assert house.table(table).vote is None
    assert house.notes(VoteClosed) == [VoteClosed(seat, "moot", "kick")]
    assert reason(await say(house, table, 103, yes=True)) is TableReason.NO_VOTE


async def test_a_host_does_not_remove_who_has_acted_again(house: House) -> None:
    """A press after the time-out takes the host's right away; with two others nobody can vote."""
    table = await house.playing(2)
    await late(house, table, 102)
    await house.do(table, Here(**house.press(102)))

    assert reason(await kick(house, table, HOST, 102)) is TableReason.NO_VOTERS
    assert len(house.table(table).people) == 2


async def test_nobody_removes_nobody(house: House) -> None:
    """Neither oneself, nor a house player, nor a seat that is not there, nor as a stranger."""
    lobby = await house.lobby(house=1)
    await house.join(lobby, 102)
    await house.do(lobby, Start(**house.press(HOST)))
    machine = next(seat.index for seat in house.table(lobby).seats if seat.house)
    own = seat_of(house, lobby, HOST)
    for seat in (machine, own, 17, -1):
        entry = Kick(**house.press(HOST, seat=seat))
        assert (await house.unchanged(lobby, entry)).reason is TableReason.NOBODY_TO_REMOVE
    stranger = Kick(**house.press(900, seat=own))
    assert (await house.unchanged(lobby, stranger)).reason is TableReason.NOT_AT_TABLE


async def test_the_people_of_a_table_end_it_by_a_vote(house: House) -> None:
    """With two people both have to agree; the game ends without a result."""
    table = await house.playing(2)
    assert isinstance(await end(house, table, HOST), Done)
    assert house.table(table).status == "playing"
    await say(house, table, 102, yes=True)

    now = house.table(table)
    assert (now.status, now.end_reason, now.outcome) == ("ended", "voted", None)
    assert await house.reader.results(table.id) == ()
    assert house.notes(VoteClosed) == [VoteClosed(None, "passed", "end")]


async def test_one_no_of_two_keeps_the_game_going(house: House) -> None:
    """Nobody ends a game over the head of the only other person."""
    table = await house.playing(2)
    await end(house, table, HOST)
    await say(house, table, 102, yes=False)

    assert house.table(table).status == "playing"
    assert house.notes(VoteClosed) == [VoteClosed(None, "failed", "end")]


async def test_a_lone_person_ends_the_table_alone(house: House) -> None:
    """Against house players nobody else has to be asked."""
    lobby = await house.lobby(house=1)
    await house.do(lobby, Start(**house.press(HOST)))
    await end(house, lobby, HOST)

    assert house.table(lobby).end_reason == "voted"


async def test_a_moderator_ends_any_table_at_once(house: House) -> None:
    """Seated or not; an open vote ends with it."""
    table = await house.playing(3)
    await end(house, table, HOST)
    await end(house, table, 900, moderator=True)

    assert house.table(table).end_reason == "ended"
    assert house.notes(VoteClosed) == [VoteClosed(None, "voided", "end")]
    assert reason(await end(house, table, 900, moderator=True)) is Reason.GAME_OVER


async def test_the_host_alone_ends_only_the_lobby(house: House) -> None:
    """In play a host is one voice among the others."""
    lobby = await house.lobby()
    await end(house, lobby, HOST)
    assert house.table(lobby).end_reason == "host"
    table = await house.playing(3)
    await end(house, table, HOST)
    assert house.table(table).status == "playing"


async def test_a_restart_voids_these_votes_and_says_so(house: House) -> None:
    """An open vote does not come back; it can be opened anew."""
    table = await house.playing(3)
    await end(house, table, HOST)
    again = await house.again()
    try:
        assert again.table(table).vote is None
        assert again.notes(VoteClosed) == [VoteClosed(None, "voided", "end")]
        await end(again, table, HOST)
        assert again.table(table).vote is not None
    finally:
        await again.close()


async def test_leaving_during_the_vote_on_the_end_counts_those_left(house: House) -> None:
    """Of three people one yes and one gone: the third alone is still awaited, both are needed."""
    table = await house.playing(4)
    await end(house, table, HOST)
    await house.do(table, Leave(**house.press(104)))
    vote = house.table(table).vote
    assert vote is not None
    assert (set(vote.voters), vote.needed) == ({HOST, 102, 103}, 2)
    await say(house, table, 103, yes=True)
    assert house.table(table).end_reason == "voted"


async def test_a_vote_stands_still_while_discord_cannot_reach_the_server(house: House) -> None:
    """It has failed no sooner than after the time people had for it."""
    table = await house.playing(4)
    await kick(house, table, 102, 104)
    await house.wait(30)
    await house.do(table, ServerAway(away=True))
    await house.wait(600)
    await house.do(table, ServerAway(away=False))
    await house.wait(29)
    assert house.table(table).vote is not None
    await house.wait(2)
    assert [note.result for note in house.notes(VoteClosed)] == ["failed"]


async def test_half_of_the_voters_are_not_more_than_half(house: House) -> None:
    """Of four people two yes decide nothing; the third does."""
    table = await house.playing(4)
    await end(house, table, 102)
    await say(house, table, 103, yes=True)
    assert house.table(table).status == "playing"
    await say(house, table, 104, yes=True)
    assert house.table(table).end_reason == "voted"


async def test_nobody_is_removed_by_the_only_voter_left(house: House) -> None:
    """It takes two yes, also where the other voter has gone away meanwhile."""
    table = await house.playing(3)
    seat = seat_of(house, table, 103)
    await kick(house, table, 102, 103)
    await house.do(table, Leave(**house.press(HOST)))
    assert house.table(table).seats[seat].away is None
    assert [note.result for note in house.notes(VoteClosed)] == ["failed"]
