"""The page's sentences in other languages than English, which stands in the code itself.

The catalogues are ``bot/sandbox/page/locale/<language>/LC_MESSAGES/page.po``, kept up to date by
``make messages``. Extraction looks for ``t``, ``n`` and ``parts`` in the scripts; in Python for
``mark``, and for the sentences that a refusal carries.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

DOMAIN = "page"
FOLDER = Path(__file__).parent / "locale"


def mark(message: str) -> str:
    """Return the message unchanged: marks it for the catalogues, for the page to translate."""
    return message


@cache
def catalogues() -> str:
    """Return the catalogues as JSON: by language, the forms of each message by its first one."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        language = path.parts[-3]
        with path.open("rb") as source:
            messages = [each for each in read_po(source, locale=language) if each.id]
        found[language] = {_forms(each.id)[0]: _forms(each.string) for each in messages}
    return json.dumps(found)


def _forms(text: Iterable[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else [*(text or ())]
