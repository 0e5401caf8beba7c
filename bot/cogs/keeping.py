"""Commands about who keeps playing: `/resign`, `/kick`, `/watch`; and who may end a table."""

from discord import app_commands

from bot.cogs.opening import has_role
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk
from bot.interactions.typed import typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages import spectators
from bot.tables import commands as entries
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.tables.replies import Done, TableReason
from bot.ui.elements import refusals, replies
from bot.ui.elements.screen import plain

Choices = list[app_commands.Choice[str]]


def may_end(desk: Desk, press: Incoming, table: Table) -> bool:
    """Say whether somebody may end a table of this server: by Manage Messages, or its role.

    What one may do in another server, one's own perhaps, counts for nothing.
    """
    if press.interaction.guild_id != table.guild:
        return False
    role = desk.kit.servers.of(press.interaction.guild_id).ender
    by_role = role is not None and has_role(press.interaction.user, role)
    return by_role or press.interaction.permissions.manage_messages


class Keeping:
    """The commands."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the commands."""
        table, own = {"table": localised(OPTIONS["table"])}, {"table": self._tables}
        return [
            make(localised(COMMANDS["resign"]), self._resign, table, own, direct=True),
            make(
                localised(COMMANDS["kick"]),
                self._kick,
                {"player": localised(OPTIONS["player"]), **table},
                {"player": self._players, **own},
            ),
            make(localised(COMMANDS["watch"]), self._watch, table, {"table": self._watchable}),
        ]

    async def _resign(self, interaction: AnyInteraction, table: str | None = None) -> None:
        """Ask once; the button does it."""
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        found = await transformers.table(desk, press, table, transformers.playing)
        if found is None:
            return
        if found.status != "playing":
            await press.say(plain(refusals.sentence(TableReason.NOT_PLAYING, {}, t)))
        elif found.seat_of(interaction.user.id) is None:
            reason = why_not_seated(found, interaction.user.id)
            await press.say(plain(refusals.sentence(reason, {}, t)))
        else:
            await press.say(replies.sure_to_resign(found, t))

    async def _kick(
        self, interaction: AnyInteraction, player: str, table: str | None = None
    ) -> None:
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        meant = await transformers.player(desk, press, table, player, transformers.playing)
        if meant is None:
            return
        found, seat = meant
        desk.patient(press, press.think)
        entry = desk.origin(press, "command").entry(entries.Kick, seat=seat)
        answer = await desk.kit.tables.submit(found.id, entry)
        if isinstance(answer, Done):
            said = replies.put_to_vote(t) if answer.table.vote else replies.removed(found, seat, t)
            await press.say(plain(said))
        else:
            await press.say(plain(replies.sentence(answer, t)))

    async def _watch(self, interaction: AnyInteraction, table: str | None = None) -> None:
        """Show the public view alone, and keep it up to date."""
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        found = await transformers.table(desk, press, table, transformers.playing)
        if found is None:
            return
        board = await desk.boards.recall(found.id)
        if board is None or not transformers.sees(interaction, found):
            await press.say(plain(refusals.sentence(TableReason.NO_TABLE, {}, t)))
            return
        drawn = spectators.draw(desk.kit, board, interaction.user.id)
        if await press.say(drawn.screen) and board.playing:
            desk.boards.watching.keep(board, press, drawn)

    async def _tables(self, interaction: AnyInteraction, so_far: str) -> Choices:
        return transformers.choices(self._desk, interaction.user.id, so_far)

    async def _watchable(self, interaction: AnyInteraction, so_far: str) -> Choices:
        """Suggest the running games of this server that the person can see."""
        renderers = self._desk.kit.renderers
        return [
            app_commands.Choice(name=label, value=str(each.id))
            for each in self._desk.kit.tables.active()
            if transformers.playing(each) and transformers.sees(interaction, each)
            for label in (f"{renderers[each.game].name} · {each.id}",)
            if so_far.casefold() in label.casefold()
        ][:25]

    async def _players(self, interaction: AnyInteraction, so_far: str) -> Choices:
        press = Incoming(interaction, typed(interaction))
        return transformers.players(self._desk, press, transformers.playing, so_far)
