"""Hands by DM: whose message is whose, whatever happens while one is on its way."""

import asyncio

from msgspec import structs

from bot.db.records import MessageRecord, Preferences
from bot.discord_api.errors import Trouble
from bot.tables.entries import HandDelivered
from bot.tables.model import Changed, Table
from bot.ui.elements.screen import plain
from tests.messages.playing import GAME, acted, dealt, legal
from tests.messages.stage import CHANNEL, Refused, Stage, dm

ANA, BEN, EVA = 100, 101, 102
UNSENT = "I can't DM you your hand"


def sat_in(table: Table, person: int, seat: int = 1) -> Table:
    """Return the table with somebody else on a seat."""
    seats = tuple(
        structs.replace(each, person=person, name="Eva") if each.index == seat else each
        for each in table.seats
    )
    return structs.replace(table, seats=seats)


async def test_hands_are_delivered_and_told_to_the_table() -> None:
    """One message a person, written down; the first deadline waits for each."""
    stage = Stage()
    await stage.deal()
    assert [len(stage.wire.at(dm(person))) for person in (ANA, BEN)] == [1, 1]
    assert [each.seat for each in stage.told if isinstance(each, HandDelivered)] == [0, 1]
    hands = [record for record in await stage.ledger.of(7) if record.kind == "hand"]
    assert {(each.seat, each.person) for each in hands} == {(0, ANA), (1, BEN)}


async def test_late_hand_of_somebody_replaced_shows_nothing() -> None:
    """Its DM comes when somebody else has the seat: no card, no reactions, not the seat's hand."""
    stage = Stage()
    stage.wire.gate, stage.wire.gated = asyncio.Event(), (dm(BEN),)
    table = (await stage.deal()).after
    taken = sat_in(table, EVA)
    await stage.change(Changed(before=table, after=taken))
    stage.wire.gate.set()
    await stage.wait(1)
    [late], [new] = stage.wire.at(dm(BEN)), stage.wire.at(dm(EVA))
    hand = stage.view.hands.at_seat(1)
    assert hand is not None
    assert hand.writer.message == new
    assert not stage.wire.there[late][1].buttons()
    assert stage.wire.there[new][1].buttons()
    hands = {record.message for record in await stage.ledger.of(7) if record.kind == "hand"}
    assert late not in hands


async def test_line_that_was_deleted_comes_anew_and_pings_nobody_again() -> None:
    """Whom it names has read it; it is posted anew once what it says has changed."""
    stage = Stage()
    stage.closed.add(BEN)
    table = (await stage.deal()).after
    await stage.wait(1)
    [line] = [each for each in stage.wire.at(CHANNEL) if UNSENT in stage.wire.text(each)]
    assert stage.wire.pinged == [BEN]
    del stage.wire.there[line]
    await stage.change(acted(table, legal(table)))
    await stage.wait(60)
    [anew] = [each for each in stage.wire.at(CHANNEL) if UNSENT in stage.wire.text(each)]
    assert anew > line
    assert stage.wire.pinged == [BEN]
    assert line not in [each.message for each in await stage.ledger.of(7)]


async def test_hand_of_whoever_has_gone_is_taken_away() -> None:
    """The message says so and is written down no more; the seat's new person gets a hand."""
    stage = Stage()
    table = (await stage.deal()).after
    [old] = stage.wire.at(dm(BEN))
    await stage.change(Changed(before=table, after=sat_in(table, EVA)))
    await stage.wait(1)
    assert not stage.wire.there[old][1].buttons()
    assert stage.registry.at(old) is None
    assert len(stage.wire.at(dm(EVA))) == 1


async def test_hand_of_whoever_has_gone_stays_over_though_he_is_back() -> None:
    """Discord took no edit of it meanwhile: two messages must not show one hand."""
    stage = Stage()
    table = (await stage.deal()).after
    [old] = stage.wire.at(dm(BEN))
    refused = {old: Refused(503, 0)}
    stage.wire.always["edit"] = refused.get
    taken = await stage.change(Changed(before=table, after=sat_in(table, EVA)))
    await stage.change(Changed(before=taken, after=table))
    refused.clear()
    await stage.wait(60)
    _, new = stage.wire.at(dm(BEN))
    assert not stage.wire.there[old][1].buttons()
    assert "newer message" in stage.wire.text(old)
    assert stage.wire.there[new][1].buttons()


