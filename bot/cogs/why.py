"""`/why`: what the last race, penalty or time-out was about, and why a game is not rated."""

from collections.abc import Sequence

from discord import app_commands

from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages.table_view import Group, TableView, groups
from bot.tables.model import Table
from bot.ui import why
from bot.ui.contract.renderer import Deed
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen


def command(desk: Desk) -> AnyCommand:
    """Return the command."""

    async def callback(interaction: AnyInteraction, table: str | None = None) -> None:
        press = desk.press(interaction, typed(interaction))
        desk.patient(press, press.think)
        found = await _meant(desk, press, table)
        board = await desk.boards.recall(found.id) if found is not None else None
        if board is not None:
            await press.say(await explained(desk, press, board))

    async def tables(interaction: AnyInteraction, so_far: str) -> list[app_commands.Choice[str]]:
        return transformers.choices(desk, interaction.user.id, so_far)

    options = {"table": localised(OPTIONS["table"])}
    return make(localised(COMMANDS["why"]), callback, options, {"table": tables})


async def explained(desk: Desk, press: Incoming, board: TableView) -> Screen:
    """Return what there is to explain of a table."""
    table, renderer = board.table, board.renderer
    look = desk.kit.looks.private(press.interaction.user.id, table)
    stored = groups(await desk.kit.tables.events(table.id))
    results = await desk.kit.tables.results(table.id)
    return why.draw(_last(board, stored, look), table, renderer, results, look.t)


async def _meant(desk: Desk, press: Incoming, named: str | None) -> Table | None:
    """Return the table meant: a running game first, else the one that ended here last."""
    if named is None and not transformers.candidates(desk, press, transformers.playing):
        last = desk.boards.last_over(press.interaction.channel_id or 0)
        if last is not None:
            return last
    return await transformers.table(desk, press, named, transformers.playing)


def _last(board: TableView, stored: Sequence[Group], look: Look) -> list[str]:
    """Return the lines about the last race, time-out or penalty, whichever came last."""
    table, renderer = board.table, board.renderer
    for at in range(len(stored) - 1, 0, -1):
        group = stored[at]
        race, auto = group.events[0].race, group.events[0].auto
        if race is not None:
            return why.race(why.judged(race), _deed(board, group), table, renderer, look)
        if auto:
            deeds = [_deed(board, each) for each in _together(stored, at)]
            return why.time_out(deeds, table, renderer, look)
        action = board.game.parse(group.events[0].notation)
        if board.game.needs_confirmation(action):
            return why.penalty(_deed(board, group), table, renderer, look)
    return []


def _together(stored: Sequence[Group], last: int) -> list[Group]:
    """Return what the table played for one time-out: the actions stored at one moment."""
    at = stored[last].events[0].at
    return [each for each in stored if each.events[0].auto and each.events[0].at == at]


def _deed(board: TableView, group: Group) -> Deed:
    """Return an action as everybody may know it."""
    known = (board.game.redact(each.event, None) for each in group.events)
    return Deed(group.ply, group.by, tuple(event for event in known if event is not None))
