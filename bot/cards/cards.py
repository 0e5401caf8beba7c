"""Drawing a card face (`experience.md` section 4): legible at 22 pixels, on dark and on light."""

import io
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.cards.names import DRAWN
from bot.cards.shapes import outlines

SIZE = 128
"""Pixels of an application emoji's side (`discord.md` section 3)."""
FINER = 4
"""Drawn so many times larger, then reduced: smooth edges."""

PAPER = (255, 255, 255, 255)
EDGE = (84, 88, 98, 255)
INKS = {
    "C": (10, 100, 56, 255),
    "D": (176, 70, 0, 255),
    "H": (205, 24, 44, 255),
    "S": (22, 24, 32, 255),
}
"""Four colours help; nothing depends on them, the outline and the letter differ as well."""
NUMBER_INK = (16, 42, 100, 255)
NUMBER_PAPER = (255, 251, 236, 255)
BLUE = (38, 74, 150, 255)
PALE = (168, 194, 246, 255)
GREY = (148, 153, 164, 255)


@cache
def face(name: str) -> bytes:
    """Return a card face as a square PNG.

    Raises:
        KeyError: the design has no such face.
    """
    file = io.BytesIO()
    drawn = picture(name).quantize(48, method=Image.Quantize.FASTOCTREE)
    drawn.save(file, "PNG", optimize=True)
    return file.getvalue()


@lru_cache(maxsize=512)
def picture(name: str) -> Image.Image:
    """Return a card face as a picture in red, green, blue and opacity.

    Raises:
        KeyError: the design has no such face.
    """
    if name not in DRAWN:
        raise KeyError(name)
    canvas = Image.new("RGBA", (SIZE * FINER, SIZE * FINER), (255, 255, 255, 0))
    pen = _Pen(canvas)
    if name == "empty":
        pen.empty()
    elif name == "back":
        pen.back()
    elif name[0] == "f":
        pen.number(int(name[1:]))
    elif name[0] == "X":
        pen.joker(name[1])
    else:
        pen.french("10" if name[0] == "T" else name[0], name[1])
    return canvas.resize((SIZE, SIZE), Image.Resampling.LANCZOS, reducing_gap=3.0)


class _Pen:
    """Draws in units of the emoji's pixels, whatever the canvas's size is."""

    def __init__(self, canvas: Image.Image) -> None:
        self._canvas = canvas
        self._draw = ImageDraw.Draw(canvas)

    def french(self, rank: str, suit: str) -> None:
        """Draw rank and letter of the suit on the left, the suit's shape on the right."""
        self._card(PAPER)
        ink = INKS[suit]
        if rank == "Q":
            self._shape(suit, 65, 65, 53, ink)
            self._tail(PAPER, 21, 4)
            self._tail(ink, 10, 0)
        else:
            self._shape(suit, 52, 52, 64, ink)
        self.text(rank, (13, 11, 63, 76), ink, bold=2.3)
        self.text(suit, (16, 86, 46, 116), ink, bold=1.6)

    def number(self, number: int) -> None:
        """Draw a large number; 6 and 9 are underlined."""
        self._card(NUMBER_PAPER)
        lined = number in (6, 9)
        self.text(str(number), (16, 17, 112, 96 if lined else 111), NUMBER_INK, bold=4)
        if lined:
            self._box((38, 104, 90, 113), NUMBER_INK, radius=4)

    def joker(self, colour: str) -> None:
        """Draw the joker's letter and a star: the red one's hollow, the black one's full."""
        self._card(PAPER)
        ink = INKS["H"] if colour == "R" else INKS["S"]
        self.text(colour, (13, 11, 63, 70), ink, bold=2.3)
        self._shape("X", 42, 44, 76, ink)
        if colour == "R":
            self._shape("X", 60, 63, 40, PAPER)

    def back(self) -> None:
        """Draw a card seen from behind: a lattice."""
        self._card(BLUE)
        self._box((19, 15, 109, 113), None, radius=9, outline=PALE, width=5)
        for x in (40, 64, 88):
            for y in (38, 64, 90):
                self._diamond(x, y, 11, PALE)

    def empty(self) -> None:
        """Draw the outline of a place where no card lies."""
        self._box((12, 8, 116, 120), (148, 153, 164, 40), radius=16, outline=GREY, width=8)
        self._box((48, 60, 80, 68), GREY, radius=4)

    def text(
        self, text: str, box: tuple[int, int, int, int], ink: tuple[int, ...], bold: float
    ) -> None:
        """Draw a text as large as a box allows, centred in it; wide ones are made narrower."""
        left, top, right, bottom = (edge * FINER for edge in box)
        stamp = _stamp(text, bottom - top, round(bold * FINER))
        width = min(stamp.width, right - left)
        stamp = stamp.resize((width, bottom - top), Image.Resampling.LANCZOS)
        at = (left + (right - left - width) // 2, top)
        self._canvas.paste(Image.new("RGBA", stamp.size, ink), at, stamp)

    def _tail(self, ink: tuple[int, ...], width: int, more: int) -> None:
        """Draw the tail of a Q, longer than the font's: small, the letter reads as a 0 without."""
        ends = [(40 * FINER, 52 * FINER), ((62 + more) * FINER, (78 + more) * FINER)]
        self._draw.line(ends, fill=ink, width=width * FINER)

    def _card(self, paper: tuple[int, ...]) -> None:
        self._box((5, 2, 123, 126), paper, radius=16, outline=EDGE, width=4)

    def _box(
        self,
        box: tuple[int, int, int, int],
        fill: tuple[int, ...] | None,
        radius: int,
        outline: tuple[int, ...] | None = None,
        width: int = 0,
    ) -> None:
        self._draw.rounded_rectangle(
            [edge * FINER for edge in box],
            radius * FINER,
            fill=fill,
            outline=outline,
            width=width * FINER,
        )

    def _shape(self, letter: str, x: int, y: int, size: int, ink: tuple[int, ...]) -> None:
        for outline in outlines(letter, x * FINER, y * FINER, size * FINER):
            self._draw.polygon(outline, fill=ink)

    def _diamond(self, x: int, y: int, reach: int, ink: tuple[int, ...]) -> None:
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        self._draw.polygon([(px * FINER, py * FINER) for px, py in corners], fill=ink)


@cache
def _stamp(text: str, height: int, stroke: int) -> Image.Image:
    """Return a text as a mask of exactly this height, without space around it."""
    font = ImageFont.load_default(height)
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    mask = Image.new("L", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, stroke_width=stroke)
    scale = height / mask.height
    return mask.resize((round(mask.width * scale), height), Image.Resampling.LANCZOS)
