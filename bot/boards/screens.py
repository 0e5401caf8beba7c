"""Which screen shows what: chosen by the table's state, drawn by `bot.ui`."""

from bot.boards.board import Board
from bot.boards.looks import Looks
from bot.locale import Translator
from bot.tables.values import Table
from bot.ui import lobby
from bot.ui.links import link, message_url
from bot.ui.look import Look
from bot.ui.names import texts
from bot.ui.screen import Screen, Text, plain


def public(board: Board, table: Table, look: Look) -> Screen:
    """Draw the table's public message: lobby, game, result, or a lobby that closed."""
    if table.status == "lobby":
        return lobby.draw(table, board.game, board.renderer, look, board.history(None))
    if table.status == "closed" or table.state is None:
        return lobby.closed(table, board.renderer, look.t)
    return board.renderer.public(board.public(table, look.t), look)


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


def table_link(table: Table, t: Translator) -> str:
    """Return "table 12", linked where its message is there."""
    name = t("table {number}", number=table.id)
    address = table_url(table)
    return link(name, address) if address is not None else name


def your_turn(table: Table, mention: int | None, t: Translator) -> Screen:
    """Return the fresh line that notifies; `mention` pings a person whose DMs are closed."""
    line = t("Your turn, {table}.", table=table_link(table, t))
    if mention is None:
        return plain(line)
    return plain(f"<@{mention}> {line}", mentions=(mention,))


def hand_elsewhere(table: Table, person: int, t: Translator) -> Screen:
    """Tell a person who takes no direct messages where the hand is."""
    line = t("I cannot send you your hand. The button **My hand** below the table shows it.")
    return plain(f"<@{person}> {line}", mentions=(person,))


def thread_name(board: Board, t: Translator) -> str:
    """Return the name of a table's own thread."""
    name = board.renderer.name
    return t("{game} · table {number}", game=name, number=board.table.id)[:100]


def thread_start(table: Table, t: Translator) -> Screen:
    """Call the people who sit here into the table's thread, once."""
    people = " ".join(f"<@{person}>" for person in table.people)
    return plain(f"{people} {t('The game is here.')}", mentions=table.people)


def thread_result(board: Board, look: Look) -> Screen:
    """Return the result for the channel of a game that was played in a thread."""
    table, t = board.table, look.t
    names = texts(table, t)
    who = t.list([names[seat] for seat in table.outcome.winners]) if table.outcome else ""
    told = t("Winner of {table}: {names}.", table=table_link(table, t), names=who)
    return plain(told if who else t("{table} is over.", table=table_link(table, t)))


def said(text: str) -> Screen:
    """Return a sentence for one person."""
    return plain(text)


def with_text(text: str, screen: Screen) -> Screen:
    """Return a screen with a sentence above it."""
    parts = (Text(text), *screen.parts)
    return Screen(parts=parts, accent=screen.accent, attachments=screen.attachments)
