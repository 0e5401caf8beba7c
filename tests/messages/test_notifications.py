"""Lines that reach people: each once, and gone once it is no longer so."""

import asyncio
from datetime import timedelta

import pytest
from msgspec import structs

from bot.db.records import MessageRecord, Preferences
from bot.locale import LANGUAGES
from bot.tables.model import Changed, Seat, Table
from bot.tables.notes import Invited, Opened, Uninvited
from bot.ui.elements.screen import plain
from tests.messages.playing import GAME, NOW, acted, dealt, legal
from tests.messages.stage import CHANNEL, Refused, Stage, dm

ANA, BEN = 100, 101
UNDELIVERED = "I can't DM you your hand"


def lines(stage: Stage) -> list[int]:
    """Return the lines about hands in the channel."""
    return [each for each in stage.wire.at(CHANNEL) if UNDELIVERED in stage.wire.text(each)]


async def test_closed_dms_bring_one_line_for_all_below_the_table() -> None:
    """Everybody is named in it and pinged; the table stands above it."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    await stage.deal()
    [line] = lines(stage)
    assert stage.wire.at(CHANNEL)[-1] == line
    assert stage.wire.there[line][1].mentions == (ANA, BEN)


async def test_line_goes_when_the_hand_arrives_after_all() -> None:
    """Discord takes ten seconds for one hand: its person is told after five, then no more."""
    stage = Stage()
    stage.wire.gate, stage.wire.gated = asyncio.Event(), (dm(ANA), dm(BEN))
    await stage.deal()
    await stage.wait(6)
    assert len(lines(stage)) == 1
    stage.wire.gate.set()
    await stage.wait(2)
    assert lines(stage) == []
    [line] = [each for each in await stage.ledger.of(7) if each.kind == "line"]
    assert stage.wire.text(line.message).startswith("Your cards are in your DMs.")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_line_says_where_the_cards_are_until_everybody_has_played(language: str) -> None:
    """One message, whoever is named in it; the first player's moves take it from nobody else."""
    stage = Stage()
    stage.language = language
    table = (await stage.deal()).after
    [line] = [each.message for each in await stage.ledger.of(7) if each.kind == "line"]
    assert stage.wire.at(CHANNEL)[-1] == line
    assert stage.wire.there[line][1].buttons() == ()
    words = {
        "en": "Your cards are in your DMs.",
        "es": "Tus cartas están en tus mensajes directos.",
    }
    for _ in range(2):
        turn = GAME.turn(table.state)
        assert turn is not None
        while GAME.turn(table.state) == turn:
            assert stage.wire.text(line).startswith(words[language])
            table = await stage.change(acted(table, legal(table)))
    assert line not in stage.wire.there
    assert [each for each in await stage.ledger.of(7) if each.kind == "line"] == []


async def test_line_about_the_cards_survives_a_restart_until_everybody_has_played() -> None:
    """Who had played is known again; where the line stood no more, it does not come late."""
    stage = Stage()
    changed = await stage.deal()
    first = acted(changed.after, legal(changed.after))
    table = await stage.change(first)
    [line] = [each.message for each in await stage.ledger.of(7) if each.kind == "line"]
    events = (*changed.events, *first.events)
    while GAME.turn(table.state) == GAME.turn(changed.after.state):
        more = acted(table, legal(table))
        table, events = more.after, (*events, *more.events)
    stage = Stage(stage.ledger, stage.wire)
    await stage.back(table, events)
    assert line in stage.wire.there
    await stage.change(acted(table, legal(table)))
    assert line not in stage.wire.there
    stage = Stage(stage.ledger, stage.wire)
    await stage.back(table, events)
    assert not [each for each in await stage.ledger.of(7) if each.kind == "line"]


async def test_line_about_the_cards_is_not_for_who_has_left() -> None:
    """Once all who are left have played it goes, whoever had not."""
    stage = Stage()
    table = (await stage.deal()).after
    [line] = [each.message for each in await stage.ledger.of(7) if each.kind == "line"]
    turn = GAME.turn(table.state)
    assert turn is not None
    table = await stage.change(acted(table, legal(table)))
    assert line in stage.wire.there
    seats = tuple(
        seat if seat.index == turn.seat else structs.replace(seat, person=None, house="easy")
        for seat in table.seats
    )
    await stage.change(Changed(before=table, after=structs.replace(table, seats=seats)))
    assert line not in stage.wire.there


