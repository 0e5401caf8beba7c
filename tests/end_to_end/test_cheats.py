"""People with a modified client, and people who try everything: nothing is gained or learned."""

import contextlib
import re
import sqlite3

import pytest
from discord.utils import snowflake_time

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end import flinch_player
from tests.end_to_end.cheat import forged, plies, said
from tests.end_to_end.flip_player import FlipPlayer
from tests.end_to_end.flip_player import read as read_table
from tests.end_to_end.flushed_player import DIGITS, MORE, FlushedPlayer, Reading, cards, read
from tests.end_to_end.harness import Club, Place, press

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOT_YOURS = "It's not your turn yet."


def number(seen: MessageSeen) -> int:
    """Return the number of the table a message shows."""
    found = re.search(r"table (\d+)", seen.text)
    assert found is not None
    return int(found[1])


async def flushed(
    house: Club, people: int = 3, deal: str | None = None
) -> tuple[Place, MessageSeen, list[FlushedPlayer]]:
    """Open a game with all optional rules; return its players, the turn's first."""
    place = house.visit(people, deal)
    table = await place.opened("flushed", doubles="on", flush="on")
    players = [FlushedPlayer(person, place.room, "buttons") for person in place.people]
    for player in players:
        await player.find()
    first = place.people[0]
    await first.until(lambda: any(read(each.seen()).mine for each in players))
    players.sort(key=lambda each: not read(each.seen()).mine)
    return place, table, players


def forge(seen: MessageSeen, act: str, at: int = 0) -> str:
    """Return a control of the same table, message and ply that does something else."""
    custom_id = next(each.custom_id for each in seen.controls if each.custom_id)
    place = custom_id.rsplit(":", 2)[0]
    return f"{place}:{at}:{act}"


def held(reading: Reading) -> list[str]:
    """Return the cards of a hand."""
    return [card for card in reading.hand if card is not None]


async def test_forged_presses_of_others_cards_do_and_tell_nothing(house: Club) -> None:
    """On the table or on one's own hand: out of turn the answer is the same for every card."""
    _, table, (turn, cheat, _) = await flushed(house)
    known = number(table)
    stranger = house.world.add_user("Stranger", guild=house.guild)
    theirs = held(read(turn.seen()))
    unseen = [card for card in ("2C", "2D", "2H", "2S", "3C", "3D") if card not in theirs]
    for message in (table.id, cheat.hand):
        await settled(cheat.person, message)
        answers = []
        for card in (*theirs, *unseen, f"{theirs[0]}+{theirs[1]}", "T"):
            custom_id = forge(cheat.person.message(message), card)
            answers.append(said(cheat.person, await forged(cheat.person, message, custom_id)))
        assert len(set(answers)) == 1, answers
        assert not set(cards(answers[0])) & (set(theirs) - {*cards(table.text)})
    for act in [*theirs, "T", "hand"]:
        answer = await forged(stranger, table.id, forge(table, act))
        assert cards(said(stranger, answer)) == []
        assert said(stranger, answer)
    assert plies(house, known) == 0
    assert held(read(turn.seen())) == theirs


async def settled(person: Person, message: int) -> None:
    """Press until the message is known to show what it shows: the answer is about the turn."""
    for _ in range(50):
        answer = await forged(person, message, forge(person.message(message), "T"))
        if NOT_YOURS in said(person, answer):
            return
    raise AssertionError("it never was")


async def test_forged_numbers_and_counts_play_nothing(house: Club) -> None:
    """U-34, U-37: cards not held, twice the same, empty and huge numbers, choices not offered."""
    _, table, (turn, _, _) = await flushed(house, deal="the turn holds the suit, 2")
    person, hand = turn.person, turn.hand
    own = held(read(turn.seen()))
    other = next(card for card in ("2C", "2D", "2H", "2S", "3C", "3D") if card not in own)
    for act, at in (
        *((other, 1), (other, 999), (f"{own[0]}+{own[0]}", 1), ("+".join([*own, other]), 0)),
        *(("several-top", 0), ("several-top", 6), ("several-top", 999), ("several-done", 0)),
        *(("sure-t", 0), ("sure-7s", 1), ("lay", 1), ("FLIP", 0), ("C", 0), ("G", 0), ("S", 0)),
        *(("vote-yes", 0), ("sit-in", 0), ("start", 0), ("join", 0), ("x" * 40, 0)),
    ):
        await forged(person, hand, forge(turn.seen(), act, at))
    for values in (
        *(["9", "0"], ["1", "1"], ["-1", "²"], ["x" * 100], ["9" * 100, "1"], []),
        *(["1", "2", "3", "4", "5", "6"], ["several-done"], [other, own[0]]),
    ):
        await forged(person, hand, forge(turn.seen(), "several"), values)
        await forged(person, hand, forge(turn.seen(), "several-done"))
    await forged(person, hand, "k1:99999999:1:0:0:T")
    await forged(person, hand, "k2:1:1:0:0:T")
    assert plies(house, number(table)) == 0
    assert held(read(turn.seen())) == own