async def test_reactions_of_a_hand_go_with_its_game() -> None:
    """Those set beforehand, the bot's own: a person's cannot be taken away by DM."""
    stage = Stage()
    table = (await stage.deal()).after
    hands = {stage.wire.at(dm(person))[0] for person in (ANA, BEN)}
    await stage.wait(1)
    set_there = stage.wire.count("react")
    await stage.over(table)
    await stage.wait(5)
    taken = [about[0] for name, about in stage.wire.log if name == "take back"]
    assert hands == set(taken)
    assert len(taken) == 16 <= set_there


async def test_refused_edits_bring_a_new_hand_once() -> None:
    """What Discord does not take in the old message is sent anew, also at the end of the game."""
    stage = Stage()
    table = (await stage.deal()).after
    [old] = stage.wire.at(dm(ANA))
    stage.wire.always["edit"] = lambda message: Refused(400, 50035) if message == old else None
    await stage.over(table)
    await stage.wait(30)
    _, new = stage.wire.at(dm(ANA))
    assert [each.label for each in stage.wire.there[new][1].buttons()] == ["Rematch"]
    assert [record.final for record in await stage.ledger.of(7) if record.message == new] == [True]


async def test_hand_whose_edits_are_refused_anew_is_left_as_it_is() -> None:
    """A third would be refused as the first two were; "My hand" shows it instead."""
    stage = Stage()
    await stage.deal()
    shown = list[int]()
    for _ in range(2):
        hand = stage.view.hands.at_seat(0)
        assert hand is not None
        shown.append(hand.writer.message)
        hand.lost(Trouble.OURS)
        await stage.wait(5)
    assert stage.wire.at(dm(ANA)) == shown
    assert stage.view.hands.at_seat(0) is None
    assert any(UNSENT in stage.wire.text(each) for each in stage.wire.at(CHANNEL))


async def test_private_hand_says_where_the_direct_message_is_until_it_has_played() -> None:
    """Whoever presses "My hand" learns that it has come already, whatever others have played."""
    stage = Stage()
    table = (await stage.deal()).after
    turn = GAME.turn(table.state)
    assert turn is not None
    assert table.seats[turn.seat].person == ANA
    sent = stage.view.hands.at_seat(1)
    assert sent is not None
    assert sent.address is not None

    def shown(*, private: bool) -> str:
        drawn = stage.view.hands.drawn(1, BEN, private=private)
        assert drawn is not None
        return str(drawn.screen)

    assert sent.address in shown(private=True)
    assert sent.address not in shown(private=False)
    while GAME.turn(table.state) == turn:
        assert sent.address in shown(private=True)
        table = await stage.change(acted(table, legal(table)))
    await stage.change(acted(table, legal(table)))
    assert sent.address not in shown(private=True)


async def test_hand_comes_once_discord_is_back() -> None:
    """A hand that Discord failed to take is no closed door: it is sent again."""
    stage = Stage()
    down = [True]

    def failing(channel: int) -> Refused | None:
        return Refused(503, 0) if down and channel == dm(ANA) else None

    stage.wire.always["send"] = failing
    await stage.deal()
    await stage.wait(10)
    [line] = [each for each in stage.wire.at(CHANNEL) if UNSENT in stage.wire.text(each)]
    down.clear()
    await stage.wait(60)
    assert len(stage.wire.at(dm(ANA))) == 1
    assert UNSENT not in stage.wire.text(line)


async def test_hand_whose_answer_was_lost_shows_what_has_happened_since() -> None:
    """Sent again it is the one that stands there already, as it was sent at first.

    A digit means the card that is shown there, so nobody may take it for the newest.
    """
    stage = Stage()
    stage.wire.lost = (dm(ANA), dm(BEN))
    stage.wire.unheard = 2
    table = (await stage.deal()).after
    hands = [stage.wire.at(dm(person)) for person in (ANA, BEN)]
    assert [len(each) for each in hands] == [1, 1]
    sent = [stage.wire.there[each][1] for [each] in hands]
    await stage.change(acted(table, legal(table)))
    await stage.wait(60)
    assert [stage.wire.at(dm(person)) for person in (ANA, BEN)] == hands
    for [hand], before in zip(hands, sent, strict=True):
        known = stage.view.hands.at_seat(stage.view.messages[hand].seat or 0)
        assert known is not None
        assert known.writer.message == hand
        drawn = known.draw()
        assert drawn is not None
        assert stage.wire.there[hand][1] == drawn.screen != before


