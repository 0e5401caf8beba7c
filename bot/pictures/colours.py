"""The fixed palette of pictures of tables: felt, panels on it, and every smooth edge between them.

A picture is drawn as numbers of colours. What is written or laid on a ground has a row of numbers
from that ground to its own colour, so that a smooth edge is its mask divided by the row's steps and
needs no mixing of colours.
"""

from typing import Literal, TypeAlias

from PIL import Image

from bot.cards.cards import EDGE, INKS, NUMBER_INK, NUMBER_PAPER, PAPER
from bot.cards.large import BACK, FRAME, HOLLOW, LACE

Colour: TypeAlias = tuple[int, int, int]
Ground: TypeAlias = Literal["felt", "spot", "seat", "lit"]

FELT: Colour = (26, 92, 68)
WEAVE: Colour = (29, 97, 72)
RIM: Colour = (74, 46, 28)
RIM_LINE: Colour = (176, 132, 74)
GROUNDS: dict[Ground, Colour] = {
    "felt": FELT,
    "spot": (33, 108, 80),
    "seat": (18, 67, 50),
    "lit": (20, 84, 62),
}
INK: Colour = (247, 248, 242)
TURN: Colour = (255, 205, 84)
BADGE: Colour = (22, 26, 34)
STEPS = 12
"""Numbers of a row from a ground to what is written on it."""

GROUND: Colour = (30, 54, 46)
"""The ground of plots."""


def _row(start: Colour, end: Colour, count: int) -> list[Colour]:
    return [
        (
            start[0] + (end[0] - start[0]) * at // (count - 1),
            start[1] + (end[1] - start[1]) * at // (count - 1),
            start[2] + (end[2] - start[2]) * at // (count - 1),
        )
        for at in range(count)
    ]


def _palette() -> tuple[list[Colour], dict[tuple[Ground, Colour], int]]:
    """Return all colours, and where the row of each ink on each ground begins."""
    colours: list[Colour] = []
    rows: dict[tuple[Ground, Colour], int] = {}
    for ground, below in GROUNDS.items():
        for ink in (INK, TURN):
            rows[ground, ink] = len(colours)
            colours += _row(below, ink, STEPS)
    pairs = [(PAPER[:3], ink[:3], 9) for ink in INKS.values()]
    pairs += [(NUMBER_PAPER[:3], NUMBER_INK[:3], 10), (NUMBER_PAPER[:3], FRAME[:3], 4)]
    pairs += [(BACK[:3], LACE[:3], 6), (BACK[:3], PAPER[:3], 5), (BADGE, INK, 10)]
    pairs += [(EDGE[:3], end[:3], 4) for end in (PAPER, NUMBER_PAPER)]
    pairs += [(BADGE, end[:3], 4) for end in (NUMBER_PAPER, BACK)]
    pairs += [(TURN, end[:3], 4) for end in (NUMBER_PAPER, PAPER)]
    for below in GROUNDS.values():
        pairs += [(below, HOLLOW[:3], 5), (below, EDGE[:3], 4), (below, BADGE, 3)]
    pairs += [(RIM, RIM_LINE, 4), (RIM_LINE, FELT, 4), (WEAVE, FELT, 2)]
    for start, end, count in pairs:
        colours += _row(start, end, count)
    unique = list(dict.fromkeys(colours[2 * STEPS * len(GROUNDS) :]))
    return colours[: 2 * STEPS * len(GROUNDS)] + unique, rows


_COLOURS, _ROWS = _palette()
PALETTE = [part for colour in _COLOURS for part in colour]
assert len(_COLOURS) <= 256, "a PNG of numbers has one byte a pixel"
_MODEL = Image.new("P", (1, 1))
_MODEL.putpalette(PALETTE)


def number(colour: Colour) -> int:
    """Return the number of a colour of the palette."""
    return _COLOURS.index(colour)


def inked(mask: Image.Image, ground: Ground, ink: Colour) -> Image.Image:
    """Return a mask from 0 to 255 as numbers from a ground to an ink."""
    start = _ROWS[ground, ink]
    return mask.point([start + value * (STEPS - 1) // 255 for value in range(256)])


def numbered(drawn: Image.Image, ground: Colour) -> Image.Image:
    """Return a picture with opacity as numbers of colours, on a ground."""
    below = Image.new("RGB", drawn.size, ground)
    below.paste(drawn, (0, 0), drawn)
    numbers = below.quantize(palette=_MODEL, dither=Image.Dither.NONE)
    return Image.frombytes("L", numbers.size, numbers.tobytes())
