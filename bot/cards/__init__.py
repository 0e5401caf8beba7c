"""The project's own card faces: one small design, drawn from shapes and Pillow's own font.

`face(name, size)` is a pure function from a face's name to a PNG; the names are those of
`Renderer.faces`. Nothing of the bot is imported here.
"""

from bot.cards.cards import DRAWN, face, picture
from bot.cards.emojis import emoji_name, of_emoji

__all__ = ["DRAWN", "emoji_name", "face", "of_emoji", "picture"]
