"""What `/move` suggests, and how it is read: by its name as listed, or in notation."""

from discord import app_commands

from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.context import Desk
from bot.interactions.typed import typed
from bot.locale import LANGUAGES, Translator, translator
from bot.messages.table_view import TableView
from bot.ui.contract.renderer import Source
from bot.ui.elements import replies

LONGEST = 100
"""Characters of a name in the list, by Discord's limits."""
MOST = 25
"""Choices in the list, by Discord's limits; typing more of a name reaches each."""


def suggested(
    desk: Desk, interaction: AnyInteraction, so_far: str
) -> list[app_commands.Choice[str]]:
    """Suggest all of one's sources by name, playable or not, always in the same order."""
    press = Incoming(interaction, typed(interaction))
    named = interaction.namespace.table
    tables = transformers.candidates(desk, press, transformers.playing)
    if isinstance(named, str) and named:
        number = named.strip().removeprefix("#")
        tables = tuple(each for each in desk.kit.tables.active() if str(each.id) == number)
    board = desk.board(tables[0].id) if len(tables) == 1 else None
    if board is None:
        return []
    return [
        app_commands.Choice(name=source.label[:LONGEST], value=source.notation)
        for source in _own(board, interaction.user.id, desk.language(press))
        if _plain(so_far) in _plain(source.label)
    ][:MOST]


def read(board: TableView | None, person: int, text: str) -> str:
    """Return the notation of what somebody typed: of a name as listed, in any language, else it."""
    meant = _plain(text)
    for language in LANGUAGES:
        for source in _own(board, person, translator(language)):
            if _plain(source.label) == meant:
                return source.notation
    return text.strip().upper()


def unreadable(board: TableView | None, person: int, t: Translator) -> str:
    """Return the refusal of what cannot be read, with an example of one's own."""
    for source in _own(board, person, t):
        if len(source.notation) > 1:
            return replies.unreadable(source, t)
    return replies.unreadable(None, t)


def _own(board: TableView | None, person: int, t: Translator) -> tuple[Source, ...]:
    """Return the sources of this person; none of whoever does not sit at a running game."""
    seat = board.table.seat_of(person) if board is not None else None
    if board is None or seat is None or not board.playing:
        return ()
    view, numbers = board.view(seat.index), board.numbers(seat.index)
    return board.renderer.sources(view, numbers, t)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
