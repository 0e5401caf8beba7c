"""The running table: hands, presses, calls, what is shown again (`experience.md` section 4)."""

import asyncio
import re

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import Club, Place, offers, press, typed

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def whose(place: Place) -> tuple[Person, Person]:
    """Return the person whose turn it is and another one, by what their hands say."""
    await asyncio.gather(*(place.hand(person) for person in place.people))
    turn = [person for person in place.people if read(await place.hand(person)).mine]
    assert len(turn) == 1
    other = next(person for person in place.people if person is not turn[0])
    return turn[0], other


async def test_closed_dms_lead_to_my_hand_once(house: Club) -> None:
    """The person is told once in the channel; the button shows the cards and goes on showing."""
    place = house.visit(2)
    ana, ben = place.people
    ben.close_dms()
    table = await place.opened()
    await ben.wait_for(lambda seen: seen.pinged_me and "My hand" in seen.text, place.room.id)
    shown = await press(ben, table, "My hand")
    await shown.settled()
    assert shown.message is not None
    assert shown.message.ephemeral
    assert "Your hand" in shown.message.text
    player = FlinchPlayer(ana, place.room, "buttons")
    hand = await player.hand()
    if read(hand).mine:
        await player.play(most=1)
        identity = shown.message.id
        await ben.until(lambda: "Ana" in ben.message(identity).text.split("Middle")[0])
    told = [ping for ping in ben.pinged() if ping.channel_id == place.room.id]
    assert len(told) == 1


async def test_hand_behind_closed_dms_is_played_by_its_buttons(house: Club) -> None:
    """The ephemeral hand's buttons act, and the pressed message shows it."""
    place = house.visit(2)
    for person in place.people:
        person.close_dms()
    table = await place.opened()
    hands = {}
    for person in place.people:
        shown = await press(person, table, "My hand")
        await shown.settled()
        assert shown.message is not None
        hands[person] = shown.message
    turn = next(person for person in place.people if read(hands[person]).mine)
    wish = read(hands[turn]).wishes()[0]
    if wish[0] == "L":
        await press(turn, hands[turn], "Lay a card")
        await turn.until(
            lambda: any(e.label == "Cancel" for e in turn.message(hands[turn].id).controls)
        )
        label = wish[1:]
    else:
        label = wish[1:] if wish[0] == "H" else "Flinch pile"
    now = turn.message(hands[turn].id)
    control = next(each for each in now.controls if each.label.startswith(label))
    await turn.press(now.id, control.custom_id or "")
    await turn.until(lambda: read(turn.message(now.id)) != read(hands[turn]))


async def test_hand_command_and_move_command_work_in_the_dm(house: Club) -> None:
    """`/hand` shows the cards there; `/move` offers every source by name."""
    place = house.visit(2)
    ana = place.people[0]
    await place.opened()
    await place.hand(ana)
    dm = await ana.dm()
    shown = await ana.slash(dm, "hand")
    await shown.settled()
    assert shown.message is not None
    assert "Your hand" in shown.message.text
    offered = await ana.autocomplete(dm, "move", "action", "")
    names = [choice.name for choice in offered]
    assert sum(name.startswith("Hand") for name in names) == 5
    assert sum(name.startswith("Reserve") for name in names) == 5


async def test_move_command_reads_the_names_it_lists(house: Club) -> None:
    """A name as listed is read, in either language; nonsense is refused with an example."""
    place = house.visit(2)
    await place.opened()
    _, other = await whose(place)
    offered = await other.autocomplete(place.room.id, "move", "action", "HAND 2:")
    assert [choice.name.startswith("Hand 2: ") for choice in offered] == [True]
    card = offered[0].name.rpartition(" ")[2]
    for name in (offered[0].name, f"mano 2:  {card}"):
        answer = await (await other.slash(place.room.id, "move", action=name)).settled()
        assert answer is not None
        assert answer.text == "It's not your turn yet."
    answer = await (await other.slash(place.room.id, "move", action="my two")).settled()
    assert answer is not None
    assert re.search(r"or type one like `Hand 1: \d+` or `H\d+`\.", answer.text)


