"""Which screen shows what: chosen by the table's state, drawn by `bot.ui`."""

from bot.locale import Translator
from bot.messages.language import Looks
from bot.messages.pictures import with_picture
from bot.messages.table_view import Board
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.ui import lobby
from bot.ui.elements import frame, replies
from bot.ui.elements.links import channel_url, message_url
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, Text, plain


def public(board: Board, table: Table, look: Look) -> Screen:
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


def hand_over(looks: Looks, board: Board, seat: int, person: int) -> Screen:
    """Draw what is left of a hand whose person owns the seat no more, or has a newer message.

    Of a game that is over it is the result, as for everybody else.
    """
    t = looks.person(person, board.table)
    if board.table.seats[seat].owner == person:
        return plain(t("A newer message shows your hand."))
    if board.table.status == "ended" and board.table.state is not None:
        return hand(looks, board, seat, person)
    reason = why_not_seated(board.table, person)
    return replies.hand_over(board.table, reason, t, table_address(board.table))


def hand(looks: Looks, board: Board, seat: int, person: int) -> Screen:
    """Draw one seat's hand in its person's language."""
    look = looks.private(person, board.table)
    return board.renderer.hand(board.hand(seat, looks.server(board.table), look.t), look)


def moved(board: Board, look: Look, *, begun: bool) -> Screen:
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


def thread_name(board: Board, t: Translator) -> str:
    """Return the name of a table's own thread."""
    name = board.renderer.name
    return t("{game} · table {number}", game=name, number=board.table.id)[:100]


def with_text(text: str, screen: Screen) -> Screen:
    """Return a screen with a sentence above it."""
    if not text:
        return screen
    parts = (Text(text), *screen.parts)
    return Screen(parts=parts, accent=screen.accent, attachments=screen.attachments)
