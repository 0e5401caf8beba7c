"""What goes wrong, at random from the seed: requests, the gateway, places, the process itself."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from bot.sandbox.model.objects import Channel
from bot.sandbox.model.record import EventRecord
from bot.sandbox.testing.faults import EventFault
from tests.chaos.ledger import Ledger
from tests.chaos.twins import Twins
from tests.end_to_end.harness import Club

BETWEEN = (0.5, 3.5)
"""Seconds between two troubles."""
BACK = 12.0
"""Seconds after which a gateway that was cut is taken to be back."""
KILLS = (0.3, 4.0)
"""The same where nothing but kills is brought."""
STARTS = 6
"""How long a process may take to get ready, in times of the harness' patience."""
FAREWELL = 9.5
"""Seconds after which a process that is told to stop hangs; the bot itself means to need five."""
DENIED = 1 << 11
"""Send Messages."""

EDIT, POST = r"/channels/\d+/messages/\d+$", r"/channels/\d+/messages$"
CALLBACK, TOKEN, REACTION = "/callback", "/webhooks/", "/reactions/"

ANSWERS: tuple[tuple[str, str | None, int, int, bool], ...] = (
    *((EDIT, "PATCH", status, 0, after) for status in (500, 502, 503) for after in (True, False)),
    (EDIT, "PATCH", 404, 10008, False),
    (EDIT, "PATCH", 400, 50083, False),
    (POST, "POST", 500, 0, True),
    (POST, "POST", 503, 0, False),
    (POST, "POST", 403, 50007, False),
    (POST, "POST", 403, 50278, False),
    (POST, "POST", 403, 50013, False),
    (CALLBACK, None, 404, 10062, False),
    (CALLBACK, None, 400, 40060, True),
    (CALLBACK, None, 500, 0, False),
    (TOKEN, "PATCH", 401, 50027, False),
    (TOKEN, "PATCH", 404, 10015, False),
    (TOKEN, "PATCH", 503, 0, True),
    (REACTION, "PUT", 400, 30010, False),
    (REACTION, "PUT", 403, 90001, False),
    (REACTION, "PUT", 403, 50013, False),
    (REACTION, "PUT", 400, 10014, False),
    ("/users/@me/channels", None, 403, 40003, False),
)
"""Route, method, status, code, whether after the effect."""
ENDS = ((400, 50035), (413, 40005), (403, 50013), (500, 0))
"""Status and code by which the edit that ends a game is refused."""
UNREADABLE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("INTERACTION_CREATE", ("attachment_size_limit",)),
    ("INTERACTION_CREATE", ("token",)),
    ("MESSAGE_REACTION_ADD", ("type",)),
    ("MESSAGE_REACTION_ADD", ("emoji",)),
    ("MESSAGE_REACTION_REMOVE", ("message_id",)),
)
"""Events without what the library or the bot reads of them."""
STANDS = (0.5, 5.0)
"""Seconds for which the process stands still: less and more than Discord waits for an answer."""
STEP = (1.0, 6.0)
"""Seconds by which the stamps of Discord jump ahead."""


