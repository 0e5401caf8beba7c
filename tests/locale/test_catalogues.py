"""The catalogues: complete, without leftovers, true to their placeholders, reproducible."""

import re
from string import Formatter

import pytest
from babel.messages.catalog import Message

from bot.locale import LANGUAGES, Translator, translator
from bot.locale.extract import path, stored, updated, used

SAME_IN_SPANISH = {
    "/flinch": "the game's own word",
    "/flip": "the game's own word",
    "No": "the same word",
    "normal": "the same word",
    "{name}: {card}": "nothing but places",
    "{rule}: {choice}": "nothing but places",
    "{seconds} s": "the unit's symbol",
}
"""Messages whose Spanish equals the English, each with the reason."""


def messages(language: str) -> list[Message]:
    """Return the messages of a catalogue but its header."""
    return [message for message in stored(language) if message.id]


def forms(value: object) -> tuple[str, ...]:
    """Return a message's or translation's forms: one, or one and many."""
    return (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]


def places(text: str) -> set[str]:
    """Return the names of the places to fill in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_messages_of_the_code(language: str) -> None:
    """Every message used in code is in the catalogue, and none that is unused."""
    in_code = {message.id for message in used() if message.id}
    in_catalogue = {message.id for message in messages(language)}
    assert in_catalogue - in_code == set(), "unused: run make messages"
    assert in_code - in_catalogue == set(), "new: run make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    """No message lacks a form of its translation, and none is marked as doubtful."""
    missing = [m.id for m in messages(language) if not m.string or not all(forms(m.string))]
    assert missing == []
    assert [m.id for m in messages(language) if m.fuzzy] == []


def test_english_is_the_source_language() -> None:
    """The English catalogue says what the code says."""
    for message in messages("en"):
        assert forms(message.string) == forms(message.id)


def test_spanish_is_spanish() -> None:
    """A Spanish text equal to the English one is listed with its reason; nothing else is."""
    same = {m.id for m in messages("es") if m.id == m.string}
    assert same == set(SAME_IN_SPANISH)


def test_places_are_the_same_in_spanish() -> None:
    """Every translation fills the same places as its message, in each form."""
    for message in messages("es"):
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            wanted = places(source)
            if not isinstance(message.id, str):
                assert places(text) | {"n"} == wanted | {"n"}, message.id
            else:
                assert places(text) == wanted, message.id


def test_marks_of_formatting_are_the_same_in_spanish() -> None:
    """Bold, code and line breaks survive translation."""
    for message in messages("es"):
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            for mark in ("**", "`", "\n"):
                assert source.count(mark) == text.count(mark), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_tone_has_no_exclamation_marks(language: str) -> None:
    """No exclamation marks but in "Flinch!" and "FLIP!" (`experience.md` section 8).

    In a Spanish sentence they have both marks; a button has the word of the game alone.
    """
    for message in messages(language):
        for text in forms(message.string):
            shouted = r"Flinch!|FLIP!" if language == "en" else r"¡(Flinch!|FLIP!|\{call\})"
            assert not re.search("[!¡]", re.sub(shouted, "", text)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_updating_changes_nothing(language: str) -> None:
    """The files are exactly what `make messages` writes, so that it is reproducible."""
    assert path(language).read_bytes() == updated(language)


def test_extraction_finds_messages_in_every_part() -> None:
    """Messages come from the screens, the boards and the commands alike."""
    files = {name.split("/")[1] for m in used() for name, _line in m.locations}
    assert {"ui", "locale", "messages", "cogs"} <= files


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("es-ES", "es"),
        ("es-419", "es"),
        ("es_MX", "es"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_locale_gives_a_language(locale: str | None, language: str) -> None:
    """es-419 reads Spanish; a language there is no catalogue for reads English."""
    assert translator(locale).language == language


def test_translator_fills_places_with_what_is_not_a_pattern() -> None:
    """A name with braces or percent signs is text, not a pattern."""
    t = Translator("es")
    assert t("**{name}'s turn**", name="{0} %s {x}") == "**Turno de {0} %s {x}**"


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("en", "1 card", "1,234 cards"), ("es", "1 carta", "1.234 cartas")],
)
def test_plural_and_numbers_follow_the_language(language: str, one: str, many: str) -> None:
    """Plural forms and digit groups are the language's own."""
    t = Translator(language)
    assert t.n("{n} card", "{n} cards", 1) == one
    assert t.n("{n} card", "{n} cards", 1234) == many


def test_lists_ordinals_and_decimals_follow_the_language() -> None:
    """Lists, places and times read right in both languages."""
    en, es = Translator("en"), Translator("es")
    assert (en.list(["A", "B", "C"]), es.list(["A", "B", "C"])) == ("A, B, and C", "A, B y C")
    assert (en.list(["2", "3"], "or"), es.list(["2", "3"], "or")) == ("2 or 3", "2 o 3")
    assert [en.ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th")
    ]
    assert es.ordinal(3) == "3.º"
    assert (en.fixed(0.304), es.fixed(0.304)) == ("0.30", "0,30")
