"""Plots of ratings: their history, and the page of a leaderboard. Pure; for a thread.

On a ground of their own, so that they read the same on Discord's dark and light; lines differ in
their marks and stand beside their names, bars beside their places: nothing depends on colour.
"""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.pictures import Bar, Line
from bot.pictures.colours import GROUND, INK, TURN, Colour
from bot.pictures.lettering import fitted, line_height, stamp, width

WIDTH, HEIGHT = 640, 300
EDGE, TEXTS = 16, 20
QUIET: Colour = (96, 122, 110)
COLOURS: tuple[Colour, ...] = (TURN, (140, 200, 255), (255, 170, 190))
MOST_STEPS = 5
ROW = 30


def of_lines(lines: Sequence[Line]) -> bytes:
    """Return the lines in one picture with a scale of whole numbers, as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(image)
    values = [value for line in lines for value in line.values]
    least, most = min(values), max(values)
    steps = _steps(least, most)
    left = EDGE + max(width(str(step), TEXTS) for step in steps) + 8
    right = WIDTH - EDGE - max(width(line.name, TEXTS) for line in lines) - 18
    low, high = min(least, steps[0]), max(most, steps[-1])
    top, bottom = EDGE + 6, HEIGHT - EDGE - 6

    def height(value: float) -> float:
        return bottom - (value - low) / ((high - low) or 1) * (bottom - top)

    for step in steps:
        pen.line([(left, height(step)), (right, height(step))], fill=QUIET)
        _write(image, str(step), EDGE, height(step))
    taken: list[float] = []
    for at, line in enumerate(lines):
        colour = COLOURS[at % len(COLOURS)]
        span = max(len(line.values) - 1, 1)
        points = [
            (left + 6 + number / span * (right - left - 12), height(value))
            for number, value in enumerate(line.values)
        ]
        if len(points) > 1:
            pen.line(points, fill=colour, width=3)
        for point in points if len(points) <= 40 else (points[0], points[-1]):
            _mark(pen, point, at, colour)
        _write(image, line.name, right + 14, _free(points[-1][1], taken, top, bottom))
    return _png(image)


def of_bars(bars: Sequence[Bar]) -> bytes:
    """Return the bars one below the other from a common zero, as a PNG."""
    image = Image.new("RGB", (WIDTH, 2 * EDGE + ROW * len(bars)), GROUND)
    pen = ImageDraw.Draw(image)
    left = EDGE + max(width(bar.label, TEXTS) for bar in bars) + 10
    right = WIDTH - EDGE - max(width(str(bar.value), TEXTS) for bar in bars) - 10
    low, high = min(0, *(bar.value for bar in bars)), max(0, *(bar.value for bar in bars))

    def place(value: int) -> float:
        return left + (value - low) / ((high - low) or 1) * (right - left)

    for at, bar in enumerate(bars):
        top = EDGE + at * ROW
        start, end = sorted((place(0), place(bar.value)))
        pen.rectangle([(start, top + 6), (max(end, start + 2), top + ROW - 6)], fill=TURN)
        _write(image, bar.label, EDGE, top + ROW / 2)
        _write(image, str(bar.value), round(max(place(bar.value), place(0))) + 8, top + ROW / 2)
    pen.line([(place(0), EDGE), (place(0), image.height - EDGE)], fill=QUIET)
    return _png(image)


def _steps(least: float, most: float) -> list[int]:
    """Return a few whole numbers from at most `least` to at least `most`, evenly apart."""
    low, high = int(least // 1), -int(-most // 1)
    size = 1
    while (high - low) / size > MOST_STEPS:
        size = next(step for step in _sizes() if step > size)
    first = low // size * size
    return list(range(first, high + size, size))


def _sizes() -> list[int]:
    return [step * 10**power for power in range(9) for step in (1, 2, 5)]


def _write(image: Image.Image, text: str, left: float, middle: float) -> None:
    """Write one line of ink, centred on a height and cut at the edge."""
    mask = stamp(fitted(text, TEXTS, WIDTH - round(left)), TEXTS)
    image.paste(INK, (round(left), round(middle - line_height(TEXTS) / 2)), mask)


def _mark(pen: ImageDraw.ImageDraw, point: tuple[float, float], kind: int, colour: Colour) -> None:
    """Draw a disc, a square or a triangle."""
    x, y = point
    match kind % 3:
        case 0:
            pen.ellipse([(x - 5, y - 5), (x + 5, y + 5)], fill=colour)
        case 1:
            pen.rectangle([(x - 5, y - 5), (x + 5, y + 5)], fill=colour)
        case _:
            pen.polygon([(x - 6, y + 5), (x + 6, y + 5), (x, y - 6)], fill=colour)


def _free(wanted: float, taken: list[float], top: float, bottom: float) -> float:
    """Return a height near the wanted one at which no name stands yet."""
    gap = line_height(TEXTS)
    places = sorted(
        (wanted + sign * step * gap for step in range(9) for sign in (1, -1)),
        key=lambda place: abs(place - wanted),
    )
    free = [
        place
        for place in places
        if top <= place <= bottom and all(abs(place - other) >= gap for other in taken)
    ]
    taken.append(free[0] if free else wanted)
    return taken[-1]


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()
