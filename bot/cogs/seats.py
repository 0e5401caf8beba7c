"""Commands of who sits at a table: `/join`, `/leave`, `/start`, `/rematch`, `/end`."""

from collections.abc import Callable

from discord import app_commands

from bot.boards.press import AnyInteraction, Press
from bot.cogs import which
from bot.cogs.desk import Desk
from bot.cogs.keeping import may_end
from bot.cogs.making import AnyCommand, make
from bot.cogs.origin import Origin
from bot.cogs.typed import typed
from bot.locale import Translator
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.tables import entries
from bot.tables.answers import Done
from bot.tables.values import Table
from bot.ui import answers
from bot.ui.screen import plain

Make = Callable[[Origin, Press, Table], entries.PersonEntry]
Word = Callable[[Table, Translator], str]


def commands(desk: Desk) -> list[AnyCommand]:
    """Return the commands."""

    def named(origin: Origin, press: Press, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.Join, name=origin.name)

    def rematch(origin: Origin, press: Press, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.Rematch, name=origin.name)

    def end(origin: Origin, press: Press, table: Table) -> entries.PersonEntry:
        return origin.entry(entries.End, moderator=may_end(desk, press, table))

    return [
        _command(desk, "join", named, _open, answers.seated),
        _command(desk, "leave", _plainly(entries.Leave), _active, answers.went, direct=True),
        _command(desk, "start", _plainly(entries.Start), _lobby, None),
        _command(desk, "rematch", rematch, _over, None),
        _command(desk, "end", end, which.anything, answers.put_to_vote),
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
    desk: Desk, key: str, entry: Make, fits: which.Fits, word: Word | None, *, direct: bool = False
) -> AnyCommand:
    async def callback(interaction: AnyInteraction, table: str | None = None) -> None:
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        found = await _find(desk, press, table, fits)
        if found is None:
            return
        desk.patient(press, press.think)
        origin = desk.origin(press, "command")
        answer = await desk.kit.tables.submit(found.id, entry(origin, press, found))
        if isinstance(answer, Done) and word is not None:
            text = word(answer.table, t)
        else:
            text = answers.sentence(answer, t)
        await press.say(plain(text))

    async def tables(
        interaction: AnyInteraction, typed_so_far: str
    ) -> list[app_commands.Choice[str]]:
        return which.choices(desk, interaction.user.id, typed_so_far)

    return make(
        localised(COMMANDS[key]),
        callback,
        {"table": localised(OPTIONS["table"])},
        {"table": tables},
        direct=direct,
    )


async def _find(desk: Desk, press: Press, named: str | None, fits: which.Fits) -> Table | None:
    """Return the table meant; a game that is over is looked for in the channel's memory."""
    if named is None and fits is _over:
        last = desk.boards.last_over(press.interaction.channel_id or 0)
        if last is not None:
            return last
    return await which.table(desk, press, named, fits)
