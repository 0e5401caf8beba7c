"""Message catalogues: every sentence a person reads, in English and Spanish.

English stands in the code, so it has no catalogue. `translator(locale)` gives the `Translator` of a
Discord locale; the catalogues are `bot/locale/<language>/LC_MESSAGES/kalamazoo.po`, kept up to date
by `make messages` and read at first use.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from bot.locale.mentions import Mentions

LANGUAGES = ("en", "es")
DOMAIN = "kalamazoo"
FOLDER = Path(__file__).parent


class Translator:
    """Turns the English messages of the code into one language.

    Parameters fill `{name}` places; `{shared:Add bot}` names a button of a message that everyone
    reads, as it says there. `t("…")`, `t.n("…", "…", n)`, `mark("…")` and `plural("…", "…")` are
    what extraction looks for: the messages in them must be literals, and not within an f-string.

    Args:
        language: one of `LANGUAGES`.
        there: the language of what everyone reads where the reader is; None: the same.
        mentions: makes the commands that a message names pressable; None: where that is not
            possible (in pictures, on buttons, in lists) they stand as they are typed.
    """

    def __init__(
        self, language: str, there: str | None = None, mentions: Mentions | None = None
    ) -> None:
        self.language = language
        self._there = there
        self._mentions = mentions
        self._catalogue = _catalogue(language)
        self._shared = _Shared(_catalogue(there) if there else self._catalogue)

    def __eq__(self, other: object) -> bool:
        """Say whether the other says the same: what was drawn with the one is the other's too."""
        return isinstance(other, Translator) and self._says() == other._says()

    def __hash__(self) -> int:
        """Hash what `==` compares."""
        return hash(self._says())

    def _says(self) -> tuple[str, str | None, Mentions | None]:
        return self.language, self._there, self._mentions

    def __call__(self, message: str, /, **params: Any) -> str:
        """Return the message in this language."""
        text = self.pressable(str(self._catalogue.ugettext(message)))
        return text.format(shared=self._shared, **params)

    def beside(self, there: "Translator") -> "Translator":
        """Return this language for a reader beside messages in another."""
        return Translator(self.language, there.language, self._mentions)

    def pressing(self, mentions: Mentions) -> "Translator":
        """Return this language for texts in which commands can be pressed."""
        return Translator(self.language, self._there, mentions)

    @property
    def plain(self) -> "Translator":
        """This language for where no command can be pressed."""
        return Translator(self.language, self._there)

    def pressable(self, text: str) -> str:
        """Return a text of our own, in this language already, with its commands pressable."""
        if self._mentions is None or "/" not in text:
            return text
        return self._mentions.within(text, self.language)

    def n(self, one: str, many: str, n: int, /, **params: Any) -> str:
        """Return the form for `n` things; `{n}` is filled with the number."""
        text = self.pressable(str(self._catalogue.ungettext(one, many, n)))
        return text.format(n=self.number(n), **params)

    def list(self, items: Sequence[str], kind: Literal["and", "or"] = "and") -> str:
        """Return "Ana, Ben and Eva" (or "or"); empty for no items."""
        style: Any = "standard" if kind == "and" else "or"
        return format_list(list(items), style=style, locale=self.language)

    def number(self, value: float) -> str:
        """Return a number as people of this language write it (1,234 and 0.31)."""
        return format_decimal(value, locale=self.language)

    def fixed(self, value: float) -> str:
        """Return a number with exactly two decimals (0.30)."""
        return format_decimal(value, format="0.00", locale=self.language)

    def ordinal(self, place: int) -> str:
        """Return "1st" or "1.º"."""
        if self.language == "es":
            return f"{place}.º"
        tens, ones = divmod(place % 100, 10)
        return f"{place}{'th' if tens == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(ones, 'th')}"


class _Shared:
    """Fills `{shared:…}` with the words of a button."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._catalogue = catalogue

    def __format__(self, label: str) -> str:
        return str(self._catalogue.ugettext(label))


def mark(message: str) -> str:
    """Return the message unchanged: marks a constant for the catalogues, translated when shown."""
    return message


def plural(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a message: marks them, as `mark` does, for `Translator.n`."""
    return one, many


@cache
def translator(locale: str | None) -> Translator:
    """Return the translator for a Discord locale ("es-ES", "es-419", "en-GB"); else English."""
    language = (locale or "").replace("_", "-").split("-")[0].lower()
    return Translator(language if language in LANGUAGES else LANGUAGES[0])


def stored(language: str) -> Catalog:
    """Return the catalogue of a language other than English as it stands in its file."""
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as source:
        return read_po(source, locale=language, domain=DOMAIN)


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == LANGUAGES[0]:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, stored(language))
    compiled.seek(0)
    return Translations(compiled, domain=DOMAIN)
