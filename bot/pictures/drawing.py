"""Drawing a sheet: felt in a wooden rim, a panel per block, cards and letters, as a small PNG.

Quick enough to be asked for at any time (goal: 10 ms), small enough for any connection (40 KB): all
parts are kept as numbers of colours once they are drawn. Pure; for a thread.
"""

import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, sin, tau

from PIL import Image, ImageDraw

from bot.cards import large
from bot.cards.names import SUITS
from bot.pictures.colours import (
    BADGE,
    FELT,
    GROUNDS,
    INK,
    PALETTE,
    RIM,
    RIM_LINE,
    TURN,
    WEAVE,
    Colour,
    Ground,
    inked,
    number,
    numbered,
)
from bot.pictures.layout import ARROW, FAN, MOST_OF_FAN, SCALE, SIZE, WIDTH, Panel, Sheet
from bot.pictures.lettering import CAPITAL, FONTS, Weight, stamp, width
from bot.ui.contract.spread import Pile

COMPRESSION = 5
FINER = 3
AROUND = 5 * SCALE
"""Pixels around a card for the mark of the last act and the cards below it."""
RING = 3 * SCALE
DEPTH = 2
"""Cards that are seen below the top one of a pile at most."""
CORNER = 10 * SCALE
WOOD = 4 * SCALE
SIGNS: Mapping[str, Sequence[tuple[float, float]]] = {
    ARROW: ((1, 5), (12, 11.5), (1, 18)),
    "◆": ((6.5, 4.5), (12.5, 11.5), (6.5, 18.5), (0.5, 11.5)),
    "●": [(6.5 + 6.2 * cos(at * tau / 48), 11.5 + 6.2 * sin(at * tau / 48)) for at in range(48)],
    "▲": ((6.5, 5), (13, 17.5), (0, 17.5)),
    "■": ((1, 6), (12, 6), (12, 17), (1, 17)),
}
"""Corners of signs that no font is asked for, in units."""
_BLACK = str(FONTS / "Nunito-Black.ttf")


def draw(sheet: Sheet) -> bytes:
    """Return the picture as a PNG."""
    canvas = _felt(round(sheet.height * SCALE)).copy()
    pen = ImageDraw.Draw(canvas)
    for panel in sheet.panels:
        _panel(canvas, pen, panel)
    for card in sheet.cards:
        drawn, shape = _laid(card.pile, card.width * SCALE, card.ground)
        canvas.paste(drawn, _at(card.left, card.top, -AROUND), shape)
    for text in sheet.texts:
        drawn, shape = _text(text.text, text.ground, text.ink, text.weight)
        canvas.paste(drawn, _at(text.left, text.top), shape)
    canvas.putpalette(PALETTE)
    file = io.BytesIO()
    canvas.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def _at(left: float, top: float, more: int = 0) -> tuple[int, int]:
    return round(left * SCALE) + more, round(top * SCALE) + more


@lru_cache(maxsize=192)
def _text(
    text: str, ground: Ground, ink: Colour, weight: Weight
) -> tuple[Image.Image, Image.Image]:
    """Return a text as numbers of colours, with its shape."""
    mask = _sign(text) if text in SIGNS else stamp(text, SIZE, weight)
    return inked(mask, ground, ink), mask.point([0] * 16 + [255] * 240, "1")


@lru_cache(maxsize=len(SIGNS))
def _sign(sign: str) -> Image.Image:
    """Return what points at the turn's seat, or tells a pair, smooth at its edges."""
    mask = Image.new("L", (14 * SCALE * FINER, 20 * SCALE * FINER))
    unit = SCALE * FINER
    corners = [(x * unit, y * unit) for x, y in SIGNS[sign]]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask.resize((14 * SCALE, 20 * SCALE), Image.Resampling.LANCZOS)


@lru_cache(maxsize=4)
def _felt(height: int) -> Image.Image:
    """Return the empty table: a weave that is hardly seen, in a rim of wood."""
    size = (WIDTH * SCALE, height)
    felt = Image.new("L", size, number(FELT))
    thread = Image.new("L", (8, 8), number(FELT))
    for at in range(8):
        for along in (0, 1):
            thread.putpixel((at, (at + along) % 8), number(WEAVE))
    for left in range(0, size[0], 8):
        felt.paste(thread, (left, 0))
    row = felt.crop((0, 0, size[0], 8))
    for top in range(8, height, 8):
        felt.paste(row, (0, top))
    pen = ImageDraw.Draw(felt)
    inner = (WOOD, WOOD, size[0] - WOOD - 1, height - WOOD - 1)
    hole = Image.new("1", size, 1)
    ImageDraw.Draw(hole).rounded_rectangle(inner, CORNER, fill=0)
    felt.paste(number(RIM), (0, 0), hole)
    pen.rounded_rectangle(inner, CORNER, outline=number(RIM_LINE), width=2)
    return felt


