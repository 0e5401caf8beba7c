"""Drawing a spread: title and lines, then a block per seat, as a PNG of few colours.

Quick enough to be asked for at any time (goal: under 10 ms), small enough for any connection
(under 60 KB). Pure; run in a thread by whoever has an event loop.
"""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.pictures.colours import LINE, PALETTE, SHADES, TEXT, TURN_COLOUR, card
from bot.pictures.lettering import fitted, line_height, stamp, width
from bot.ui.contract.spread import Block, Group, Spread

WIDTH = 640
EDGE, GAP, INSIDE = 14, 10, 10
TITLE, TEXTS, NOTES = 28, 22, 18
LARGE, ONE_COLUMN, TWO_COLUMNS = 92, 60, 42
"""Sides of cards: the large ones, and those of seats in one column or in two."""
FEW = 3
"""So many seats have the whole width each."""
TALLEST = 2_400


def draw(title: str, lines: Sequence[str], spread: Spread) -> bytes:
    """Return the picture as a PNG.

    Args:
        title: what it is a picture of.
        lines: what is said above the cards: whose turn it is, or the result.
        spread: the cards.
    """
    sheet = _Sheet()
    bottom = sheet.text(title, EDGE, EDGE, TITLE, WIDTH - 2 * EDGE)
    for line in lines:
        bottom = sheet.text(line, EDGE, bottom, TEXTS, WIDTH - 2 * EDGE)
    return sheet.png(_blocks(sheet, bottom + GAP, spread) + EDGE)


def _blocks(sheet: "_Sheet", top: int, spread: Spread) -> int:
    """Draw the blocks, wide ones alone, others two and two if they are many; return the end."""
    columns = 1 if sum(not block.wide for block in spread.blocks) <= FEW else 2
    narrow = (WIDTH - 2 * EDGE - GAP * (columns - 1)) // columns
    size = ONE_COLUMN if columns == 1 else TWO_COLUMNS
    waiting: list[Block] = []
    for place, block in enumerate(spread.blocks, 1):
        if not block.wide:
            waiting.append(block)
        full = len(waiting) == columns or place == len(spread.blocks)
        if waiting and (block.wide or full):
            top = sheet.row(waiting, top, narrow, size)
            waiting = []
        if block.wide:
            top = sheet.row([block], top, WIDTH - 2 * EDGE, ONE_COLUMN)
    return top - GAP


class _Sheet:
    """A picture being drawn, as numbers of colours."""

    def __init__(self) -> None:
        self._canvas = Image.new("L", (WIDTH, TALLEST), 0)
        self._pen = ImageDraw.Draw(self._canvas)

    def row(self, blocks: Sequence[Block], top: int, room: int, size: int) -> int:
        """Draw blocks side by side, framed alike; return where the next row begins."""
        lefts = [EDGE + at * (room + GAP) for at in range(len(blocks))]
        bottoms = [
            self._block(block, left + INSIDE, top + INSIDE, room - 2 * INSIDE, size)
            for block, left in zip(blocks, lefts, strict=True)
        ]
        bottom = max(bottoms) + INSIDE
        for block, left in zip(blocks, lefts, strict=True):
            colour, line = (TURN_COLOUR, 3) if block.turn else (LINE, 2)
            frame = (left, top, left + room - 1, bottom)
            self._pen.rounded_rectangle(frame, 10, outline=colour, width=line)
        return bottom + GAP

    def text(self, text: str, left: int, top: int, size: int, room: int) -> int:
        """Write one line, cut to its room; return where the next one begins."""
        mask = stamp(fitted(text, size, room), size)
        self._canvas.paste(_inked(mask), (left, top))
        return top + line_height(size)

    def png(self, height: int) -> bytes:
        """Return what has been drawn down to a height."""
        cut = self._canvas.crop((0, 0, WIDTH, min(height, TALLEST)))
        cut.putpalette(PALETTE)
        file = io.BytesIO()
        cut.save(file, "PNG", compress_level=6)
        return file.getvalue()

    def _block(self, block: Block, left: int, top: int, room: int, size: int) -> int:
        """Draw one block and return its end."""
        start = left
        if block.turn:
            self._pen.polygon(
                [(left, top + 4), (left + 14, top + 13), (left, top + 22)], fill=TURN_COLOUR
            )
            start += 22
        end = self.text(block.title, start, top, TEXTS, room - (start - left))
        if block.note:
            end = self.text(block.note, left, end, NOTES, room)
        return self._groups(block.groups, left, end + 2, room, size)

    def _groups(self, groups: Sequence[Group], left: int, top: int, room: int, size: int) -> int:
        """Draw groups side by side as long as there is room, else one below the other."""
        x, bottom = left, top
        for group in groups:
            side = LARGE if group.large else size
            wanted = max(len(group.piles) * (side + 2), width(group.label, NOTES))
            if x > left and x + wanted > left + room:
                x, top = left, bottom + 2
            bottom = max(bottom, self._group(group, x, top, left + room - x, side))
            x += min(wanted, left + room - x) + 12
        return bottom

    def _group(self, group: Group, left: int, top: int, room: int, side: int) -> int:
        """Draw one group, its label above the cards, wrapped if it is long; return its end."""
        if group.label:
            top = self.text(group.label, left, top, NOTES, room)
        a_row = max(1, room // (side + 2))
        noted = any(pile.note for pile in group.piles)
        step = side + 2 + (line_height(NOTES) if noted else 0)
        for at, pile in enumerate(group.piles):
            x, y = left + at % a_row * (side + 2), top + at // a_row * step
            self._canvas.paste(card(pile.face, side), (x, y))
            if pile.note:
                indent = max(0, (side - width(pile.note, NOTES)) // 2)
                self.text(pile.note, x + indent, y + side, NOTES, side)
        return top + -(-len(group.piles) // a_row) * step


def _inked(mask: Image.Image) -> Image.Image:
    """Return a text's mask as numbers of the shades from the ground to the ink."""
    return mask.point(_INKED)


_INKED = [value * TEXT // 255 for value in range(256)]
assert max(_INKED) < SHADES
