"""The catalogues, the bot's and the page's: complete, true to their places, reproducible."""

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from bot.locale import Translator, stored, translator

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "engine")
PAGE = ROOT / "bot/sandbox/page/locale/es/LC_MESSAGES/page.po"
LOOKED_FOR = {"t": 1, "n": 2, "mark": 1, "plural": 2}
"""The calls extraction looks for, with how many messages stand in each."""

SAME_IN_SPANISH = {
    "/flinch": "the game's own word",
    "/flip": "the game's own word",
    "No": "the same word",
    "normal": "the same word",
    "bots:": "the same word",
    "Bots": "the same word",
    "Bots: {level}": "the same word",
    "Bot {number}": "the same word",
    "{rule}: {choice}": "nothing but places",
    "{seconds} s": "the unit's symbol",
    "APP": "the same word on Discord",
    "Enter": "what stands on the key",
    "Spoiler": "the same word on Discord",
}
"""Messages whose Spanish equals the English, each with the reason."""


@cache
def messages() -> tuple[Message, ...]:
    """Return the messages of the Spanish catalogues but their headers."""
    with PAGE.open("rb") as source:
        page = read_po(source, locale="es")
    return tuple(message for each in (stored("es"), page) for message in each if message.id)


def forms(value: object) -> tuple[str, ...]:
    """Return a message's or translation's forms: one, or one and many."""
    return (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]


def places(text: str) -> set[str]:
    """Return the names of the places to fill in, with the buttons that are named."""
    return {name + (form or "") for _, name, form, _ in Formatter().parse(text) if name is not None}


@cache
def english(folders: tuple[str, ...] = FOLDERS) -> tuple[str, ...]:
    """Return every message in the bot's code that extraction sees, each form of it."""
    return tuple(
        form
        for folder in folders
        for _, _, message, _, _ in extract_from_dir(
            ROOT / folder,
            [("**.py", "python")],
            keywords={"t": None, "n": (1, 2), "mark": None, "plural": (1, 2)},
        )
        for form in forms(message)
    )


def test_make_messages_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make messages` writes is what stands there: no message is missing, none is left over.

    `make messages` mends it; then the new Spanish is to be filled in.
    """
    dry = subprocess.run(
        ["make", "-n", "messages"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = dry.stdout.replace("\\\n", " ").splitlines()
    commands = [shlex.split(line) for line in lines if "pybabel" in line]
    assert [each[2] for each in commands] == ["extract", "update"] * 2
    monkeypatch.chdir(ROOT)
    for command in commands:
        checked = [*command, "--check"] if "update" in command else command
        elsewhere = [re.sub(r"^build/", f"{tmp_path}/", word) for word in checked]
        assert not CommandLineInterface().run(elsewhere)  # type: ignore[no-untyped-call]


def calls() -> Iterator[tuple[str, ast.Call, str, bool]]:
    """Yield each call that extraction looks for: where, itself, its name, if in an f-string."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text())
            formatted = (each for each in ast.walk(tree) if isinstance(each, ast.JoinedStr))
            within = {id(part) for each in formatted for part in ast.walk(each)}
            for node in ast.walk(tree):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in LOOKED_FOR and node.args:
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield where, node, name, id(node) in within


def marked(argument: ast.expr) -> bool:
    """Say whether what is handed over is no message but where one is kept, marked there."""
    if isinstance(argument, ast.IfExp):
        return marked(argument.body) and marked(argument.orelse)
    return isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))


def test_extraction_sees_every_message() -> None:
    """No message is put together, chosen within the call, or stands within an f-string.

    In an f-string extraction sees no calls at all.
    """
    unseen = [
        where
        for where, call, name, within in calls()
        for argument in call.args[: LOOKED_FOR[name]]
        if (
            within
            if isinstance(argument, ast.Constant)
            else name in ("mark", "plural") or not marked(argument)
        )
    ]
    assert unseen == []


def test_every_message_is_translated() -> None:
    """No message lacks a form of its translation, and none is marked as doubtful."""
    missing = [m.id for m in messages() if not m.string or not all(forms(m.string))]
    assert missing == []
    assert [m.id for m in messages() if m.fuzzy] == []


def test_spanish_is_spanish() -> None:
    """A Spanish text equal to the English one is listed with its reason; nothing else is."""
    same = {m.id for m in messages() if m.id == m.string}
    assert same == set(SAME_IN_SPANISH)


def test_places_are_the_same_in_spanish() -> None:
    """Every translation fills the same places as its message, in each form."""
    for message in messages():
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            wanted = places(source)
            if not isinstance(message.id, str):
                assert places(text) | {"n"} == wanted | {"n"}, message.id
            else:
                assert places(text) == wanted, message.id


def test_buttons_that_are_named_are_messages() -> None:
    """What `{shared:…}` names stands in the catalogue as the button's own words."""
    named = {
        form
        for text in english()
        for _, name, form, _ in Formatter().parse(text)
        if name == "shared"
    }
    assert named
    assert named <= set(english())


def test_marks_of_formatting_are_the_same_in_spanish() -> None:
    """Bold, code and line breaks survive translation."""
    for message in messages():
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            for mark in ("**", "`", "\n"):
                assert source.count(mark) == text.count(mark), message.id


def test_relative_times_end_their_sentence() -> None:
    """Discord says them in the language of the reader's client, in which the rest may not be."""
    spanish = (text for message in messages() for text in forms(message.string))
    timed = [text for text in (*english(), *spanish) if re.search(r"\{(when|until)\}", text)]
    assert timed
    assert [text for text in timed if not re.search(r"\{(when|until)\}\.?$", text)] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_tone_has_no_exclamation_marks(language: str) -> None:
    """No exclamation marks but in "Flinch!" and "FLIP!" (`experience.md` section 8).

    In a Spanish sentence they have both marks; a button has the word of the game alone.
    """
    shouted = r"Flinch!|FLIP!" if language == "en" else r"¡(Flinch!|FLIP!|\{call\})"
    spanish = (text for message in messages() for text in forms(message.string))
    for text in english() if language == "en" else spanish:
        assert not re.search("[!¡]", re.sub(shouted, "", text)), text


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
