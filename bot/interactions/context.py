"""What every listener and command is given, and what they have in common."""

import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from msgspec import Struct

from bot.discord_api.errors import report
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.discord_api.users import People
from bot.interactions.discord_clock import Stamps
from bot.locale import Translator, translator
from bot.messages.dependencies import Dependencies
from bot.messages.registry import Registry
from bot.messages.table_view import TableView
from bot.tables.commands import PersonEntry
from bot.tables.model import Route, Table
from bot.ui.elements import refusals
from bot.ui.elements.screen import plain

ARRIVED = "arrived"


def typed(interaction: AnyInteraction) -> float:
    """Return the arrival of an interaction, in seconds of the monotonic clock."""
    arrived = interaction.extras.get(ARRIVED)
    return float(arrived) if arrived is not None else time.monotonic()


E = TypeVar("E", bound=PersonEntry)


class Origin(Struct, frozen=True, kw_only=True):
    """Who pressed, how, and when (see `bot.tables.commands.Press`).

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


PATIENCE = 0.8
"""Seconds after which a press is acknowledged though its answer is not there yet."""


REPLAYED = 2.5
"""Seconds later than usual after which an interaction is taken for a replay.

See `discord.md` section 5.
"""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts the listeners use."""

    kit: Dependencies
    boards: Registry
    people: People
    stamps: Stamps

    def replayed(self, interaction: AnyInteraction, arrived: float) -> bool:
        """Say whether this is an event of before a lost connection: its token is dead.

        The person has read long ago that it failed, so it must have no effect either.
        """
        made = interaction.created_at.timestamp()
        return self.stamps.delay(shard_of(interaction), made, arrived) > REPLAYED

    def press(self, interaction: AnyInteraction, arrived: float) -> Incoming:
        """Take an interaction in: learn the time, the language and the name it tells."""
        press = Incoming(interaction, arrived)
        if not self.replayed(interaction, arrived):
            self.stamps.note(shard_of(interaction), press.stamp, arrived)
        user = interaction.user
        self.people.heard(
            user.id, interaction.locale.value, interaction.guild_id, name(user), own_name(user)
        )
        return press

    def origin(self, press: Incoming, route: Route) -> Origin:
        """Return where an interaction came from."""
        user = press.interaction.user
        return Origin(
            person=user.id,
            name=name(user),
            route=route,
            stamp=press.stamp,
            arrived=press.arrived,
            key=f"i{press.interaction.id}",
        )

    def language(self, press: Incoming) -> Translator:
        """Return the language of whoever pressed."""
        chosen = self.people.preferences(press.interaction.user.id).language
        return translator(chosen or press.interaction.locale.value)

    def run(self, press: Incoming, work: Coroutine[Any, Any, None], what: str) -> None:
        """Do the rest of a press in the background; an unexpected error is told by its number."""
        self.kit.tasks.start(self.guarded(press, work, what), what)

    async def guarded(self, press: Incoming, work: Coroutine[Any, Any, None], what: str) -> None:
        """Do it; whatever goes wrong is logged and shown under one number."""
        try:
            await work
        except Exception as error:
            await self.told(press, what, error)

    async def told(self, press: Incoming, what: str, error: BaseException) -> None:
        """Log an unexpected error and show its number to whoever pressed."""
        number = report(what, error)
        await press.say(plain(refusals.unexpected(number, self.language(press))))

    def patient(self, press: Incoming, acknowledge: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Acknowledge a press whose answer takes longer than Discord should wait."""
        waited = self.kit.clock.monotonic() - press.arrived

        def overdue() -> None:
            if not press.answered:
                self.kit.tasks.start(_quietly(acknowledge()), "acknowledging")

        if not press.answered:
            press.timer = self.kit.clock.call_later(max(PATIENCE - waited, 0.0), overdue)

    async def address(self, table: Table) -> str:
        """Return the address of a table, once its message is there if it is being posted."""
        return await self.boards.placing.address(table)

    def board(self, table: int) -> TableView | None:
        """Return the memory of a table that is shown."""
        return self.boards.board(table)


def name(user: discord.User | discord.Member) -> str:
    """Return the name shown where the person pressed."""
    return user.display_name


def own_name(user: discord.User | discord.Member) -> str:
    """Return the name a person goes by everywhere; a server's nickname stays in that server."""
    return user.global_name or user.name


def shard_of(interaction: AnyInteraction) -> int:
    """Return the shard an interaction came by; direct messages come by the first."""
    return interaction.guild.shard_id if interaction.guild is not None else 0


async def _quietly(work: Coroutine[Any, Any, Any]) -> None:
    await work
