"""Tables come back one by one after a start: nobody waits for another's (`operating.md` section 2).

What is pressed at a table that is not there yet is acknowledged, brings it back before all others,
and has its effect, once, as soon as that table is there.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discord_api.interaction import ACKNOWLEDGED
from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import PATIENCE, Person
from bot.ui.elements import controls
from tests.end_to_end.flinch_player import DIGITS, read, turn_of
from tests.end_to_end.harness import Club, Place, club, press
from tests.end_to_end.test_gate import written


@dataclass
class Evening:
    """Two running games and a lobby, and a bot whose tables come back when it is let.

    Attributes:
        club: the server and the bot.
        held: the file that names what is kept back.
        first, second: where games of Flinch run, tables 1 and 2.
        lobby: where people sit down, table 3.
        board: the lobby's message.
    """

    club: Club
    held: Path
    first: Place
    second: Place
    lobby: Place
    board: MessageSeen

    async def back(self, held: str) -> None:
        """End the bot as a crash would and start it; return once it is connected."""
        await self.club.bot.kill()
        self.held.write_text(held, encoding="utf-8")
        await self.club.restart()

    def let(self) -> None:
        """Let everything come back."""
        self.held.write_text("", encoding="utf-8")

    def acts(self, table: int) -> list[str]:
        """Return the notation of what was done at a table since the deal, as stored."""
        query = 'SELECT DISTINCT ply, notation FROM events WHERE "table" = ? AND ply > 0'
        with closing(sqlite3.connect(self.club.bot.database)) as database:
            return [row[1] for row in database.execute(query, (table,))]

    def seated(self) -> list[str]:
        """Return who sits in the lobby, or has a seat kept there, as stored."""
        query = 'SELECT name FROM seats WHERE "table" = 3 ORDER BY "index"'
        with closing(sqlite3.connect(self.club.bot.database)) as database:
            return [row[0] for row in database.execute(query)]


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Three tables, and nobody at two of them."""
    held = tmp_path / "held"
    held.write_text("", encoding="utf-8")
    async with club(tmp_path, people=1, start=False) as place:
        place.bot.entry = ("tests.end_to_end.gated", str(held), str(tmp_path / "deals"))
        await place.bot.start()
        await place.ready()
        first, second = (place.visit(2, "1") for _ in range(2))
        lobby = place.visit(3, "1")
        for each in (first, second):
            await each.opened(pile="5")
            for person in each.people:
                await each.hand(person)
        await lobby.people[0].slash(lobby.room.id, "play flinch")
        board = await lobby.table(lobby.people[0], "Join")
        await written(place, board.id)
        yield Evening(place, held, first, second, lobby, board)


async def done(table: Place) -> tuple[Person, MessageSeen, str]:
    """Return whose turn it is, the hand, and a card that can be played from it."""
    person = await turn_of(table)
    hand = await table.hand(person)
    return person, hand, next(wish for wish in read(hand).wishes() if wish[0] == "H")


def control(seen: MessageSeen, act: str) -> str:
    """Return what is pressed for an act."""
    ids = [each.custom_id or "" for each in seen.controls]
    return next(each for each in ids if (found := controls.parse(each)) and found.act == act)


async def by_button(evening: Evening) -> Interaction:
    """Play a card by the button under the hand, by direct message."""
    person, hand, card = await done(evening.first)
    return await person.press(hand.id, control(hand, card))


async def by_command(evening: Evening) -> Interaction:
    """Play a card by the command."""
    person, _, card = await done(evening.first)
    return await person.slash(evening.first.room.id, "move", action=card)


async def by_command_elsewhere(evening: Evening) -> Interaction:
    """Play a card by the command, in direct messages."""
    person, hand, card = await done(evening.first)
    return await person.slash(hand.channel_id, "move", action=card)


async def by_name(evening: Evening) -> Interaction:
    """Play a card by the command, at a table named by its number."""
    person, _, card = await done(evening.first)
    return await person.slash(evening.club.room.id, "move", action=card, table="1")


@pytest.mark.parametrize("way", [by_button, by_command, by_command_elsewhere, by_name])
async def test_card_played_at_a_table_that_is_not_back_is_played_once_it_is(
    evening: Evening, way: Callable[[Evening], Awaitable[Interaction]]
) -> None:
    """It is acknowledged meanwhile, and people at another table play on."""
    await evening.back("all 1")
    played = await way(evening)
    assert not played.failed
    assert evening.acts(1) == []

    person, _, card = await done(evening.second)
    await (await person.slash(evening.second.room.id, "move", action=card)).settled()
    assert evening.acts(2) == [card]
    assert evening.acts(1) == []

    evening.let()
    mover, hand, mine = await done(evening.first)
    await mover.until(lambda: read(mover.message(hand.id)).hand != read(hand).hand)
    await played.settled()
    assert evening.acts(1) == [mine]