async def test_hand_is_written_down_though_no_edit_of_it_lands() -> None:
    """A message whose answer was lost is there: the next process has to find it."""
    stage = Stage()
    stage.wire.unheard, stage.wire.lost = 1, (dm(BEN),)
    stage.wire.always["edit"] = lambda message: Refused(503, 0)
    await stage.deal()
    await stage.wait(5)
    [hand] = stage.wire.at(dm(BEN))
    assert hand in [each.message for each in await stage.ledger.of(7) if each.kind == "hand"]


async def test_who_wants_a_button_is_sent_no_hand() -> None:
    """Nor is that announced; the deadline waits for nobody who has wished it so."""
    stage = Stage()
    stage.prefer[BEN] = Preferences(hands="button")
    await stage.deal()
    assert [len(stage.wire.at(dm(person))) for person in (ANA, BEN)] == [1, 0]
    assert {each.seat for each in stage.told if isinstance(each, HandDelivered)} == {0, 1}
    assert not [each for each in stage.wire.at(CHANNEL) if UNSENT in stage.wire.text(each)]


async def test_who_wants_the_hand_by_direct_message_after_all_is_sent_it_at_once() -> None:
    """In the middle of a game, and whose DM is open again likewise; nobody is sent it twice."""
    stage = Stage()
    stage.prefer[BEN] = Preferences(hands="button")
    await stage.deal()
    stage.prefer[BEN] = Preferences(hands="dm")
    stage.closed = {BEN}
    stage.registry.redraw(BEN)
    await stage.wait(1)
    assert stage.wire.at(dm(BEN)) == []
    stage.closed = set()
    for _ in range(2):
        stage.registry.redraw(BEN)
        await stage.wait(1)
    [hand] = stage.wire.at(dm(BEN))
    assert stage.wire.there[hand][1].buttons()
    assert len(stage.wire.at(dm(ANA))) == 1


async def test_hands_are_known_after_a_restart() -> None:
    """The same messages, none sent anew; the one that never came is."""
    ledger = Stage().ledger
    ledger.keep(
        MessageRecord(table=7, message=60, channel=dm(ANA), kind="hand", seat=0, person=ANA)
    )
    stage = Stage(ledger)
    stage.wire.there[60] = (dm(ANA), plain("a hand"))
    stage.tables[7] = dealt()[0]
    await stage.registry.restored()
    await stage.wait(1)
    assert stage.wire.at(dm(ANA)) == [60]
    assert stage.wire.there[60][1].buttons()
    assert len(stage.wire.at(dm(BEN))) == 1


async def test_older_hand_of_a_restart_gives_way() -> None:
    """Two messages of one hand are stored: the newer is the hand, the older says so."""
    ledger = Stage().ledger
    for message in (60, 61):
        ledger.keep(
            MessageRecord(
                table=7, message=message, channel=dm(ANA), kind="hand", seat=0, person=ANA
            )
        )
    stage = Stage(ledger)
    stage.wire.there |= {at: (dm(ANA), plain("a hand")) for at in (60, 61)}
    stage.tables[7] = dealt()[0]
    await stage.registry.restored()
    await stage.wait(1)
    assert "newer message" in stage.wire.text(60)
    assert stage.wire.there[61][1].buttons()
    assert 60 not in ledger.records


async def test_servers_known_late_stand_in_the_hands() -> None:
    """After a restart hands are drawn before the servers are known, and once more when they are."""
    stage = Stage()
    stage.server_name = ""
    await stage.deal()
    [hand] = stage.wire.at(dm(ANA))
    assert "Club" not in stage.wire.text(hand)
    stage.server_name = "Club"
    stage.registry.redraw_all(lambda guild: True)
    await stage.wait(1)
    assert "Club" in stage.wire.text(hand)


async def test_hand_links_to_the_table_once_it_is_there() -> None:
    """Both are sent at once; the hand says where the table is as soon as that is known."""
    stage = Stage()
    await stage.deal()
    await stage.wait(10)
    hand = stage.wire.at(dm(ANA))[0]
    assert stage.view.url is not None
    assert stage.view.url in stage.wire.text(hand)


async def test_unchanged_hands_are_not_sent_again() -> None:
    """A change that shows nothing new on a hand costs no request."""
    stage = Stage()
    await stage.deal()
    await stage.wait(60)
    before = stage.wire.count("edit")
    stage.view.redraw()
    await stage.wait(60)
    assert stage.wire.count("edit") == before
