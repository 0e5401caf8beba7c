"""How a game begins: its commitment is published, and the first turn reaches its person."""

import sqlite3
from pathlib import Path

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.flinch_player import read, turn_of
from tests.end_to_end.harness import Club, Place, club, offers, press

SLOW = (0.1, 0.2)
UNDELIVERED = "I can't DM you your hand"


@pytest.mark.parametrize("delay", [(0.0, 0.0), SLOW])
async def test_rematch_that_starts_by_itself_publishes_its_commitment(
    tmp_path: Path, delay: tuple[float, float]
) -> None:
    """A lone person's rematch begins before its lobby is there, which says it all the same.

    Whoever pressed reads where it is, then as later.
    """
    async with club(tmp_path, people=1, delay=delay) as place:
        [ana] = place.people
        over = await ended(place)
        await press(ana, over, "Rematch")
        await ana.wait_for(lambda seen: seen.ephemeral and "table 2" in seen.text, place.room.id)
        table = await next_table(place, over)
        await begun(place, table)
        await press(ana, over, "Rematch")
        started = "Table 2 has started. [Go to table]("
        await ana.wait_for(
            lambda seen: seen.ephemeral and seen.text.startswith(started), place.room.id
        )


async def test_rematch_by_dm_sits_down_by_the_name_of_the_server(tmp_path: Path) -> None:
    """Where Discord tells the name that somebody goes by everywhere else."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        place.guild.members[ben.id].nick = "Benny"
        await place.opened()
        asked = await (await ana.slash(place.room.id, "resign")).settled()
        assert asked is not None
        await press(ana, asked, "Resign")
        hand = await ben.wait_for(
            lambda seen: any(each.label == "Rematch" for each in seen.controls), await ben.dm()
        )
        over = await place.table(ana, "Rematch")
        await press(ana, over, "Rematch")
        await place.table(ana, "Start")
        await press(ben, hand, "Rematch")
        assert "Benny" in (await next_table(place, over)).text


async def test_commitment_is_published_also_without_a_lobby(tmp_path: Path) -> None:
    """A game whose lobby could not be posted tells the same in a message of its own, once."""
    async with club(tmp_path, people=1) as place:
        [ana] = place.people
        over = await ended(place)
        path = rf"/channels/{place.room.id}/messages$"
        place.world.faults.answer(path, 403, 50013, method="POST")
        await press(ana, over, "Rematch")
        table = await next_table(place, over)
        told = await begun(place, table)
        assert over.id < told.id < table.id


async def test_first_turn_is_told_by_dm_with_a_link_to_the_table(tmp_path: Path) -> None:
    """The line waits for the hand and for the table; nobody is mentioned in the channel."""
    async with club(tmp_path, people=2, delay=SLOW) as place:
        table = await place.opened(pace="relaxed")
        person = await turn_of(place)
        dm = await person.dm()
        line = await person.wait_for(lambda seen: "Your turn at table" in seen.text, dm)
        assert f"/{table.id}" in line.text
        assert not [ping for ping in person.pinged() if ping.channel_id == place.room.id]


async def test_my_hand_leads_to_the_cards_until_the_first_move(tmp_path: Path) -> None:
    """The channel says once where they are; the button shows them, with the link to the DM."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        ben.close_dms()
        table = await place.opened(pace="relaxed")
        line = await ben.wait_for(lambda seen: seen.pinged_me, place.room.id)
        assert "Your cards are in your DMs." in line.text
        assert UNDELIVERED in line.text
        assert line.id > table.id
        hand = await place.hand(ana)
        assert not line.controls
        there = await press(ana, table, "My hand")
        await there.settled()
        assert there.message is not None
        assert there.message.ephemeral
        assert f"channels/@me/{hand.channel_id}/{hand.id}" in there.message.text
        shown = await press(ben, table, "My hand")
        await shown.settled()
        assert shown.message is not None
        assert "channels/@me/" not in shown.message.text
        for each in (there.message, shown.message):
            assert "Your hand" in each.text
        turn, own = (ana, hand) if read(hand).mine else (ben, shown.message)
        for notation in read(own).wishes():
            await (await turn.slash(place.room.id, "move", action=notation)).settled()
        await ana.until(lambda: "Your cards are in" not in ana.message(line.id).text)
        assert UNDELIVERED in ana.message(line.id).text
        shown_there = there.message.id
        await ana.until(lambda: "channels/@me/" not in ana.message(shown_there).text)


async def test_closed_dms_bring_one_line_for_all_below_the_table(tmp_path: Path) -> None:
    """Who is told where the hand is needs no second mention; the line goes with the table."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        for person in place.people:
            person.close_dms()
        table = await place.opened(pace="relaxed")
        lines = {await undelivered(person, place) for person in place.people}
        assert len(lines) == 1
        assert min(lines) > table.id
        await confirmed(ana, place, "resign", "Resign")
        await place.table(ben, "Rematch")
        await ben.until(lambda: not {seen.id for seen in ben.messages(place.room.id)} & lines)
        for person in place.people:
            pinged = [ping.message_id for ping in person.pinged()]
            assert pinged == [*lines]


async def test_line_about_a_hand_goes_with_the_table(tmp_path: Path) -> None:
    """Nothing but the result stays in the channel, also if the game ends at once."""
    async with club(tmp_path, people=2, delay=SLOW) as place:
        ana, ben = place.people
        ben.close_dms()
        await place.opened()
        line = await undelivered(ben, place)
        await confirmed(ben, place, "resign", "Resign")
        await place.table(ana, "Rematch")
        await ana.until(lambda: line not in [seen.id for seen in ana.messages(place.room.id)])


async def undelivered(person: Person, place: Place) -> int:
    """Wait for the line that tells a person where the hand is."""
    seen = await person.wait_for(
        lambda seen: seen.pinged_me and UNDELIVERED in seen.text, place.room.id
    )
    return seen.id


async def ended(place: Place) -> MessageSeen:
    """Play with a house player, end the table, and return it."""
    [ana] = place.people
    await ana.slash(place.room.id, "play flinch", bots=1)
    await press(ana, await place.table(ana, "Start"), "Start")
    await place.table(ana, "My hand")
    await confirmed(ana, place, "end", "End table 1")
    return await place.table(ana, "Rematch")


async def next_table(place: Place, over: MessageSeen) -> MessageSeen:
    """Wait for the table of the rematch."""
    return await place.people[0].wait_for(
        lambda seen: seen.id > over.id and offers(seen, "My hand"),
        place.room.id,
        20,
    )


async def begun(place: Club, table: MessageSeen) -> MessageSeen:
    """Wait for the one message that publishes the newest game's commitment and links to it."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    query = "SELECT commitment FROM tables ORDER BY id DESC LIMIT 1"
    commitment = str(database.execute(query).fetchone()[0])
    database.close()
    [ana] = place.people

    def tells(seen: MessageSeen) -> bool:
        return seen.id != table.id and commitment in seen.text and f"/{table.id}" in seen.text

    told = await ana.wait_for(tells, place.room.id)
    assert "The game has started." in told.text
    assert "Fingerprint of the shuffle" in told.text
    texts = [seen.text for seen in ana.messages(place.room.id)]
    assert len([text for text in texts if commitment in text]) == 1
    assert not [text for text in texts if "has moved" in text]
    return told


async def confirmed(person: Person, place: Place, command: str, label: str) -> None:
    """Use a command that asks once, and confirm it."""
    answer = await (await person.slash(place.room.id, command)).settled()
    assert answer is not None
    await person.press(answer.id, answer.control(label).custom_id or "")