class Troubles:
    """Brings trouble to a club, and remembers when nobody could be heard.

    Attributes:
        deaf: stretches of time (Unix seconds) in which the bot was not there to hear a press.
        up: set while the bot's process listens.
        done: what was brought, with the time.
        wrong: what the process did that it should not.
        over: set to have the trouble in hand be the last one.
        twins: compared with the tables after every restart.
        stood: stretches of time in which the process stood still.
        shifts: when Discord's stamps jumped ahead, and by how many seconds.
        unreadable: what was delivered in a form that cannot be read.
    """

    def __init__(
        self,
        club: Club,
        ledger: Ledger,
        rooms: list[Channel],
        chance: Random,
        *,
        kills_only: bool = False,
    ) -> None:
        self._club = club
        self._ledger = ledger
        self._rooms = rooms
        self._chance = chance
        self._kills_only = kills_only
        self.twins = Twins(ledger)
        self.deaf: list[tuple[float, float]] = []
        self.up = asyncio.Event()
        self.up.set()
        self.done: list[str] = []
        self.wrong: list[str] = []
        self.over = False
        self.stood: list[tuple[float, float]] = []
        self.shifts: list[tuple[float, float]] = []
        self.unreadable: list[EventFault] = []

    async def go_on(self) -> None:
        """Bring one trouble after the other until it is over; none is left half done."""
        kinds = self._kinds()
        weights = [weight for weight, _ in kinds]
        while not self.over:
            await asyncio.sleep(self._chance.uniform(*(KILLS if self._kills_only else BETWEEN)))
            _, bring = self._chance.choices(kinds, weights)[0]
            self.done.append(f"{self._now():.3f} {bring.__name__}")
            await bring()

    def _kinds(self) -> list[tuple[int, Callable[[], Awaitable[None]]]]:
        """Return what can be brought, and how often beside the others."""
        if self._kills_only:
            return [(1, self.kill)]
        return [
            (6, self.refuse),
            (2, self.cut_off),
            (1, self.storm),
            (3, self.kill),
            (1, self.stop),
            (2, self.drop_gateway),
            (1, self.reconnect),
            (1, self.invalidate),
            (1, self.delete),
            (1, self.forbid),
            (1, self.outage),
            (1, self.lock),
            (1, self.refuse_end),
            (1, self.garble),
            (2, self.malform),
            (1, self.repeat),
            (1, self.stand_still),
            (1, self.step_clock),
        ]

    def settle(self) -> None:
        """Take back what lasts, so that what is left can be finished."""
        self._club.world.faults.clear()

    # Requests

    async def refuse(self) -> None:
        """Discord answers some requests with an error."""
        pattern, method, status, code, after = self._chance.choice(ANSWERS)
        times = self._chance.randint(1, 3)
        self._club.world.faults.answer(
            pattern, status, code, method=method, times=times, after_effect=after
        )

    async def cut_off(self) -> None:
        """Connections are lost before or after the effect, at once or after a while."""
        faults, after = self._club.world.faults, self._chance.random() < 0.5
        pattern = self._chance.choice((EDIT, POST, CALLBACK, TOKEN, REACTION))
        if self._chance.random() < 0.5:
            faults.drop(pattern, times=2, after_effect=after)
        else:
            faults.hang(pattern, self._chance.uniform(0.2, 1.5), after_effect=after)

    async def storm(self) -> None:
        """Discord says 429 to everything for a moment, or to edits of what is old."""
        faults, times = self._club.world.faults, self._chance.randint(3, 10)
        faults.rate_limit("/channels/", 0.1, times=times)
        faults.rate_limit(EDIT, 0.3, method="PATCH", code=30046)

    async def refuse_end(self) -> None:
        """Discord refuses the edits that end a game."""
        status, code = self._chance.choice(ENDS)
        times = self._chance.randint(1, 3)
        self._club.world.faults.answer(EDIT, status, code, method="PATCH", when=_ends, times=times)

    async def garble(self) -> None:
        """Answers come that cannot be read, with or without the effect."""
        pattern = self._chance.choice((EDIT, POST, CALLBACK, TOKEN, REACTION))
        after = self._chance.random() < 0.5
        self._club.world.faults.garble(pattern, times=2, after_effect=after)

    # Events

    async def malform(self) -> None:
        """An event comes in a form that cannot be read."""
        event, without = self._chance.choice(UNREADABLE)
        self.unreadable.append(self._club.world.faults.malform(event, without=without))

    async def repeat(self) -> None:
        """Presses and reactions are delivered twice."""
        events = ("INTERACTION_CREATE", "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE")
        self._club.world.faults.repeat(self._chance.choice(events), self._chance.randint(1, 4))

    async def step_clock(self) -> None:
        """Discord's stamps jump ahead, as for a bot whose machine has slept."""
        seconds = self._chance.uniform(*STEP)
        self.shifts.append((self._now(), seconds))
        self._club.world.faults.shift_stamps(seconds)

    # The process and its connection

    async def stand_still(self) -> None:
        """The process does nothing for a while, and does not know."""
        since, process = self._now(), self._club.bot.pid
        os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(*STANDS))
        os.kill(process, signal.SIGCONT)
        self.stood.append((since, self._now()))
        self.deaf.append((since, self._now()))

    async def kill(self) -> None:
        """The process is killed at whatever it is doing."""
        since = self._now()
        self.up.clear()
        await self._club.bot.kill()
        await asyncio.sleep(self._chance.uniform(0.0, 0.3))
        await self._restart(since)

    async def stop(self) -> None:
        """The process is told to stop."""
        since = self._now()
        self.up.clear()
        loop, process = asyncio.get_running_loop(), self._club.bot.pid
        late = loop.call_later(FAREWELL, self._ask_why, "stopping", process)
        with contextlib.suppress(TimeoutError):
            await self._club.bot.stop()
        late.cancel()
        await self._restart(since)

    def _ask_why(self, what: str, process: int) -> None:
        """Have the log say what a process waits for that takes too long."""
        self.wrong.append(f"{what} took too long")
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGUSR1)

    async def _restart(self, since: float) -> None:
        """Start the process and wait until it is ready; compare the tables with their twins.

        Then there is peace for a moment, the longer the slower the machine is.
        """
        self._club.world.record.events.clear()
        await self._club.bot.start()
        for _ in range(STARTS):
            try:
                await self._club.ready()
                break
            except TimeoutError:
                continue
            except AssertionError:
                self.wrong.append("the process ended by itself")
                await self._club.bot.kill()
                await self._club.bot.start()
        else:
            self._ask_why("starting", self._club.bot.pid)
        self.twins.compare()
        self.up.set()
        self.deaf.append((since, self._now()))
        await asyncio.sleep((self._now() - since) / 2)

    async def drop_gateway(self) -> None:
        """The websocket breaks; the library resumes."""
        await self._without_gateway(lambda: self._club.world.faults.drop_gateway())

    async def reconnect(self) -> None:
        """Discord asks for a new connection."""
        await self._without_gateway(lambda: self._club.world.faults.ask_reconnect())

    async def invalidate(self) -> None:
        """The session is gone, and what happened meanwhile with it."""
        await self._without_gateway(lambda: self._club.world.faults.invalidate())

    async def _without_gateway(self, cut: Callable[[], None]) -> None:
        since, events = self._now(), self._club.world.record.events
        before = len(events)
        cut()
        while not _back(list(events)[before:]) and self._now() - since < BACK:  # noqa: ASYNC110 - told by nobody
            await asyncio.sleep(0.05)
        self.deaf.append((since, self._now()))

    # Places

    async def delete(self) -> None:
        """A moderator deletes a table's message."""
        messages = [each.message for each in self._ledger.sittings.values() if not each.over]
        there = [one for one in messages if one in self._club.world.messages]
        if there:
            self._club.world.faults.delete_message(self._chance.choice(there) or 0)

    async def forbid(self) -> None:
        """The bot may not send in a room for a while."""
        world = self._club.world
        room, bot = self._chance.choice(self._rooms), next(iter(world.bots.values()))
        world.faults.deny(room, bot, DENIED)
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        world.faults.deny(room, bot, 0)

    async def outage(self) -> None:
        """The server is unavailable for a moment."""
        since, faults = self._now(), self._club.world.faults
        faults.make_unavailable(self._club.guild)
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        faults.make_available(self._club.guild)
        self.deaf.append((since, self._now()))

    async def lock(self) -> None:
        """Another process holds the database's write lock."""
        with sqlite3.connect(self._club.bot.database, timeout=2.0, isolation_level=None) as file:
            try:
                file.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(self._chance.uniform(0.2, 1.0))
                file.execute("ROLLBACK")
            except sqlite3.OperationalError:
                pass
        file.close()

    def _now(self) -> float:
        return self._club.world.clock.now()


def _ends(body: Any) -> bool:
    """Say whether an edit shows the end of a game."""
    return ":rematch" in json.dumps(body)


def _back(events: list[EventRecord]) -> bool:
    return any(event.name in ("READY", "RESUMED") for event in events)
