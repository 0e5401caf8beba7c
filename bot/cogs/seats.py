"""Who sits at a table: `/join`, `/leave`, `/start`, `/rematch`, `/end`, `/resign`, `/kick`."""

from collections.abc import Callable

from discord.app_commands import Transform

from bot.cogs.check import has_role
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.interactions.sight import permissions_at
from bot.interactions.transformers import PlayerOption, TableOption, active, over, playing
from bot.locale import Translator
from bot.tables import entries, leaving
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.tables.replies import Acted, Done, TableReason
from bot.ui import open_tables
from bot.ui.elements import replies

Word = Callable[[Table, Translator], str]


def _open_to_join(table: Table) -> bool:
    """Take lobbies, and running games with a seat somebody has left."""
    return table.status == "lobby" or (playing(table) and any(seat.free for seat in table.seats))


def _lobby(table: Table) -> bool:
    """Take lobbies."""
    return table.status == "lobby"


Running = Transform[Table, TableOption(playing)]
Player = Transform[int, PlayerOption(TableOption(playing))]


class Seats(Cog):
    """The commands."""

    def commands(self) -> list[AnyCommand]:
        """Return the commands."""
        return [
            make("join", self._join),
            make("leave", self._leave, direct=True),
            make("start", self._start),
            make("rematch", self._rematch),
            make("end", self._end),
            make("resign", self._resign, direct=True),
            make("kick", self._kick),
        ]

    async def _join(
        self, context: Context, table: Transform[Table, TableOption(_open_to_join, shown=True)]
    ) -> None:
        entry = context.origin.entry(entries.Join, name=context.name)
        await self._submit(context, table, entry, replies.seated)

    async def _leave(self, context: Context, table: Transform[Table, TableOption(active)]) -> None:
        """Leave; ask once where the game is lost by that."""
        game, now = self._desk.kit.tables.game(table), self._desk.kit.clock.now()
        after = leaving.ending(game, table, context.person, now)
        if after is not None and after.outcome is not None:
            await context.say(replies.sure_to_leave(after, context.t))
            return
        await self._submit(context, table, context.origin.entry(entries.Leave), replies.went)

    async def _start(self, context: Context, table: Transform[Table, TableOption(_lobby)]) -> None:
        entry = context.origin.entry(entries.Start)
        await self._submit(context, table, entry, replies.begun, moved=True)

    async def _rematch(
        self, context: Context, table: Transform[Table, TableOption(over, ended=True)]
    ) -> None:
        entry = context.origin.entry(entries.Rematch, name=context.name)
        await self._submit(context, table, entry, replies.again, moved=True)

    async def _end(
        self, context: Context, table: Transform[Table, TableOption(aside=True, shown=True)]
    ) -> None:
        """End a table; ask once before a game is ended by one person's word."""
        may = may_end(context, table)
        if playing(table) and (may or table.people == (context.person,)):
            renderer = self._desk.kit.renderers[table.game]
            await context.say(open_tables.sure_to_end(table, renderer, context.t))
            return
        entry = context.origin.entry(entries.End, moderator=may)
        await self._submit(context, table, entry, replies.ended)

    async def _resign(self, context: Context, table: Running) -> None:
        """Ask once; the button does it."""
        if not playing(table):
            await context.refuse(TableReason.NOT_PLAYING)
        elif table.seat_of(context.person) is None:
            await context.refuse(why_not_seated(table, context.person))
        else:
            await context.say(replies.sure_to_resign(table, context.t))

    async def _kick(self, context: Context, player: Player, table: Running) -> None:
        answer = await self._desk.kit.tables.submit(
            table.id, context.origin.entry(entries.Kick, seat=player)
        )
        t = context.t
        if not isinstance(answer, Done):
            await context.tell(replies.sentence(answer, t))
        elif answer.table.vote is not None:
            await context.tell(replies.put_to_vote(t))
        else:
            await context.tell(replies.removed(table, player, t))

    async def _submit(
        self,
        context: Context,
        table: Table,
        entry: entries.Entry,
        word: Word,
        *,
        moved: bool = False,
    ) -> None:
        """Hand an entry in and say what was done.

        Args:
            context: the command.
            table: where.
            entry: what.
            word: says what was done; the table as it is then.
            moved: whether there is a new place to link to.
        """
        answer, t = await self._desk.kit.tables.submit(table.id, entry), context.beside(table)
        if not isinstance(answer, Done | Acted):
            await context.tell(replies.sentence(answer, t))
            return
        now = answer.table if isinstance(answer, Done) else answer.after
        said = word(now, t)
        if moved:
            said = replies.linked(said, await self._desk.registry.address_once_posted(now), t)
        await context.tell(said)


def may_end(context: Context, table: Table) -> bool:
    """Say whether somebody may end a table of this server: by Manage Messages there, or its role.

    What one may do in another server, one's own perhaps, or in another channel counts for nothing.
    """
    if context.guild is None or context.guild != table.guild:
        return False
    role = context.desk.kit.servers.of(context.guild).ender
    by_role = role is not None and has_role(context.interaction.user, role)
    return by_role or permissions_at(context.interaction, table).manage_messages
