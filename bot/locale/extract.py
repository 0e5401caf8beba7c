"""`python -m bot.locale.extract`: bring the catalogues up to date with the messages in the code.

New messages are added (English filled with themselves, Spanish left empty for a translator), those
no longer used are removed, nothing else changes: running it twice changes nothing.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.locale import DOMAIN, FOLDER, LANGUAGES

ROOT = FOLDER.parent.parent
FOLDERS = ("bot", "engine")
KEYWORDS: dict[str, Any] = {"t": None, "n": (1, 2), "mark": None}
"""The calls whose literal arguments are messages; `.n(` takes one for one and one for many."""
PLURALS = "nplurals=2; plural=(n != 1);"
"""Of both languages; Spanish has a third form for round millions, which no message counts."""


@cache
def used() -> Catalog:
    """Return every message in the code, with the files that use it, sorted."""
    catalogue = Catalog(project=DOMAIN, fuzzy=False)
    for folder in FOLDERS:
        for filename, _line, message, comments, context in extract_from_dir(
            ROOT / folder,
            method_map=[("**.py", "python")],
            keywords=KEYWORDS,
            comment_tags=("L10N:",),
        ):
            found = [(f"{folder}/{filename}", 1)]
            catalogue.add(message, None, found, auto_comments=comments, context=context)
    return catalogue


def stored(language: str) -> Catalog:
    """Return a language's catalogue as it stands in the repository."""
    with path(language).open("rb") as source:
        return read_po(source, locale=language, domain=DOMAIN)


def path(language: str) -> Path:
    """Return where a language's catalogue is."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def updated(language: str) -> bytes:
    """Return a language's catalogue brought up to date, as the file should be."""
    before = stored(language)
    after = Catalog(locale=language, domain=DOMAIN, project=DOMAIN, fuzzy=False)
    after.mime_headers = [("Plural-Forms", PLURALS)]
    for message in used():
        if not message.id:
            continue
        old = before.get(message.id, message.context)
        text = old.string if old is not None else ""
        if language == LANGUAGES[0]:
            text = message.id
        locations = sorted({(name, 1) for name, _line in message.locations})
        after.add(
            message.id,
            text,
            locations,
            auto_comments=message.auto_comments,
            context=message.context,
        )
    return _written(after)


def _written(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file that depends on its messages alone: no dates, no lines."""
    file = BytesIO()
    header = (
        "Project-Id-Version: kalamazoo\n"
        f"Language: {catalogue.locale_identifier}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=utf-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {PLURALS}\n"
    )
    lines = "".join(f'"{line}\\n"\n' for line in header.splitlines())
    write_po(file, catalogue, width=100, omit_header=True, sort_output=True, include_lineno=False)
    return f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + file.getvalue()


def main() -> None:
    """Rewrite every catalogue."""
    for language in LANGUAGES:
        path(language).write_bytes(updated(language))


if __name__ == "__main__":
    main()