async def test_reactions_below_what_is_not_back_count_once_it_is(evening: Evening) -> None:
    """A card by the hand's digit, and a seat in the lobby."""
    person, hand, card = await done(evening.first)
    digit = DIGITS[read(hand).hand.index(int(card[1:]))]
    await person.until(lambda: person.message(hand.id).reaction(digit) is not None)
    guest = evening.lobby.people[1]
    await guest.until(lambda: guest.message(evening.board.id).reaction("🪑") is not None)
    await evening.back("all 1 3")
    await person.react(hand.id, digit)
    await guest.react(evening.board.id, "🪑")
    await evening.second.people[0].slash(evening.second.room.id, "hand")
    assert (evening.acts(1), evening.seated()) == ([], ["Ana"])
    evening.let()
    await person.until(lambda: read(person.message(hand.id)).hand != read(hand).hand)
    await guest.until(lambda: "Ben" in guest.message(evening.board.id).text)
    assert (evening.acts(1), evening.seated()) == ([card], ["Ana", "Ben"])


async def test_presses_at_one_table_keep_their_order(evening: Evening) -> None:
    """Somebody sits down and stands up again; a guest is chosen from a select, and comes."""
    host, ben, carla = evening.lobby.people
    board, join, leave = (
        evening.board,
        *(control(evening.board, act) for act in (controls.JOIN, controls.LEAVE)),
    )
    await evening.back("all 3")
    for press_ in (
        ben.press(board.id, join),
        ben.press(board.id, leave),
        host.select(board.id, control(board, controls.INVITE), [str(carla.id)]),
        carla.press(board.id, join),
    ):
        assert (await press_).kind == ACKNOWLEDGED
    assert evening.seated() == ["Ana"]
    evening.let()
    await host.until(lambda: "🪑 Carla" in host.message(board.id).text)
    assert evening.seated() == ["Ana", "Carla"]


async def test_what_cannot_wait_is_answered_in_time(evening: Evening) -> None:
    """What is offered while somebody types comes empty; a form of no table opens, and is taken."""
    owner, (ana, _) = evening.club.people[0], evening.first.people
    screen = await (await owner.slash(evening.club.room.id, "settings")).settled()
    assert screen is not None
    await owner.select(screen.id, control(screen, "server-page"), ["3"])
    await evening.back("all 1 2 3")
    offered = asyncio.ensure_future(ana.autocomplete(evening.first.room.id, "move", "action", ""))
    opened: Any = await press(owner, owner.message(screen.id), "Save as preset")
    await owner.submit(opened, name="Long night")
    await owner.until(lambda: "Delete this preset" in str(owner.message(screen.id).controls))
    assert await offered == []
    evening.let()
    assert await ana.autocomplete(evening.first.room.id, "move", "action", "") != []


async def test_bounds_count_what_is_not_back(evening: Evening) -> None:
    """**Open a table** waits for the tables of its channel and of who presses, as `/play` does."""
    host, room = evening.lobby.people[0], evening.lobby.room
    offer = await (await host.slash(room.id, "flip")).settled()
    assert offer is not None
    await evening.back("all 3")
    pressed = await press(host, offer, "Open a table")
    evening.let()
    answer = await pressed.settled()
    assert answer is not None
    assert "You already have a lobby open, table 3." in answer.text


async def test_channel_that_goes_meanwhile_ends_its_game(evening: Evening) -> None:
    """What the gateway tells of places waits until all tables are there, and then counts."""
    await evening.back("all 1")
    evening.club.world.faults.delete_channel(evening.first.room.id)
    person, _, card = await done(evening.second)
    await (await person.slash(evening.second.room.id, "move", action=card)).settled()
    evening.let()
    with closing(sqlite3.connect(evening.club.bot.database)) as database:
        async with asyncio.timeout(PATIENCE):
            while database.execute("SELECT status FROM tables WHERE id = 1").fetchone() != (  # noqa: ASYNC110 - the database tells nobody
                "ended",
            ):
                await asyncio.sleep(0.05)
    assert evening.acts(2) == [card]
