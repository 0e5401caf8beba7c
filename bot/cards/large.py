"""Card faces of a card's own shape, for pictures of tables: paper, a fine frame, large signs.

The same cards as those of `bot.cards.cards`, which are squares of an emoji's size; a card here is
higher than wide, so that it looks like one that lies on a table.
"""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.cards.cards import EDGE, INKS, NUMBER_INK, NUMBER_PAPER, PAPER
from bot.cards.shapes import outlines

RATIO = 1.22
"""Height of a card by its width."""
FINER = 3
"""Drawn so many times larger, then reduced: smooth edges."""
CAPITAL = 0.705
FRAME = (214, 190, 138, 255)
"""The fine frame of a number card."""
BACK = (124, 32, 48, 255)
LACE = (222, 176, 158, 255)
"""Ground and pattern of a card's back."""
HOLLOW = (118, 160, 140, 255)
"""The outline of a place where no card lies."""


def height(width: int) -> int:
    """Return the height of a card of this width."""
    return round(width * RATIO)


@lru_cache(maxsize=96)
def card(name: str, width: int, font: str, *, noted: bool = False) -> Image.Image:
    """Return a card face in red, green, blue and opacity.

    Args:
        name: one of `bot.cards.DRAWN`.
        width: in pixels.
        font: the file of the font of its signs.
        noted: whether its lower edge is covered by a note.
    """
    pen = _Pen(width, font)
    if name == "empty":
        pen.empty()
    elif name == "back":
        pen.back()
    elif name[0] == "f":
        pen.number(int(name[1:]), 38 if noted else 60)
    elif name[0] == "X":
        pen.joker(name[1])
    else:
        pen.french("10" if name[0] == "T" else name[0], name[1])
    return pen.reduced()


class _Pen:
    """Draws in hundredths of a card's width."""

    def __init__(self, width: int, font: str) -> None:
        self._size = (width, height(width))
        self._unit = width * FINER / 100
        self._font = font
        self._canvas = Image.new("RGBA", (width * FINER, height(width) * FINER), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._canvas)

    def reduced(self) -> Image.Image:
        """Return what is drawn, in its own size."""
        return self._canvas.resize(self._size, Image.Resampling.LANCZOS)

    def number(self, number: int, middle: int) -> None:
        """Draw a large number in a fine frame, at a height; 6 and 9 are underlined."""
        self._sheet(NUMBER_PAPER)
        self._box((7, 7, 93, 115), None, 8, FRAME, 2.5)
        self._text(str(number), 50, middle, 54, 72, NUMBER_INK)
        if number in (6, 9):
            self._box((33, middle + 32, 67, middle + 38), NUMBER_INK, 3)

    def french(self, rank: str, suit: str) -> None:
        """Draw rank and letter of the suit on the left, the suit's shape on the right."""
        ink = INKS[suit]
        self._sheet(PAPER)
        self._text(rank, 29, 31, 40, 46, ink)
        self._text(suit, 25, 98, 30, 34, ink)
        self._shape(suit, 43, 51, 50, ink)

    def joker(self, colour: str) -> None:
        """Draw the joker's letter and a star: the red one's hollow, the black one's full."""
        ink = INKS["H"] if colour == "R" else INKS["S"]
        self._sheet(PAPER)
        self._text(colour, 28, 31, 36, 40, ink)
        self._shape("X", 28, 42, 66, ink)
        if colour == "R":
            self._shape("X", 44, 59, 34, PAPER)

    def back(self) -> None:
        """Draw a card seen from behind: a lattice of diamonds in a frame of paper."""
        self._sheet(PAPER)
        self._box((7, 7, 93, 115), BACK, 8)
        self._box((12, 12, 88, 110), None, 5, LACE, 2)
        for row in range(8):
            for column in range(4 - row % 2):
                x = 23 + 18 * column + 9 * (row % 2)
                self._diamond(x, 24 + 10.5 * row, 5.5, LACE)

    def empty(self) -> None:
        """Draw the outline of a place where no card lies."""
        self._box((2, 2, 98, 120), (255, 255, 255, 12), 12, HOLLOW, 3)

    def _sheet(self, paper: tuple[int, ...]) -> None:
        self._box((0, 0, 100, 122), paper, 13, EDGE, 2.5)

    def _box(
        self,
        box: tuple[float, float, float, float],
        fill: tuple[int, ...] | None,
        radius: float,
        outline: tuple[int, ...] | None = None,
        width: float = 0,
    ) -> None:
        left, top, right, bottom = (edge * self._unit for edge in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            radius * self._unit,
            fill=fill,
            outline=outline,
            width=round(width * self._unit),
        )

    def _text(
        self, text: str, x: float, y: float, tall: float, wide: float, ink: tuple[int, ...]
    ) -> None:
        """Draw a text centred on a point, `tall` high, made narrower where it is too wide."""
        font = ImageFont.truetype(
            self._font,
            round(tall * self._unit / CAPITAL),
            layout_engine=ImageFont.Layout.BASIC,
        )
        left, top, right, bottom = font.getbbox(text)
        mask = Image.new("L", (int(right - left), int(bottom - top)))
        ImageDraw.Draw(mask).text((-left, -top), text, 255, font)
        room = round(wide * self._unit)
        if mask.width > room:
            mask = mask.resize((room, mask.height), Image.Resampling.LANCZOS)
        at = (round(x * self._unit - mask.width / 2), round(y * self._unit - mask.height / 2))
        self._canvas.paste(ink, at, mask)

    def _shape(self, letter: str, x: float, y: float, size: float, ink: tuple[int, ...]) -> None:
        for outline in outlines(letter, x * self._unit, y * self._unit, size * self._unit):
            self._draw.polygon(outline, fill=ink)

    def _diamond(self, x: float, y: float, reach: float, ink: tuple[int, ...]) -> None:
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        self._draw.polygon([(px * self._unit, py * self._unit) for px, py in corners], fill=ink)
