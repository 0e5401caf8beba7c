"""The fixed palette of all pictures, and card faces in it.

A picture is drawn as numbers of colours. The first sixteen go from the ground to the ink of texts,
so that a text's smooth edge is its mask divided by sixteen and needs no mixing of colours.
"""

from functools import lru_cache

from PIL import Image

from bot.cards import picture
from bot.cards.cards import BLUE, EDGE, GREY, INKS, NUMBER_INK, NUMBER_PAPER, PALE, PAPER

Colour = tuple[int, int, int]

GROUND: Colour = (30, 54, 46)
INK: Colour = (244, 246, 240)
TURN: Colour = (250, 200, 70)
SHADES = 16
STEPS = 10

TEXT = SHADES - 1
"""The number of the texts' ink; 0 is the ground."""
LINE = 4
"""A quiet shade, for frames."""
TURN_COLOUR = SHADES


def _shades(start: Colour, end: Colour, count: int) -> list[Colour]:
    return [
        (
            _mixed(start[0], end[0], n, count),
            _mixed(start[1], end[1], n, count),
            _mixed(start[2], end[2], n, count),
        )
        for n in range(count)
    ]


def _mixed(start: int, end: int, step: int, count: int) -> int:
    return start + (end - start) * step // (count - 1)


def _palette() -> list[int]:
    """Return red, green and blue of every colour: the texts', the turn's, the cards' edges."""
    pairs = [(PAPER, ink) for ink in INKS.values()]
    pairs += [(NUMBER_PAPER, NUMBER_INK), (BLUE, PALE), (EDGE, PAPER), (EDGE, BLUE)]
    colours = [*_shades(GROUND, INK, SHADES), TURN]
    for start, end in pairs:
        colours += _shades(start[:3], end[:3], STEPS)
    for end in (EDGE, GREY):
        colours += _shades(GROUND, end[:3], STEPS)
    return [part for colour in colours for part in colour]


PALETTE = _palette()
_MODEL = Image.new("P", (1, 1))
_MODEL.putpalette(PALETTE)


@lru_cache(maxsize=512)
def card(face: str, size: int) -> Image.Image:
    """Return a card face of `size` pixels as numbers of colours, on the ground."""
    drawn = picture(face, size)
    below = Image.new("RGB", drawn.size, GROUND)
    below.paste(drawn, (0, 0), drawn)
    numbers = below.quantize(palette=_MODEL, dither=Image.Dither.NONE)
    return Image.frombytes("L", numbers.size, numbers.tobytes())
