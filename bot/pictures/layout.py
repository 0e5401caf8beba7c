"""Where everything lies in a picture of a table, in units of one pixel of a phone's page.

A phone shows a picture `WIDTH` wide in a page of 390, and no higher than 380: a higher one is made
smaller as a whole. So a spread is laid out with cards as large as go into one picture; what
does not fit with the smallest ones goes on in further pictures, with words of their own. Pure.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from bot.cards import large
from bot.pictures.colours import INK, TURN, Colour, Ground
from bot.pictures.lettering import Weight, fitted, width
from bot.ui.contract.spread import Block, Group, Pile

SCALE = 2
"""Pixels of a unit, for sharp letters on a phone."""
WIDTH = 340
HIGHEST = 402
"""A little more than a phone shows in full: letters and cards are large enough for it."""
SIZE = 37
"""Size of every text, in pixels."""
LINE = 20
EDGE, GAP, PAD, BETWEEN = 8, 4, 8, 7
ABOVE, BELOW = 3, 6
"""Of a block: beside, between its cards, over its title and under its cards."""
ROOMY = 4
"""Between a title and the cards, where there is room for it."""
GROUPS = 18
"""Between two groups of a block."""
ARROW = "▶"
"""What points at the name of the turn's seat."""
SIGN = 16
"""Width of that, and of the sign of a pair."""
FAN = 9
"""How far each card of a fan stands out."""
MOST_OF_FAN = 5


class Degree(Struct, frozen=True):
    """How large cards are, and whether groups have their labels."""

    card: int
    large: int
    labels: bool


DEGREES = (
    Degree(42, 76, labels=True),
    Degree(40, 64, labels=True),
    Degree(40, 60, labels=False),
    Degree(36, 54, labels=False),
)


class Written(Struct, frozen=True):
    """A text: where its line begins, and how it is written."""

    text: str
    left: float
    top: float
    ground: Ground
    ink: Colour = INK
    weight: Weight = "Bold"


class Card(Struct, frozen=True):
    """A pile of cards and its upper left corner."""

    pile: Pile
    left: float
    top: float
    width: int
    ground: Ground


class Panel(Struct, frozen=True):
    """The ground of one block."""

    left: float
    top: float
    width: float
    height: float
    ground: Ground


class Sheet(Struct):
    """One picture: its height and what lies where; `blocks` are what it shows."""

    height: float
    panels: list[Panel]
    cards: list[Card]
    texts: list[Written]
    blocks: list[Block]


def sheets(
    lines: Sequence[str], blocks: Sequence[Block], said: Callable[[Sequence[Block]], bool]
) -> list[Sheet]:
    """Lay out the blocks below the lines of text, in as few pictures as it takes.

    Args:
        lines: what stands above the cards; only in the first picture.
        blocks: from top to bottom.
        said: whether the words of these blocks find room beside one picture.
    """
    for degree in DEGREES:
        made = _laid(lines, blocks, said, degree, HIGHEST)
        if len(made) == 1:
            return made
    lowest = max(sheet.height for sheet in made)
    for limit in range(round(lowest) - 8, 0, -8):
        fewer = _laid(lines, blocks, said, DEGREES[-1], limit)
        if len(fewer) > len(made):
            break
        made = fewer
    return made


def _laid(
    lines: Sequence[str],
    blocks: Sequence[Block],
    said: Callable[[Sequence[Block]], bool],
    degree: Degree,
    limit: float,
) -> list[Sheet]:
    """Fill one picture after the other up to a height, at least one row of blocks in each."""
    made = [_begun(lines)]
    for row in _rows(blocks, degree):
        sheet = made[-1]
        tall = max(_Block(block, 0, 0, _room(len(row)), degree).height for block in row)
        full = sheet.height + tall + EDGE > limit or not said([*sheet.blocks, *row])
        if full and sheet.blocks:
            sheet = _begun(())
            made.append(sheet)
        room = _room(len(row))
        for at, block in enumerate(row):
            _Block(block, EDGE + at * (room + GAP), sheet.height, room, degree).onto(sheet, tall)
        sheet.height += tall + GAP
        sheet.blocks += row
    for sheet in made:
        sheet.height += EDGE - GAP
    return made


def _begun(lines: Sequence[str]) -> Sheet:
    sheet = Sheet(EDGE, [], [], [], [])
    for at, line in enumerate(lines):
        weight: Weight = "Bold" if at else "Black"
        text = fitted(line, SIZE, (WIDTH - 2 * EDGE - 4) * SCALE, weight)
        sheet.texts.append(Written(text, EDGE + 2, sheet.height, "felt", weight=weight))
        sheet.height += LINE
    if lines:
        sheet.height += GAP
    return sheet


def _rows(blocks: Sequence[Block], degree: Degree) -> Iterator[list[Block]]:
    """Yield the blocks of each row: seats two and two, if every one of them is narrow enough."""
    half = _room(2) - 2 * PAD
    seats = [block for block in blocks if not block.wide]
    columns = 2 if seats and all(_wanted(block, degree) <= half for block in seats) else 1
    row: list[Block] = []
    for block in blocks:
        if row and (block.wide or len(row) == columns):
            yield row
            row = []
        if block.wide:
            yield [block]
        else:
            row.append(block)
    if row:
        yield row


def _room(columns: int) -> float:
    return (WIDTH - 2 * EDGE - GAP * (columns - 1)) / columns