async def test_hand_command_shows_every_hand_each_naming_its_table(house: Club) -> None:
    """With two tables `/hand` in the DM shows both; in a table's channel that one alone."""
    place = house.visit(2)
    ana = place.people[0]
    second = Place(place.people, house.world.add_channel(house.guild, "second-table"))
    for table in (place, second):
        await table.opened()
    dm = await ana.dm()

    def shown(channel: int) -> list[str]:
        every = (seen for seen in ana.messages(channel) if seen.ephemeral)
        return [seen.text for seen in every if "Your hand" in seen.text]

    await ana.slash(dm, "hand")
    await ana.until(lambda: len(shown(dm)) == 2)
    for table in (place, second):
        assert sum(f"<#{table.room.id}>" in text for text in shown(dm)) == 1
    await ana.slash(second.room.id, "hand")
    assert [f"<#{second.room.id}>" in text for text in shown(second.room.id)] == [True]


async def test_move_out_of_turn_is_refused_in_one_private_sentence(house: Club) -> None:
    """Nothing changes, and nobody else sees it."""
    place = house.visit(2)
    await place.opened()
    _, other = await whose(place)
    answer = await (await other.slash(place.room.id, "move", action="F")).settled()
    assert answer is not None
    assert answer.ephemeral
    assert answer.text == "It's not your turn yet."


async def test_notation_that_is_none_is_refused_in_one_sentence(house: Club) -> None:
    """Bad input changes nothing."""
    place = house.visit(2)
    await place.opened()
    turn, _ = await whose(place)
    answer = await (await turn.slash(place.room.id, "move", action="H7; DROP")).settled()
    assert answer is not None
    assert "don't know that move" in answer.text


async def test_stranger_pressing_the_table_gets_one_private_sentence(house: Club) -> None:
    """People without a seat neither act nor see a hand."""
    place = house.visit(2)
    stranger = house.visit(1).people[0]
    table = await place.opened()
    for label in ("Flinch!", "My hand"):
        answer = await press(stranger, table, label)
        await answer.settled()
        assert answer.message is not None
        assert answer.message.ephemeral
        assert typed(answer.message.text) == (
            "You're not at this table. Follow it with /watch, or open one with /play flinch, "
            "/play flip, or /play flushed."
        )


async def test_false_call_by_reaction_costs_a_flinch_card(house: Club) -> None:
    """✋ on the table is a call; the verdict says what it cost."""
    place = house.visit(2)
    table = await place.opened()
    turn, other = await whose(place)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await other.until(lambda: other.message(table.id).reaction("✋") is not None)
    await other.react(table.id, "✋")
    await other.until(lambda: "+10 under it" in other.message(table.id).text)


async def test_call_by_command_is_answered_by_its_verdict(house: Club) -> None:
    """`/flinch` says how it was judged; `/why` then says that nothing had been overlooked."""
    place = house.visit(2)
    await place.opened()
    turn, other = await whose(place)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    answer = await (await other.slash(place.room.id, "flinch")).settled()
    assert answer is not None
    verdict = f"{other.name} called Flinch! on {turn.name}, but there was nothing to catch."
    await other.until(lambda: verdict in other.message(answer.id).text)
    why = await (await other.slash(place.room.id, "why")).settled()
    assert why is not None
    assert "At that moment there was no missed must-play to see." in why.text
    assert f"- {other.name} · command" in why.text


async def test_two_calls_at_once_are_judged_together(house: Club) -> None:
    """Both callers pay for a false call; the table tells both."""
    place = house.visit(3)
    table = await place.opened()
    turn, _ = await whose(place)
    others = [person for person in place.people if person is not turn]
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await turn.until(lambda: ":1:0:C" in str(turn.message(table.id).components))
    await asyncio.gather(*(press(person, table, "Flinch!") for person in others))
    await turn.until(lambda: turn.message(table.id).text.count("+10 under it") == 2)
    why = await (await turn.slash(place.room.id, "why")).settled()
    assert why is not None
    assert all(person.name in why.text for person in others)


async def test_table_command_shows_it_anew_and_closes_the_old_one(house: Club) -> None:
    """The old message links to the new one and has no controls; nobody is pinged."""
    place = house.visit(2)
    ana, ben = place.people
    table = await place.opened()
    await ana.until(lambda: bool(ana.message(table.id).reactions))
    for chat in range(6):
        await ana.say(place.room.id, f"chat {chat}")
    await ana.slash(place.room.id, "table")
    anew = await ben.wait_for(
        lambda seen: seen.id > table.id and bool(seen.controls), place.room.id
    )
    await ben.until(lambda: not ben.message(table.id).controls)
    assert str(anew.id) in ben.message(table.id).text
    assert not [ping for ping in ben.pinged() if ping.channel_id == place.room.id]
    await FlinchPlayer((await whose(place))[0], place.room, "buttons").play(most=1)


