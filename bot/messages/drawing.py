"""Which screen shows what: chosen by the table's state, drawn by `bot.ui`; pictures of tables."""

import asyncio

from bot.locale import Translator
from bot.messages.language import Looks
from bot.messages.table_view import TableView
from bot.pictures import Drawing, of_table
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.ui import lobby
from bot.ui.elements import frame, replies
from bot.ui.elements.links import channel_url, message_url
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, Text, plain


def public(board: TableView, table: Table, look: Look) -> Screen:
    """Draw the table's public message: lobby, game, result, or a lobby that closed."""
    if table.status == "lobby":
        history = board.history(None)
        return lobby.draw(table, board.game, board.renderer, look, history, board.aside(look.t))
    if table.status == "ended" and table.state is None:
        return frame.kept(table, board.renderer, look.t)
    if table.status == "closed" or table.state is None:
        return lobby.closed(table, board.renderer, look.t)
    screen = board.renderer.public(board.public(table, look.t), look)
    return screen if table.active else with_picture(screen, board.picture)


def hand_over(looks: Looks, board: TableView, seat: int, person: int) -> Screen:
    """Draw what is left of a hand whose person owns the seat no more, or has a newer message.

    Of a game that is over it is the result, as for everybody else.
    """
    t = looks.person(person, board.table)
    if board.table.seats[seat].owner == person:
        return plain(t("Your hand is in a newer message."))
    if board.table.status == "ended" and board.table.state is not None:
        return hand(looks, board, seat, person)
    reason = why_not_seated(board.table, person)
    return replies.hand_over(board.table, reason, t, table_address(board.table))


def hand(looks: Looks, board: TableView, seat: int, person: int) -> Screen:
    """Draw one seat's hand in its person's language."""
    look = looks.private(person, board.table)
    return board.renderer.hand(board.hand(seat, looks.server(board.table), look.t), look)


def moved(board: TableView, look: Look, *, begun: bool) -> Screen:
    """Draw an old message of the table: the lobby of a game that has begun, or an old board."""
    table = board.table
    address = table_url(table)
    if begun:
        return lobby.started(table, board.game, board.renderer, look.t, address)
    return lobby.moved(table, board.renderer, look.t, address)


def table_url(table: Table) -> str | None:
    """Return the address of the table's present message."""
    if table.message is None:
        return None
    return message_url(table.guild, table.where, table.message)


def table_address(table: Table) -> str:
    """Return the address of the table's message, or of its channel until there is one."""
    return table_url(table) or channel_url(table.guild, table.where)


def thread_name(board: TableView, t: Translator) -> str:
    """Return the name of a table's own thread."""
    name = board.renderer.name
    return t("{game} · table {number}", game=name, number=board.table.id)[:100]


def with_text(text: str, screen: Screen) -> Screen:
    """Return a screen with a sentence above it."""
    if not text:
        return screen
    parts = (Text(text), *screen.parts)
    return Screen(parts=parts, accent=screen.accent, attachments=screen.attachments)


async def drawn(board: TableView, t: Translator) -> Drawing:
    """Draw a table as it is now, in a thread: seconds of a busy machine hold up nobody."""
    return await asyncio.to_thread(of_table, board.public(board.table, t), board.renderer, t)


def with_picture(screen: Screen, drawing: Drawing | None) -> Screen:
    """Return a screen with a picture above its last row, if Discord takes it then."""
    if drawing is None:
        return screen
    *parts, last = screen.parts
    shown = Screen(
        parts=(*parts, drawing.part, last),
        accent=screen.accent,
        reactions=screen.reactions,
        mentions=screen.mentions,
        attachments=(*screen.attachments, drawing.attachment),
    )
    return shown if shown.fits() else screen


def illustrated(text: str, drawing: Drawing | None) -> Screen:
    """Return a sentence and below it the picture, if there is one."""
    if drawing is None:
        return plain(text)
    return Screen(parts=(Text(text), drawing.part), attachments=(drawing.attachment,))
