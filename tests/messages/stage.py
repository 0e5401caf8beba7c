"""A table's view on a stage: its Discord is a list of requests, its time moves by hand."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import discord
from msgspec import structs

from bot.db.records import MessageRecord, Preferences, ServerSettings
from bot.discord_api.errors import Tasks
from bot.discord_api.rate_limit import Budget, Limiter, Priority
from bot.locale import Translator, translator
from bot.messages.dependencies import Dependencies
from bot.messages.registry import Registry
from bot.messages.table_view import TableView
from bot.tables.entries import Entry
from bot.tables.model import Changed, StoredEvent, Table
from bot.tables.notes import Ended, Restored
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, Text
from tests.messages.playing import GAME, NOW, RENDERER, dealt
from tests.messages.time import HandTime, settle

CHANNEL = 2
"""Where the table is; the direct channel of a person is `dm` of it."""


def dm(person: int) -> int:
    """Return a person's direct channel."""
    return 10_000 + person


class Refused(discord.HTTPException):
    """An error answer of Discord."""

    def __init__(self, status: int, code: int) -> None:
        Exception.__init__(self, f"{status} {code}")
        self.status, self.code, self.text = status, code, ""


class Clock:
    """The injected clock: the hour follows the hand."""

    def __init__(self) -> None:
        self._hand = HandTime()
        self.monotonic = self._hand.monotonic
        self.call_later = self._hand.call_later
        self.advance = self._hand.advance

    def now(self) -> datetime:
        """Return the hour."""
        return NOW + timedelta(seconds=self.monotonic() - 1000.0)


class Requests:
    """Discord's side: what stands where, and every request in order.

    Attributes:
        tag: of the database.
        log: each request as its name and what it was about.
        there: the messages that stand, with what they show.
        pinged: whom new messages have pinged, one after the other.
        gate: what is sent to one of the channels `gated` waits for it.
        refusals: errors for the next requests of a name; `always` those of every one.
        unheard: of how many of the next posts the answer is lost; `lost`: in which channels alone.
        unread: whether what was written is not shown to whoever asks for it.
    """

    def __init__(self) -> None:
        self.tag = "here"
        self.log: list[tuple[str, Any]] = []
        self.there: dict[int, tuple[int, Screen]] = {}
        self.pinged: list[int] = []
        self.refusals: dict[str, list[BaseException]] = {}
        self.always: dict[str, Callable[..., BaseException | None]] = {}
        self.gate: asyncio.Event | None = None
        self.gated: tuple[int, ...] = ()
        self.takes_files = True
        self.unheard = 0
        self.lost: tuple[int, ...] = ()
        self.unread = False
        self._nonces: dict[tuple[int, str], int] = {}
        self._next = 500

    async def _ask(self, name: str, about: Any) -> None:
        self.log.append((name, about))
        await asyncio.sleep(0)
        waiting = self.refusals.get(name)
        if waiting:
            raise waiting.pop(0)
        error = self.always[name](about) if name in self.always else None
        if error is not None:
            raise error

    def count(self, name: str) -> int:
        """Return how many requests of that name there were."""
        return sum(each == name for each, _ in self.log)

    async def send(
        self, channel: int, screen: Screen, priority: Priority, nonce: str | None = None
    ) -> int:
        """Post."""
        if self.gate is not None and channel in self.gated:
            await self.gate.wait()
        await self._ask("send", channel)
        if nonce is not None and (channel, nonce) in self._nonces:
            return self._nonces[channel, nonce]
        self._next += 1
        self.there[self._next] = (channel, screen)
        self.pinged += screen.mentions
        if nonce is not None:
            self._nonces[channel, nonce] = self._next
        if self.unheard > 0 and channel in (self.lost or (channel,)):
            self.unheard -= 1
            raise ConnectionError("the answer is lost")
        return self._next

    async def edit(self, channel: int, message: int, screen: Screen, *, anew: bool = False) -> None:
        """Edit."""
        await self._ask("edit", message)
        if screen.attachments and not self.takes_files:
            raise Refused(413, 40005)
        if message not in self.there:
            raise Refused(404, 10008)
        self.there[message] = (channel, screen)

    async def delete(self, channel: int, message: int) -> None:
        """Delete."""
        await self._ask("delete", message)
        self.there.pop(message, None)

    async def react(self, channel: int, message: int, emoji: str) -> None:
        """Set a reaction."""
        await self._ask("react", emoji)

    async def unreact(self, channel: int, message: int, emoji: str, person: int) -> None:
        """Take a reaction away."""
        await self._ask("unreact", (message, person))

    async def take_back(self, channel: int, message: int, emoji: str) -> None:
        """Take one's own reaction away."""
        await self._ask("take back", (message, emoji))

    async def clear_reactions(self, channel: int, message: int) -> None:
        """Take all reactions away."""
        await self._ask("clear", message)

    async def member(self, guild: int, person: int) -> None:
        """Find a member."""

    async def messages_from(self, channel: int, message: int, most: int, at: Priority) -> list[int]:
        """List messages."""
        await self._ask("look", message)
        if self.unread:
            return []
        return [
            each for each, (place, _) in self.there.items() if place == channel and each >= message
        ][:most]

    def text(self, message: int) -> str:
        """Return what a message says."""
        _, screen = self.there[message]
        return "\n".join(part.text for part in screen.parts if isinstance(part, Text))

    def at(self, channel: int) -> list[int]:
        """Return the messages of a channel, oldest first."""
        return [message for message, (where, _) in self.there.items() if where == channel]


