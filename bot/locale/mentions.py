"""Commands as they can be pressed in a text: `</play flinch:1234>` (`discord.md` section 7).

In the catalogues and on the pages of the rules a command stands as its reader would type it
(`/play flinch`, `/jugar flinch`). Where Discord's ids of the commands are known, each becomes a
mention by its registered name, which Discord shows in the reader's own words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from babel.lists import format_list

OR: Any = "or"
SUBCOMMAND = 1
"""Type of an option that is a command below a command."""

Payload = Mapping[str, Any]


class Mentions:
    """The commands that Discord knows; as long as there are none, texts stay as they are.

    Args:
        locales: by each language of the catalogues, the locale in which Discord takes its names.
    """

    def __init__(self, locales: Mapping[str, str]) -> None:
        self._locales = locales
        self._known: dict[str, dict[str, str]] = {}
        self._named = re.compile(r"(?!)")

    def learn(self, commands: Sequence[Payload], ids: Mapping[str, int]) -> None:
        """Take in the registered commands.

        Args:
            commands: as they are registered, their names in every language.
            ids: by registered name.
        """
        registered = [each for each in commands if each["name"] in ids]
        self._known = {
            language: dict(_all(registered, ids, language, locale))
            for language, locale in self._locales.items()
        }
        names = {name for known in self._known.values() for name in known}
        either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._named = re.compile(rf"(?<![\w/<])/({either})(?![\w-])" if names else r"(?!)")

    def within(self, text: str, language: str) -> str:
        """Return one of our own texts, never what a person wrote, with its commands pressable."""
        known = self._known.get(language, {})
        return self._named.sub(lambda found: known.get(found[1], found[0]), text)


def _all(
    commands: Sequence[Payload], ids: Mapping[str, int], language: str, locale: str
) -> Iterator[tuple[str, str]]:
    """Yield every command's name in a language, and what it becomes.

    A command with subcommands is never itself a command: any of these is meant.
    """
    for command in commands:
        name, number = command["name"], ids[command["name"]]
        own = _name(command, locale)
        below = [each for each in command.get("options", ()) if each["type"] == SUBCOMMAND]
        mentions = [f"</{name} {each['name']}:{number}>" for each in below]
        for each, mention in zip(below, mentions, strict=True):
            yield f"{own} {_name(each, locale)}", mention
        yield own, format_list(mentions, OR, language) if below else f"</{name}:{number}>"


def _name(command: Payload, locale: str) -> str:
    names = command.get("name_localizations") or {}
    return str(names.get(locale) or command["name"])
