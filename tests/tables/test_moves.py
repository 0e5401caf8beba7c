"""Playing at a table: actions, refusals, time-outs, holds, votes, the game's own actions."""

import asyncio
from datetime import timedelta

import pytest

from bot.tables.entries import Accuse, Act, End, HandDelivered
from bot.tables.notes import ActHeld, Ended, TimedOut, VoteClosed, VoteOpened
from bot.tables.replies import Acted, Done, Pending, Refusal, Stale, TableReason
from engine.errors import Reason
from tests.tables.harness import HOST, House


async def test_an_accepted_action_is_stored_and_told_before_it_is_answered(house: House) -> None:
    """An action answered as accepted is in the database, with who, what and when."""
    table = await house.playing()
    person = house.on_turn(table)
    stamp = house.clock.stamp()

    answer = await house.acted(table, person, "A")

    [event] = answer.events
    assert (event.seq, event.ply, event.notation, event.stamp) == (2, 1, "A", stamp)
    stored = await house.reader.events(table.id)
    assert [(e.seq, e.ply, e.kind, e.by) for e in stored] == [
        (1, 0, "dealt", ()),
        (2, 1, "did", event.by),
    ]
    assert (answer.before, answer.after) == (table, house.table(table))
    assert house.told[-1].events == (event,)
    assert house.tables.history(table.id)[-1] == event
    assert (await house.tables.events(table.id))[-1] == event


async def test_refused_actions_change_nothing(house: House) -> None:
    """Notation that is none, people without a seat, other turns: refused, nothing changed."""
    table = await house.playing(3)
    waiting = house.person_at(table, house.turn_seat(table) + 1)
    turn = house.on_turn(table)

    for person, notation, reason in (
        (turn, "HELLO", Reason.UNREADABLE),
        (turn, "", Reason.UNREADABLE),
        (900, "A", TableReason.NOT_AT_TABLE),
        (waiting, "A", Reason.NOT_YOUR_TURN),
        (waiting, "C", Reason.NOTHING_TO_CALL),
        (waiting, "J1", TableReason.NEEDS_VOTE),
        (turn, "Z", Reason.NOT_ALLOWED),
    ):
        entry = Act(**house.press(person, notation=notation))
        assert (await house.unchanged(table, entry)).reason is reason


async def test_no_action_before_the_start_or_after_the_end(house: House) -> None:
    """A lobby has no actions; after the end everything is refused as over."""
    lobby = await house.lobby()
    act = Act(**house.press(HOST, notation="A"))
    assert (await house.unchanged(lobby, act)).reason is TableReason.NOT_PLAYING

    table = await house.playing(2, channel=9, host=200)
    await house.do(table, End(**house.press(900, moderator=True)))
    again = Act(**house.press(house.person_at(table, 0), notation="A"))
    assert (await house.unchanged(table, again)).reason is Reason.GAME_OVER


async def test_a_press_whose_screen_no_longer_holds_is_stale(house: House) -> None:
    """What the screen showed is checked at the moment of application; calls are never stale."""
    table = await house.playing()
    person, other = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)
    shown = house.table(table)

    stale = await house.act(table, person, "A", fresh=lambda now: now.ply > shown.ply)
    assert stale == Stale(shown)

    await house.acted(table, person, "X")
    assert isinstance(await house.pending(table, other, "C", fresh=lambda now: False), Pending)


async def test_a_game_that_ends_stores_its_results_with_the_last_event(house: House) -> None:
    """The end of a game, its outcome and its results are one transaction."""
    table = await house.playing(2, chosen={"goal": 3})
    first = house.on_turn(table)
    for _ in range(3):
        await house.acted(table, first, "B")

    now = house.table(table)
    assert (now.status, now.end_reason, now.deadline) == ("ended", "won", None)
    assert now.outcome is not None
    results = await house.reader.results(table.id)
    assert [(r.person, r.won, r.place) for r in results] == [
        (HOST, first == HOST, 1 if first == HOST else 2),
        (102, first == 102, 1 if first == 102 else 2),
    ]
    assert [note.reason for note in house.notes(Ended)] == ["won"]
    assert house.tables.active() == ()
    assert house.tables.get(table.id) == now


async def test_each_action_starts_the_time_anew_up_to_three_times_the_pace(house: House) -> None:
    """A live turn has 60 s after each accepted action, 180 s in all (`experience.md` section 5)."""
    table = await house.playing()
    person = house.on_turn(table)
    started = house.clock.now()
    for passed in (50, 100, 150):
        await house.wait(50)
        await house.acted(table, person, "B")
        deadline = house.table(table).deadline
        assert deadline is not None
        left = (deadline - started).total_seconds()
        assert left == min(passed + 60, 180)

    await house.wait(29)
    assert house.notes(TimedOut) == []
    await house.wait(2)
    assert house.notes(TimedOut) == [TimedOut(house.table(table).people.index(person))]