@pytest.mark.parametrize(
    "text",
    [
        *("7", "S7", "10S", "XR", "7D+", "+7D", "7D++7C", "7S 7D", "7Z", "1S", "TT", "t t"),
        *("H7", "1L", "FLIP", "C", "G", "S", "N", "*", "@", "²S", "٧S", "７S", "7♠", "🂧", "\\n"),
        *("2C+2D+2H+2S+3C+3D", "7S" * 30, "ß" * 60, "'; DROP TABLE events; --", "{seed}", "%s"),
    ],
)
async def test_odd_notations_are_refused_in_words(house: Club, text: str) -> None:
    """What is typed is read exactly, never guessed; the answer says what was wrong."""
    place, table, (turn, _, _) = await one_game(house)
    answer = await turn.person.slash(place.room.id, "move", action=text)
    shown = await answer.settled()
    assert shown is not None
    assert shown.ephemeral
    assert shown.text
    assert not shown.text.startswith("Done.")
    assert plies(house, number(table)) == 0


async def one_game(house: Club) -> tuple[Place, MessageSeen, list[FlushedPlayer]]:
    """Return a game that all tests with odd notations share."""
    if house not in GAMES:
        GAMES[house] = await flushed(house, deal="the turn holds no seven")
        own = held(read(GAMES[house][2][0].seen()))
        assert not any(card.startswith("7") for card in own), "a card of one's own is no odd one"
    return GAMES[house]


GAMES: dict[Club, tuple[Place, MessageSeen, list[FlushedPlayer]]] = {}


async def test_suggestions_tell_nothing_of_what_fits(house: Club) -> None:
    """`/move` lists one's own whole hand in the order of its numbers, in turn or not."""
    place, table, players = await flushed(house)
    room, known = place.room.id, str(number(table))
    stranger = house.world.add_user("Stranger", guild=house.guild)
    for player in players:
        hand = held(read(player.seen()))
        for more in ({}, {"table": known}, {"table": f"#{known}"}):
            offered = await player.person.autocomplete(room, "move", "action", "", **more)
            assert [each.value for each in offered] == [*hand, "T"]
    for odd in ("9" * 5000, "-0", "²", "x", "0"):
        for option in ("action", "table"):
            more = {"table": odd} if option == "action" else {}
            partial = "" if option == "action" else odd
            assert await players[0].person.autocomplete(room, "move", option, partial, **more) == []
    for more in ({}, {"table": known}):
        assert await stranger.autocomplete(room, "move", "action", "", **more) == []
    for command, options, reason in (
        ("move", {"action": "T", "table": "9" * 5000}, "is gone"),
        ("kick", {"player": "9" * 5000}, "goes by that name"),
        ("accuse", {"player": "9" * 5000, "reason": "x"}, "goes by that name"),
    ):
        answer = await players[0].person.slash(room, command, **options)
        shown = await answer.settled()
        assert shown is not None
        assert reason in shown.text, shown.text


async def test_controls_of_one_table_do_nothing_at_another(house: Club) -> None:
    """Two tables in one channel: each seat acts at its own, whatever message is pressed."""
    first = house.visit(3)
    others = [house.world.add_user(f"Guest {n}", guild=house.guild) for n in range(3)]
    second = Place(others, first.room)
    tables = []
    for place in (first, second):
        lobby = await opened(place)
        tables.append(lobby)
    hands = [await first.hand(first.people[0]), await second.hand(others[0])]
    numbers = [number(hand) for hand in hands]
    assert numbers[0] != numbers[1]
    for mine, theirs, person in ((0, 1, first.people[0]), (1, 0, others[0])):
        for act in ("T", *held(read(hands[mine])), *held(read(hands[theirs]))):
            answer = await forged(person, hands[mine].id, forge(hands[theirs], act))
            assert not set(cards(said(person, answer))) & set(held(read(hands[theirs])))
    assert [plies(house, each) for each in numbers] == [0, 0]


