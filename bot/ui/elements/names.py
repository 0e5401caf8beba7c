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
_BLANK = "\u200b"
_PILE = re.compile("([\u0300-\u036f\u20d0-\u20f0]{2})[\u0300-\u036f\u20d0-\u20f0]+")
_FORMATTING = re.compile(r"([\\*_~`|>#\[\]()<:@+\-.!])")


def short(name: str, longest: int = LONGEST) -> str:
    """Return a name on one line without invisible characters, cut with an ellipsis.

    For labels, which Discord does not format. "" if nothing visible is left.
    """
    kept = "".join(" " if c.isspace() else c for c in name if c.isspace() or _visible(c))
    kept = _PILE.sub(r"\1", " ".join(kept.split()))
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"


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
        while label.casefold() in taken:
            number += 1
            ending = f" ({number})"
            label = short(base, LONGEST - len(ending)) + ending
        taken.add(label.casefold())
        labels.append(label)
    return tuple(labels)


def labels(table: Table, t: Translator) -> tuple[str, ...]:
    """Return the name of every seat for labels, in order of seats."""
    return _apart(tuple(_name(seat, t) for seat in table.seats), t("Player"))


def texts(table: Table, t: Translator) -> tuple[str, ...]:
    """Return the name of every seat for Markdown text, in order of seats."""
    return _escaped(labels(table, t))


@lru_cache(maxsize=1024)
def _apart(names: tuple[str, ...], fallback: str) -> tuple[str, ...]:
    """Return `apart`, remembered: a screen asks for the names of its table many times."""
    return apart(names, fallback)


@lru_cache(maxsize=1024)
def _escaped(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(escape(label) for label in labels)


def _name(seat: Seat, t: Translator) -> str:
    if seat.house:
        return t("House {number}", number=seat.name)
    return t("a former player") if seat.gone else seat.name


def _visible(character: str) -> bool:
    """Say whether a character is seen: no control, no format (bidirectional), no blank."""
    category = unicodedata.category(character)
    return category not in {"Cc", "Cf", "Cs", "Co", "Cn", "Me"} and character not in "\u3164\u2800"
