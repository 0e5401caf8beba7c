"""A thousand running tables on the sandbox, and a bot that was killed and comes back.

One game is played on by the bot; its rows are put into the database, and its messages into as many
channels of the sandbox, with other people. Then the bot is started, by its own settings and within
Discord's limits, and somebody presses as soon as the gateway knows it.
"""

import asyncio
import json
import re
import sqlite3
import tempfile
import time
from copy import copy
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from bot.sandbox.model.objects import Channel, Message, Reaction
from bot.sandbox.people.person import Person
from tests.bench.figure import Figure
from tests.bench.ground import Ground, ground
from tests.bench.live import REAL
from tests.end_to_end.flinch_player import read, turn_of

QUIET = 3.0
"""Seconds without a request after which everything is right."""
TOUCHED = 20
"""Tables at which somebody asks for the hand while all are brought up to date."""
KEYS = {"tables": "id", "seats": "table", "events": "table", "messages": "table"}
"""Tables of the database, and where in them a table's number stands."""
SHOWN = re.compile(r"k2:[a-z0-9]+:(\d+):\d+:(\d+):")
TABLES = 1_000
SLOW = REAL | {"READY_TIMEOUT": "2", "TURN_NOTICE": "86400", "PACE_LIVE": "86400"}
"""The bot's own settings, with turns that last for the whole of it: nobody plays."""


class Seen(Struct, frozen=True, kw_only=True):
    """What a start was like.

    Attributes:
        answered: seconds from the start of the process to the first answer to a press.
        cpu: seconds of CPU it had used by then.
        vain: presses before that one, each of which waited for three seconds.
        requests: that count towards the bot's 50 a second, a table.
        right: seconds from the start until nothing was left to ask for.
        touched: of each table that was touched, seconds until its board was edited.
        refused: requests Discord refused for their rate.
    """

    answered: float
    cpu: float
    vain: int
    requests: float
    right: float
    touched: tuple[float, ...]
    refused: int


@dataclass
class Copied:
    """A table that was copied: its number, channel, people and board."""

    number: int
    channel: Channel
    people: list[Person]
    board: Message


class Copies:
    """Puts one table with all that belongs to it into the world and the database again.

    Args:
        place: where its people and messages are.
        database: where its rows are, under number 1.
    """

    def __init__(self, place: Ground, database: sqlite3.Connection) -> None:
        self._place = place
        self._database = database
        self._world = place.world

    def make(self, tables: int) -> list[Copied]:
        """Return so many copies."""
        [room] = self._place.rooms
        bot = next(iter(self._world.bots.values()))
        assert room.room.guild is not None, "a room of a server"
        made = []
        for number in range(2, tables + 2):
            people = [
                self._world.add_user(f"{each.user.name} {number}", guild=room.room.guild)
                for each in room.people
            ]
            channel = self._world.add_channel(room.room.guild, f"copy-{number}")
            ids = {room.room.id: channel.id}
            self._messages(room.room, channel, ids)
            for old, new in zip(room.people, people, strict=True):
                before = self._world.dm_between(bot, old.user)
                there = self._world.dm_between(bot, new.user)
                ids |= {old.id: new.id, before.id: there.id}
                self._messages(before, there, ids)
            self._rows(number, ids)
            board = self._world.messages[ids[self._place.tables[room.room.id]]]
            made.append(Copied(number, channel, people, board))
        self._database.commit()
        return made

    def _messages(self, old: Channel, new: Channel, ids: dict[int, int]) -> None:
        for message in old.messages.values():
            again: Message = copy(message)
            again.id = ids[message.id] = self._world.ids.past()
            again.channel = new
            again.reactions = {
                key: Reaction(each.emoji, {ids.get(who, who): at for who, at in each.users.items()})
                for key, each in message.reactions.items()
            }
            new.messages[again.id] = self._world.messages[again.id] = again
            new.last_message_id = again.id

    def _rows(self, number: int, ids: dict[int, int]) -> None:
        """Copy the rows of table 1, each id of Discord's by its copy's."""
        for name, key in KEYS.items():
            cursor = self._database.execute(f'SELECT * FROM {name} WHERE "{key}" = 1')
            columns = [each[0] for each in cursor.description]
            changed = {key: number, "opening": None}
            rows = [
                [changed.get(column, ids.get(value, value)) for column, value in row]
                for row in (tuple(zip(columns, row, strict=True)) for row in cursor.fetchall())
            ]
            names = ", ".join(f'"{column}"' for column in columns)
            holes = ", ".join("?" * len(columns))
            self._database.executemany(f"INSERT INTO {name} ({names}) VALUES ({holes})", rows)


