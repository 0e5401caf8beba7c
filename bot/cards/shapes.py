"""Shapes of the suits and the joker's star, as points in a square from 0 to 1.

Suits are told apart by their outline alone; each carries its letter besides (`cards.py`).
"""

from collections.abc import Callable
from math import cos, pi, sin

Point = tuple[float, float]
Outline = list[Point]

STEPS = 24


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """Return points of a circle's arc; angles in half turns, clockwise from the right."""
    angles = (start + (end - start) * step / STEPS for step in range(STEPS + 1))
    return [(x + radius * cos(pi * a), y + radius * sin(pi * a)) for a in angles]


def _heart() -> list[Outline]:
    left = _arc(0.27, 0.30, 0.25, 0.80, 1.88)
    right = _arc(0.73, 0.30, 0.25, 1.12, 2.20)
    return [[*left, (0.5, 0.27), *right, (0.5, 0.97)]]


def _diamond() -> list[Outline]:
    return [[(0.5, 0.0), (0.94, 0.5), (0.5, 1.0), (0.06, 0.5)]]


STEM = [(0.46, 0.5), (0.54, 0.5), (0.58, 0.86), (0.72, 0.98), (0.28, 0.98), (0.42, 0.86)]
"""Of a spade and of a club."""


def _spade() -> list[Outline]:
    left = _arc(0.27, 0.57, 0.25, 1.20, 0.12)
    right = _arc(0.73, 0.57, 0.25, 0.88, -0.20)
    return [[(0.5, 0.0), *left, (0.5, 0.62), *right], STEM]


def _club() -> list[Outline]:
    circles = [_arc(x, y, 0.235, 0, 2) for x, y in ((0.5, 0.245), (0.245, 0.58), (0.755, 0.58))]
    return [*circles, [(0.4, 0.4), (0.6, 0.4), (0.6, 0.62), (0.4, 0.62)], STEM]


def _star() -> list[Outline]:
    points = []
    for corner in range(10):
        radius = 0.5 if corner % 2 == 0 else 0.24
        angle = pi * (corner / 5 - 0.5)
        points.append((0.5 + radius * cos(angle), 0.53 + radius * sin(angle)))
    return [points]


SHAPES: dict[str, Callable[[], list[Outline]]] = {
    "C": _club,
    "D": _diamond,
    "H": _heart,
    "S": _spade,
    "X": _star,
}
"""Outlines by the letter of the suit in notation; `X` is the joker's."""


def outlines(letter: str, x: float, y: float, size: float) -> list[Outline]:
    """Return a shape's outlines scaled to `size` with its upper left corner at (x, y)."""
    return [[(x + px * size, y + py * size) for px, py in one] for one in SHAPES[letter]()]
