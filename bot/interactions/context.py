"""Who asks for something, how and when: made in one place, by `bot.interactions.gate`."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import discord
from discord import app_commands
from msgspec import Struct

from bot.db.errors import Conflict, Damaged, Replaced, StorageError
from bot.discord_api.errors import report
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.discord_api.place_names import PlaceNames
from bot.discord_api.users import People
from bot.interactions.forwarding import Forwarding, HandedOn
from bot.interactions.stamps import Stamps
from bot.locale import Translator
from bot.messages.dependencies import Dependencies
from bot.messages.registry import Registry
from bot.tables.entries import Here, PersonEntry
from bot.tables.model import Route, Table
from bot.tables.replies import TableReason
from bot.ui.elements import refusals
from bot.ui.elements.screen import Screen, plain
from engine.errors import Reason

log = logging.getLogger(__name__)

PATIENCE = 0.8
"""Seconds after which a press is acknowledged though its answer is not there yet."""
OFFERED = 2.0
"""Seconds after which an autocomplete offers what is there: its answer cannot come later."""
KEY = "context"
"""Where the context of a command stands in its `extras`, from which the library runs it.

That of a press does not: the two would hold each other long after they are answered.
"""

E = TypeVar("E", bound=PersonEntry)


class Origin(Struct, frozen=True, kw_only=True):
    """Who pressed, how, and when (see `bot.tables.entries.Press`).

    `name` is the person's as shown where it was pressed.
    """

    person: int
    name: str
    route: Route
    stamp: float
    arrived: float
    key: str
    well_timed: bool = True

    def entry(self, kind: Callable[..., E], **fields: Any) -> E:
        """Return an entry of this press."""
        return kind(
            person=self.person,
            route=self.route,
            stamp=self.stamp,
            arrived=self.arrived,
            key=self.key,
            well_timed=self.well_timed,
            **fields,
        )


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts the listeners and commands use.

    `forwarding` hands on what concerns tables of other processes, `names` knows what the places of
    those are called; None: there are none.
    """

    kit: Dependencies
    registry: Registry
    people: People
    stamps: Stamps
    forwarding: Forwarding | None = None
    names: PlaceNames | None = None

    def heard(self, table: Table, origin: Origin) -> None:
        """Tell a table that somebody who is missed has pressed what does nothing there."""
        if table.misses(origin.person):
            self.kit.tables.submit(table.id, origin.entry(Here))


class Told(app_commands.AppCommandError):
    """Ends a command by what its maker is told: there is nothing more to do."""

    def __init__(self, screen: Screen) -> None:
        super().__init__("told")
        self.screen = screen


