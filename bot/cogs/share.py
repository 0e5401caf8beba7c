"""**Share**: post to the channel what one has been shown alone, without what is one's own."""

import contextlib
from collections.abc import Mapping
from datetime import timedelta

import discord

from bot.cluster.spacing import Spacing
from bot.db.errors import StorageError
from bot.discord_api.errors import FAILURES, Trouble, kind
from bot.interactions.command import Answerer, AnyCommand, Cog, Values
from bot.interactions.context import Context, Desk
from bot.interactions.sight import open_here, sees
from bot.interactions.transformers import number_of
from bot.messages.shares import Shares, Topic
from bot.tables.replies import TableReason
from bot.ui import share
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.links import message_url

EVERY = 60.0
"""Seconds between two things that one person shares."""
SHARED = "shared"
"""What that is counted as."""


class Share(Cog):
    """The presses of **Share**.

    Args:
        desk: the parts.
        shares: draws, posts and remembers.
        spacing: counts what a person has shared, wherever.
    """

    def __init__(self, desk: Desk, shares: Shares, spacing: Spacing) -> None:
        super().__init__(desk)
        self._shares = shares
        self._spacing = spacing

    def commands(self) -> list[AnyCommand]:
        """Return nothing: it is a button."""
        return []

    def presses(self) -> Mapping[str, Answerer]:
        """Return who answers the button."""
        return {controls.SHARE: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Share what the button stands below; False if it is nothing that can be."""
        topic = _topic(context, control)
        if topic is None or not self._shares.knows(topic):
            return False
        context.patient(context.press.think)
        try:
            refusal = self._refused(context) or await self._too_soon(context)
            if refusal:
                await context.tell(refusal)
            elif not await self._shared(context, topic):
                with contextlib.suppress(StorageError):  # then it counts
                    await self._spacing.give_back(SHARED, context.person)
        except StorageError:
            await context.refuse(TableReason.STORAGE)
        return True

    async def _too_soon(self, context: Context) -> str:
        """Return until when this person has to wait; "" if not, and it is counted."""
        left = await self._spacing.claim(SHARED, context.person, EVERY)
        again = self._desk.kit.clock.now() + timedelta(seconds=left)
        return share.again(again, context.t) if left > 0 else ""

    def _refused(self, context: Context) -> str:
        """Return why this person can share nothing here now; "" if nothing is against it."""
        t, interaction = context.t, context.interaction
        if context.person in self._desk.kit.servers.of(context.guild).barred:
            return context.reason(TableReason.BARRED)
        if not _writes(interaction.permissions, interaction.channel):
            return share.may_not_write(t)
        if not _writes(interaction.app_permissions, interaction.channel):
            return share.cannot_write(t)
        return ""

    async def _shared(self, context: Context, topic: Topic) -> bool:
        """Post it and say where it is, or why not; say whether it is there."""
        t, interaction = context.t, context.interaction
        shown = await self._shares.drawn(topic)
        table = shown.table if shown is not None else None
        if shown is None or (table is not None and not sees(interaction, table)):
            await context.tell(share.gone(t))
            return False
        if table is not None and not open_here(interaction, table):
            await context.tell(share.elsewhere(table.where, t))
            return False
        files = interaction.app_permissions.attach_files
        try:
            message = await self._shares.post(topic, shown, context.channel, files=files)
        except StorageError:
            await context.refuse(TableReason.STORAGE)
            return False
        except FAILURES as error:
            await self._failed(context, error)
            return False
        await context.tell(share.done(message_url(context.guild, context.channel, message), t))
        return True

    async def _failed(self, context: Context, error: BaseException) -> None:
        """Say why Discord did not take it."""
        match kind(error):
            case Trouble.CHANNEL | Trouble.PLACE:
                await context.tell(share.cannot_write(context.t))
            case Trouble.BUSY:
                await context.tell(share.busy(context.t))
            case _:
                await context.failed("a post that was to be shared", error)


def _topic(context: Context, control: Control) -> Topic | None:
    """Return what a press of **Share** is about; None if it is no such thing."""
    what, subject = control.act.removeprefix(controls.SHARE), None
    if context.guild is None:
        return None
    if what.startswith(controls.STATS):
        subject = number_of(what.removeprefix(controls.STATS))
        what = controls.STATS
        if subject is None:
            return None
    return Topic(guild=context.guild, what=what, ply=control.ply, subject=subject)


def _writes(may: discord.Permissions, channel: object) -> bool:
    """Say whether somebody with these permissions may write in a channel."""
    thread = isinstance(channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)