async def test_line_of_closed_dms_outlives_the_first_moves() -> None:
    """What is said of the cards goes; whom no direct message reaches stays named."""
    stage = Stage()
    table = dealt()[0]
    turn = GAME.turn(table.state)
    assert turn is not None
    assert table.seats[turn.seat].person == ANA
    stage.closed = {BEN}
    table = (await stage.deal()).after
    [line] = lines(stage)
    assert "Your cards are in your DMs." in stage.wire.text(line)
    await stage.change(acted(table, legal(table)))
    assert "Your cards are in your DMs." not in stage.wire.text(line)
    assert lines(stage) == [line]
    assert stage.wire.there[line][1].buttons() == ()


async def test_guest_is_named_until_the_invitation_is_over() -> None:
    """Invited once more, nobody is pinged a second time; the line goes with the last guest."""
    stage = Stage()
    await stage.registry.restored()
    before = dealt()[1].before
    assert before is not None
    await stage.change(Changed(before=None, after=before))

    async def invited(lobby: Table, *guests: int) -> Table:
        seats = [each for each in lobby.seats if each.invited is None]
        seats += [Seat(index=0, name="Eva", invited=each) for each in guests]
        after = structs.replace(lobby, seats=tuple(seats))
        new = [each for each in guests if lobby.kept_for(each) is None]
        notes = tuple(Invited(each) for each in new)
        return await stage.change(Changed(before=lobby, after=after, notes=notes))

    def pings() -> list[tuple[int, ...]]:
        return [stage.wire.there[each][1].mentions for each in stage.wire.at(CHANNEL)[1:]]

    one = await invited(before, 7)
    assert pings() == [(7,)]
    line = stage.wire.at(CHANNEL)[-1]
    assert "P0 is holding a seat for you." in stage.wire.text(line)
    one = await stage.change(Changed(before=one, after=structs.replace(one, host=BEN)))
    assert "P1 is holding a seat for you." in stage.wire.text(line)
    two = await invited(one, 7, 8)
    assert pings() == [(8,)]
    assert "<@7>" in stage.wire.text(stage.wire.at(CHANNEL)[-1])
    none = await invited(two)
    assert pings() == []
    await invited(none, 7)
    assert pings() == [()]


async def test_line_whose_answer_was_lost_shows_what_has_happened_since() -> None:
    """Sent again it is the one that stands there already, as it was sent at first."""
    stage = Stage()
    await stage.registry.restored()
    lobby = dealt()[1].before
    assert lobby is not None
    await stage.change(Changed(before=None, after=lobby))
    stage.wire.unheard = 1
    kept = structs.replace(lobby, seats=(*lobby.seats, Seat(index=0, name="Eva", invited=7)))
    await stage.change(Changed(before=lobby, after=kept, notes=(Invited(7),)))
    await stage.change(Changed(before=kept, after=structs.replace(kept, host=BEN)))
    await stage.wait(5)
    [line] = stage.wire.at(CHANNEL)[1:]
    assert "P1 is holding a seat for you." in stage.wire.text(line)


async def test_guest_invited_after_a_restart_is_pinged() -> None:
    """The line of before gives way to one that reaches the new guest, and is not asked for."""
    stage = Stage()
    await stage.registry.restored()
    lobby = dealt()[1].before
    assert lobby is not None
    await stage.change(Changed(before=None, after=lobby))

    async def invited(stage: Stage, lobby: Table, guest: int) -> Table:
        seats = (*lobby.seats, Seat(index=0, name="Eva", invited=guest))
        after = structs.replace(lobby, seats=seats)
        return await stage.change(Changed(before=lobby, after=after, notes=(Invited(guest),)))

    one = await invited(stage, lobby, 7)
    before = stage.wire.at(CHANNEL)[-1]
    again = Stage(stage.ledger, stage.wire)
    again.tables = stage.tables
    await again.registry.restored()
    await again.wait(1)
    await invited(again, one, 8)
    [line] = again.wire.at(CHANNEL)[1:]
    assert line > before
    assert "<@7>" in again.wire.text(line)


