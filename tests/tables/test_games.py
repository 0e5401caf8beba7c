"""The real games at a table: strict Flinch's controls, a race of Flinch, FLIP's guesses."""

from typing import Any

import pytest

from bot.tables.entries import Accuse, Act, Seen
from bot.tables.model import Table
from bot.tables.notes import ActHeld, CallJudged
from bot.tables.replies import Acted, Done, Late, Refusal, TableReason
from engine.errors import Reason
from engine.games.flip import Flip
from engine.play import act
from tests.tables.harness import HOST, House


def legal(house: House, table: Table | int, seat: int) -> list[str]:
    """Return the notations a seat may do now."""
    now = house.table(table)
    rules = house.tables.game(now)
    return [rules.format(action) for action in rules.actions(now.state, seat)]


async def fault(house: House, table: Table | int) -> int:
    """Play without faults until a seat can commit one by laying; return that seat."""
    for _ in range(400):
        now = house.table(table)
        seat = house.turn_seat(now)
        owed = house.usual(now)
        lays = [n for n in legal(house, table, seat) if n.startswith("L")]
        if not owed.startswith(("L", "N")) and lays:
            await house.acted(now, house.person_at(now, seat), lays[0])
            return seat
        await house.auto(table)
    raise AssertionError("no seat could commit a fault")


async def test_a_fault_of_flinch_is_called_by_two_at_once(house: House) -> None:
    """Two callers at the same time are one call, and the card comes from the stock (F-49)."""
    table = await house.playing(4, "flinch")
    offender = await fault(house, table)
    before = house.tables.game(table).remaining(house.table(table).state)
    await house.seen(table)
    callers = [house.person_at(table, offender + i) for i in (1, 2)]
    verdicts = [
        (await house.pending(table, person, "C", ago=ago)).verdict
        for person, ago in zip(callers, (0.0, 0.03), strict=True)
    ]
    await house.wait(0.31)

    assert isinstance(await verdicts[0], Acted)
    [note] = house.notes(CallJudged)
    assert isinstance(note, CallJudged)
    assert note.good
    assert len(note.callers) == 2
    after = house.tables.game(table).remaining(house.table(table).state)
    assert after[offender] == before[offender] + 1
    assert sum(after) == sum(before) + 1


async def test_a_call_after_the_next_act_of_flinch_is_late(house: House) -> None:
    """An open fault ends with the next turn's act; who calls just then is not punished (F-46)."""
    table = await house.playing(3, "flinch")
    offender = await fault(house, table)
    await house.seen(table)
    caller = house.person_at(table, offender + 2)
    while house.turn_seat(table) == (offender + 1) % 3:
        await house.auto(table)
    state = house.table(table).state

    pending = await house.pending(table, caller, "C")
    await house.wait(0.31)

    assert isinstance(await pending.verdict, Late)
    assert house.table(table).state == state


async def strict(house: House, **chosen: Any) -> tuple[Table, int, int]:
    """Return a strict game in which the seat after the turn's has shown a card out of turn."""
    table = await house.playing(3, "flinch", chosen={"conduct": "strict", **chosen})
    shower = (house.turn_seat(table) + 1) % 3
    card = house.table(table).state.seats[shower].hand[0]
    person = house.person_at(table, shower)
    for route, confirmed, reason in (
        ("button", False, TableReason.CONFIRM),
        ("reaction", False, Reason.NOT_YOUR_TURN),
    ):
        entry = Act(**house.press(person, notation=f"H{card}", route=route, confirmed=confirmed))
        assert (await house.unchanged(table, entry)).reason is reason
    assert isinstance(await house.act(table, person, f"H{card}", confirmed=True), Acted)
    return house.table(table), shower, card


async def test_strict_flinch_holds_the_first_act_until_the_shown_card_was_demanded(
    house: House,
) -> None:
    """A card shown out of turn may be demanded for 3 s once its seat's turn is shown (F-58)."""
    table, shower, card = await strict(house)
    turn = house.turn_seat(table)
    while house.turn_seat(table) == turn:
        await house.auto(table)
    assert house.turn_seat(table) == shower
    await house.seen(table)
    person, opponent = house.person_at(table, shower), house.person_at(table, shower + 1)
    lay = next(n for n in legal(house, table, shower) if n.startswith(("L", "H", "F")))

    pending = await house.pending(table, person, lay)
    assert len(house.notes(ActHeld)) == 1
    assert isinstance(await house.act(table, opponent, f"D{shower}*{card}"), Acted)
    await house.wait(0.1)

    assert pending.verdict.done()


async def test_strict_flinch_judges_what_the_table_has_confirmed(house: House) -> None:
    """`/accuse` opens the vote, more than half of the others bring the judgment (F-80, F-83)."""
    table = await house.playing(3, "flinch", chosen={"conduct": "strict"})
    alone = Act(**house.press(HOST, notation="J1"))
    assert (await house.unchanged(table, alone)).reason is TableReason.NEEDS_VOTE
    accuse = Accuse(**house.press(HOST, notation="J1", accused=1, reason="told what to play"))
    await house.do(table, accuse)

    answer = await house.do(table, house.voice(table, 103, yes=True))

    assert isinstance(answer, Acted)
    assert answer.events[0].notation == "J1"
    assert answer.events[0].by == (0,)


