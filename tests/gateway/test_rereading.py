"""What stands below messages is read while presses go on: each of these counts once."""

import discord
import pytest
from msgspec import structs

from bot.tables.entries import Join, Leave, Press, Start
from bot.ui.elements.emojis import DIGITS, SIT, START
from tests.gateway.listening import ANOTHER, BOT, CALL, CARD, Listening
from tests.messages.playing import RENDERER, dealt
from tests.messages.stage import CHANNEL, Refused, dm

MISSED = "last presses don't count"


@pytest.mark.parametrize("again", [False, True], ids=["a start", "a lost session"])
async def test_press_that_is_seen_before_it_is_told_of_counts_once(again: bool) -> None:
    """Discord shows a reaction that its event has not told of yet: two ways, and no order."""
    place = Listening()
    person, hand = await place.dealt()
    await place.read(hand, CARD, again=again)
    assert place.acts == again, "after a start it may have stood there for long"
    await place.tell(person, hand, CARD)
    assert place.acts == 1
    await place.tell(person, hand, CARD)
    assert place.acts == 1, "told twice"
    await place.tell(person, hand, CARD, added=False)
    assert place.acts == 2, "taking it away is the next press"


async def test_presses_whose_order_nobody_knows_count_once_they_are_told_of() -> None:
    """Two were seen, and neither was taken in; what Discord still tells of is in its order."""
    place = Listening()
    person, hand = await place.dealt()
    await place.read(hand, CARD, ANOTHER, again=True)
    assert place.acts == 0
    await place.tell(person, hand, ANOTHER)
    assert place.acts == 1


async def test_what_stood_at_a_start_is_not_missed_later() -> None:
    """It is known from then on; and where nothing was missed nothing is said."""
    place = Listening()
    _, hand = await place.dealt()
    await place.read(hand, CARD, again=False)
    await place.read(hand, CARD, again=True)
    assert place.acts == 0
    assert MISSED not in place.wire.text(hand)


async def test_press_that_is_told_of_while_it_is_read_is_known_better() -> None:
    """Discord answers how it stood; by then it has been taken away again."""
    place = Listening()
    person, hand = await place.dealt()
    place.wire.answering.clear()
    await place.read(hand, CARD, again=True)
    await place.tell(person, hand, CARD)
    await place.tell(person, hand, CARD, added=False)
    place.wire.answering.set()
    await place.stage.wait(1)
    assert place.acts == 2
    await place.tell(person, hand, CARD)
    assert place.acts == 3


async def test_press_that_was_told_of_is_not_found_again() -> None:
    """Whatever was read, it stands as it was told."""
    place = Listening()
    person, hand = await place.dealt()
    await place.tell(person, hand, CARD)
    await place.read(hand, CARD, again=True)
    assert place.acts == 1


@pytest.mark.parametrize("again", [False, True], ids=["a start", "a lost session"])
async def test_call_that_was_missed_is_no_call(again: bool) -> None:
    """When it was made nobody knows; the hand says so, but for what stood there at a start."""
    place = Listening()
    _, hand = await place.dealt()
    await place.read(hand, CALL, again=again)
    assert place.acts == 0
    assert (MISSED in place.wire.text(hand)) is again


@pytest.mark.parametrize(("status", "again"), [(500, True), (403, False)])
async def test_what_cannot_be_read_changes_nothing(status: int, again: bool) -> None:
    """It is tried with the next session."""
    place = Listening()
    person, hand = await place.dealt()
    place.wire.refusals = {
        name: [Refused(status, 0), Refused(status, 0)] for name in ("read hand", "read table")
    }
    place.wire.below_table = {CALL: {person: "P"}}
    await place.read(hand, CARD, again=again)
    assert place.acts == 0
    assert MISSED not in place.wire.text(hand)
    await place.tell(person, hand, CARD)
    assert place.acts == 1


async def test_only_the_shard_that_would_have_told_reads_again() -> None:
    """A server's tables by its own, hands by the first: here that is one and the same."""
    place = Listening()
    await place.dealt()
    await place.begin(again=True, shard=1)
    assert (place.wire.count("read hand"), place.wire.count("read table")) == (0, 0)
    await place.begin(again=True)
    assert (place.wire.count("read hand"), place.wire.count("read table")) == (2, 1)


async def test_what_is_not_there_is_not_read() -> None:
    """A hand behind a closed direct channel, a table nothing shows yet, or one not yet back."""
    place = Listening()
    place.stage.closed.add(101)
    await place.dealt()
    place.stage.tables[8] = structs.replace(dealt()[0], id=8)
    await place.begin(again=True)
    assert (place.wire.count("read hand"), place.wire.count("read table")) == (1, 1)
    place.stage.view.ready = False
    await place.begin(again=True)
    assert (place.wire.count("read hand"), place.wire.count("read table")) == (1, 1)