async def test_deleted_table_is_posted_again_with_the_next_edit(house: Club) -> None:
    """10008: the table comes back, and so does its play."""
    place = house.visit(2)
    ana = place.people[0]
    table = await place.opened()
    turn, _ = await whose(place)
    await house.people[0].delete(table.id)
    await FlinchPlayer(turn, place.room, "buttons").play(most=1)
    await ana.wait_for(lambda seen: seen.id > table.id and bool(seen.controls), place.room.id)


async def test_deleted_hand_is_sent_again(house: Club) -> None:
    """A hand that is gone when it is edited comes as a new message."""
    place = house.visit(2)
    await place.opened()
    turn, _ = await whose(place)
    hand = await place.hand(turn)
    message = house.world.messages[hand.id]
    message.deleted = True
    del message.channel.messages[hand.id]
    await turn.slash(place.room.id, "move", action=read(hand).wishes()[0])
    dm = await turn.dm()
    await turn.wait_for(lambda seen: seen.id > hand.id and bool(seen.controls), dm)


async def test_press_on_a_table_that_never_was_is_answered(house: Club) -> None:
    """A control of another time gets a sentence, never "interaction failed"."""
    place = house.visit(2)
    table = await place.opened()
    ana = place.people[0]
    message = house.world.messages[table.id]
    text = str(message.components).replace(":C'", ":C'")
    assert text
    for part in _buttons(message.components):
        part["custom_id"] = re.sub("^(k2:[a-z0-9]+):", r"\1:99", part["custom_id"])
    strange = ana.message(table.id)
    answer = await ana.press(table.id, strange.control("Flinch!").custom_id or "")
    await answer.settled()
    assert answer.message is not None
    assert "out of date" in answer.message.text


async def test_help_says_how_to_start(house: Club) -> None:
    """`/help` names every game and offers to start one."""
    place = house.visit(1)
    answer = await (await place.people[0].slash(place.room.id, "help")).settled()
    assert answer is not None
    assert "Flinch" in answer.text
    await place.people[0].press(answer.id, answer.control("Play Flinch").custom_id or "")
    await place.table(place.people[0], "Join")


async def test_help_by_direct_message_leads_to_the_rules(house: Club) -> None:
    """Nothing it offers there can only be refused."""
    ana = house.visit(1).people[0]
    dm = await ana.dm()
    answer = await (await ana.slash(dm, "help")).settled()
    assert answer is not None
    assert "Play Flinch" not in [each.label for each in answer.controls]
    await ana.press(answer.id, answer.control("Read Flinch rules").custom_id or "")
    await ana.until(lambda: "page 1 of" in ana.message(answer.id).text)


async def test_call_command_without_a_game_offers_to_start_one(house: Club) -> None:
    """`/flinch` where nothing runs: one sentence and a button."""
    place = house.visit(1)
    answer = await (await place.people[0].slash(place.room.id, "flinch")).settled()
    assert answer is not None
    assert answer.control("Open a table")


async def test_game_ends_with_a_result_a_rematch_and_a_leaderboard(house: Club) -> None:
    """The seed is shown, Rematch opens a lobby with the seats kept, the board counts it."""
    place = house.visit(2)
    ana, ben = place.people
    await place.opened(pile="5")
    players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
    await asyncio.gather(*(player.play() for player in players))
    over = await place.table(ana, "Rematch")
    assert any(each.label == "Fair deal" for each in over.controls)
    board = await (await ana.slash(place.room.id, "leaderboard", game="flinch")).settled()
    assert board is not None
    assert "5 rated games; you have 1" in board.text
    hand = await ana.wait_for(lambda seen: "Rematch" in _labels(seen), await ana.dm())
    answer = await press(ana, hand, "Rematch")
    await answer.settled()
    assert answer.message is not None
    assert answer.message.text.startswith("You're in. The next game is at table ")
    await press(ben, over, "Rematch")
    await ben.wait_for(
        lambda seen: seen.id > over.id and offers(seen, "My hand"),
        place.room.id,
    )


def _labels(seen: MessageSeen) -> list[str]:
    """Return what stands on the controls of a message."""
    return [each.label for each in seen.controls]


def _buttons(components: object) -> list[dict[str, str]]:
    """Return every part with a custom_id, to change it behind the bot's back."""
    found: list[dict[str, str]] = []
    for part in components if isinstance(components, list | tuple) else ():
        if "custom_id" in part:
            found.append(part)
        found += _buttons(part.get("components", ()))
    return found