async def test_other_conduct_knows_no_judgment(house: House) -> None:
    """Without strict conduct an accusation is refused by the rules."""
    table = await house.playing(3, "flinch")
    accuse = Accuse(**house.press(HOST, notation="J1", accused=1, reason="x"))

    assert (await house.unchanged(table, accuse)).reason is Reason.NOT_ALLOWED


async def test_a_guessed_flip_is_false_though_a_pair_shows(house: House) -> None:
    """A FLIP older than the act that made the pair is false, also when it arrives after it."""
    for number in range(60):
        house.seed = f"{number:02x}" * 32
        table = await house.playing(2, "flip", channel=100 + number, host=1_000 * (number + 1))
        await house.wait(3.1)
        if await made_pair(house, table):
            break
    await house.wait(0.5)
    person = house.person_at(table, 0)

    answer = await house.act(table, person, "FLIP", ago=0.6)

    assert isinstance(answer, Acted)
    [event] = answer.events
    assert type(event.event).__name__ == "FalseFlip"
    locked = await house.act(table, person, "FLIP")
    assert isinstance(locked, Refusal)
    assert locked.reason is TableReason.LOCKED
    good = await house.pending(table, house.person_at(table, 1), "FLIP")
    await house.wait(0.31)
    assert isinstance(await good.verdict, Acted)


async def test_of_two_hands_on_one_pile_only_the_first_plays(house: House) -> None:
    """P-14: what fitted when it was seen and is refused now came too late; else it never fitted."""
    table = await house.playing(2, "flip")
    await house.wait(3.1)
    rules = house.tables.game(table)
    for _ in range(200):
        contested = _contested(house, table)
        if contested is not None:
            break
        seat = min(rules.to_act(house.table(table).state), default=None)
        if seat is None:
            await house.wait(3.1)
            continue
        await house.acted(table, house.person_at(table, seat), legal(house, table, seat)[0])
    assert contested is not None
    first, second = contested
    yes, no = (lambda: True), (lambda: False)
    presses = [
        Act(**house.press(house.person_at(table, seat), notation=notation, possible=known))
        for seat, notation, known in ((0, first, yes), (1, second, yes), (1, second, no))
    ]
    answers = [house.tables.submit(table.id, press) for press in presses]

    assert isinstance(await answers[0], Acted)
    reasons = [
        answer.reason
        for answer in [await answers[1], await answers[2]]
        if isinstance(answer, Refusal)
    ]
    assert reasons == [TableReason.OVERTAKEN, Reason.DOES_NOT_FIT]
    assert house.tables.history(table.id)[-1].by == (0,)


async def test_one_press_delivered_twice_plays_one_card(house: House) -> None:
    """The same press of FLIP has one effect, however often Discord delivers it, and one answer.

    Once people have seen what it did, it is known only that it was made.
    """
    table = await house.playing(2, "flip")
    await house.wait(3.1)
    rules = house.tables.game(table)
    seat = min(rules.to_act(house.table(table).state))
    press = Act(**house.press(house.person_at(table, seat), notation=legal(house, table, seat)[0]))
    answers = [await house.tables.submit(table.id, press) for _ in range(2)]

    assert answers[0] is answers[1]
    assert isinstance(answers[0], Acted)
    assert [event.notation for event in house.tables.history(table.id)][2:] == [press.notation]
    await house.do(table, Seen(house.table(table).ply, house.clock.monotonic()))
    assert isinstance(await house.tables.submit(table.id, press), Done)
    assert [event.notation for event in house.tables.history(table.id)][2:] == [press.notation]


def _contested(house: House, table: Table) -> tuple[str, str] | None:
    """Return a play of seat 0 after which one of seat 1 on the same pile no longer fits."""
    rules, state = house.tables.game(table), house.table(table).state
    theirs = [n for n in legal(house, table, 1) if n != "FLIP"]
    for mine in [n for n in legal(house, table, 0) if n != "FLIP"]:
        after = act(rules, state, (0,), mine).state
        left = [rules.format(action) for action in rules.actions(after, 1)]
        for notation in theirs:
            if notation[1] == mine[1] and notation not in left:
                return mine, notation
    return None


async def made_pair(house: House, table: Table) -> bool:
    """Play FLIP's open cards until a play makes a pair; False if there is none at hand."""
    rules = house.tables.game(table)
    assert isinstance(rules, Flip)
    for _ in range(6):
        for seat in sorted(rules.to_act(house.table(table).state)):
            plays = [n for n in legal(house, table, seat) if n != "FLIP"]
            if plays:
                await house.acted(table, house.person_at(table, seat), plays[0])
                if rules.call_is_good(house.table(table).state, 0, rules.calls[0]):
                    return True
                break
    return False


@pytest.mark.parametrize("game", ["flinch", "flushed"])
async def test_a_table_where_nobody_does_anything_goes_on_for_two_rounds(
    house: House, game: str
) -> None:
    """Time-outs alone keep a game going, turn after turn, until it pauses."""
    table = await house.playing(3, game)
    turns = []
    while house.table(table).paused is None:
        turns.append(house.table(table).turn_number)
        await house.wait(61)
        assert len(turns) < 20

    assert turns == sorted(set(turns))
    assert len(turns) >= 6
    assert all(event.auto for event in house.tables.history(table.id) if event.ply > 0)
