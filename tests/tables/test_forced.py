"""Moves without a choice: they come by themselves, are told, and can be switched off."""

from msgspec import structs

from bot.tables import moves
from bot.tables.entries import ClockSet
from bot.tables.model import Seat, Table
from bot.tables.notes import Forced, TimedOut
from bot.tables.replies import Acted
from bot.tables.settings import TableSettings
from tests.tables.harness import House

SHORTLY, SOON = 1.9, 0.2
"""Seconds before and after the two in which a forced move comes."""


async def forced(house: House, **chosen: object) -> tuple[Table, int]:
    """Play Flushed until the turn's seat holds neither the suit nor an ace; return that seat."""
    table = await house.playing(3, "flushed", chosen=chosen)
    for _ in range(200):
        now = house.table(table)
        seat, state = house.turn_seat(now), now.state
        hand = state.hands[seat]
        if state.suit and not any(card[1] == state.suit or card[0] == "A" for card in hand):
            return now, seat
        await house.auto(table)
    raise AssertionError("nobody was without the suit")


async def test_forced_pick_up_comes_by_itself_after_two_seconds(house: House) -> None:
    """`void_ace = must`, U-14: the table takes the pile for the seat and says so."""
    table, seat = await forced(house, void_ace="must")

    await house.wait(SHORTLY)
    assert house.table(table).ply == table.ply
    await house.wait(SOON)

    last = house.tables.history(table.id)[-1]
    assert (last.notation, last.by, last.press) == ("T", (seat,), None)
    assert house.notes(Forced) == [Forced(seat)]
    assert house.notes(TimedOut) == []
    assert house.table(table).seats[seat].timeouts == 0


async def test_forced_pick_up_of_a_house_player_is_not_told_apart(house: House) -> None:
    """Nobody chose for a person there: the move is a bot's like any other, a stand-in's too."""
    table, seat = await forced(house, void_ace="must")
    game = house.tables.game(table)
    (wait,) = game.waits(table.state)
    person, bot, standin = (
        table.seats[seat],
        Seat(index=seat, name="1", house="easy"),
        structs.replace(table.seats[seat], standin="easy"),
    )
    told = {}
    for each in (person, bot, standin):
        seats = tuple(each if other.index == seat else other for other in table.seats)
        step = moves.by_itself(
            game, structs.replace(table, seats=seats), wait, house.clock.now(), TableSettings()
        )
        told[each] = Forced(seat) in step.notes
        assert step.events[0].by == (seat,)
    assert told == {person: True, bot: False, standin: False}


async def test_forced_pick_up_is_shown_as_coming(house: House) -> None:
    """The screens know when it comes; not where nothing comes."""
    table, _ = await forced(house, void_ace="must")
    assert table.awaited is not None
    assert (table.awaited - house.clock.now()).total_seconds() == 2.0
    await house.wait(SHORTLY + SOON)
    assert house.table(table).awaited is None


async def test_forced_pick_up_is_shown_right_when_the_clock_was_wrong(house: House) -> None:
    """Set to Discord's time, what is shown moves with it: it comes when it was to come."""
    table, _ = await forced(house, void_ace="must")
    assert table.awaited is not None
    await house.do(table, ClockSet(300.0))
    shown = house.table(table).awaited
    assert shown is not None
    assert (shown - table.awaited).total_seconds() == 300.0


async def test_choice_never_takes_the_pile_for_a_seat(house: House) -> None:
    """With `void_ace = choice` it would tell that the seat holds no ace."""
    table, _ = await forced(house, void_ace="choice")
    assert table.awaited is None
    await house.wait(30)
    assert house.table(table).ply == table.ply
    assert house.notes(Forced) == []


async def test_who_has_switched_it_off_takes_the_pile_by_hand(house: House) -> None:
    """Nothing comes by itself for that person, until the time of the turn is over."""
    house.by_hand = {101, 102, 103}
    table, seat = await forced(house, void_ace="must")
    assert table.awaited is None
    await house.wait(30)
    assert house.table(table).ply == table.ply

    answer = await house.act(table, house.person_at(table, seat), "T")

    assert isinstance(answer, Acted)
    assert answer.events[0].press is not None
    assert house.notes(Forced) == []


async def test_switching_off_holds_at_once(house: House) -> None:
    """Also for a move that was about to come."""
    table, seat = await forced(house, void_ace="must")
    await house.wait(SHORTLY)
    house.by_hand = {house.person_at(table, seat)}
    await house.wait(SOON)
    assert house.table(table).ply == table.ply
    await house.wait(60)
    assert house.notes(TimedOut) == [TimedOut(seat)]


async def test_forced_pick_up_comes_after_a_restart(house: House) -> None:
    """The new process counts again; nothing is lost and nothing comes twice."""
    table, seat = await forced(house, void_ace="must")
    await house.wait(SHORTLY)
    again = await house.again()
    try:
        await again.wait(20)
        taken = [e for e in await again.tables.events(table.id) if e.ply == table.ply + 1]
    finally:
        await again.close()
    assert {(event.notation, event.by) for event in taken} == {("T", (seat,))}
