"""The pages of a game's rules: what is written in `<folder>/<key>.<language>.md`, in parts.

The Markdown is the source, one file a language, side by side, read at first use:

- The paragraph under the game's name says the game in a line.
- `## Title` begins a page. On it stand paragraphs and statements (`- …`); 🔸 marks what was decided
  here where the sources are silent. A comment at the end of a line names the statements of
  `requirements.md` that it says: `<!-- F-18 F-23 -->`.
- `### Name <!-- packs -->` begins a house rule, and under it each choice is an item:
  `- **2 packs.** What it means. <!-- 2 F-5 -->`. ✅ is for the reader of the file alone.
- `> …` says what is to be seen in a small position, which the comment after its picture holds
  (`<!-- position name`, then a line each for `seats`, `dealer`, `rules`, `deck` and `play`).
- `<!-- if conduct=call,strict pile=5 -->` at the end of a heading, a line or a caption: it holds at
  such tables only (` or ` between alternatives), and is shown where no table is meant.
  `<!-- in general -->`: it is shown there alone. `<!-- if pile=5: … -->`: a line that is shown at
  such tables alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.api import OptionSpec, OptionValue

DECIDED = "🔸"
UNIMPORTANT = "_"
"""In a position's deck: a card that does not matter; `_*9` for nine of them."""

_COMMENT = re.compile(r"\s*<!--\s*(.*?)\s*-->")
_HIDDEN = re.compile(r"<!-- if ([^:]+): (.+) -->")
_CHOICE = re.compile(r"(?:✅ )?\*\*(.+?)\.?\*\* ?(.*)")
_GENERAL = "in general"

InForce = Mapping[str, str]
"""The house rules of a table, each choice encoded."""


class When(Struct, frozen=True):
    """At which tables something holds.

    Attributes:
        any_of: one of these has to hold, in it each house rule one of its choices; empty: always.
        general: whether it is shown where no table is meant.
        there: whether it is shown at tables at all.
    """

    any_of: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    general: bool = True
    there: bool = True

    def holds(self, rules: InForce | None) -> bool:
        """Say whether it holds at a table of these house rules; None: no table is meant."""
        if rules is None:
            return self.general
        return self.there and (
            not self.any_of
            or any(
                all(rules.get(key) in values for key, values in each.items())
                for each in self.any_of
            )
        )


ALWAYS = When()


class Rule(Struct, frozen=True):
    """One statement of the rules in plain words.

    Attributes:
        text: in the language of its page.
        numbers: the statements of `requirements.md` it says; not shown.
        decided: whether the sources are silent and this is how it is done here.
        item: whether it stands as an item of a list.
        when: where it holds.
    """

    text: str
    numbers: tuple[str, ...] = ()
    decided: bool = False
    item: bool = False
    when: When = ALWAYS


class Position(Struct, frozen=True):
    """A small real position to show: a game dealt from a stacked deck, then played by notation.

    The reader is seat 0.

    Attributes:
        name: of its picture.
        says: what is to be seen in it.
        seats: how many play.
        cards: the places in the dealt deck, from 0, at which these cards lie; others lie at random.
        acts: what has been done, each as seat and notation ("0 H1"); "- G" by the table itself.
        chosen: house rules that are not the usual ones, encoded.
        dealer: the seat that deals; None where there is none.
        when: where it is shown.
    """

    name: str
    says: str
    seats: int
    cards: Mapping[int, int | str]
    acts: tuple[str, ...] = ()
    chosen: InForce = {}
    dealer: int | None = None
    when: When = ALWAYS


class Option(Struct, frozen=True):
    """One choice of a house rule: its encoded value, its name, what it means, as in `Rule`."""

    value: str
    name: str
    text: str
    numbers: tuple[str, ...] = ()


class HouseRule(Struct, frozen=True):
    """A house rule by its key, its name and its choices."""

    key: str
    name: str
    options: tuple[Option, ...]


Paragraph = tuple[Rule, ...]
"""What is read without a break: an item of a list, or the lines of a paragraph."""


class Page(Struct, frozen=True):
    """A page of rules; `shown` are its pictures, `house` the house rules if it is theirs."""

    title: str
    paragraphs: tuple[Paragraph, ...] = ()
    shown: tuple[Position, ...] = ()
    house: tuple[HouseRule, ...] = ()
    when: When = ALWAYS

    def at(self, rules: InForce | None) -> "Page":
        """Return the page as it reads at a table of these house rules; None: in general."""
        read = (tuple(rule for rule in each if rule.when.holds(rules)) for each in self.paragraphs)
        shown = tuple(one for one in self.shown if one.when.holds(rules))
        return replace(self, paragraphs=tuple(each for each in read if each), shown=shown)


class Rules(Struct, frozen=True):
    """Everything written of a game in one language: the game in a line, and its pages."""

    about: str
    pages: tuple[Page, ...]

    def at(self, rules: InForce | None) -> tuple[Page, ...]:
        """Return the pages for a table of these house rules; None: in general."""
        return tuple(page.at(rules) for page in self.pages if page.when.holds(rules))

    def house_rule(self, key: str) -> HouseRule:
        """Return a house rule by its key.

        Raises:
            KeyError: it is not written down.
        """
        for page in self.pages:
            for rule in page.house:
                if rule.key == key:
                    return rule
        raise KeyError(key)