async def opened(place: Place) -> MessageSeen:
    """Open a game in a room that may have others, and return one hand."""
    host, *guests = place.people
    before = {seen.id for seen in host.messages(place.room.id)}
    await host.slash(place.room.id, "play flushed")
    lobby = await host.wait_for(
        lambda seen: seen.id not in before and any("Join" in each.label for each in seen.controls),
        place.room.id,
    )
    for guest in guests:
        await press(guest, lobby, "Join")
    await press(host, lobby, "Start")
    return await place.hand(host)


async def test_old_choices_and_old_hands_play_nothing_later(house: Club) -> None:
    """A choice of several ends with the turn; its controls, pressed again later, lay nothing."""
    place, table, (turn, *others) = await flushed(house)
    person, hand = turn.person, turn.hand
    old = [each.custom_id or "" for each in turn.seen().controls]
    select = next(each for each in turn.seen().controls if each.kind == "string")
    await person.select(hand, select.custom_id or "", ["1", "2"])
    await person.until(lambda: "on top" in str(turn.seen().controls))
    old += [each.custom_id or "" for each in turn.seen().controls]
    wish = read(turn.seen()).wish(doubles=False, flush=False)
    await (await person.slash(place.room.id, "move", action=wish)).settled()
    await person.until(lambda: any(read(each.seen()).mine for each in others))
    after = plies(house, number(table))
    for custom_id in old:
        await forged(person, hand, custom_id)
        await forged(person, hand, custom_id, ["1", "2"])
        await forged(person, table.id, custom_id)
    assert plies(house, number(table)) == after == 1


async def test_digits_on_the_table_itself_play_no_hidden_card(house: Club) -> None:
    """Moves by reaction are made on one's own hand; anybody may set any emoji on the table."""
    place, table, (turn, cheat, _) = await flushed(house)
    for player in (turn, cheat):
        for emoji in (*DIGITS, MORE, "🃏", "✅"):
            await player.person.react(table.id, emoji)
    answer = await turn.person.slash(place.room.id, "move", action="XX")
    await answer.settled()
    assert plies(house, number(table)) == 0


async def test_with_dms_closed_only_ones_own_hand_is_shown(house: Club) -> None:
    """Nobody else's press of "My hand", and no DM, shows the hand of who takes no DMs."""
    place = house.visit(3)
    closed = place.people[1]
    closed.close_dms()
    table = await place.opened("flushed")
    mine = await press(closed, table, "My hand")
    await mine.settled()
    assert mine.message is not None
    assert mine.message.ephemeral
    secret = held(read(mine.message))
    assert len(secret) == 5
    stranger = house.world.add_user("Stranger", guild=house.guild)
    for person in (place.people[0], place.people[2], stranger):
        answer = await press(person, person.message(table.id), "My hand")
        shown = said(person, answer)
        if person is stranger:
            assert cards(shown.partition("**Your hand**")[2]) == []
        assert not set(cards(shown.partition("**Your hand**")[2])) & set(secret)
    for seen in place.people[0].messages(place.room.id):
        assert not set(cards(seen.text.partition("**Your hand**")[2])) & set(secret)


async def flip(house: Club) -> tuple[Place, list[FlipPlayer]]:
    """Return the players of a game of FLIP whose cards are open."""
    place = house.visit(2)
    table = await place.opened("flip", shows="FLIP!")
    players = [FlipPlayer(person, place.room, table.id, "buttons") for person in place.people]
    await place.people[0].until(lambda: read_table(players[0].seen()) is not None)
    return place, players


def rows(player: FlipPlayer) -> object:
    """Return what the table shows."""
    return read_table(player.seen())


async def test_forged_presses_of_flip_play_nothing(house: Club) -> None:
    """Slots and piles there are not, what only the table does, other games' notations."""
    place, (player, _) = await flip(house)
    known = number(player.seen())
    before, shown = plies(house, known), rows(player)
    stranger: Person = house.world.add_user("Stranger", guild=house.guild)
    for act in ("0L", "5L", "9R", "1M", "11L", "1", "L", "G", "S", "T", "7S", "H1", "sure-1l", "N"):
        await forged(player.person, player.table, forge(player.seen(), act))
        await forged(player.person, player.table, forge(player.seen(), act), ["1L", "x" * 100])
        answer = await player.person.slash(place.room.id, "move", action=act.upper())
        done = await answer.settled()
        assert done is not None
        assert not done.text.startswith("Done.")
    for act in ("1L", "2R", "FLIP", "hand"):
        answer = await forged(stranger, player.table, forge(player.seen(), act))
        assert said(stranger, answer)
    assert plies(house, known) == before
    assert rows(player) == shown


