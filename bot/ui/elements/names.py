"""Names of people on screens: short, harmless, told apart.

Discord lets people call themselves anything: 32 asterisks, `@everyone`, a link, the same as the
neighbour, right-to-left marks. On a screen a name is at most 16 characters and never formats,
mentions or links anything.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from bot.locale import Translator
from bot.tables.model import Seat, Table

LONGEST = 16
"""Characters of a name that are shown."""
DRAWN = 64
"""How many tables' names are remembered while they are drawn: the next drawing is of another."""
_BLANK = "\u200b"
_JOINER, _SELECTOR = "\u200d", "\ufe0f"
"""What makes one emoji of several, and an emoji of a sign."""
_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Letters and marks that are drawn as nothing."""
_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them are a flag."""
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAGS = re.compile("[\U0001f1e6-\U0001f1ff]+$")
_PILE = re.compile("([\u0300-\u036f\u20d0-\u20f0]{2})[\u0300-\u036f\u20d0-\u20f0]+")
_FORMATTING = re.compile(r"([\\*_~`|>#\[\]()<:@+\-.!])")


def short(name: str, longest: int = LONGEST) -> str:
    """Return a name on one line without invisible characters, cut with an ellipsis.

    For labels, which Discord does not format. "" if nothing visible is left.
    """
    around = zip(" " + name, name, name[1:] + " ", strict=False)
    kept = "".join(
        " " if c.isspace() else c
        for before, c, after in around
        if c.isspace() or _visible(c) or _joins(before, c, after)
    )
    kept = _PILE.sub(r"\1", " ".join(kept.split()))
    if len(kept) <= longest:
        return kept
    end = next((at for at in range(longest - 1, 0, -1) if _breaks(kept, at)), longest - 1)
    return kept[:end].rstrip().rstrip(_JOINER) + "…"


def escape(label: str) -> str:
    """Return a label for Markdown text: nothing in it formats, mentions or links."""
    escaped = _FORMATTING.sub(r"\\\1", label)
    return escaped.replace("@", "@" + _BLANK).replace("//", "/" + _BLANK + "/")


def apart(names: Sequence[str], fallback: str) -> tuple[str, ...]:
    """Return short labels, equal ones told apart by a number: "Ana", "Ana (2)".

    `fallback` stands for a name of which nothing is left.
    """
    labels: list[str] = []
    taken: set[str] = set()
    for name in names:
        label, number = short(name) or fallback, 1
        base = label
        while _looks(label) in taken:
            number += 1
            ending = f" ({number})"
            label = short(base, LONGEST - len(ending)) + ending
        taken.add(_looks(label))
        labels.append(label)
    return tuple(labels)


def labels(table: Table, t: Translator) -> tuple[str, ...]:
    """Return the name of every seat for labels, in order of seats."""
    return _labels(table.seats, t)


def texts(table: Table, t: Translator) -> tuple[str, ...]:
    """Return the name of every seat for Markdown text, in order of seats."""
    return _escaped(labels(table, t))


def at_the_time(table: Table, people: Sequence[int | None], t: Translator) -> tuple[str, ...]:
    """Return the names for something past: each seat named after who held it then.

    Args:
        table: as it is now.
        people: who held the seats, seat by seat; None, or nothing at all, where it is not known.
        t: the reader's language.
    """
    names = list(texts(table, t))
    for seat, person in zip(table.seats, people, strict=False):
        if person is not None and seat.person != person:
            names[seat.index] = escape(short(table.name_of(person))) or t("a former player")
    return tuple(names)


@lru_cache(maxsize=DRAWN)
def _labels(seats: tuple[Seat, ...], t: Translator) -> tuple[str, ...]:
    """Return `labels`, remembered: a screen asks for the names of its table many times."""
    return apart([_name(seat, t) for seat in seats], t("Player"))


@lru_cache(maxsize=DRAWN)
def _escaped(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(escape(label) for label in labels)


def _name(seat: Seat, t: Translator) -> str:
    if seat.house:
        return t("Bot {number}", number=seat.name)
    return t("a former player") if seat.gone else seat.name


def _looks(label: str) -> str:
    """Return what is the same for two labels that look alike."""
    return label.casefold().replace(_SELECTOR, "")


def _visible(character: str) -> bool:
    """Say whether a character is seen: no control, no format (bidirectional), no blank."""
    category = unicodedata.category(character)
    hidden = category in {"Cc", "Cf", "Cs", "Co", "Cn", "Me"} or character in _EMPTY
    return not hidden and not 0xFE00 <= ord(character) <= 0xFE0F


def _joins(before: str, character: str, after: str) -> bool:
    """Say whether it makes an emoji of the signs it stands between, and so is seen by them."""
    if character == _SELECTOR:
        return _sign(before)
    return character == _JOINER and (_sign(before) or before == _SELECTOR) and _sign(after)


def _breaks(name: str, at: int) -> bool:
    """Say whether a name may be cut before this place: not within an emoji of several signs."""
    before, after = name[at - 1], name[at]
    joined = before == _JOINER or after in (_JOINER, _SELECTOR) or after in _TONES
    flags = _FLAGS.search(name, 0, at)
    return not joined and not (flags and len(flags[0]) % 2 and after in _LETTERS)


def _sign(character: str) -> bool:
    """Say whether it is an emoji, or the tone of its skin."""
    return unicodedata.category(character) in {"So", "Sm", "Sk"} and not character.isascii()
