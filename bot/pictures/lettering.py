"""Texts in pictures: Pillow's own font, and the accents it lacks put together from its signs.

The font has the letters of English alone. Whatever can be taken apart into one of them and a mark
is drawn as both; a few letters have a stand-in; everything else is left out.
"""

import unicodedata
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

_MARKS = {
    "\u0300": "`",
    "\u0301": "´",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "-",
    "\u0306": "~",
    "\u0307": ".",
    "\u0308": "..",
    "\u030a": "°",
    "\u030b": "´´",
    "\u030c": "^",
}
"""What stands for a mark above a letter; other marks (cedillas, hooks) are left out."""

_INSTEAD = str.maketrans(
    {
        **dict(zip("łŁđĐøØıð×–—−ºª\u00a0\u202f", "lLdDoOidx---°°  ", strict=True)),
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "þ": "th",
        "Þ": "Th",
    }
)
_TURNED = {"¿": "?", "¡": "!"}


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow comes with FreeType"
    return font


@cache
def _has(sign: str) -> bool:
    """Say whether the font has a sign: what it lacks all look alike."""
    font = _font(24)
    return sign == " " or bytes(font.getmask(sign)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=512)
def _signs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the letters of a text that can be drawn, each with the mark above it, if any."""
    signs: list[tuple[str, str]] = []
    for one in unicodedata.normalize("NFC", text).translate(_INSTEAD):
        if one in _TURNED or _has(one):
            signs.append((one, ""))
            continue
        parts = unicodedata.normalize("NFKD", one)
        if _has(parts[0]):
            marks = (_MARKS[part] for part in parts[1:] if part in _MARKS)
            signs.append((parts[0], next(marks, "")))
    return tuple(signs)


def drawable(text: str) -> str:
    """Return a text without what a picture leaves out of it."""
    return "".join(one for one in unicodedata.normalize("NFC", text) if _signs(one)).strip()


@lru_cache(maxsize=512)
def width(text: str, size: int) -> int:
    """Return the pixels a text takes from left to right."""
    font = _font(size)
    return round(sum(font.getlength(_TURNED.get(letter, letter)) for letter, _ in _signs(text)))


@lru_cache(maxsize=512)
def fitted(text: str, size: int, room: int) -> str:
    """Return a text cut with an ellipsis to so many pixels."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1].rstrip()
    return text + "…"


@lru_cache(maxsize=256)
def stamp(text: str, size: int) -> Image.Image:
    """Return a text as a mask from 0 to 255, as high as a line (`line_height`)."""
    font = _font(size)
    mask = Image.new("L", (max(1, width(text, size) + 2), line_height(size)))
    pen = ImageDraw.Draw(mask)
    left, base = 0.0, round(size * 1.08)
    for letter, above in _signs(text):
        shape = _TURNED.get(letter, letter)
        if letter in _TURNED:
            _turned(mask, shape, round(left), size)
        elif letter == "i" and above:
            _without_dot(mask, pen, left, base, size)
        else:
            pen.text((left, base), shape, fill=255, font=font, anchor="ls")
        if above:
            _mark(pen, above, left + font.getlength(shape) / 2, base, letter, size)
        left += font.getlength(shape)
    return mask


def line_height(size: int) -> int:
    """Return the height of a line of texts of a size, letters below the line included."""
    return round(size * 1.38)


def _mark(
    pen: ImageDraw.ImageDraw, above: str, middle: float, base: int, letter: str, size: int
) -> None:
    """Draw the sign of a mark just above a letter."""
    letter_top = _ink("x" if letter == "i" else letter, size)[1]
    left, _, right, bottom = _ink(above, size)
    at = (middle - (left + right) / 2, base + letter_top - bottom - max(1, size // 14))
    pen.text(at, above, fill=255, font=_font(size), anchor="ls")


def _without_dot(
    mask: Image.Image, pen: ImageDraw.ImageDraw, left: float, base: int, size: int
) -> None:
    """Draw an i whose dot gives way to a mark."""
    font = _font(size)
    pen.text((left, base), "i", fill=255, font=font, anchor="ls")
    top = base + _ink("x", size)[1]
    pen.rectangle((left, 0, left + font.getlength("i"), top - 1), fill=0)


def _turned(mask: Image.Image, shape: str, left: int, size: int) -> None:
    """Draw a sign upside down, its point as high as a small letter."""
    box = _ink(shape, size)
    sign = Image.new("L", (box[2] - box[0], box[3] - box[1]))
    pen = ImageDraw.Draw(sign)
    pen.text((-box[0], -box[1]), shape, fill=255, font=_font(size), anchor="ls")
    top = round(size * 1.08) + _ink("x", size)[1]
    mask.paste(sign.transpose(Image.Transpose.ROTATE_180), (left + box[0], top))


@cache
def _ink(sign: str, size: int) -> tuple[int, int, int, int]:
    """Return where a sign's ink is, from its start on the line of writing."""
    paper = Image.new("L", (4 * size, 4 * size))
    ImageDraw.Draw(paper).text((size, 2 * size), sign, fill=255, font=_font(size), anchor="ls")
    left, top, right, bottom = paper.getbbox() or (size, 2 * size, size, 2 * size)
    return left - size, top - 2 * size, right - size, bottom - 2 * size