@pytest.mark.parametrize("restarted", [False, True])
async def test_guest_of_the_first_post_is_pinged_no_second_time(*, restarted: bool) -> None:
    """The lobby itself has mentioned whoever `with` invited; chosen again, they are named alone."""
    stage = Stage()
    await stage.registry.restored()
    empty = dealt()[1].before
    assert empty is not None
    kept = structs.replace(empty, seats=(*empty.seats, Seat(index=0, name="Eva", invited=7)))
    await stage.change(Changed(before=None, after=kept, notes=(Opened(),)))
    assert stage.wire.pinged == [7]
    if restarted:
        again = Stage(stage.ledger, stage.wire)
        again.tables = stage.tables
        await again.registry.restored()
        await again.wait(1)
        stage = again
    uninvited = (Uninvited(7, "Eva"),)
    await stage.change(Changed(before=kept, after=empty, notes=uninvited))
    await stage.change(Changed(before=empty, after=kept, notes=(Invited(7),)))
    assert "<@7>" in stage.wire.text(stage.wire.at(CHANNEL)[-1])
    assert stage.wire.pinged == [7]


async def test_line_names_only_who_still_waits() -> None:
    """One hand arrives: the line stays for the other."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    await stage.deal()
    [line] = lines(stage)
    stage.view.hands_line.drop(ANA)
    await stage.wait(2)
    assert f"<@{ANA}>" not in stage.wire.text(line)
    assert f"<@{BEN}>" in stage.wire.text(line)


async def test_line_that_discord_failed_to_take_or_lost_comes_all_the_same() -> None:
    """Whoever has no hand by DM is told; a line a moderator has deleted comes anew."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    stage.wire.always["send"] = lambda channel: Refused(503, 0) if stage.closed == {BEN} else None
    await stage.deal()
    [line] = lines(stage)
    stage.closed = {BEN}
    stage.view.hands_line.drop(ANA)
    await stage.wait(1)
    del stage.wire.there[line]
    stage.view.hands_line.say(ANA)
    await stage.wait(1)
    assert lines(stage) == []
    stage.closed = {ANA, BEN}
    await stage.wait(10)
    [again] = lines(stage)
    assert f"<@{ANA}>" in stage.wire.text(again)
    told = [*stage.wire.pinged]
    del stage.wire.there[again]
    stage.view.hands_line.drop(ANA)
    await stage.wait(10)
    [anew] = lines(stage)
    assert f"<@{BEN}>" in stage.wire.text(anew)
    assert stage.wire.pinged == told
    stage.view.hands_line.say(ANA)
    await stage.wait(1)
    [last] = lines(stage)
    assert last > anew
    assert stage.wire.pinged == [*told, ANA]


async def test_line_goes_with_the_game() -> None:
    """Nothing but the result stays in the channel."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    table = (await stage.deal()).after
    await stage.over(table)
    await stage.wait(2)
    assert lines(stage) == []


async def test_line_of_before_a_restart_stays_as_long_as_it_is_so() -> None:
    """No second line for the same people; it goes once their hands are there."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    table = (await stage.deal()).after
    [line] = lines(stage)
    again = Stage(stage.ledger)
    again.wire.there, again.closed = stage.wire.there, {ANA, BEN}
    again.tables[7] = table
    await again.registry.restored()
    await again.wait(10)
    assert lines(again) == [line]

    once_more = Stage(stage.ledger)
    once_more.wire.there = stage.wire.there
    once_more.tables[7] = table
    await once_more.registry.restored()
    await once_more.wait(10)
    assert lines(once_more) == []


async def test_turn_is_told_once_and_the_line_goes_with_it() -> None:
    """Ten seconds into a turn of a live game (`experience.md` section 4)."""
    stage = Stage()
    table = (await stage.deal()).after
    await stage.wait(12)
    notices = [each for each in await stage.ledger.of(7) if each.kind == "notice"]
    turn = stage.view.turn
    assert turn is not None
    assert [each.channel for each in notices] == [dm(table.people[turn.seat])]
    while table.turn_number == 1:
        table = await stage.change(acted(table, legal(table)))
    await stage.wait(2)
    assert notices[0].message not in stage.wire.there
    assert notices[0].message not in stage.ledger.records


