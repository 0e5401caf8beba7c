"""Laying out cards for a phone: no line wider than about 34 characters in text form."""

import re
from collections.abc import Iterable

WIDTH = 34
"""Columns of a line that no phone wraps."""
BIG_WIDTH = 24
"""Columns of a line of big print, which is half as large again."""

_FACE = re.compile(r"<a?:\w+:\d+>")
_TIME = re.compile(r"<t:\d+:R>")
_LINK = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\(<[^>]*>\)")
_MARKS = re.compile(r"^(#{1,3}|-#) |\*\*|`", re.MULTILINE)
_TIME_WORDS = "in 10 minutes"


def columns(line: str) -> int:
    """Return about how many columns a line of Markdown takes: a card face counts as two."""
    bare = _LINK.sub(r"\\1", line.replace("\u200b", ""))
    bare = _TIME.sub(_TIME_WORDS, _FACE.sub("##", bare))
    bare = re.sub(r"\\(.)", r"\1", _MARKS.sub("", bare))
    return sum(0 if c in "\ufe0f\u20e3" else 1 for c in bare)


def wrapped(items: Iterable[str], first: str = "", gap: str = " ", *, width: int = WIDTH) -> str:
    """Return the items after `first`, on as many lines as it takes; items are never broken."""
    lines = [first]
    for item in items:
        longer = f"{lines[-1]}{gap if lines[-1] else ''}{item}"
        if lines[-1] and columns(longer) > width:
            lines.append(item)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def printed(items: Iterable[str], *, big: bool) -> str:
    """Return one's own cards on as few lines as it takes, as headings for big print."""
    every = tuple(items)
    width = BIG_WIDTH if big else WIDTH
    wide, narrow = (wrapped(every, gap=gap, width=width).split("\n") for gap in ("  ", " "))
    lines = narrow if len(narrow) < len(wide) else wide
    return "\n".join(f"# {line}" if big else line for line in lines)
