"""Handing on what concerns a table of another process (`architecture.md`, Several processes).

The receiver acknowledges, and puts what Discord told into the owner's inbox; the owner takes it in
as if Discord had told it, and answers through the token.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.cluster.post import Post
from bot.db.inbox import Letter
from bot.interactions.stamps import Stamps
from bot.tables.model import Table
from bot.tables.replies import TableReason

if TYPE_CHECKING:
    from bot.interactions.context import Context

RAW = "raw"
"""Where what Discord told of an interaction stands in its `extras`."""
SINCE = 1_420_070_400.0
"""When Discord's ids begin, in seconds."""


class HandedOn(app_commands.AppCommandError):
    """Ends a command: another process answers it."""


class Forwarding:
    """Hands on.

    Args:
        post: takes letters.
        stamps: says when a reaction was set.
    """

    def __init__(self, post: Post, stamps: Stamps) -> None:
        self._post = post
        self._stamps = stamps

    def press(self, context: "Context", table: int, own: Callable[[], None]) -> None:
        """Hand a press on to the owner of a table, synchronously, in the order of arrival.

        Args:
            context: the press.
            table: its number, as the control says.
            own: what is done instead if it is no other process' table.
        """
        self._send(context, table, own, waiting=False)

    def command(self, context: "Context", table: Table, *, waiting: bool = True) -> None:
        """Hand a command on to the owner of the table that is meant.

        Args:
            context: the command.
            table: which.
            waiting: whether that is the command's first answer.
        """

        def own() -> None:
            context.run(context.refuse(TableReason.STORAGE), "a table that has just come here")

        self._send(context, table.id, own, waiting=waiting)

    def reaction(
        self,
        event: str,
        data: dict[str, Any],
        payload: discord.RawReactionActionEvent,
        arrived: float,
    ) -> None:
        """Hand a reaction below a hand on, in the order of arrival; any other means nothing.

        Args:
            event: the gateway's name of it.
            data: what Discord told.
            payload: the same, read.
            arrived: monotonic seconds.
        """
        stamp, message = self._stamps.stamp(0, arrived), payload.message_id
        letter = Letter(
            kind=event,
            stamp=stamp,
            well_timed=self._stamps.sure(0),
            about=0,
            data=data,
        )
        age = stamp - (message >> 22) / 1000 - SINCE
        self._post.send(letter, lambda: self._post.hand(message, age))

    async def part(self, letter: Letter) -> None:
        """Erase a letter before it is answered by what cannot be said twice."""
        await self._post.part(letter.id)

    def answered(self, letter: Letter) -> None:
        """Erase a letter that was done and answered here."""
        self._post.done(letter.id)

    def _send(
        self, context: "Context", table: int, own: Callable[[], None], *, waiting: bool
    ) -> None:
        data = dict(context.interaction.extras[RAW])
        letter = Letter(
            kind="INTERACTION_CREATE",
            key=f"i{context.interaction.id}:{table}",
            stamp=context.press.stamp,
            about=table,
            waiting=waiting,
            token=data.pop("token"),
            data=data,
        )

        def leaving() -> None:
            press = context.press
            how = press.acknowledge if context.pressed else press.think
            context.run(_done(how), "acknowledging")

        def lost() -> None:
            context.run(context.refuse(TableReason.STORAGE), "a press that could not be put")

        self._post.send(letter, lambda: self._post.place(table), own, leaving, lost)


async def _done(how: Callable[[], Any]) -> None:
    await how()
