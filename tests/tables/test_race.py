"""Races at a table: windows, ties, late and false calls, guesses, and every order of things."""

import asyncio
import itertools
from typing import Any

import pytest

from bot.tables.entries import Accuse, Act, End, Gap, Seen
from bot.tables.model import Table
from bot.tables.notes import CallJudged, CallLate, CallOpened, CallVoided
from bot.tables.replies import Acted, Answer, Late, Pending, Refusal, Slower, TableReason
from engine.api import Outcome
from engine.errors import Reason
from engine.shuffle import Stream, shuffle
from tests.tables.harness import HOST, House


async def faulty(house: House, people: int = 4) -> tuple[Table, int, list[int]]:
    """Return a table whose last act was a fault: the offender and the others, next one first."""
    table = await house.playing(people)
    seat = house.turn_seat(table)
    await house.acted(table, house.person_at(table, seat), "X")
    await house.seen(table)
    others = [house.person_at(table, seat + i) for i in range(1, people)]
    return house.table(table), house.person_at(table, seat), others


async def pair(house: House) -> Table:
    """Return a game without turns in which a pair shows."""
    table = await house.playing(game="snap")
    await house.wait(3.1)
    while not house.tables.game(table).call_is_good(
        house.table(table).state, 0, house.tables.game(table).calls[0]
    ):
        await house.acted(table, HOST, "P")
    await house.seen(table)
    return house.table(table)


def seat(table: Table, person: int) -> int:
    """Return the seat of a person."""
    found = table.seat_of(person)
    assert found is not None
    return found.index


async def test_a_single_good_call_is_judged_after_the_window(house: House) -> None:
    """The first call is told at once, the verdict after 300 ms, stored with its stamp (F-46)."""
    table, offender, (caller, *_) = await faulty(house)

    pending = await house.pending(table, caller, "C")
    assert pending.kind == "call"
    assert house.notes(CallOpened) == [CallOpened(seat(table, caller))]
    assert house.table(table).race is not None
    await house.wait(0.29)
    assert not pending.verdict.done()
    await house.wait(0.02)

    verdict = await pending.verdict
    assert isinstance(verdict, Acted)
    assert verdict.after.state.points[seat(table, offender)] == 0
    [event] = verdict.events
    assert event.race is not None
    assert [c["seat"] for c in event.race["calls"]] == [seat(table, caller)]
    assert event.race["calls"][0]["after"] >= 0.0
    assert "arrived" not in event.race["calls"][0], "of the machine's own clock, which ends with it"
    [note] = house.notes(CallJudged)
    assert isinstance(note, CallJudged)
    assert (note.good, note.callers, note.tied) == (True, (seat(table, caller),), note.callers)
    assert house.table(table).race is None


