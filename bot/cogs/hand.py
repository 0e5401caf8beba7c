"""What is shown to one person alone: the hand, the host's house rules, the last race."""

import discord

from bot.cogs.why import explained
from bot.discord_api.interaction import Incoming
from bot.interactions.context import Desk, Origin
from bot.locale import Translator
from bot.messages import drawing
from bot.messages.table_view import TableView
from bot.tables import commands
from bot.tables.absence import why_not_seated
from bot.tables.replies import TableReason
from bot.ui import house_rules
from bot.ui.elements import refusals, replies
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Screen, plain


async def show(desk: Desk, press: Incoming, board: TableView, what: str) -> None:
    """Answer a press or command by showing `hand`, `rules` or `why`."""
    match what:
        case "hand":
            await hand(desk, press, board)
        case "rules":
            await press.say(_rules(desk, press, board))
        case _:
            await press.say(await explained(desk, press, board))


def heard(desk: Desk, board: TableView, origin: Origin) -> None:
    """Tell a table that somebody who was missed has pressed something that does nothing there."""
    if board.table.misses(origin.person):
        desk.kit.tables.submit(board.table.id, origin.entry(commands.Here))


def moved(desk: Desk, table: int, payload: discord.RawReactionActionEvent, emoji: str) -> None:
    """Tell a player that the table is elsewhere: nothing counts on a message that says so.

    Args:
        desk: the parts.
        table: the table that has left the message.
        payload: the reaction there; one that is taken away, by whomever, asks for nothing.
        emoji: the reaction, plain.
    """
    board = desk.board(table)
    seat = board.table.seat_of(payload.user_id) if board is not None else None
    if board is None or seat is None or not board.playing or not board.renderer.reads(emoji):
        return
    if payload.event_type != "REACTION_ADD":
        return
    if board.renderer.hands:
        address = drawing.table_address(board.table)
        desk.boards.remark(board, seat.index, lambda t: replies.moved(address, t))
        return

    def said(t: Translator) -> str:
        name = texts(board.table, t)[seat.index]
        return f"{name}: " + t("that was an old message of this table.")

    desk.boards.aside(board, said)


async def hand(desk: Desk, press: Incoming, board: TableView) -> None:
    """Show somebody's hand for his eyes alone, and keep it up to date while its token lives."""
    t = desk.language(press)
    person = press.interaction.user.id
    heard(desk, board, desk.origin(press, "command"))
    seat = board.table.seat_of(person)
    if seat is None:
        reason = why_not_seated(board.table, person)
        await press.say(plain(refusals.sentence(reason, {}, t)))
    elif board.table.state is None or not board.table.active:
        await press.say(plain(refusals.sentence(TableReason.NOT_PLAYING, {}, t)))
    elif not board.renderer.hands:
        await press.say(plain(replies.no_hand(board.renderer, t)))
    else:
        drawn = desk.boards.private_hand(board, seat.index, person)
        assert drawn is not None, "the cards are dealt"
        # Only the answer itself can be kept up to date: the token edits no follow-up.
        first = not press.answered
        if await press.say(drawn.screen) and first:
            desk.boards.keep_private(board, seat.index, press, drawn)


def _rules(desk: Desk, press: Incoming, board: TableView) -> Screen:
    """Return the host's screen, or why this person cannot have it."""
    t = desk.language(press)
    if board.table.status != "lobby":
        return plain(refusals.sentence(TableReason.NOT_A_LOBBY, {}, t))
    if press.interaction.user.id != board.table.host:
        return plain(refusals.sentence(TableReason.NOT_HOST, {}, t))
    return house_rules.screen(board.table, board.game, board.renderer, t)