async def test_lobby_that_could_not_be_posted_is_not_read() -> None:
    """Nothing stands below it."""
    place = Listening()
    place.wire.always["send"] = lambda channel: Refused(500, 0)
    await place.lobby()
    await place.begin(again=True)
    assert place.wire.count("read table") == 0


@pytest.mark.parametrize("again", [False, True], ids=["a start", "a lost session"])
@pytest.mark.parametrize("allowed", [True, False])
async def test_call_below_a_table_that_was_missed_is_taken_away_where_allowed(
    allowed: bool, again: bool
) -> None:
    """Its maker's hand says so; what a stranger set there, or what means nothing, is let be."""
    place = Listening()
    place.stage.permissions = discord.Permissions(manage_messages=allowed)
    person, hand = await place.dealt()
    [other] = (each for each in place.stage.view.table.people if each != person)
    place.wire.below_table = {CALL: {person: "P", 900: "Eve", BOT: "K"}}
    place.wire.below_table |= {each: {other: "O"} for each in ("🎉", CARD)}
    await place.begin(again=again)
    assert place.acts == 0
    assert (MISSED in place.wire.text(hand)) is again
    [others] = place.wire.at(dm(other))
    assert MISSED not in place.wire.text(others)
    away = [about for name, about in place.wire.log if name == "unreact"]
    board = place.wire.at(CHANNEL)[1]
    assert away == ([(board, person)] if allowed and again else [])


@pytest.mark.parametrize("again", [False, True], ids=["a start", "a lost session"])
async def test_who_has_set_sit_down_in_a_lobby_sits(again: bool) -> None:
    """By the name shown; of the rest nobody knows at a start whether it was meant just now."""
    place = Listening()
    host = await place.lobby()
    place.wire.below_table = {
        SIT: {500: "Eva", host: "P0", BOT: "Kalamazoo"},
        START: {host: "P0", 700: "Ida", BOT: "Kalamazoo"},
    }
    await place.begin(again=again)
    told = [(type(each), each.person) for each in place.stage.told if isinstance(each, Press)]
    missed = [(Join, host), (Start, host), (Start, 700)] if again else []
    assert sorted(told, key=str) == sorted([(Join, 500), *missed], key=str)
    [eva] = [each for each in place.stage.told if isinstance(each, Join) and each.person == 500]
    assert eva.name == "Eva"
    await place.begin(again=True)
    assert [each for each in place.stage.told if isinstance(each, Press)][len(told) :] == []
    place.wire.below_table = {SIT: {}, START: {}}
    await place.begin(again=True)
    left = [each.person for each in place.stage.told if isinstance(each, Leave)]
    assert sorted(left) == [host, 500], "whoever took it away while nobody told"


@pytest.mark.parametrize(
    ("standing", "counts"),
    [((CARD,), True), ((CARD, ANOTHER), False), ((CALL,), False)],
    ids=["a card", "two cards", "a call"],
)
async def test_one_card_counts_where_all_cards_lie_open(
    standing: tuple[str, ...], counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read at the table itself; what does not count is taken away, and that is no press.

    (Without hands this game numbers no cards: what is said to that is that it was read.)
    """
    monkeypatch.setattr(type(RENDERER), "hands", False)
    place = Listening()
    person = (await place.stage.deal()).after.people[0]
    _, board = place.wire.at(CHANNEL)
    place.wire.below_table = {each: {person: "P"} for each in standing}
    await place.begin(again=True)
    said = place.wire.text(board)
    assert ("no card at that number" in said) is counts
    assert (MISSED in said) is not counts
    assert place.wire.count("unreact") == (0 if counts else len(standing))
    if not counts:
        for emoji in standing:
            await place.tell(person, board, emoji, added=False)
        assert "no card at that number" not in place.wire.text(board)


@pytest.mark.parametrize("readable", [True, False])
async def test_reactions_that_are_missing_after_a_restart_are_set(readable: bool) -> None:
    """All of them where nobody can say what stands there."""
    before = Listening()
    changed = await before.stage.deal()
    place = Listening(before)
    place.wire.log.clear()
    if not readable:
        place.wire.always["read hand"] = lambda message: Refused(403, 50001)
    await place.stage.back(changed.after, changed.events)
    await place.stage.wait(10)
    assert place.wire.count("react") == 0
    await place.begin(again=False)
    await place.stage.wait(10)
    set_now = {emoji for name, emoji in place.wire.log if name == "react"}
    assert {DIGITS[2], CALL} <= set_now
    assert (CARD in set_now) is not readable