async def settled(place: Ground) -> None:
    """Return once the bot asks for nothing more."""
    count = -1
    while count < len(place.world.record.requests):
        count = len(place.world.record.requests)
        await asyncio.sleep(QUIET)


def shows(table: Copied, ply: int) -> bool:
    """Say whether a table's board shows this ply or a later one."""
    found = SHOWN.findall(json.dumps(table.board.components))
    return any(int(number) == table.number and int(shown) >= ply for number, shown in found)


async def start(folder: Path, tables: int) -> Seen:
    """Return what a start with so many running tables is like."""
    async with ground(folder, 1, settings=SLOW, delay=(0.02, 0.08)) as place:
        await place.open("flinch", place.rooms, "My hand")
        turn = place.rooms[0].people.index(await turn_of(place.rooms[0]))
        hand = await place.rooms[0].hand(place.rooms[0].people[turn])
        move = next(wish for wish in read(hand).wishes() if wish[0] in "HFL")
        await settled(place)
        await place.process.kill()
        with sqlite3.connect(place.process.database) as database:
            copies = Copies(place, database).make(tables)
        place.world.record.events.clear()
        since, begun = len(place.world.record.requests), time.monotonic()
        await place.process.start()
        await place.until(lambda: any(e.name == "READY" for e in place.world.record.events))
        first = copies[tables // 2]
        vain = -1
        failed = True
        while failed:
            asked = await first.people[turn].slash(first.channel.id, "hand")
            await asked.answered()
            failed, vain = asked.failed, vain + 1
        answered, cpu = time.monotonic() - begun, place.cpu
        some = copies[:: max(1, tables // TOUCHED)]
        touched = await asyncio.gather(*(_touched(each, turn, move) for each in some))
        await settled(place)
        counted = [
            each
            for each in list(place.world.record.requests)[since:]
            if each.bot_id is not None and "/interactions/" not in each.route
        ]
        return Seen(
            answered=answered,
            cpu=cpu,
            vain=vain,
            requests=len(counted) / tables,
            right=max(each.arrived for each in counted) - min(each.arrived for each in counted),
            touched=tuple(touched),
            refused=sum(each.status == 429 for each in counted),
        )


async def _touched(table: Copied, turn: int, move: str) -> float:
    """Play a card at a table; return the seconds until its board shows it."""
    person, begun = table.people[turn], time.monotonic()
    await person.slash(table.channel.id, "move", action=move)
    await person.until(lambda: shows(table, 1), 120, of=table.board.id)
    return time.monotonic() - begun


def figures() -> list[Figure]:
    """Return the figures of one start: thousands of requests, one round is enough."""
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(start(Path(folder), TABLES))
    what = f"a start with {TABLES:,} running tables"
    return [
        Figure(what=f"{what}: answering", unit="s", rounds=(seen.answered,), must=5),
        Figure(what="… CPU by then", unit="s", rounds=(seen.cpu,), must=5),
        Figure(what="… presses in vain", rounds=(float(seen.vain),), must=0),
        Figure(what="… requests a table", rounds=(seen.requests,), must=34 / 3),
        Figure(what="… everything right", unit="s", rounds=(seen.right,), must=240),
        Figure(
            what="… a table that is touched meanwhile, the slowest",
            unit="s",
            rounds=(max(seen.touched),),
            must=60,
        ),
        Figure(what="… requests refused (429)", rounds=(float(seen.refused),), must=0),
    ]