async def test_a_call_that_ends_the_game_is_answered_by_its_verdict(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made it reads what it brought, not that the game is over."""
    table, _, (caller, *_) = await faulty(house)
    game = house.tables.game(table)

    def outcome(state: Any) -> Outcome | None:
        return Outcome("won", (0,), (1, 2, 3, 4)) if state.called else None

    monkeypatch.setattr(game, "outcome", outcome, raising=False)
    pending = await house.pending(table, caller, "C")
    await house.wait(0.31)

    assert house.table(table).status == "ended"
    assert isinstance(await pending.verdict, Acted)


async def test_two_callers_within_the_margin_are_one_action(house: House) -> None:
    """Two at the same time are one action of both, earliest stamp first (F-49)."""
    table, _, (first, second, third) = await faulty(house)

    early = await house.pending(table, first, "C", ago=0.0)
    late = await house.pending(table, second, "C", ago=0.04)
    slow = await house.pending(table, third, "C", ago=-0.11)
    await house.wait(0.31)

    answer = await early.verdict
    assert isinstance(answer, Acted)
    assert answer.events[0].by == (seat(table, second), seat(table, first))
    assert await late.verdict == answer
    slower = await slow.verdict
    assert isinstance(slower, Slower)
    assert slower.seconds == pytest.approx(0.15, abs=0.001)


async def test_whoever_may_not_call_is_answered_alone(house: House) -> None:
    """The offender, strangers and repeated callers take no part in the race."""
    table, offender, (caller, *_) = await faulty(house)
    pending = await house.pending(table, caller, "C")

    for person, reason in ((offender, Reason.NOT_ALLOWED), (900, TableReason.NOT_AT_TABLE)):
        entry = Act(**house.press(person, notation="C"))
        assert (await house.unchanged(table, entry)).reason is reason
    again = await house.pending(table, caller, "C")
    assert again.verdict is pending.verdict
    await house.wait(0.31)

    assert isinstance(await pending.verdict, Acted)
    assert len(house.notes(CallOpened)) == 1


async def test_acts_wait_while_calls_are_judged(house: House) -> None:
    """An act during the window is applied or refused after the verdict, in order."""
    table, _, (caller, *_) = await faulty(house)
    pending = await house.pending(table, caller, "C")

    acts = [
        house.tables.submit(table.id, Act(**house.press(caller, notation=n)))
        for n in ("B", "A", "B")
    ]
    await house.wait(0.2)
    assert not any(act.done() for act in acts)
    await house.wait(0.2)

    assert isinstance(await pending.verdict, Acted)
    answers = [await act for act in acts]
    assert [isinstance(answer, Acted) for answer in answers] == [True, True, False]
    assert [e.notation for e in house.tables.history(table.id)] == ["", "X", "C", "B", "A"]


async def test_a_false_call_costs_its_caller(house: House) -> None:
    """A call of nothing, with nothing to excuse it, is false."""
    table = await house.playing(3)
    person = house.on_turn(table)
    other = house.person_at(table, house.turn_seat(table) + 1)
    await house.acted(table, person, "A")
    await house.seen(table)
    await house.wait(5)

    pending = await house.pending(table, other, "C")
    await house.wait(0.31)

    answer = await pending.verdict
    assert isinstance(answer, Acted)
    assert answer.after.state.points[seat(table, other)] == -1
    [note] = house.notes(CallJudged)
    assert isinstance(note, CallJudged)
    assert (note.good, note.callers) == (False, (seat(table, other),))


async def test_several_false_callers_are_each_false(house: House) -> None:
    """False calls of one moment are one action; a later one is its own."""
    table = await house.playing(4)
    person = house.on_turn(table)
    seats = [house.turn_seat(table) + i for i in (1, 2, 3)]
    first, second, third = (house.person_at(table, s) for s in seats)
    await house.acted(table, person, "A")
    await house.seen(table)
    await house.wait(5)
    verdicts = [
        (await house.pending(table, who, "C", ago=ago)).verdict
        for who, ago in ((first, 0.2), (second, 0.18), (third, 0.0))
    ]
    await house.wait(0.31)

    answers = [await verdict for verdict in verdicts]
    assert all(isinstance(answer, Acted) for answer in answers)
    by = [e.by for e in house.tables.history(table.id) if e.notation == "C"]
    assert by == [(seat(table, first), seat(table, second)), (seat(table, third),)]


async def test_a_call_after_the_fault_was_mended_is_late(house: House) -> None:
    """Before the edit that shows it, and 1.5 s after, such a call is dropped unpunished (F-46)."""
    table, _, (next_one, caller, third) = await faulty(house)
    await house.acted(table, next_one, "A")

    async def call(person: int, ago: float = 0.0) -> Answer:
        pending = await house.pending(table, person, "C", ago=ago)
        await house.wait(0.31)
        return await pending.verdict

    before = house.table(table).state
    await house.do(table, Seen(house.table(table).ply - 1, house.clock.monotonic()))
    await house.wait(20)
    assert isinstance(await call(caller), Late)
    await house.seen(table)
    await house.wait(1.4)
    assert isinstance(await call(third), Late)
    assert house.table(table).state == before
    assert house.notes(CallLate) == [
        CallLate((seat(table, caller),)),
        CallLate((seat(table, third),)),
    ]
    assert isinstance(await call(caller, ago=23.0), Late)

    assert isinstance(await call(caller), Acted)
    assert house.table(table).state.points[seat(table, caller)] == -1


async def test_a_call_right_after_a_good_one_is_late(house: House) -> None:
    """Who calls the same fault after the verdict is late; nothing happens to them."""
    table, _, (caller, other, _) = await faulty(house)
    await house.pending(table, caller, "C")
    await house.wait(0.31)

    pending = await house.pending(table, other, "C")
    await house.wait(0.31)

    assert isinstance(await pending.verdict, Late)


CALLS = ("call", "mend", "next")


@pytest.mark.parametrize("order", list(itertools.permutations(CALLS)))
async def test_every_order_of_call_mend_and_next_act(house: House, order: tuple[str, ...]) -> None:
    """Whatever comes first, a good call counts and a call of what is over is never punished."""
    table, offender, (next_one, caller, _) = await faulty(house)
    entries = {
        "call": Act(**house.press(caller, notation="C")),
        "mend": Act(**house.press(next_one, notation="B")),
        "next": Act(**house.press(next_one, notation="A")),
    }

    futures = {name: house.tables.submit(table.id, entries[name]) for name in order}
    await house.wait(0.5)

    called = await futures["call"]
    assert isinstance(called, Pending)
    verdict = await called.verdict
    state = house.table(table).state
    if order[0] == "call":
        assert isinstance(verdict, Acted)
        assert state.points[seat(table, offender)] == 0
    else:
        assert isinstance(verdict, Late)
        assert state.points[seat(table, offender)] == 1
    assert state.points[seat(table, caller)] == 0
    accepted = [isinstance(await futures[name], Acted) for name in ("mend", "next")]
    assert accepted == (
        [True, True] if order.index("mend") < order.index("next") else [False, True]
    )


@pytest.mark.parametrize("wrong", [-5.0, 0.0, 5.0])
async def test_the_machines_clock_decides_no_race(house: House, wrong: float) -> None:
    """With a clock five seconds wrong, and jumping, verdicts are the same: stamps are Discord's."""
    house.clock.wrong = wrong
    table, _, (first, second, _) = await faulty(house)
    slow = await house.pending(table, first, "C", ago=0.0)
    house.clock.wrong = -wrong
    fast = await house.pending(table, second, "C", ago=0.06)
    await house.wait(0.31)

    assert isinstance(await fast.verdict, Acted)
    assert isinstance(await slow.verdict, Slower)

    mended = house.on_turn(table)
    await house.acted(table, mended, "A")
    late = await house.pending(table, second, "C")
    house.clock.wrong = wrong * 3
    await house.wait(0.31)
    assert isinstance(await late.verdict, Late)


async def test_reactions_have_their_own_margins(house: House) -> None:
    """Two reactions 140 ms apart, or a badly timed one 290 ms from a button, are a tie."""
    table, _, (first, second, third) = await faulty(house)
    await house.pending(table, first, "C", ago=0.2, route="reaction")
    await house.pending(table, second, "C", ago=0.06, route="reaction")
    verdict = (await house.pending(table, third, "C", ago=0.0, route="button")).verdict
    await house.wait(0.31)
    assert isinstance(await verdict, Slower)
    assert house.tables.history(table.id)[-1].by == (seat(table, first), seat(table, second))


async def test_a_badly_timed_reaction_ties_with_a_button_within_300_ms(house: House) -> None:
    """With fewer than 20 samples the mixed margin is wider."""
    table, _, (first, second, _) = await faulty(house)
    await house.pending(table, first, "C", ago=0.29, route="reaction", well_timed=False)
    await house.pending(table, second, "C", ago=0.0)
    await house.wait(0.31)

    assert len(house.tables.history(table.id)[-1].by) == 2


async def test_one_pair_and_two_callers_toss_a_fair_coin(house: House) -> None:
    """Calls of one seat: the seed's coin picks among the simultaneous, and all are stored."""
    table = await pair(house)
    verdicts = [
        (await house.pending(table, person, "SNAP", ago=ago)).verdict
        for person, ago in ((102, 0.03), (HOST, 0.0))
    ]
    await house.wait(0.31)

    chosen = Stream(table.seed, "coin-1").draw(2)
    event = house.tables.history(table.id)[-1]
    assert event.by == (chosen,)
    assert event.race is not None
    assert (event.race["tied"], event.race["coin"]) == ([1, 0], 1)
    assert house.table(table).coins == 1
    answers = {HOST: await verdicts[1], 102: await verdicts[0]}
    assert isinstance(answers[house.person_at(table, chosen)], Acted)
    loser = answers[house.person_at(table, 1 - chosen)]
    assert isinstance(loser, Slower)


async def test_a_false_call_without_a_pair_is_judged_at_once(house: House) -> None:
    """Without a pair no window opens: the false call is judged where it stands."""
    table = await house.playing(game="snap")
    await house.wait(4)

    answer = await house.act(table, HOST, "SNAP")

    assert isinstance(answer, Acted)
    assert house.table(table).state.falses == 1
    assert not house.notes(CallOpened)


async def test_a_call_of_a_pair_just_covered_is_late(house: House) -> None:
    """A call after the pair was covered, within the grace, is dropped at once."""
    table = await pair(house)
    await house.acted(table, 102, "P")

    assert isinstance(await house.act(table, HOST, "SNAP"), Late)
    assert house.table(table).state.falses == 0
    assert house.notes(CallLate) == [CallLate((0,))]


async def test_a_guess_older_than_the_pair_is_false(house: House) -> None:
    """A call older than the act that made the pair is false, also when it arrives after it."""
    table = await pair(house)
    await house.wait(0.2)

    guess = await house.act(table, HOST, "SNAP", ago=0.26)
    assert isinstance(guess, Acted)
    assert house.table(table).state.falses == 1
    refused = await house.act(table, HOST, "SNAP")
    assert isinstance(refused, Refusal)
    assert refused.reason is TableReason.LOCKED

    good = await house.pending(table, 102, "SNAP", ago=0.0)
    await house.wait(0.31)
    assert isinstance(await good.verdict, Acted)
    assert house.table(table).state.points == (0, 1)


async def test_a_call_of_the_pair_before_is_late_though_a_new_pair_shows(house: House) -> None:
    """A new pair is not the old one: who meant the covered pair neither wins nor is punished."""
    house.seed = next(seed for seed in (f"{n:02x}" * 32 for n in range(256)) if triple(seed) > 0)
    table = await house.playing(game="snap")
    await house.wait(3.1)
    for _ in range(triple(house.seed) + 2):
        await house.acted(table, HOST, "P")
    await house.seen(table)
    await house.wait(1)
    await house.acted(table, HOST, "P")
    await house.seen(table)
    await house.wait(0.5)

    assert isinstance(await house.act(table, 102, "SNAP", ago=0.6), Late)
    assert house.table(table).state.falses == 0
    good = await house.pending(table, HOST, "SNAP", ago=0.1)
    await house.wait(0.31)
    assert isinstance(await good.verdict, Acted)


def triple(seed: str) -> int:
    """Return where the first three equal cards in a row lie in Snap; 0 without any."""
    cards = shuffle(seed, "deal", tuple(range(1, 5)) * 10)
    equal = [i for i in range(38) if len(set(cards[i : i + 3])) == 1]
    return equal[0] if equal else 0


async def test_a_guess_within_a_race_is_false_beside_the_good_call(house: House) -> None:
    """The good call counts, and the guess that came during its window is false all the same."""
    table = await pair(house)
    await house.wait(0.2)
    good = await house.pending(table, 102, "SNAP")
    guess = await house.pending(table, HOST, "SNAP", ago=0.26)
    await house.wait(0.31)

    assert isinstance(await good.verdict, Acted)
    assert isinstance(await guess.verdict, Acted)
    state = house.table(table).state
    assert (state.points, state.falses) == ((0, 1), 1)


async def test_an_act_covering_the_pair_waits_for_the_race(house: House) -> None:
    """Who plays onto a pair while it is being called comes after the verdict."""
    table = await pair(house)
    good = await house.pending(table, 102, "SNAP")
    act = house.tables.submit(table.id, Act(**house.press(HOST, notation="P")))
    await house.wait(0.31)

    assert isinstance(await good.verdict, Acted)
    assert isinstance(await act, Acted)
    assert len(house.table(table).state.pile) == 1


async def test_a_deadline_waits_for_the_verdict(house: House) -> None:
    """A turn does not time out in the middle of a race."""
    table, _, (next_one, caller, _) = await faulty(house)
    await house.wait(59.9)
    pending = await house.pending(table, caller, "C")
    await house.wait(0.25)
    assert house.on_turn(table) == next_one
    await house.wait(0.1)

    assert isinstance(await pending.verdict, Acted)
    assert [e.notation for e in house.tables.history(table.id)][:3] == ["", "X", "C"]
    assert house.on_turn(table) != next_one


async def test_the_end_of_the_table_voids_a_race(house: House) -> None:
    """A moderator's end answers callers and acts that wait."""
    table, _, (caller, *_) = await faulty(house)
    pending = await house.pending(table, caller, "C")
    act = house.tables.submit(table.id, Act(**house.press(caller, notation="A")))
    await house.wait(0)
    await house.do(table, End(**house.press(900, moderator=True)))

    assert await pending.verdict == Refusal(Reason.GAME_OVER)
    assert await act == Refusal(Reason.GAME_OVER)
    assert house.notes(CallVoided) == [CallVoided((seat(table, caller),))]


async def test_a_restart_voids_open_calls_and_says_so(house: House) -> None:
    """Calls being judged are void after a restart; nobody is punished and play goes on."""
    table, _, (caller, other, _) = await faulty(house)
    await house.pending(table, caller, "C")
    await house.tables.idle()

    house = await house.again(after=3)

    assert house.notes(CallVoided) == [CallVoided((seat(table, caller),))]
    assert house.table(table).race is None
    assert house.table(table).state == table.state
    pending = await house.pending(table, other, "C")
    await house.wait(0.31)
    assert isinstance(await pending.verdict, Acted)
    await house.close()


async def test_a_judgment_that_fails_stops_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unexpected error while judging voids the race; acts that waited go on."""
    table, _, (caller, *_) = await faulty(house)
    pending = await house.pending(table, caller, "C")
    act = house.tables.submit(table.id, Act(**house.press(caller, notation="A")))
    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.race.judge", lambda *_: 1 / 0)
        await house.wait(0.31)

    assert isinstance(await pending.verdict, Refusal)
    assert isinstance(await act, Acted)
    assert house.notes(CallVoided) == [CallVoided((seat(table, caller),))]


async def test_a_vote_waits_behind_a_race(house: House) -> None:
    """A vote that would pass during a race is counted after the verdict."""
    table, offender, (caller, other, _) = await faulty(house)
    accused = seat(table, offender)
    accuse = Accuse(**house.press(caller, notation=f"J{accused}", accused=accused, reason="x"))
    await house.do(table, accuse)
    pending = await house.pending(table, caller, "C")
    vote = house.tables.submit(table.id, house.voice(table, other, yes=True))
    await house.wait(0.2)
    assert not vote.done()
    await house.wait(0.2)

    assert isinstance(await pending.verdict, Acted)
    assert isinstance(await vote, Acted)
    assert [e.notation[0] for e in house.tables.history(table.id)[1:]] == ["X", "C", "J"]


async def test_a_call_delivered_twice_is_one_call(house: House) -> None:
    """The same press delivered twice joins the race once."""
    table, _, (caller, *_) = await faulty(house)
    entry = Act(**house.press(caller, notation="C"))
    answers = await asyncio.gather(house.do(table, entry), house.do(table, entry))
    await house.wait(0.31)

    assert answers[0] == answers[1]
    assert [e.notation for e in house.tables.history(table.id)] == ["", "X", "C"]


async def test_a_race_during_which_the_connection_was_lost_is_void(house: House) -> None:
    """Nobody knows who else has called: the caller is told, play goes on, a new call counts."""
    table, _, (caller, other, *_) = await faulty(house)
    pending = await house.pending(table, caller, "C")
    await house.do(table, Gap())
    answer = await pending.verdict
    assert isinstance(answer, Refusal)
    assert answer.reason is TableReason.VOIDED
    assert house.notes(CallVoided) == [CallVoided((seat(table, caller),))]
    assert house.table(table).race is None
    again = await house.pending(table, other, "C")
    await house.wait(0.4)
    assert isinstance(await again.verdict, Acted)


async def test_the_window_is_counted_from_the_arrival_of_the_first_call(house: House) -> None:
    """What it has waited in the inbox is part of its 300 ms."""
    table, _, (caller, *_rest) = await faulty(house)
    arrived = house.clock.monotonic() - 0.2
    pending = await house.pending(table, caller, "C", arrived=arrived)
    await house.wait(0.09)
    assert not pending.verdict.done()
    await house.wait(0.02)
    assert pending.verdict.done()