class Ledger:
    """Keeps messages in memory, as the database would."""

    def __init__(self) -> None:
        self.records: dict[int, MessageRecord] = {}
        self.over: set[int] = set()
        """Tables that are over, as the database knows."""

    def keep(self, record: MessageRecord) -> None:
        """Write down."""
        self.records[record.message] = record

    def note(self, record: MessageRecord, *, moved: bool) -> None:
        """Write down what a message shows."""
        self.keep(record)

    def strike(self, record: MessageRecord) -> None:
        """Strike out."""
        self.records.pop(record.message, None)

    async def of(self, table: int) -> tuple[MessageRecord, ...]:
        """Return what is shown of a table."""
        found = (record for record in self.records.values() if record.table == table)
        return tuple(sorted(found, key=lambda each: (each.round, each.message)))

    async def of_tables(self, tables: Any) -> dict[int, tuple[MessageRecord, ...]]:
        """Return what is shown of some tables."""
        return {7: await self.of(7)} if self.records and not self.over else {}

    async def places(self) -> dict[int, int]:
        """Return the messages of what runs."""
        return {each.message: each.table for each in self.records.values()} if not self.over else {}

    async def owed(self) -> tuple[int, ...]:
        """Return tables whose end is not shown."""
        return tuple({each.table for each in self.records.values() if not each.final} & self.over)