async def test_a_time_out_plays_until_that_turn_is_over(house: House) -> None:
    """At the deadline the table plays `auto_action` until the turn is over, and says so."""
    table = await house.playing()
    seat = house.turn_seat(table)

    await house.wait(60.5)

    now = house.table(table)
    assert house.turn_seat(table) != seat
    assert now.state.points[seat] == 2
    assert [e.notation for e in house.tables.history(table.id) if e.auto] == ["B", "A"]
    assert now.ply == 2
    assert now.deadline is not None
    assert 59 < (now.deadline - house.clock.now()).total_seconds() <= 60


async def test_the_first_deadline_counts_from_the_last_hand(house: House) -> None:
    """The first turn's time starts when every hand is delivered or announced."""
    table = await house.playing(2, ready=False)
    await house.do(table, HandDelivered(0))
    await house.wait(10)
    await house.do(table, HandDelivered(1))

    now = house.table(table)
    assert now.deadline is not None
    assert (now.deadline - house.clock.now()).total_seconds() == 60


async def test_hands_that_are_never_delivered_stop_no_clock(house: House) -> None:
    """Without news of the hands the first turn times out a little later."""
    table = await house.playing(2, ready=False)

    await house.wait(74)
    assert house.table(table).ply == 0
    await house.wait(2)
    assert house.table(table).ply > 0


async def test_one_hand_delivered_does_not_begin_the_time_of_who_has_none(house: House) -> None:
    """The first turn's time begins with the last hand, not with the first."""
    table = await house.playing(2, ready=False)
    await house.do(table, HandDelivered(0))

    await house.wait(74)
    assert house.table(table).ply == 0
    await house.do(table, HandDelivered(1))
    await house.wait(59)
    assert house.table(table).ply == 0
    await house.wait(2)
    assert house.table(table).ply > 0


async def test_a_machine_whose_clock_jumps_keeps_its_delays(house: House) -> None:
    """A wall clock that jumps by an hour neither shortens nor lengthens a turn."""
    table = await house.playing()
    house.clock.wrong = 3_600
    await house.wait(59)
    assert house.table(table).ply == 0
    house.clock.wrong = -3_600
    await house.wait(2)
    assert house.table(table).ply > 0


async def test_out_of_turn_takes_a_confirming_press_and_no_reaction(house: House) -> None:
    """A play out of turn is possible only with a second, confirming press (F-58)."""
    table = await house.playing()
    other = house.person_at(table, house.turn_seat(table) + 1)
    for route, confirmed, reason in (
        ("button", False, TableReason.CONFIRM),
        ("reaction", False, Reason.NOT_YOUR_TURN),
    ):
        entry = Act(**house.press(other, notation="Z", route=route, confirmed=confirmed))
        assert (await house.unchanged(table, entry)).reason is reason

    assert isinstance(await house.act(table, other, "Z", confirmed=True), Acted)


async def shown_card(house: House) -> tuple[int, int, int]:
    """Return a table whose turn's seat has a shown card: table, its person, the opponent."""
    table = await house.playing()
    opponent = house.on_turn(table)
    shower = house.person_at(table, house.turn_seat(table) + 1)
    await house.act(table, shower, "Z", confirmed=True)
    await house.acted(table, opponent, "A")
    return table.id, shower, opponent


async def test_the_first_act_is_held_until_opponents_could_demand(house: House) -> None:
    """With a shown card the first act waits 3 s after the turn's start was shown (F-58)."""
    table, shower, _ = await shown_card(house)
    await house.wait(1)
    await house.seen(table)
    await house.wait(1)

    pending = await house.pending(table, shower, "A")
    assert pending.kind == "held"
    assert house.notes(ActHeld) == [ActHeld(house.turn_seat(table), pending.until)]
    await house.wait(1.9)
    assert not pending.verdict.done()
    await house.wait(0.2)

    assert isinstance(await pending.verdict, Acted)
    assert house.table(table).state.shown is None


async def test_a_demand_ends_the_hold(house: House) -> None:
    """Once an opponent has demanded, the held act goes on at once."""
    table, shower, opponent = await shown_card(house)
    await house.seen(table)
    pending = await house.pending(table, shower, "A")

    await house.acted(table, opponent, "D")
    await house.wait(0)

    assert isinstance(await pending.verdict, Acted)


