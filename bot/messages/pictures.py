"""Pictures of tables, drawn off the event loop, from what everybody sees."""

import asyncio

from bot.locale import Translator
from bot.messages.table_view import Board
from bot.pictures import Drawing, of_table
from bot.ui.elements.screen import Screen, Text, plain


async def drawn(board: Board, t: Translator) -> Drawing:
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