TABLE_ACTS = ("join", "sit-in", "why", "how-to", "replay", "fair", "hand", "rules", "rematch", "T")


async def test_forged_presses_reach_no_table_out_of_sight(house: Club) -> None:
    """On one's own screens, by DM or ephemeral, a table elsewhere is as if there were none.

    It is not joined, its board is not shown, and its replay tells no hand when it is over.
    """
    place = house.visit(3)
    host, *others = place.people
    await host.slash(place.room.id, "play flushed")
    lobby = await place.table(host, "Join")
    cheat = house.world.add_user("Stranger", guild=house.guild)
    house.world.overwrite(place.room, cheat, deny=permissions.VIEW_CHANNEL)
    answered = await (await cheat.slash(house.visit(1).room.id, "help")).settled()
    by_dm = await (await cheat.slash(await cheat.dm(), "privacy")).settled()
    assert answered is not None
    assert by_dm is not None

    async def nothing_is_there() -> None:
        for message in (answered, by_dm):
            told = [
                said(cheat, await forged(cheat, message.id, forge(lobby, act)))
                for act in (*TABLE_ACTS, "set-doubles")
            ]
            assert set(told) == {"That button is out of date."}

    await nothing_is_there()
    assert "Stranger" not in host.message(lobby.id).text
    for guest in others:
        await press(guest, lobby, "Join")
    await press(host, lobby, "Start")
    await place.table(host, "My hand")
    await nothing_is_there()
    for loser in (host, others[0]):
        await press(loser, await asked(loser, place.room.id, "resign"), "Resign")
    await place.table(host, "Rematch")
    await nothing_is_there()


async def test_ones_own_screens_are_not_put_on_the_table(house: Club) -> None:
    """Pressed on the board, what one's own private screens offer is told to oneself alone."""
    place, table, (turn, seated, _) = await flushed(house)
    stranger = house.world.add_user("Stranger", guild=house.guild)
    pressed = [(stranger, forge(table, "resign"))]
    for person in (stranger, seated.person):
        for command in ("rules", "learn", "preferences", "history", "leaderboard", "mydata delete"):
            offered = (await asked(person, place.room.id, command)).controls
            pressed += [(person, each.custom_id) for each in offered if each.custom_id]
    board = turn.person.message(table.id).text
    told = set()
    for person, custom_id in pressed:
        if "erase-" not in custom_id:
            await forged(person, table.id, custom_id)
            assert turn.person.message(table.id).text == board, custom_id
            private = [each.text for each in person.messages(place.room.id) if each.ephemeral]
            told.add(private[-1].splitlines()[0])
    assert {"### Flushed · practice table", "I've deleted nothing."} <= told


async def asked(person: Person, room: int, command: str) -> MessageSeen:
    """Return what a command answers."""
    shown = await (await person.slash(room, command)).settled()
    assert shown is not None
    return shown


async def test_call_that_had_to_ask_counts_as_of_when_it_was_typed(house: Club) -> None:
    """`/flinch` at two tables: Discord tells when it was, the button carries no time to forge."""
    place, elsewhere = house.visit(2), house.visit(1)
    tables = [await place.opened()]
    accused = await flinch_player.one_act(place)
    caller = next(person for person in place.people if person is not accused)
    tables.append(await Place([caller, *elsewhere.people], elsewhere.room).opened())
    typed = await caller.slash(await caller.dm(), "flinch")
    question = await typed.settled()
    assert question is not None
    assert "At which table do you call?" in question.text
    ids = [each.custom_id or "" for each in question.controls]
    known = [number(each) for each in tables]
    assert [each.rsplit(":", 1)[1] for each in ids] == [f"meant-{each}" for each in known]
    for odd in ("-1", "-1700000000000", "²"):
        await forged(caller, question.id, ids[0] + odd)
    assert [plies(house, each) for each in known] == [1, 0]
    await caller.press(question.id, ids[0])
    await caller.until(lambda: "+10 under it" in caller.message(tables[0].id).text)
    with contextlib.closing(sqlite3.connect(house.bot.database)) as database:
        ((stamp,),) = database.execute('SELECT stamp FROM calls WHERE "table" = ?', (known[0],))
    assert stamp == pytest.approx(snowflake_time(typed.id).timestamp(), abs=0.001)
