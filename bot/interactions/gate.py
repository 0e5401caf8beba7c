"""The one gate for whatever comes in: interactions of every kind, and reactions.

Passed before anything is decided (`architecture.md`, one gate): what was seen already, what its
maker has read of that it failed, and what does not belong together has no effect; the rest gets its
`Context`, which every command and every press is answered through.
"""

import logging
from collections.abc import Callable, Iterable
from functools import partial

import discord

from bot.db.inbox import Letter
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.context import KEY, Context, Desk, name, own_name
from bot.interactions.sight import sees
from bot.messages.table_view import TableView
from bot.tables.replies import TableReason
from bot.ui.elements import refusals
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen, plain

log = logging.getLogger(__name__)

LATE = 2.5
"""Seconds later than usual after which the maker of an interaction has read that it failed.

See `discord.md` section 5: Discord gives up after three, the usual way to us among them.
"""
REMEMBERED = 4096
"""Interactions remembered, to know one that is delivered again."""


class Gate:
    """The checks.

    Attributes:
        stopping: whether the bot is about to stop and takes nothing in any more.
        silent: whether another process answers in its place already.
        leased: says whether what comes of a server (None: by direct message) is for this process.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: dict[int, None] = {}
        self.stopping = False
        self.silent = False
        self.leased: Callable[[int | None], bool] = lambda guild: True

    @property
    def tag(self) -> str:
        """The database's own tag, which every control carries."""
        return self._desk.kit.wire.tag

    def admit(
        self, interaction: AnyInteraction, arrived: float, letter: Letter | None = None
    ) -> Context | None:
        """Let an interaction in, synchronously; None: it has no effect, and no answer of ours.

        Args:
            interaction: of any kind.
            arrived: seconds of the monotonic clock.
            letter: by which another process has handed it on, which let it in.
        """
        if interaction.user.bot or self.silent or (letter is not None and self.stopping):
            return None
        if letter is None and not self._lets_in(interaction, arrived):
            return None
        user = interaction.user
        self._desk.people.heard(
            user.id, interaction.locale.value, interaction.guild_id, name(user), own_name(user)
        )
        forwarding, parting = self._desk.forwarding, None
        if letter is not None and forwarding is not None:
            parting = partial(forwarding.part, letter)
        incoming = Incoming(interaction, arrived, self.tag, letter, parting)
        context = Context(self._desk, incoming)
        if self.stopping:
            if interaction.type is not discord.InteractionType.autocomplete:
                context.run(context.refuse(TableReason.STOPPING), "stopping")
            return None
        if interaction.message is None:
            interaction.extras[KEY] = context
        return context

    def unread(self, remains: AnyInteraction, arrived: float, number: str) -> None:
        """Tell the maker of an interaction that could not be read by which number the log has it.

        Args:
            remains: of it (`bot.discord_api.interaction.remains`).
            arrived: seconds of the monotonic clock.
            number: of the error.
        """
        if self.closed or not self.leased(remains.guild_id):
            return
        press, looks = Incoming(remains, arrived, self.tag), self._desk.kit.looks
        t = looks.translator(remains.locale.value)
        self._desk.kit.tasks.start(_told(press, plain(refusals.unexpected(number, t))), "an error")

    def _lets_in(self, interaction: AnyInteraction, arrived: float) -> bool:
        """Say whether it is new, for this process, and not too late."""
        if not self.leased(interaction.guild_id) or not self._first(interaction.id):
            return False
        if self._late(interaction, arrived):
            log.info("an interaction came too late: its maker has read that it failed")
            return False
        return True

    @property
    def closed(self) -> bool:
        """Whether nothing is let in any more."""
        return self.stopping or self.silent

    def knows(self, message: int) -> bool:
        """Say whether a message shows something of a table of this process'."""
        registry = self._desk.registry
        return registry.at(message) is not None or registry.returning.at(message) is not None

    def holds(self, message: int, then: Callable[[], None]) -> bool:
        """Say whether a message's table has yet to come back after a start; call that once it has.

        A table that is touched comes back before all others.
        """
        returning = self._desk.registry.returning
        table = returning.at(message)
        if table is None or self.closed:
            return False
        returning.wait(table, then)
        return True

    def lately(self, most: int = 500) -> tuple[int, ...]:
        """Return the interactions let in last."""
        return tuple(self._seen)[-most:]

    def answered(self, interactions: Iterable[int]) -> None:
        """Take interactions for let in: the process before this one has answered them."""
        for each in interactions:
            self._first(each)

    def reaction(self, payload: discord.RawReactionActionEvent, own: int) -> TableView | None:
        """Let a reaction in: return the table it was set at, None where it means nothing.

        It has no id to be known by, and nobody reads that one has failed; the same turn told twice
        is known by how the reaction stands (`bot.messages.toggles`).

        Args:
            payload: the gateway's event.
            own: the bot's own id.
        """
        bot = payload.member is not None and payload.member.bot
        if bot or payload.user_id == own or self.closed:
            return None
        view = self._desk.registry.at(payload.message_id)
        if view is None or not view.ready:
            return None
        elsewhere = payload.guild_id is not None and payload.guild_id != view.table.guild
        return None if elsewhere else view

    def belongs(self, context: Context, control: Control, view: TableView) -> bool:
        """Say whether a control counts where it was pressed: of this database, at its table.

        A control of another database (a lost one, or one that a copy was put over) is nobody's
        here. One without any tag is of before there were tags; it counts on a message that is
        recorded for that very table. On what one person alone was shown it counts at tables in
        that person's sight.
        """
        recorded = self._recorded(context, view)
        if control.tag != self.tag:
            return recorded and not control.tag
        table = view.table
        if context.private:
            return recorded or sees(context.interaction, table)
        here = context.channel in (table.channel, table.thread)
        return recorded or (here and context.guild == table.guild)

    def native(self, control: Control) -> bool:
        """Say whether a control of no table is of this database."""
        return control.tag == self.tag

    def _recorded(self, context: Context, view: TableView) -> bool:
        """Say whether the pressed message is recorded as one of this table's."""
        message = context.interaction.message
        if message is None:
            return False
        return view.knows(message.id)

    def _late(self, interaction: AnyInteraction, arrived: float) -> bool:
        """Say whether its maker has read that it failed, and learn Discord's time from it."""
        shard, made = _shard_of(interaction), interaction.created_at.timestamp()
        late = self._desk.stamps.delay(shard, made, arrived) > LATE
        self._desk.stamps.note(shard, made, arrived)
        return late

    def _first(self, interaction: int) -> bool:
        """Say whether an interaction is delivered for the first time, and remember it."""
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return True


async def _told(press: Incoming, screen: Screen) -> None:
    """Answer what could not be read: where choices are offered, by none."""
    if press.interaction.type is discord.InteractionType.autocomplete:
        await press.choices([])
    else:
        await press.say(screen)


def _shard_of(interaction: AnyInteraction) -> int:
    """Return the shard an interaction came by; direct messages come by the first."""
    return interaction.guild.shard_id if interaction.guild is not None else 0