async def test_a_later_press_replaces_the_held_act(house: House) -> None:
    """Only the last press of a held seat counts; an unseen turn is released all the same."""
    table, shower, _ = await shown_card(house)
    first = await house.pending(table, shower, "A")
    second = await house.pending(table, shower, "B")
    assert await first.verdict == Refusal(TableReason.REPLACED)

    await house.wait(13.1)

    verdict = await second.verdict
    assert isinstance(verdict, Acted)
    assert verdict.events[0].notation == "B"


async def test_a_held_act_is_answered_when_the_table_ends(house: House) -> None:
    """Nobody waits for ever: an end answers what is held."""
    table, shower, _ = await shown_card(house)
    pending = await house.pending(table, shower, "A")

    await house.do(table, End(**house.press(900, moderator=True)))

    assert await pending.verdict == Refusal(Reason.GAME_OVER)
    assert (house.table(table).status, house.table(table).outcome) == ("ended", None)
    assert await house.reader.results(table) == ()


async def test_more_than_half_and_at_least_two_confirm_an_accusation(house: House) -> None:
    """The accuser counts as a yes; more than half of the others pass it (F-80, F-83)."""
    table = await house.playing(4)
    accuse = Accuse(**house.press(HOST, notation="J1", accused=1, reason="peeked"))
    assert isinstance(await house.do(table, accuse), Done)
    vote = house.table(table).vote
    assert vote is not None
    assert (vote.voters, vote.yes, vote.needed) == ((HOST, 103, 104), (HOST,), 2)

    for person, reason in (
        (102, TableReason.NOT_A_VOTER),
        (HOST, TableReason.ALREADY_VOTED),
        (900, TableReason.NOT_A_VOTER),
    ):
        refused = await house.unchanged(table, house.voice(table, person, yes=True))
        assert refused.reason is reason
    second = Accuse(**house.press(103, notation="J0", accused=0, reason="x"))
    assert (await house.unchanged(table, second)).reason is TableReason.VOTE_OPEN

    passed = await house.do(table, house.voice(table, 103, yes=True))

    assert isinstance(passed, Acted)
    assert passed.events[0].notation == "J1"
    assert house.table(table).vote is None
    assert house.notes(VoteOpened)
    assert house.notes(VoteClosed) == [VoteClosed(1, "passed")]


@pytest.mark.parametrize("how", ["noes", "time"])
async def test_an_accusation_fails_by_noes_or_time(house: House, how: str) -> None:
    """A vote ends as soon as it cannot pass, or after 60 s."""
    table = await house.playing(4)
    await house.do(table, Accuse(**house.press(HOST, notation="J1", accused=1, reason="x")))
    if how == "noes":
        for person in (103, 104):
            await house.do(table, house.voice(table, person, yes=False))
    else:
        person = house.on_turn(table)
        await house.wait(59)
        await house.acted(table, person, "A")
        await house.wait(2)

    assert house.notes(VoteClosed) == [VoteClosed(1, "failed")]
    assert not [e for e in house.tables.history(table.id) if e.notation == "J1"]
    late = await house.unchanged(table, house.voice(table, 103, yes=True))
    assert late.reason is TableReason.NO_VOTE


async def test_an_accusation_needs_two_voters_and_a_judgment(house: House) -> None:
    """With fewer than two voters, or of what is no judgment, there is no vote."""
    two = await house.playing(2)
    lone = Accuse(**house.press(HOST, notation="J1", accused=1, reason="x"))
    assert (await house.unchanged(two, lone)).reason is TableReason.NO_VOTERS
    for entry, reason in (
        (Accuse(**house.press(HOST, notation="A", accused=1, reason="")), Reason.NOT_ALLOWED),
        (Accuse(**house.press(HOST, notation="?", accused=1, reason="")), Reason.UNREADABLE),
        (Accuse(**house.press(HOST, notation="J0", accused=0, reason="")), Reason.NOT_ALLOWED),
        (
            Accuse(**house.press(HOST, notation="J9", accused=9, reason="")),
            TableReason.NO_SUCH_SEAT,
        ),
        (
            Accuse(**house.press(900, notation="J1", accused=1, reason="")),
            TableReason.NOT_AT_TABLE,
        ),
    ):
        assert (await house.unchanged(two, entry)).reason is reason


async def test_partners_of_the_accused_do_not_vote(house: House) -> None:
    """The accused and its partner are left out of the vote."""
    table = await house.playing(4, chosen={"partners": True})
    await house.do(table, Accuse(**house.press(HOST, notation="J1", accused=1, reason="x")))

    vote = house.table(table).vote
    assert vote is not None
    assert vote.voters == (HOST, 103)


