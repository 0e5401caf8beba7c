"""The project's own card faces: one small design, drawn from shapes and Pillow's own font.

`cards.face(name)` is a pure function from a face's name to a PNG; the names are those of
`Renderer.faces`. Nothing of the bot is imported here.
"""

from bot.cards.emojis import emoji_name, is_mark, mark_name, of_emoji, old_name
from bot.cards.names import DRAWN

__all__ = ["DRAWN", "emoji_name", "is_mark", "mark_name", "of_emoji", "old_name"]