def encode(value: OptionValue) -> str:
    """Return a house rule's value as a page, a select or a command option carries it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def decode(spec: OptionSpec, text: str) -> OptionValue | None:
    """Return the value of a house rule; None if it has no such choice."""
    return next((value for value in spec.choices if encode(value) == text), None)


@cache
def read(folder: Path, key: str, language: str) -> Rules:
    """Return what is written of a game.

    Raises:
        ValueError: it is not written as described above.
    """
    path = folder / f"{key}.{language}.md"
    reader = _Reader()
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        try:
            reader.take(line.strip(), lines)
        except (LookupError, ValueError) as error:
            raise ValueError(f"{path.name}: {line}: {error!r}") from error
    return Rules(reader.about, tuple(reader.pages))


class _Reader:
    """Takes a file line by line; what stands before the first page but the game's line is left."""

    def __init__(self) -> None:
        self.about = ""
        self.pages: list[Page] = []
        self._caption = ("", ALWAYS)
        self._apart = True

    def take(self, line: str, following: Iterator[str]) -> None:
        """Take a line; a position takes the ones that follow, too."""
        apart, self._apart = self._apart, not line
        if line.startswith("## "):
            text, _, when = _parts(line.removeprefix("## "))
            self.pages.append(Page(text, when=when))
        elif not self.pages:
            if line and not self.about and line[0] not in "#[":
                self.about = line
        elif line.startswith("### "):
            text, words, _ = _parts(line.removeprefix("### "))
            self._change(house=(*self._page.house, HouseRule(words[0], text, ())))
        elif line.startswith("> "):
            text, _, when = _parts(line.removeprefix("> "))
            self._caption = (text, when)
        elif line.startswith("<!-- position "):
            name = line.removeprefix("<!-- position ")
            self._change(shown=(*self._page.shown, self._position(name, following)))
        elif line and not line.startswith("!["):
            self._say(line, apart=apart)

    @property
    def _page(self) -> Page:
        return self.pages[-1]

    def _change(self, **changes: Any) -> None:
        self.pages[-1] = replace(self._page, **changes)

    def _say(self, line: str, *, apart: bool) -> None:
        if hidden := _HIDDEN.fullmatch(line):
            text, numbers, _ = _parts(hidden[2])
            when = When(_conditions(hidden[1]), general=False)
        else:
            text, numbers, when = _parts(line)
        item = text.startswith("- ")
        text = text.removeprefix("- ")
        if self._page.house and item:
            self._choose(text, numbers)
            return
        decided = text.startswith(DECIDED)
        said = text.removeprefix(DECIDED).strip()
        *before, last = self._page.paragraphs or ((),)
        if item or apart:
            before, last = [*before, last], ()
        last = (*last, Rule(said, numbers, decided, item, when))
        self._change(paragraphs=tuple(each for each in (*before, last) if each))

    def _choose(self, text: str, words: tuple[str, ...]) -> None:
        *others, rule = self._page.house
        found = _CHOICE.fullmatch(text)
        if found is None:
            raise ValueError("no choice of a house rule")
        option = Option(words[0], found[1], found[2], words[1:])
        more = HouseRule(rule.key, rule.name, (*rule.options, option))
        self._change(house=(*others, more))

    def _position(self, name: str, following: Iterator[str]) -> Position:
        said: dict[str, str] = {}
        for line in following:
            if line.strip() == "-->":
                break
            key, _, value = line.strip().partition(" ")
            said[key] = value
        says, when = self._caption
        return Position(
            name,
            says,
            int(said["seats"]),
            dict(_deck(said.get("deck", "").split())),
            tuple(act.strip() for act in said.get("play", "").split(",") if act.strip()),
            dict(_pair(word) for word in said.get("rules", "").split()),
            int(said["dealer"]) if "dealer" in said else None,
            when,
        )


def _parts(line: str) -> tuple[str, tuple[str, ...], When]:
    """Return a line's text, the words of its comments, and where it holds."""
    words: list[str] = []
    when = ALWAYS
    for comment in _COMMENT.findall(line):
        if comment == _GENERAL:
            when = When(there=False)
        elif comment.startswith("if "):
            when = When(_conditions(comment.removeprefix("if ")))
        else:
            words += comment.split()
    return _COMMENT.sub("", line).strip(), tuple(words), when


def _conditions(text: str) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    return tuple(
        {key: tuple(values.split(",")) for key, values in map(_pair, each.split())}
        for each in text.split(" or ")
    )


def _pair(word: str) -> tuple[str, str]:
    key, sign, value = word.partition("=")
    if not sign:
        raise ValueError(f"{word} has no =")
    return key, value


def _deck(words: Iterable[str]) -> Iterator[tuple[int, int | str]]:
    """Yield the place and the card of each that matters."""
    place = 0
    for word in words:
        if word.startswith(UNIMPORTANT):
            place += int(word.partition("*")[2] or 1)
        else:
            yield place, int(word) if word.isdecimal() else word
            place += 1