async def test_the_games_own_actions_come_by_themselves(house: House) -> None:
    """A game without turns begins by its own action, three seconds after the deal."""
    table = await house.playing(game="snap")
    early = Act(**house.press(HOST, notation="P"))
    assert (await house.unchanged(table, early)).reason is Reason.NOT_ALLOWED
    await house.wait(2.9)
    assert house.table(table).ply == 0
    await house.wait(0.2)

    assert house.tables.history(table.id)[-1].notation == "G"
    assert isinstance(await house.act(table, 102, "P"), Acted)
    assert isinstance(await house.act(table, HOST, "P"), Acted)


async def test_a_minute_without_an_action_plays_for_everybody_without_turns(house: House) -> None:
    """Without turns a minute without an accepted action is everybody's time-out."""
    table = await house.playing(game="snap")
    await house.wait(4)
    await house.wait(55)
    await house.acted(table, HOST, "P")
    await house.wait(59)
    assert house.notes(TimedOut) == []
    await house.wait(2)

    assert house.notes(TimedOut) == [TimedOut(0), TimedOut(1)]
    assert [e.notation for e in house.tables.history(table.id)] == ["", "G", "P", "P", "P"]


async def test_false_calls_never_make_a_game_without_turns_endless(house: House) -> None:
    """After half an hour a game without turns ends as its cap would end it."""
    table = await house.playing(game="snap")
    await house.wait(4)
    for _ in range(31):
        await house.act(table, HOST, "SNAP")
        await house.wait(58)

    now = house.table(table)
    assert (now.status, now.end_reason) == ("ended", "time")
    assert now.outcome is not None
    assert len(await house.reader.results(table.id)) == 2


async def test_the_table_says_when_its_own_next_action_comes(house: House) -> None:
    """The reveal is counted down to, and nothing once there is nothing to wait for."""
    table = await house.playing(game="flip")
    assert table.awaited == house.clock.now() + timedelta(seconds=3)
    await house.wait(2)
    assert house.table(table).awaited == table.awaited

    await house.wait(1.1)

    assert house.table(table).awaited is None


async def test_a_count_goes_on_while_the_position_stays(house: House) -> None:
    """The game's own action is not put off by false calls that change nothing."""
    house.seed = "1c" * 32
    table = await house.playing(game="snap")
    await house.wait(4)
    for _ in range(40):
        await house.acted(table, HOST, "P")
    await house.seen(table)
    await house.wait(2)
    assert isinstance(await house.act(table, HOST, "SNAP"), Acted)
    assert house.table(table).state.falses == 1
    await house.wait(1.1)

    assert house.table(table).status == "ended"
    assert house.tables.history(table.id)[-1].notation == "S"


async def test_a_locked_seat_waits(house: House) -> None:
    """A seat the game locks may neither act nor call until the time is over."""
    table = await house.playing(game="snap")
    await house.wait(4)
    await house.act(table, HOST, "SNAP")
    for notation in ("P", "SNAP"):
        refused = await house.unchanged(table, Act(**house.press(HOST, notation=notation)))
        assert (refused.reason, refused.details) == (TableReason.LOCKED, {"seconds": 3.0})
    assert isinstance(await house.act(table, 102, "P"), Acted)

    await house.wait(3)
    assert isinstance(await house.act(table, HOST, "P"), Acted)


async def test_no_stranger_ends_a_running_game(house: House) -> None:
    """Who neither sits there nor is a moderator cannot end a game."""
    table = await house.playing()
    refused = await house.unchanged(table, End(**house.press(900)))

    assert refused.reason is TableReason.NOT_ALLOWED_HERE


async def test_tables_are_found_by_person_and_channel(house: House) -> None:
    """And one says whose turn it is."""
    table = await house.playing()
    turn, other = house.on_turn(table), house.person_at(table, house.turn_seat(table) + 1)

    assert house.tables.waits_for(table, turn)
    assert not house.tables.waits_for(table, other)
    assert [t.id for t in house.tables.of_person(other)] == [table.id]
    assert [t.id for t in house.tables.in_channel(2)] == [table.id]
    assert house.tables.in_channel(3) == ()


async def test_presses_are_handled_in_the_order_they_were_submitted(house: House) -> None:
    """Of several presses in one moment the first submitted is applied first."""
    table = await house.playing()
    person = house.on_turn(table)
    entries = [Act(**house.press(person, notation=n)) for n in ("B", "B", "A", "B")]

    answers = await asyncio.gather(*(house.do(table, entry) for entry in entries))

    assert [isinstance(answer, Acted) for answer in answers] == [True, True, True, False]
    assert [e.notation for e in house.tables.history(table.id)] == ["", "B", "B", "A"]