def _panel(canvas: Image.Image, pen: ImageDraw.ImageDraw, panel: Panel) -> None:
    """Draw the ground of a block; that of the turn's seat in a frame of light."""
    left, top = _at(panel.left, panel.top)
    right, bottom = left + round(panel.width * SCALE), top + round(panel.height * SCALE)
    line = 3 * SCALE if panel.ground == "lit" else 0
    outline = number(TURN) if line else None
    fill = number(GROUNDS[panel.ground])
    pen.rectangle((left, top + CORNER, right - 1, bottom - CORNER), fill, outline, line)
    pen.rectangle((left + CORNER, top, right - CORNER, bottom - 1), fill, outline, line)
    if line:
        pen.rectangle((left + line, top + CORNER, right - 1 - line, bottom - CORNER), fill)
        pen.rectangle((left + CORNER, top + line, right - CORNER, bottom - 1 - line), fill)
    corners = _corners(panel.ground)
    canvas.paste(corners[0], (left, top))
    canvas.paste(corners[1], (right - CORNER, top))
    canvas.paste(corners[2], (left, bottom - CORNER))
    canvas.paste(corners[3], (right - CORNER, bottom - CORNER))


@lru_cache(maxsize=4)
def _corners(ground: Ground) -> tuple[Image.Image, ...]:
    """Return the four round corners of a panel, on felt."""
    side = 2 * CORNER * FINER
    panel = Image.new("RGBA", (side, side), (*GROUNDS[ground], 0))
    lit = ground == "lit"
    ImageDraw.Draw(panel).rounded_rectangle(
        (0, 0, side - 1, side - 1),
        CORNER * FINER,
        fill=(*GROUNDS[ground], 255),
        outline=(*TURN, 255) if lit else None,
        width=3 * SCALE * FINER if lit else 0,
    )
    whole = numbered(panel.resize((2 * CORNER, 2 * CORNER), Image.Resampling.LANCZOS), FELT)
    near, far = (0, CORNER), (CORNER, 2 * CORNER)
    return tuple(whole.crop((x[0], y[0], x[1], y[1])) for y in (near, far) for x in (near, far))


@lru_cache(maxsize=192)
def _laid(pile: Pile, side: int, ground: Ground) -> tuple[Image.Image, Image.Image]:
    """Return a pile as numbers of colours, with its shape: what lies below, top, note, mark."""
    face = large.card(pile.face, side, _BLACK, noted=bool(pile.note))
    fan = min(pile.size, MOST_OF_FAN) if pile.fan else 1
    deep = 0 if pile.fan else min(pile.size - 1, DEPTH)
    right = FAN * SCALE * max(fan - 1, 0)
    size = (side + right + 2 * AROUND, face.height + 2 * AROUND)
    drawn = Image.new("RGBA", size, (*GROUNDS[ground], 0))
    for below in range(deep, 0, -1):
        shift = AROUND + 2 * SCALE * below
        drawn.alpha_composite(face, (shift, shift))
    for at in range(max(fan, 1)):
        drawn.alpha_composite(face, (AROUND + FAN * SCALE * at, AROUND))
    if pile.marked:
        drawn.alpha_composite(_ring(side + right, face.height))
    if pile.note:
        badge = _badge(pile.note)
        room = side + right - badge.width
        left = AROUND + (room if pile.face[1:] in SUITS else room // 2)
        drawn.alpha_composite(
            badge, (max(left, 0), AROUND + face.height - badge.height + 2 * SCALE)
        )
    shape = drawn.getchannel("A").point([0] + [255] * 255, "1")
    return numbered(drawn, GROUNDS[ground]), shape


@lru_cache(maxsize=32)
def _ring(wide: int, high: int) -> Image.Image:
    """Return the frame of light around what the last act changed."""
    size = (wide + 2 * AROUND, high + 2 * AROUND)
    ring = Image.new("RGBA", (size[0] * FINER, size[1] * FINER), (*TURN, 0))
    inset = (AROUND - RING) * FINER
    box = (inset, inset, ring.width - 1 - inset, ring.height - 1 - inset)
    ImageDraw.Draw(ring).rounded_rectangle(
        box, 8 * SCALE * FINER, outline=(*TURN, 255), width=RING * FINER
    )
    return ring.resize(size, Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def _badge(note: str) -> Image.Image:
    """Return a note on a dark ground with round ends."""
    high = 17 * SCALE
    wide = max(width(note, SIZE, "Black") + 7 * SCALE, high)
    badge = Image.new("RGBA", (wide * FINER, high * FINER), (*BADGE, 0))
    ImageDraw.Draw(badge).rounded_rectangle(
        (0, 0, badge.width - 1, badge.height - 1), high * FINER / 2, fill=(*BADGE, 255)
    )
    badge = badge.resize((wide, high), Image.Resampling.LANCZOS)
    letters = stamp(note, SIZE, "Black")
    at = (
        (wide - letters.width) // 2 + 1,
        (high - round(SIZE * CAPITAL)) // 2 - round(SIZE * 0.315),
    )
    badge.paste(INK, at, letters)
    return badge
