"""Laying out cards for a phone: no line wider than about 34 characters in text form."""

import re
from collections.abc import Iterable

WIDTH = 34
"""Columns of a line that no phone wraps."""
BIG_WIDTH = 24
"""Columns of a line of big print, which is half as large again."""
FACE, BIG_FACE = 2, 3
"""Columns of a card face; in big print it grows more than the letters do."""

_FACE = re.compile(r"<a?:\w+:\d+>")
_TIME = re.compile(r"<t:\d+:R>")
_LINK = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\(<[^>]*>\)")
_MARKS = re.compile(r"^(#{1,3}|-#) |\*\*|`", re.MULTILINE)
_TIME_WORDS = "in 10 minutes"


def columns(line: str, face: int = FACE) -> int:
    """Return about how many columns a line of Markdown takes, its card faces so many each."""
    bare = _LINK.sub(r"\1", line.replace("\u200b", ""))
    bare = _TIME.sub(_TIME_WORDS, _FACE.sub("x" * face, bare))
    bare = re.sub(r"\\(.)", r"\1", _MARKS.sub("", bare))
    return sum(0 if c in "\ufe0f\u20e3" else 1 for c in bare)


def wrapped(
    items: Iterable[str],
    first: str = "",
    gap: str = " ",
    *,
    width: int = WIDTH,
    face: int = FACE,
) -> str:
    """Return the items after `first`, on as many lines as it takes; items are never broken."""
    lines = [first]
    for item in items:
        longer = f"{lines[-1]}{gap if lines[-1] else ''}{item}"
        if lines[-1] and columns(longer, face) > width:
            lines.append(item)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def printed(items: Iterable[str], *, big: bool) -> str:
    """Return one's own cards on as few lines as it takes, as headings for big print."""
    every = tuple(items)
    width, face = (BIG_WIDTH, BIG_FACE) if big else (WIDTH, FACE)
    wide, narrow = (
        wrapped(every, gap=gap, width=width, face=face).split("\n") for gap in ("  ", " ")
    )
    lines = narrow if len(narrow) < len(wide) else wide
    return "\n".join(f"# {line}" if big else line for line in lines)