def going_on(table: Table, seat: int) -> Changed:
    """Let a seat do something after which its first turn goes on."""
    further = (acted(table, GAME.format(each)) for each in GAME.actions(table.state, seat))
    return next(each for each in further if each.after.turn_number == 1)


async def test_reminder_goes_when_its_person_acts() -> None:
    """The turn may go on, but with more time than the reminder says."""
    stage = Stage()
    deadline = NOW + timedelta(seconds=60)
    table = (await stage.deal(lambda each: structs.replace(each, deadline=deadline))).after
    turn = GAME.turn(table.state)
    assert turn is not None
    await stage.wait(40)
    (line,) = [each for each in await stage.ledger.of(7) if each.kind == "notice"]
    assert "Still your turn" in stage.wire.text(line.message)
    await stage.change(going_on(table, turn.seat))
    await stage.wait(2)
    assert line.message not in stage.wire.there
    assert [each for each in await stage.ledger.of(7) if each.kind == "notice"] == []
    await stage.wait(300)
    assert [each for each in await stage.ledger.of(7) if each.kind == "notice"] == []


async def test_who_acts_is_reminded_no_more_however_little_time_was_left() -> None:
    """Too little for a reminder, until the act gave more."""
    stage = Stage()
    short = NOW + timedelta(seconds=12)
    table = (await stage.deal(lambda each: structs.replace(each, deadline=short))).after
    turn = GAME.turn(table.state)
    assert turn is not None
    await stage.wait(10.5)
    [line] = [each for each in await stage.ledger.of(7) if each.kind == "notice"]
    act = going_on(table, turn.seat)
    more = structs.replace(act.after, deadline=NOW + timedelta(seconds=72))
    await stage.change(structs.replace(act, after=more))
    await stage.wait(300)
    assert [each for each in await stage.ledger.of(7) if each.kind == "notice"] == [line]


async def test_of_two_lines_of_a_turn_the_newer_one_stays_after_a_restart() -> None:
    """The reminder was said, and the first line could not be deleted."""
    stage = Stage()
    for message in (71, 70):
        stage.wire.there[message] = (dm(ANA), plain("Your turn at table 7"))
        stage.ledger.keep(
            MessageRecord(
                table=7, message=message, channel=dm(ANA), kind="notice", turn=1, person=ANA
            )
        )
    stage.tables[7] = dealt()[0]
    await stage.registry.restored()
    await stage.wait(1)
    assert [each for each in (70, 71) if each in stage.wire.there] == [71]


async def test_line_of_a_turn_that_is_over_goes_after_a_restart() -> None:
    """What could not be deleted before is deleted at the start."""
    stage = Stage()
    stage.wire.there[70] = (dm(ANA), plain("Your turn at table 7"))
    stage.ledger.keep(
        MessageRecord(table=7, message=70, channel=dm(ANA), kind="notice", turn=9, person=ANA)
    )
    stage.tables[7] = dealt()[0]
    await stage.registry.restored()
    await stage.wait(1)
    assert 70 not in stage.wire.there
    assert 70 not in stage.ledger.records


async def test_who_wants_no_notice_of_turns_is_sent_none() -> None:
    """Neither the first nor the reminder."""
    stage = Stage()
    stage.prefer = {person: Preferences(notice="none") for person in (ANA, BEN)}
    await stage.deal()
    await stage.wait(300)
    assert [len(stage.wire.at(dm(person))) for person in (ANA, BEN)] == [1, 1]
    assert [each for each in await stage.ledger.of(7) if each.kind == "notice"] == []


async def test_whom_the_line_about_hands_has_just_named_is_not_named_again() -> None:
    """One mention at a time is enough; a minute later it is his turn still, and he is told."""
    stage = Stage()
    stage.closed = {ANA, BEN}
    await stage.deal(lambda table: structs.replace(table, pace="daily"))
    await stage.wait(1)
    assert [each for each in await stage.ledger.of(7) if each.kind == "notice"] == []