def _wanted(block: Block, degree: Degree) -> float:
    """Return the width a block needs to have all its groups side by side."""
    groups = sum(_needs(group, degree) for group in block.groups)
    notes = max((width(note, SIZE) / SCALE for note in block.notes), default=0)
    return max(groups + GROUPS * (len(block.groups) - 1), notes)


def _needs(group: Group, degree: Degree) -> float:
    side = degree.large if group.large else degree.card
    cards = sum(_across(pile, side) for pile in group.piles) + BETWEEN * (len(group.piles) - 1)
    label = width(group.label, SIZE) / SCALE if degree.labels else 0
    return max(cards, label)


def _across(pile: Pile, side: int) -> int:
    """Return the width of a pile: a fan's cards stand out beside each other."""
    return side + FAN * (min(pile.size, MOST_OF_FAN) - 1) if pile.fan and pile.size else side


class _Block:
    """One block at its place: measured when it is made, put onto a sheet afterwards."""

    def __init__(self, block: Block, left: float, top: float, room: float, degree: Degree) -> None:
        self._block = block
        self._box = (left, top, room)
        self._degree = degree
        self._ground: Ground = "lit" if block.turn else "spot" if block.wide else "seat"
        self._texts: list[Written] = []
        self._cards: list[Card] = []
        self._inside = room - 2 * PAD
        bottom = self._head(left + PAD, top + ABOVE)
        self.height = self._body(left + PAD, bottom) + BELOW - top

    def onto(self, sheet: Sheet, height: float) -> None:
        """Put it onto a sheet, as high as its row."""
        left, top, room = self._box
        sheet.panels.append(Panel(left, top, room, height, self._ground))
        sheet.texts += self._texts
        sheet.cards += self._cards

    def _head(self, left: float, top: float) -> float:
        """Write the title, and the first note beside it if there is room; return the end."""
        block, inside = self._block, self._inside
        ink = TURN if block.turn else INK
        for sign in (ARROW if block.turn else "") + block.pair:
            self._write(sign, left, top, ink)
            left, inside = left + SIGN, inside - SIGN
        beside = self._beside()
        note = width(block.notes[0], SIZE) / SCALE + 8 if block.notes and not beside else 0
        one_line = note + min(width(block.title, SIZE, "Black") / SCALE, 90) <= inside
        room = inside - note if one_line else inside
        self._write(block.title, left, top, ink, "Black", room)
        below = block.notes[1:] if one_line else block.notes
        if note and one_line:
            self._write(block.notes[0], left + inside - note + 8, top, INK)
        top += LINE
        if not beside:
            for line in _lines(below, self._inside):
                self._write(line, self._box[0] + PAD, top, INK)
                top += LINE
        return top + (ROOMY if self._degree.labels else 1)

    def _beside(self) -> bool:
        """Say whether the notes stand to the right of the cards: of one large pile."""
        groups, notes = self._block.groups, self._block.notes
        return len(notes) > 1 and len(groups) == 1 and groups[0].large

    def _body(self, left: float, top: float) -> float:
        """Lay the groups side by side as long as there is room; return the end."""
        x, bottom, end = left, top, left + self._inside
        for group in self._block.groups:
            needs = _needs(group, self._degree)
            if (
                x > left
                and x + min(needs, self._inside) > end
                and x + _least(group, self._degree) > end
            ):
                x, top = left, bottom + BETWEEN
            bottom = max(bottom, self._group(group, x, top, end - x))
            x += min(needs, end - x) + GROUPS
        if self._beside():
            lines = _lines(self._block.notes, end - x)
            for at, line in enumerate(self._block.notes):
                self._write(line, x, top + at * LINE, INK, room=end - x)
            bottom = max(bottom, top + len(lines) * LINE)
        return bottom

    def _group(self, group: Group, left: float, top: float, room: float) -> float:
        """Lay one group, its label above the cards, in several rows if it is long."""
        side = self._degree.large if group.large else self._degree.card
        if group.label and self._degree.labels:
            self._write(group.label, left, top, INK, room=room)
            top += LINE
        x = left
        for pile in group.piles:
            across = _across(pile, side)
            if x > left and x + across > left + room:
                x, top = left, top + large.height(side) + BETWEEN
            self._cards.append(Card(pile, x, top, side, self._ground))
            x += across + BETWEEN
        return top + large.height(side)

    def _write(
        self,
        text: str,
        left: float,
        top: float,
        ink: Colour,
        weight: Weight = "Bold",
        room: float | None = None,
    ) -> None:
        if room is not None:
            text = fitted(text, SIZE, int(room * SCALE), weight)
        self._texts.append(Written(text, left, top, self._ground, ink, weight))


def _least(group: Group, degree: Degree) -> float:
    """Return the width with which a group begins beside another one: three of its piles."""
    side = degree.large if group.large else degree.card
    return 3 * (side + BETWEEN)


def _lines(notes: Sequence[str], room: float) -> list[str]:
    """Return notes in as few lines as they need, joined by dots."""
    lines: list[str] = []
    for note in notes:
        joined = f"{lines[-1]} · {note}" if lines else note
        if lines and width(joined, SIZE) / SCALE <= room:
            lines[-1] = joined
        else:
            lines.append(note)
    return [fitted(line, SIZE, int(room * SCALE)) for line in lines]
