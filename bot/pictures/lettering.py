"""Texts in pictures, in Nunito: Latin and Cyrillic letters in two weights.

The font files and their licence stand in `fonts`. What they have no sign for is taken apart, where
that leaves signs they have; everything else is left out.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Weight: TypeAlias = Literal["Bold", "Black"]

FONTS = Path(__file__).parent / "fonts"
CAPITAL = 0.705
"""Height of a capital and of a digit, as a part of the size."""


@cache
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return the font; laid out by FreeType alone, so that every machine draws the same."""
    file = FONTS / f"Nunito-{weight}.ttf"
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _has(sign: str) -> bool:
    """Say whether the font has a sign: what it lacks all look alike."""
    shape = font(24).getmask(sign)
    return sign in " \u00a0\u202f" or bytes(shape) != bytes(font(24).getmask("\uffff"))


@lru_cache(maxsize=512)
def drawable(text: str) -> str:
    """Return a text as a picture can show it."""
    signs: list[str] = []
    for one in unicodedata.normalize("NFC", text):
        if _has(one):
            signs.append(one)
        else:
            signs += [part for part in unicodedata.normalize("NFKD", one) if _has(part)]
    return "".join(signs).strip()


@lru_cache(maxsize=512)
def width(text: str, size: int, weight: Weight = "Bold") -> int:
    """Return the pixels a text takes from left to right."""
    return -int(-font(size, weight).getlength(drawable(text)) // 1)


@lru_cache(maxsize=512)
def fitted(text: str, size: int, room: int, weight: Weight = "Bold") -> str:
    """Return a text cut with an ellipsis to so many pixels."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + "…", size, weight) > room:
        text = text[:-1].rstrip()
    return text + "…"


@lru_cache(maxsize=64)
def stamp(text: str, size: int, weight: Weight = "Bold") -> Image.Image:
    """Return a text as a mask from 0 to 255, as high as a line (`line_height`)."""
    shown = drawable(text)
    mask = Image.new("L", (max(1, width(shown, size, weight) + 2), line_height(size)))
    base = round(size * 1.02)
    ImageDraw.Draw(mask).text((0, base), shown, 255, font(size, weight), anchor="ls")
    return mask


def line_height(size: int) -> int:
    """Return the height of a line of texts of a size, letters below the line included."""
    return round(size * 1.28)
