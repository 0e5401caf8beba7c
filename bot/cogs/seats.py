"""Who sits at a table, and who may end it.

`/join`, `/leave`, `/start`, `/rematch`, `/end`, `/resign`, `/kick`, `/watch`.
"""

from collections.abc import Callable

from discord import app_commands

from bot.cogs.play import has_role
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, Origin, typed
from bot.locale import Translator
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages import spectators
from bot.tables import commands as entries
from bot.tables import leaving
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.tables.replies import Acted, Answer, Done, TableReason
from bot.ui import open_tables
from bot.ui.elements import refusals, replies
from bot.ui.elements.screen import Screen, plain

Make = Callable[[Origin, Incoming, Table], entries.PersonEntry]
Word = Callable[[Table, Translator], str]
Ask = Callable[[Incoming, Table], Screen | None]


def commands(desk: Desk) -> list[AnyCommand]:
    """Return the commands."""

    def named(origin: Origin, press: Incoming, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.Join, name=origin.name)

    def rematch(origin: Origin, press: Incoming, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.Rematch, name=origin.name)

    def end(origin: Origin, press: Incoming, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.End, moderator=may_end(desk, press, table))

    def ask(press: Incoming, table: Table) -> Screen | None:
        """Ask once before a game of others, or with others, is ended by one person's word."""
        if table.status != "playing" or not may_end(desk, press, table):
            return None
        renderer = desk.kit.renderers[table.game]
        return open_tables.sure_to_end(table, renderer, desk.language(press))

    def ask_leaver(press: Incoming, table: Table) -> Screen | None:
        """Ask once before somebody loses a game by leaving it."""
        game, person = desk.kit.tables.game(table), press.interaction.user.id
        after = leaving.ending(game, table, person, desk.kit.clock.now())
        if after is None or after.outcome is None:
            return None
        return replies.sure_to_leave(after, desk.language(press))

    leave = _plainly(entries.Leave)
    return [
        _command(desk, "join", named, _open, replies.seated),
        _command(desk, "leave", leave, _active, replies.went, ask=ask_leaver, direct=True),
        _command(desk, "start", _plainly(entries.Start), _lobby, replies.begun, moved=True),
        _command(desk, "rematch", rematch, _over, replies.again, moved=True),
        _command(desk, "end", end, transformers.anything, replies.ended, ask=ask),
    ]


def _plainly(kind: Callable[..., entries.PersonEntry]) -> Make:
    return lambda origin, press, table: origin.entry(kind)


def _lobby(table: Table) -> bool:
    return table.status == "lobby"


def _open(table: Table) -> bool:
    return table.status == "lobby" or (
        table.status == "playing" and any(seat.free for seat in table.seats)
    )


def _active(table: Table) -> bool:
    return table.active


def _over(table: Table) -> bool:
    return table.status == "ended"


def _command(
    desk: Desk,
    key: str,
    entry: Make,
    fits: transformers.Fits,
    word: Word,
    *,
    ask: Ask = lambda press, table: None,
    direct: bool = False,
    moved: bool = False,
) -> AnyCommand:
    """Return a command that puts one entry into the inbox of the table meant.

    Args:
        desk: the parts.
        key: its name.
        entry: makes the entry.
        fits: which tables come into question.
        word: says what was done; the table as it is then.
        ask: what has to be confirmed first, by a button.
        direct: whether it also works by direct message.
        moved: whether there is a new place to link to.
    """

    async def callback(interaction: AnyInteraction, table: str | None = None) -> None:
        press = desk.press(interaction, typed(interaction))
        found = await _find(desk, press, table, fits)
        if found is None:
            return
        question = ask(press, found)
        if question is not None:
            await press.say(question)
            return
        desk.patient(press, press.think)
        origin = desk.origin(press, "command")
        answer = await desk.kit.tables.submit(found.id, entry(origin, press, found))
        await press.say(plain(await said(press, answer)))

    async def said(press: Incoming, answer: Answer) -> str:
        t = desk.language(press)
        if not isinstance(answer, Done | Acted):
            return replies.sentence(answer, t)
        now = answer.table if isinstance(answer, Done) else answer.after
        text = word(now, t)
        return replies.linked(text, await desk.address(now), t) if moved else text

    async def tables(
        interaction: AnyInteraction, typed_so_far: str
    ) -> list[app_commands.Choice[str]]:
        return transformers.choices(desk, interaction.user.id, typed_so_far)

    return make(
        localised(COMMANDS[key]),
        callback,
        {"table": localised(OPTIONS["table"])},
        {"table": tables},
        direct=direct,
    )


async def _find(
    desk: Desk, press: Incoming, named: str | None, fits: transformers.Fits
) -> Table | None:
    """Return the table meant; a game that is over is looked for in the channel's memory."""
    if named is None and fits is _over:
        last = desk.boards.last_over(press.interaction.channel_id or 0)
        if last is not None:
            return last
    return await transformers.table(desk, press, named, fits)


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