class Stage:
    """One table on the stage.

    Attributes:
        told: what the view told the table.
        closed: people whose direct channel takes nothing.
        prefer: what people have set.
        language: what everybody reads.
        buttons_only: whether the server has set that.

    Args:
        ledger: what the process before has written down.
        wire: Discord as the process before has left it.
    """

    def __init__(self, ledger: Ledger | None = None, wire: Requests | None = None) -> None:
        self.clock = Clock()
        self.wire = wire or Requests()
        self.ledger = ledger or Ledger()
        self.told: list[Entry] = []
        self.closed: set[int] = set()
        self.language = "en"
        self.permissions = discord.Permissions.all()
        self.tables: dict[int, Table] = {}
        self.server_name = "Club"
        self.buttons_only = False
        self.prefer: dict[int, Preferences] = {}
        self.registry = Registry(self._dependencies())

    @property
    def view(self) -> TableView:
        """The view of the table."""
        found = self.registry.view(7)
        assert found is not None, "a table was opened"
        return found

    async def deal(
        self, change: Callable[[Table], Table] = lambda table: table, *beside: Table
    ) -> Changed:
        """Open a lobby, have it posted, and start its game; `beside` others of the channel."""
        await self.registry.restored()
        self.tables.update({table.id: table for table in beside})
        _, dealt_ = dealt()
        assert dealt_.before is not None
        lobby, table = change(dealt_.before), change(dealt_.after)
        await self.change(Changed(before=None, after=lobby))
        changed = Changed(before=lobby, after=table, events=dealt_.events)
        await self.change(changed)
        return changed

    async def back(self, table: Table, events: tuple[StoredEvent, ...]) -> None:
        """Have a game come back after a restart."""
        self.tables[table.id] = table
        notes = (Restored(0.0),)
        self.registry.changed(Changed(before=None, after=table, events=events, notes=notes))
        await self.registry.restored()
        await self.wait(0.5)

    async def change(self, changed: Changed) -> Table:
        """Have the table changed."""
        self.tables[changed.after.id] = changed.after
        self.registry.changed(changed)
        await self.wait(0.5)
        return changed.after

    async def over(self, table: Table) -> Table:
        """End the game."""
        after = structs.replace(table, status="ended", end_reason="voted", ended=NOW)
        return await self.change(Changed(before=table, after=after, notes=(Ended("voted"),)))

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.clock.advance(seconds)
        for _ in range(5):
            await settle()

    async def direct(self, person: int) -> int | None:
        """Return a person's direct channel; None where it cannot be opened."""
        return None if person in self.closed else dm(person)

    def _dependencies(self) -> Dependencies:
        stage = self

        class Tables:
            """What a view asks of the tables."""

            def submit(self, table: int, entry: Entry) -> "asyncio.Future[None]":
                """Tell the table."""
                stage.told.append(entry)
                done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                done.set_result(None)
                return done

            def game(self, table: Table) -> Any:
                """Return the rules."""
                return GAME

            def active(self) -> tuple[Table, ...]:
                """Return what is open."""
                return tuple(each for each in stage.tables.values() if each.active)

            async def lately_over(self, seconds: float) -> tuple[int, ...]:
                """Return what was over for a moment when the process before was killed."""
                return tuple(each.id for each in stage.tables.values() if not each.active)

            def get(self, table: int) -> Table | None:
                """Return a table."""
                return stage.tables.get(table)

            def remembered(self) -> tuple[Table, ...]:
                """Return what is in memory."""
                return tuple(stage.tables.values())

            def owns(self, guild: int | None) -> bool:
                """Say whose a server is: there is no other process."""
                return True

            def of_person(self, person: int) -> tuple[Table, ...]:
                """Return where somebody sits."""
                return tuple(each for each in self.active() if each.seat_of(person))

            def in_channel(self, channel: int) -> tuple[Table, ...]:
                """Return what is open in a channel or thread."""
                open_ = self.active()
                return tuple(each for each in open_ if channel in (each.channel, each.thread))

            async def load(self, table: int) -> Table | None:
                """Return any table."""
                return stage.tables.get(table)

            async def events(self, table: int) -> Any:
                """Return all events."""
                return dealt()[1].events

        class Direct:
            """Direct channels."""

            def prepare(self, person: int) -> None:
                """Open it."""

            async def channel(self, person: int) -> int | None:
                """Find it."""
                return await stage.direct(person)

        class Looks:
            """Everybody reads the language of the stage."""

            def guild(self, guild: int | None) -> Translator:
                """Return that."""
                return translator(stage.language)

            def person(self, person: int, table: Table | None = None) -> Translator:
                """Return that."""
                return translator(stage.language)

            def public(self, table: Table) -> Look:
                """Return cards as text."""
                return Look(t=translator(stage.language))

            def private(self, person: int, table: Table | None = None) -> Look:
                """Return cards as text."""
                return Look(t=translator(stage.language))

            def preferences(self, person: int) -> Preferences:
                """Return what somebody has set."""
                return stage.prefer.get(person, Preferences())

            def server(self, table: Table) -> str:
                """Return the server's name."""
                return stage.server_name

        class Servers:
            """Nothing is set."""

            def of(self, guild: int | None) -> ServerSettings:
                """Return the defaults."""
                return ServerSettings()

            def buttons_only(self, table: Table) -> bool:
                """Say whether reactions call and play nothing here."""
                return stage.buttons_only

        clock = self.clock
        parts: Mapping[str, Any] = {
            "tables": Tables(),
            "wire": self.wire,
            "limiter": Limiter(clock, Budget(channel_limit=1000, channel_spacing=0)),
            "clock": clock,
            "tasks": Tasks(),
            "looks": Looks(),
            "servers": Servers(),
            "renderers": {GAME.key: RENDERER},
            "direct": Direct(),
            "stored": self.ledger,
            "ledger": self.ledger,
            "permissions": lambda guild, channel: self.permissions,
        }
        return Dependencies(**parts)