class Context:
    """An interaction that has passed the gate, and its one answer.

    Attributes:
        desk: the parts.
        press: the interaction with its answer.
    """

    def __init__(self, desk: Desk, press: Incoming) -> None:
        self.desk = desk
        self.press = press
        press.excuse = partial(_excuse, desk)

    @property
    def interaction(self) -> AnyInteraction:
        """The library's object."""
        return self.press.interaction

    @property
    def pressed(self) -> bool:
        """Whether it is a press on a message, or a form such a press has opened."""
        return self.interaction.message is not None

    @property
    def person(self) -> int:
        """Who asks."""
        return self.interaction.user.id

    @property
    def name(self) -> str:
        """The person's name as shown where it was asked."""
        return name(self.interaction.user)

    @property
    def guild(self) -> int | None:
        """The server, None in a direct message."""
        return self.interaction.guild_id

    @property
    def channel(self) -> int:
        """The channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def t(self) -> Translator:
        """The person's language."""
        return _translator(self.desk, self.interaction)

    def beside(self, table: Table) -> Translator:
        """Return the person's language; the buttons it names are those of this table's server."""
        return self.t.beside(self.desk.kit.looks.guild(table.guild))

    @property
    def private(self) -> bool:
        """Whether the pressed message is one person's: by DM or ephemeral."""
        message = self.interaction.message
        return self.guild is None or (message is not None and message.flags.ephemeral)

    @property
    def origin(self) -> Origin:
        """Where it came from, for the entry it becomes."""
        command = self.interaction.type is discord.InteractionType.application_command
        return Origin(
            person=self.person,
            name=self.name,
            route="command" if command else "button",
            stamp=self.press.stamp,
            arrived=self.press.arrived,
            key=f"i{self.interaction.id}",
        )

    async def say(self, screen: Screen, *, to_all: bool = False) -> bool:
        """Show a message to this person alone, or to all."""
        return await self.press.say(screen, to_all=to_all)

    async def tell(self, sentence: str) -> bool:
        """Show a sentence to this person alone."""
        return await self.press.say(plain(sentence))

    async def unknown(self) -> None:
        """Say that what was pressed belongs to nothing."""
        await self.tell(refusals.unknown(self.t))

    async def refuse(
        self, reason: Reason | TableReason, details: Mapping[str, object] | None = None
    ) -> None:
        """Say why not."""
        await self.tell(self.reason(reason, details))

    def reason(
        self, reason: Reason | TableReason, details: Mapping[str, object] | None = None
    ) -> str:
        """Return why not, in words."""
        return refusals.sentence(reason, details or {}, self.t)

    def told(self, sentence: str) -> Told:
        """Return what ends a command by this sentence."""
        return Told(plain(sentence))

    def refused(self, reason: Reason | TableReason) -> Told:
        """Return what ends a command by why not."""
        return self.told(self.reason(reason))

    def patient(self, acknowledge: Callable[[], Coroutine[Any, Any, Any]] | None = None) -> None:
        """Acknowledge by itself what is answered later than Discord should wait.

        Args:
            acknowledge: how; else by "thinking" for a command, by nothing for a press.
        """
        press, clock = self.press, self.desk.kit.clock
        if press.answered:
            return
        how = acknowledge or (press.acknowledge if self.pressed else press.think)

        async def acknowledged() -> None:
            await how()

        def overdue() -> None:
            press.timer = None
            if not press.answered:
                self.desk.kit.tasks.start(acknowledged(), "acknowledging")

        waited = clock.monotonic() - press.arrived
        press.timer = clock.call_later(max(PATIENCE - waited, 0.0), overdue)

    async def come_back(
        self, acknowledge: Callable[[], Coroutine[Any, Any, Any]] | None = None
    ) -> None:
        """Return once the tables that may be meant are there: after a start they come back first.

        Those of this channel, and of who asks. Autocomplete waits for as long as it may.

        `acknowledge`: as for `patient`.
        """
        here = self.interaction.channel
        parent = here.parent_id if isinstance(here, discord.Thread) else None
        back = self.desk.registry.returning.back(
            channels=(self.interaction.channel_id, parent), person=self.person
        )
        if self.interaction.type is not discord.InteractionType.autocomplete:
            self.patient(acknowledge)
            await back
            return
        waited = self.desk.kit.clock.monotonic() - self.press.arrived
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OFFERED - waited):
                await back

    async def elsewhere(self) -> tuple[Table, ...]:
        """Return the person's tables of other processes, only read.

        Raises:
            StorageError: the database cannot be read now.
        """
        return await self.desk.kit.tables.elsewhere(self.person)

    def handed_on(self, *tables: Table, waiting: bool = True) -> HandedOn:
        """Hand a command on to the owners of tables; return what ends it here.

        `waiting`: whether theirs is its first answer, and fills what says that the bot "thinks".
        """
        assert self.desk.forwarding is not None, "there are tables of others"
        for table in tables:
            self.desk.forwarding.command(self, table, waiting=waiting)
        return HandedOn()

    def settled(self) -> None:
        """Learn that everything is done and answered."""
        letter = self.press.letter
        if letter is not None and self.desk.forwarding is not None:
            self.desk.forwarding.answered(letter)

    def run(self, work: Coroutine[Any, Any, None], what: str) -> None:
        """Do the rest in the background; an unexpected error is told by its number."""
        self.desk.kit.tasks.start(self._guarded(work, what), what)

    async def failed(self, what: str, error: BaseException) -> None:
        """Log what went wrong, and say it."""
        await self.tell(self.excused(what, error))

    def excused(self, what: str, error: BaseException) -> str:
        """Log what went wrong; return what to say of it.

        To try again later, where the database cannot be read for the moment; of an unexpected
        error its number.
        """
        away = _away(error)
        if away is None:
            return refusals.unexpected(report(what, error), self.t)
        log.warning("%s: the database cannot be read: %s", what, away)
        return refusals.away(self.t)

    async def _guarded(self, work: Coroutine[Any, Any, None], what: str) -> None:
        try:
            await work
        except Told as told:
            await self.say(told.screen)
        except HandedOn:
            pass
        except Exception as error:
            await self.failed(what, error)
        finally:
            self.settled()


def _away(error: BaseException) -> StorageError | None:
    """Return why the database cannot be read for the moment; None: it is something else.

    The library's own errors have it as their cause.
    """
    cause = error.__cause__ if isinstance(error, app_commands.AppCommandError) else error
    lasting = isinstance(cause, Conflict | Damaged | Replaced)
    return cause if isinstance(cause, StorageError) and not lasting else None


def _translator(desk: Desk, interaction: AnyInteraction) -> Translator:
    """Return the language of whoever made this: the one chosen, else that of the client.

    By direct message, the buttons it names are those of the server of one's tables.
    """
    person, guild = interaction.user.id, interaction.guild_id
    chosen = desk.people.preferences(person).language
    own = desk.kit.tables.of_person(person) if guild is None else ()
    if own:
        guild = own[-1].guild
    looks = desk.kit.looks
    t = looks.translator(chosen or interaction.locale.value)
    if interaction.type is discord.InteractionType.autocomplete:
        t = t.plain
    return t if guild is None else t.beside(looks.guild(guild))


def _excuse(desk: Desk, interaction: AnyInteraction, number: str) -> Screen:
    """Return what says that an answer was lost, by the number of the error."""
    return plain(refusals.unexpected(number, _translator(desk, interaction)))


def context_of(interaction: AnyInteraction) -> Context:
    """Return the context the gate has given an interaction."""
    found = interaction.extras[KEY]
    assert isinstance(found, Context)
    return found


def name(user: discord.User | discord.Member) -> str:
    """Return the name shown where the person pressed."""
    return user.display_name


def own_name(user: discord.User | discord.Member) -> str:
    """Return the name a person goes by everywhere; a server's nickname stays in that server."""
    return user.global_name or user.name
